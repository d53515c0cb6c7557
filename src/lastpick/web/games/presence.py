"""Who is here: whoever watches, or was heard a moment ago, also by another server.

However many come and go, it is told once a second and game at most, and the last of it always.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from ..errors import StoreError
from ..game.game_state import dumps
from .background import Background
from .keeper import Keeper
from .open_game import Note, OpenGame, Watcher

_EVERY = 10.0  # seconds between two notes of who is here, for other servers
NOTE_EVERY = 1.0  # and for the streams of a game


class Presence:
    """Notes who is here, and learns who is with the other servers."""

    def __init__(self, keeper: Keeper, background: Background) -> None:
        self._keeper = keeper
        self._store = keeper.store
        self._now = keeper.now
        self._background = background

    def watch(self, game: OpenGame, seat: int) -> Watcher:
        watcher = Watcher(seat)
        game.enter(watcher)
        open_games = self._keeper.open_games
        if open_games.get(game.log.id) is not game:  # put away a moment ago: fetch it back
            game.doubtful = True
            open_games.keep(game)
        self._changed(game, seat)
        return watcher

    def unwatch(self, game: OpenGame, watcher: Watcher) -> None:
        game.leave(watcher)
        if watcher.seat:
            game.heard(watcher.seat, self._now())
        self._changed(game, watcher.seat)

    def _changed(self, game: OpenGame, seat: int) -> None:
        """Have it told: at once, or as soon as a second has passed since the last time."""
        if self._background.closing:
            return
        if seat:
            game.seen_anew.add(seat)
        if game.telling is None:
            loop = asyncio.get_running_loop()
            wait = game.told_at + NOTE_EVERY - loop.time()
            if wait > 0:
                game.telling = loop.call_later(wait, self._tell, game)
            else:
                self._tell(game)

    def _tell(self, game: OpenGame) -> None:
        game.telling, game.told_at = None, asyncio.get_running_loop().time()
        game.notes += 1
        game.tell()
        if game.seen_anew and not self._background.closing:
            self._tell_others(game, *game.seen_anew)
        game.seen_anew.clear()

    def note(self, game: OpenGame) -> bytes:
        """Who is here, as data; made once for all streams of a game."""
        now = self._now()
        if game.note is None or game.note.number != game.notes or now - game.note.at >= NOTE_EVERY:
            told = game.people(now)
            seen = [person["seen"] for person in told["people"]]
            here = {"now": told["now"], "seen": seen, "watching": len(game.watchers)}
            game.note = Note(game.notes, now, dumps(here))
        return game.note.data

    def hear(self, game: OpenGame, seat: int) -> None:
        """Note that a player's client is there."""
        now = self._now()
        before = game.row.seats[seat - 1].last_seen or 0.0
        game.heard(seat, now)
        if now - before > _EVERY:
            self._tell_others(game, seat)

    def _tell_others(self, game: OpenGame, *seats: int) -> None:
        if self._store.multi_server:
            self._background.start(self._mark([(game.log.id, seat) for seat in seats]))

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
