"""Traps: what to pick in a lost position, so that the opponent finds it hard to win.

A trap is a pick to which an answer is wrong. The hardest one leaves no answer that ends the game
at once, if that can be helped; then the fewest winning answers; among equals, the most legal ones.
Hints, reviews, lessons and bots go by it; `tools/trap_measures.py` tries it against the bots.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from ..game import Position
from .budget import NO_DEADLINE, Budget
from .solve import solve

_MOST_WORK = 2_000_000  # numbers looked at: a pool of a thousand with all of its picks


class Answers(NamedTuple):
    """What a pick leaves the opponent: the answers that win, and those that are legal."""

    winning: int
    legal: int
    wins_at_once: bool = False  # without an answer, as where the last pick loses
    ending: bool = False  # whether an answer ends the game, and with it wins

    @property
    def share(self) -> Fraction:
        """The share of the answers that win; without any, all or nothing."""
        return Fraction(self.winning, self.legal) if self.legal else Fraction(self.wins_at_once)

    @property
    def rank(self) -> tuple[bool, bool, bool, int, int]:
        """What orders picks: the hardest trap first, what loses at once last."""
        return self.wins_at_once, self.share == 1, self.ending, self.winning, -self.legal


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
    ending = not position.game.misere and any(
        not position.pick_unchecked(n).choices for n in verdict.winning
    )
    return Answers(len(verdict.winning), position.choices.bit_count(), ending=ending)


def hardest(found: Mapping[int, Answers | None]) -> list[int]:
    """The hardest traps among picks, ascending; all of them where nothing is known.

    What loses at once is no trap as long as another pick is unknown.
    """
    known = {n: left.rank for n, left in found.items() if left is not None}
    if len(known) < len(found):
        known = {n: rank for n, rank in known.items() if not rank[0]}
        if not known:
            return sorted(n for n, left in found.items() if left is None)
    best = min(known.values(), default=None)
    return sorted(n for n, rank in known.items() if rank == best)


def trap(position: Position, budget: Budget = NO_DEADLINE) -> list[int]:
    """The hardest traps of a position, ascending; none where no pick is legal."""
    return hardest(answers(position, budget))
