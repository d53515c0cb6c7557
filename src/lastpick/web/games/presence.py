"""Who is here: whoever watches, or was heard a moment ago, also by another server."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from ..errors import StoreError
from .background import Background
from .keeper import Keeper
from .open_game import OpenGame, Watcher

_EVERY = 10.0  # seconds between two notes of who is here


class Presence:
    """Notes who is here, and learns who is with the other servers."""

    def __init__(self, keeper: Keeper, background: Background) -> None:
        self._keeper = keeper
        self._store = keeper.store
        self._now = keeper.now
        self._background = background

    def watch(self, game: OpenGame, seat: int) -> Watcher:
        watcher = Watcher(seat)
        game.watchers.add(watcher)
        open_games = self._keeper.open_games
        if open_games.get(game.log.id) is not game:  # put away a moment ago: fetch it back
            game.doubtful = True
            open_games.keep(game)
        self._changed(game, seat)
        return watcher

    def unwatch(self, game: OpenGame, watcher: Watcher) -> None:
        game.watchers.discard(watcher)
        if watcher.seat:
            game.heard(watcher.seat, self._now())
        self._changed(game, watcher.seat)

    def _changed(self, game: OpenGame, seat: int) -> None:
        game.tell()
        if seat and not self._background.closing:
            self._tell_others(game, seat)

    def hear(self, game: OpenGame, seat: int) -> None:
        """Note that a player's client is there."""
        now = self._now()
        before = game.row.seats[seat - 1].last_seen or 0.0
        game.heard(seat, now)
        if now - before > _EVERY:
            self._tell_others(game, seat)

    def _tell_others(self, game: OpenGame, seat: int) -> None:
        if self._store.multi_server:
            self._background.start(self._mark([(game.log.id, seat)]))

    async def _mark(self, seats: list[tuple[str, int]]) -> None:
        with suppress(StoreError):
            await self._store.mark_seen(seats, self._now())

    async def ask_others(self, games: list[OpenGame]) -> None:
        """Learn who has been seen by other servers."""
        if not games or not self._store.multi_server:
            return
        last_seen = await self._store.last_seen(game.log.id for game in games)
        for game in games:
            for seat in (1, 2):
                game.heard(seat, last_seen.get((game.log.id, seat), 0.0))

    async def keep_noting(self) -> None:
        while True:
            await asyncio.sleep(_EVERY)
            watched = self._keeper.open_games.watched()
            seats = [(game.log.id, seat) for game in watched for seat in (1, 2) if game.here(seat)]
            if seats:
                await self._mark(seats)
            with suppress(StoreError):
                await self.ask_others(watched)
