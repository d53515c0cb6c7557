"""The tables that a server remembers: so many, and so large; the others are in the store."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from itertools import islice

from .open_game import OpenGame

_MOST = 10_000
_MOST_NUMBERS = 500_000  # in the pools of all tables: a number takes up to a kilobyte
_LOOKS = 50  # tables looked at for some to put away, whenever one too many has come


class OpenGames:
    """Tables by the id of their game, those that were used last at the end."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, OpenGame] = OrderedDict()
        self._numbers = 0  # in the pools of all tables

    def __iter__(self) -> Iterator[OpenGame]:
        return iter(self._tables.values())

    def watched(self) -> list[OpenGame]:
        return [live for live in self if live.watchers]

    def get(self, game: str) -> OpenGame | None:
        return self._tables.get(game)

    def use(self, game: str) -> OpenGame | None:
        """A table that somebody has called for."""
        if game in self._tables:
            self._tables.move_to_end(game)
        return self._tables.get(game)

    def keep(self, live: OpenGame) -> None:
        self.drop(live.table.id)
        self._tables[live.table.id] = live
        self._numbers += live.size
        if self._crowded:
            self._put_away()

    def drop(self, game: str) -> OpenGame | None:
        live = self._tables.pop(game, None)
        if live:
            self._numbers -= live.size
        return live

    @property
    def _crowded(self) -> bool:
        return len(self._tables) > _MOST or self._numbers > _MOST_NUMBERS

    def _put_away(self) -> None:
        """Put away some tables that nobody uses; those in use go behind, to be asked again last."""
        for game in list(islice(self._tables, _LOOKS)):
            if not self._crowded:
                break
            if self._tables[game].idle:
                self.drop(game)
            else:
                self._tables.move_to_end(game)
