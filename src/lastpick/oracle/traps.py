"""Traps: what to pick in a lost position, so that the opponent finds it hard to win.

The hardest trap leaves the opponent the smallest share of winning answers among the legal
ones; among equals, the most legal answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from ..game import Position
from .budget import NO_DEADLINE, Budget
from .solve import solve

_MOST_WORK = 2_000_000  # numbers looked at: a pool of a thousand with all of its picks


_LOST_AT_ONCE = (Fraction(1), 0)  # all of no answers win


class Answers(NamedTuple):
    """What a pick leaves the opponent: the answers that win, and those that are legal."""

    winning: int
    legal: int
    wins_at_once: bool = False  # without an answer, as where the last pick loses

    @property
    def share(self) -> Fraction:
        """The share of the answers that win; without any, all or nothing."""
        return Fraction(self.winning, self.legal) if self.legal else Fraction(self.wins_at_once)


def answers(position: Position, budget: Budget = NO_DEADLINE) -> dict[int, Answers | None]:
    """What each legal pick leaves; None where that is unknown.

    On a huge pool only some of the picks are looked at, evenly spread; none after the budget.
    """
    legal = position.legal
    most = max(1, _MOST_WORK // position.game.numbers.size)
    step = max(1, -(-len(legal) // most))
    found: dict[int, Answers | None] = dict.fromkeys(legal)
    for n in legal[::step]:
        if budget.over:
            break
        found[n] = _answers(position.pick_unchecked(n), budget.part())
    return found


def _answers(position: Position, budget: Budget) -> Answers | None:
    if not position.choices:
        return Answers(winning=0, legal=0, wins_at_once=position.game.misere)
    verdict = solve(position, budget)
    if verdict.wins is None:
        return None
    return Answers(len(verdict.winning), position.choices.bit_count())


def hardest(found: Mapping[int, Answers | None]) -> list[int]:
    """The hardest traps among picks, ascending; all of them where nothing is known.

    What loses at once is no trap as long as another pick is unknown.
    """
    known = {n: (left.share, -left.legal) for n, left in found.items() if left is not None}
    if len(known) < len(found):
        known = {n: rank for n, rank in known.items() if rank != _LOST_AT_ONCE}
        if not known:
            return sorted(n for n, left in found.items() if left is None)
    best = min(known.values(), default=None)
    return sorted(n for n, rank in known.items() if rank == best)


def trap(position: Position, budget: Budget = NO_DEADLINE) -> list[int]:
    """The hardest traps of a position, ascending; none where no pick is legal."""
    return hardest(answers(position, budget))
