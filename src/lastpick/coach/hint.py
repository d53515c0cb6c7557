"""Hints in three steps: is it won, where to look, and the pick with its reason."""

from __future__ import annotations

from typing import NamedTuple

from ..game import Position
from ..oracle import Budget, Verdict, solve
from ..oracle.budget import A_LOOK, NO_DEADLINE
from ..oracle.traps import answers, hardest

STEPS = 3


class Look(NamedTuple):
    """A position, looked at once for all three steps."""

    verdict: Verdict
    best: int | None  # the pick to lead to; None where nobody knows
    sure: bool = True  # whether it is the best of all picks, not only of those looked at


def look(position: Position, budget: Budget = NO_DEADLINE) -> Look:
    """Look at a position for `A_LOOK` seconds, its traps included."""
    budget = budget.part(A_LOOK)
    verdict = solve(position, budget)
    if verdict.wins is None:
        return Look(verdict, best=None)
    if verdict.wins:
        return Look(verdict, best=verdict.winning[0] if verdict.winning else None)
    left = answers(position, budget)
    return Look(verdict, best=hardest(left)[0], sure=None not in left.values())


def hint(position: Position, step: int, budget: Budget = NO_DEADLINE) -> str:
    """What to tell a player who asks for the first, second or third time."""
    budget = budget.part(A_LOOK)
    return in_words(position, look(position, budget), step, budget)


def in_words(position: Position, found: Look, step: int, budget: Budget = NO_DEADLINE) -> str:
    verdict, best, sure = found
    if best is None:
        return f"Nobody knows yet who wins here. {verdict.text}"
    won = bool(verdict.wins)
    if step == 1:
        count = len(verdict.winning)
        picks = f"{count} of {len(position.legal)} picks keep" if count > 1 else "one pick keeps"
        return (
            f"You can win: {picks} the win."
            if won
            else "You lose against best play; set a trap and hope for a mistake."
        )
    if step == 2:
        low, high = area(position, best)
        what = "a winning pick" if won else "the hardest trap" if sure else "a trap"
        where = f"from {low} to {high}" if low != high else f"at {low}"
        return f"Look {where}: there is {what}."
    if won:
        return verdict.text
    legal = len(position.pick(best).legal)
    if not legal:
        return f"Pick {best}, as every pick is the last one here."
    answered = solve(position.pick(best), budget.part(A_LOOK))
    if answered.wins is None:
        return f"Pick {best}: which of their {legal} answers keep the win is not known."
    return f"Pick {best}: of their {legal} answers only {len(answered.winning)} keep the win."


def area(position: Position, n: int) -> tuple[int, int]:
    """The third of the legal picks in which a number lies, by its ends."""
    legal = position.legal
    size = -(-len(legal) // 3)
    start = legal.index(n) // size * size
    third = legal[start : start + size]
    return third[0], third[-1]
