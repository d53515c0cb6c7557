"""The exact reward: did the pick keep the win? The oracle's judge knows."""

from __future__ import annotations

from ..game import Position
from ..oracle import Budget, solve
from ..oracle.budget import A_LOOK
from ..oracle.judge import KEPT, LOST, THREW, UNKNOWN, judge

REWARDS = {KEPT: 1.0, THREW: -1.0, LOST: 0.0, UNKNOWN: 0.0}


def grade(position: Position, pick: int) -> float:
    """1 if a legal pick keeps the win, -1 if it throws the win away, 0 if there was none.

    It is also 0 where the oracle does not find out who wins in its time.
    """
    verdict = solve(position, Budget(seconds=A_LOOK))
    return REWARDS[judge(verdict, position.choices.bit_count(), pick).grade]
