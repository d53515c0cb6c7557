"""Why a wrong pick loses, and why a right one wins, in plain words."""

from __future__ import annotations

from ..game import Position
from ..oracle import Budget, solve
from ..oracle.budget import A_GLANCE, FEW_POSITIONS, NO_DEADLINE


def refutation(position: Position, pick: int, budget: Budget = NO_DEADLINE) -> str:
    """How many answers refute a wrong pick, and one of them."""
    after = position.pick(pick)
    if not after.choices:
        return f"{pick} loses: nothing can answer it, and whoever picks last loses."
    verdict = solve(after, budget.part(A_GLANCE, FEW_POSITIONS))
    if verdict.wins is None or not verdict.winning:
        return f"{pick} loses, but I could not work out which answer shows it."
    won, total = len(verdict.winning), after.choices.bit_count()
    if total == 1:
        return f"{pick} loses: the only answer to it, {verdict.winning[0]}, wins."
    many = f"{won} of the {total} answers to it {'wins' if won == 1 else 'win'}"
    return f"{pick} loses: {many}, {verdict.winning[0]} for one."


def confirmation(position: Position, pick: int, budget: Budget = NO_DEADLINE) -> str:
    """Why this very winning pick wins."""
    after = position.pick(pick)
    total = after.choices.bit_count()
    if not total:
        return f"{pick} wins: nothing can answer it, and the game is over."
    if total == 1:
        return f"{pick} wins: the only answer to it, {after.legal[0]}, loses."
    return f"{pick} wins: each of the {total} answers to it loses."
