"""The games that are being played, opened once for all who play them."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from ...catalog import Book, book_of
from ...game import Game
from ...relations import ROLES, Numbers, Relation
from ..game.terms import OWN_GAME
from .pool import Pool
from .questions import Source, open_source

_MOST_KEPT = 200


class BookCache:
    """Shipped games are opened here; somebody's own are read and worked out by a worker."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._own: OrderedDict[Source, Book] = OrderedDict()

    async def book(self, source: Source) -> Book:
        if source.toml is None:
            return open_source(source)
        if source not in self._own:
            self._own[source] = own_book(await self._pool.ask("opened", source))
            if len(self._own) > _MOST_KEPT:
                self._own.popitem(last=False)
        self._own.move_to_end(source)
        return self._own[source]


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
