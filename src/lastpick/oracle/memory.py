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
from .matching import Matcher
from .sieve import SieveKernels

_GAMES = 16  # of which the nimbers are kept
_POOLS = 8  # of which the pairing is kept


class Memory:
    """The nimbers of parts that were met, and the pairings of pools that were asked about."""

    def __init__(self) -> None:
        latest: dict[Game, array[int]] = {}
        self.sieves = SieveKernels()
        self._nimbers = lru_cache(maxsize=_GAMES)(partial(parts.values_for, self.sieves))
        self._sets = lru_cache(maxsize=_POOLS)(partial(chain.decompose, latest))

    def nimbers(self, game: Game) -> parts.Values:
        """All parts of a game that were met so far; any number of them may be added."""
        return self._nimbers(game)

    def sets(self, game: Game, bits: int) -> tuple[Matcher, chain.Sets]:
        """The Gallai-Edmonds sets of a pool, and what can change the pairing that gave them."""
        return self._sets(game, bits)


SHARED = Memory()
