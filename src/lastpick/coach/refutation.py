"""Why a pick that throws the win away loses, in a sentence."""

from __future__ import annotations

from ..game import Position
from ..oracle import Budget, solve
from ..oracle.budget import A_GLANCE, FEW_POSITIONS, NO_DEADLINE


def refutation(position: Position, pick: int, budget: Budget = NO_DEADLINE) -> str:
    """How many answers refute a wrong pick, and what the first of them leads to."""
    after = position.pick(pick)
    if not after.choices:
        return f"{pick} loses: nothing may follow it, and the last pick loses."
    verdict = solve(after, budget.part(A_GLANCE, FEW_POSITIONS))
    if verdict.wins is None:
        return f"{pick} loses, but there was no time to see which answer shows it."
    won, total = len(verdict.winning), after.choices.bit_count()
    many = f"{won} of the {total} answers {'wins' if won == 1 else 'win'}"
    reason = f"{verdict.text[0].lower()}{verdict.text[1:]}"
    return f"{pick} loses: {'the only answer wins' if total == 1 else many}. To refute it, {reason}"
