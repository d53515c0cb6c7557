"""Open games in step with the store: what is read, added and forgotten.

The store is the truth. One lock for each game keeps two calls of this server apart; between
servers the store's (game, version) key does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from ..asking.book_cache import BookCache
from ..asking.questions import Source
from ..errors import NoGame
from ..game.actions import NewEntry
from ..game.entry import Entry
from ..game.game_log import GameLog
from ..store.protocol import Store
from ..store.rows import GameRow
from .open_game import OpenGame
from .open_games import OpenGames

_AGAIN = 1.0  # seconds until the store is asked again after it has failed


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
        self._loading: dict[str, asyncio.Future[OpenGame]] = {}

    async def get(self, game_id: str, fresh: bool) -> OpenGame:
        """A game; with `fresh`, as the store has it now."""
        found = self.open_games.use(game_id)
        if found is None:
            return await self._load_once(game_id)
        if found.doubtful or (fresh and self.store.multi_server):
            async with found.lock:
                await self.refresh(found, people=found.doubtful)
        return found

    async def _load_once(self, game_id: str) -> OpenGame:
        if game_id not in self._loading:
            self._loading[game_id] = asyncio.ensure_future(self._load(game_id))
            self._loading[game_id].add_done_callback(lambda _: self._loading.pop(game_id, None))
        return await asyncio.shield(self._loading[game_id])

    async def _load(self, game_id: str) -> OpenGame:
        row = await self.store.load(game_id)
        if row is None:
            raise NoGame
        game = await self._opened(row)
        game.log.apply(await self.store.entries(game_id, 0))
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

    async def refresh(self, game: OpenGame, people: bool = False) -> None:
        """Read what other servers added; under the game's lock."""
        added = await self.store.entries(game.log.id, game.log.version)
        row = await self.store.load(game.log.id) if people else game.row
        game.doubtful = False
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
