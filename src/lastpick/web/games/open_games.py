"""The games that a server remembers: so many, and so large; the others are in the store."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from itertools import islice

from .open_game import OpenGame

_MOST = 10_000
_MOST_NUMBERS = 500_000  # the sizes of all games: a number takes up to a kilobyte

# Whenever there is one game too many, only so many are looked at for some that nobody uses:
# if nearly all are in use, looking at each would make every new game wait for it.
_LOOKS = 50


class OpenGames:
    """Games by their id, those that were used last at the end."""

    def __init__(self) -> None:
        self.clocked: set[str] = set()  # ids of those whose clock can run out
        self._games: OrderedDict[str, OpenGame] = OrderedDict()
        self._sizes: dict[str, int] = {}  # of each when it was last called for
        self._numbers = 0  # the sizes of all games

    def __len__(self) -> int:
        return len(self._games)

    def __iter__(self) -> Iterator[OpenGame]:
        return iter(self._games.values())

    def watched(self) -> list[OpenGame]:
        return [game for game in self if game.watchers]

    def get(self, game_id: str) -> OpenGame | None:
        return self._games.get(game_id)

    def use(self, game_id: str) -> OpenGame | None:
        """A game that somebody has called for."""
        found = self._games.get(game_id)
        if found:
            self._games.move_to_end(game_id)
            self._count(game_id, found.size)
        return found

    def keep(self, game: OpenGame) -> None:
        self.drop(game.log.id)
        self._games[game.log.id] = game
        self._count(game.log.id, game.size)
        if game.log.terms.clock and not game.log.play.outcome:
            self.clocked.add(game.log.id)
        if self._crowded:
            self._put_away()

    def drop(self, game_id: str) -> OpenGame | None:
        self.clocked.discard(game_id)
        game = self._games.pop(game_id, None)
        if game:
            self._count(game_id, 0)
            del self._sizes[game_id]
        return game

    def _count(self, game_id: str, size: int) -> None:
        self._numbers += size - self._sizes.get(game_id, 0)
        self._sizes[game_id] = size

    @property
    def _crowded(self) -> bool:
        return len(self._games) > _MOST or self._numbers > _MOST_NUMBERS

    def _put_away(self) -> None:
        """Put away some games that nobody uses; those in use go behind, to be asked again last."""
        for game_id in list(islice(self._games, _LOOKS)):
            if not self._crowded:
                break
            if self._games[game_id].idle:
                self.drop(game_id)
            else:
                self._games.move_to_end(game_id)
