"""Open games in step with the store: what is read, added and forgotten.

The store is the truth. One lock for each game keeps two calls of this server apart; between
servers the store's (game, version) key does.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from ...errors import CatalogError, ExpressionError, IllegalPick, NumbersError, RecordError
from ..asking.book_cache import BookCache
from ..asking.questions import Source
from ..errors import Damaged, NoGame
from ..game.actions import NewEntry
from ..game.entry import Entry
from ..game.game_log import GameLog
from ..store.protocol import Store
from ..store.rows import GameRow
from .open_game import OpenGame
from .open_games import OpenGames

_AGAIN = 1.0  # seconds until the store is asked again after it has failed
_MOST_DAMAGED = 1_000  # games whose damage is remembered, so that it is logged once

# What stored terms or entries can get out of the rooms that make a game of them.
_WRONG = (CatalogError, ExpressionError, IllegalPick, NumbersError, RecordError)

logger = logging.getLogger("lastpick.web")


class Keeper:
    """Reads games when they are asked for, and adds to their logs."""

    def __init__(
        self, store: Store, books: BookCache, claim_after: float, now: Callable[[], float]
    ) -> None:
        self.store = store
        self.open_games = OpenGames()
        self.now = now
        self.on_added: Callable[[Sequence[Entry]], None] = lambda _: None
        self._books = books
        self._claim_after = claim_after
        self.loading: dict[str, asyncio.Future[OpenGame]] = {}  # those that are being read
        self._damaged: set[str] = set()

    async def get(self, game_id: str, fresh: bool) -> OpenGame:
        """A game; with `fresh`, as the store has it now."""
        found = self.open_games.use(game_id)
        if found is None:
            return await self._load_once(game_id)
        fresh = fresh and self.store.multi_server
        if fresh or found.doubtful:
            async with found.lock:
                if fresh or found.doubtful:  # still: another call may have read it meanwhile
                    await self.refresh(found, people=found.doubtful)
        return found

    async def _load_once(self, game_id: str) -> OpenGame:
        if game_id not in self.loading:
            self.loading[game_id] = asyncio.ensure_future(self._load(game_id))
            self.loading[game_id].add_done_callback(lambda _: self.loading.pop(game_id, None))
        return await asyncio.shield(self.loading[game_id])

    async def _load(self, game_id: str) -> OpenGame:
        with self._reading(game_id):
            row = await self.store.load(game_id)
            if row is None:
                raise NoGame
            game = await self._opened(row)
            game.log.apply(await self.store.entries(game_id, 0))
        self._damaged.discard(game_id)
        self.open_games.keep(game)
        return game

    async def create(self, row: GameRow) -> OpenGame:
        game = await self._opened(row)
        await self.store.create(row, self.now())
        self.open_games.keep(game)
        return game

    async def _opened(self, row: GameRow) -> OpenGame:
        book = await self._books.stored_book(Source.of(row.terms))
        return OpenGame(row, GameLog(row.id, row.terms, book), self._claim_after)

    @contextmanager
    def _reading(self, game_id: str) -> Iterator[None]:
        """What is stored becomes a game here, or one line in the log says why it cannot."""
        try:
            try:
                yield
            except _WRONG as error:
                raise Damaged(str(error)) from None
        except Damaged as error:
            self.forget(game_id)
            if game_id not in self._damaged:
                if len(self._damaged) >= _MOST_DAMAGED:
                    self._damaged.clear()
                self._damaged.add(game_id)
                about = {"game": game_id, "why": error.why}
                logger.error("a game in the database cannot be read", extra=about)
            raise

    async def refresh(self, game: OpenGame, people: bool = False) -> None:
        """Read what other servers added; under the game's lock."""
        with self._reading(game.log.id):
            if people:
                game.doubtful = False  # before reading: what is heard meanwhile makes it so again
            try:
                added = await self.store.entries(game.log.id, game.log.version)
                row = await self.store.load(game.log.id) if people else game.row
            except Damaged:
                raise
            except BaseException:
                game.doubtful = True
                raise
            if row is None:
                self.forget(game.log.id)
                raise NoGame
            game.log.apply(added)
        changed = people and game.take_people(row)
        if added or changed:
            game.tell()

    async def add(
        self,
        game: OpenGame,
        events: Sequence[NewEntry],
        key: str | None = None,
        new: GameRow | None = None,
    ) -> bool:
        """Commit, then apply; under the game's lock.

        False after a lost race: the game is as the winner left it.
        """
        entries = self._entries(game.log.version, events, key, new.id if new else None)
        try:
            if await self.store.append(game.log.id, entries, new):
                game.log.apply(entries)
                self.on_added(entries)
                return True
        except BaseException:  # nobody knows whether it was committed: read it again next time
            game.doubtful = True
            raise
        await self.refresh(game, people=True)
        return False

    def _entries(
        self, have: int, events: Sequence[NewEntry], key: str | None, next_game: str | None
    ) -> list[Entry]:
        now, reached = self.now(), have + len(events)
        return [
            Entry(
                version=version,
                seat=event.seat,
                kind=event.kind,
                at=now,
                pick=event.pick,
                key=key if version == have + 1 else None,
                answered_version=reached,
                next_game=next_game,
            )
            for version, event in enumerate(events, have + 1)
        ]

    def forget(self, game_id: str) -> None:
        """A game has been cleaned up: it goes from memory, and the news of it ends."""
        if game := self.open_games.drop(game_id):
            for watcher in game.watchers:
                watcher.stop()


async def worth_another_try(game: OpenGame) -> bool:
    """Wait a moment after the store has failed; but not where the next who looks will do."""
    if not game.watchers:
        return False
    await asyncio.sleep(_AGAIN)
    return True
