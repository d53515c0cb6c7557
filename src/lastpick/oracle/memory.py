"""What the oracle keeps from one question for the next.

It saves work and changes no answer, but it decides how far a budget of positions reaches: what
is known costs nothing. One memory serves the whole process (`SHARED`) unless another is given.
Whoever wants answers that do not depend on what was asked before asks with a fresh `Memory()`.
"""

from __future__ import annotations

from array import array
from functools import lru_cache, partial

from ..game import Game
from . import chain, parts
from .budget import Budget
from .matching import Matcher
from .sieve import SieveKernels

_GAMES = 16  # of which the nimbers are kept
_POOLS = 8  # of which the pairing is kept,
_NUMBERS = 2_000_000  # unless they hold more numbers than that


class Memory:
    """The nimbers of parts that were met, and the pairings of pools that were asked about."""

    def __init__(self) -> None:
        self.sieves = SieveKernels()
        self._nimbers = lru_cache(maxsize=_GAMES)(partial(parts.values_for, self.sieves))
        self._latest: dict[Game, array[int]] = {}
        self._pairings: dict[tuple[Game, int], tuple[Matcher, chain.Sets]] = {}

    def nimbers(self, game: Game) -> parts.Values:
        """All parts of a game that were met so far; any number of them may be added."""
        return self._nimbers(game)

    def sets(self, game: Game, bits: int, budget: Budget) -> tuple[Matcher, chain.Sets]:
        """The Gallai-Edmonds sets of a pool, and what can change the pairing that gave them."""
        found = self._pairings.pop((game, bits), None)
        if found is None:
            self._make_room(game.numbers.size)
            found = chain.decompose(self._latest, game, bits, budget)
        self._pairings[game, bits] = found  # the one asked for last stands last
        return found

    def _make_room(self, size: int) -> None:
        """Forget the pairings that were asked for longest ago."""
        held = self._pairings
        while len(held) >= _POOLS or sum(game.numbers.size for game, _ in held) + size > _NUMBERS:
            if not held:
                break
            del held[next(iter(held))]


SHARED = Memory()
