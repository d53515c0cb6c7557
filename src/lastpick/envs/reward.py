"""The exact reward: did the pick keep the win? The oracle knows."""

from __future__ import annotations

from ..game import Position
from ..oracle import Budget, solve

_PATIENCE = 10.0  # seconds for one position; past it the pick is neither praised nor blamed

KEPT, THREW, NOTHING = 1.0, -1.0, 0.0


def grade(position: Position, pick: int) -> float:
    """1 if a legal pick keeps the win, -1 if it throws the win away, 0 if there was none.

    It is also 0 where the oracle does not know who wins.
    """
    verdict = solve(position, Budget(seconds=_PATIENCE))
    if not verdict.wins:
        return NOTHING
    if pick in verdict.winning:
        return KEPT
    return THREW if verdict.complete else NOTHING
