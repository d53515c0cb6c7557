"""The games that are being played, opened once for all who play them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

from ...catalog import Book, book_of
from ...errors import BudgetError
from ...game import Game
from ...relations import ROLES, Numbers, Relation
from ..errors import StoreError
from ..game.terms import OWN_GAME
from .pool import Pool
from .questions import Source, open_source

_MOST_KEPT = 400  # most books under two names


class BookCache:
    """Shipped games are opened here; somebody's own are read and worked out by a worker."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._own: OrderedDict[Source, Book] = OrderedDict()
        self._opening: dict[Source, asyncio.Future[Book]] = {}

    async def book(self, source: Source) -> Book:
        """The book of a game that is about to be made. Busy, if there is no time to read a file."""
        return await self._book(source, stored=False)

    async def stored_book(self, source: Source) -> Book:
        """That of a game that is stored: however many ask, its file is read when it is its turn."""
        try:
            return await self._book(source, stored=True)
        except BudgetError:
            raise StoreError("the file of this game could not be read in time") from None

    async def _book(self, source: Source, stored: bool) -> Book:
        if source.toml is None:
            return open_source(source)
        if source in self._own:
            self._own.move_to_end(source)
            return self._own[source]
        if not stored:
            return await self._open(source, stored=False)
        if source not in self._opening:  # several may want the same: it is read once
            self._opening[source] = asyncio.ensure_future(self._open(source, stored=True))
            self._opening[source].add_done_callback(lambda _: self._opening.pop(source, None))
        return await asyncio.shield(self._opening[source])

    async def _open(self, source: Source, stored: bool) -> Book:
        book = own_book(await self._pool.ask("opened", source, stored=stored))
        for name in (source, Source(OWN_GAME, source.toml, str(book.game.numbers))):
            self._own[name] = book  # as it was asked for, and as a game of it is stored
        while len(self._own) > _MOST_KEPT:
            self._own.popitem(last=False)
        return book


def own_book(told: dict[str, Any]) -> Book:
    """A book from what a worker says about somebody's file."""
    numbers = Numbers.parse(told["numbers"])
    relations = [Relation(role, told["relations"][name]) for name, role in ROLES.items()]
    start, last_pick = told["start"], told["last_pick"]
    game = Game(OWN_GAME, numbers, *relations, start_from=start, last_pick=last_pick)
    openings, moves = told["table"]
    pool = range(numbers.first, numbers.last + 1)
    game.learn(
        int(openings, 16),
        {n: (int(keep, 16), int(after, 16)) for n, (keep, after) in zip(pool, moves, strict=True)},
    )
    words = {key: told[key] for key in ("title", "summary", "rules")}
    return book_of(game)._replace(**words, tips=tuple(told["tips"]))
