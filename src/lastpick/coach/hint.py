"""Hints in three steps: is it won, where to look, and the pick with its reason."""

from __future__ import annotations

from typing import NamedTuple

from ..game import Position
from ..oracle import Budget, Verdict, solve
from ..oracle.budget import A_LOOK, NO_DEADLINE
from ..oracle.traps import trap

STEPS = 3


class Look(NamedTuple):
    """A position, looked at once for all three steps."""

    verdict: Verdict
    best: int | None  # the pick to lead to; None where nobody knows


def look(position: Position, budget: Budget = NO_DEADLINE) -> Look:
    verdict = solve(position, budget.part(A_LOOK))
    if verdict.wins is None:
        return Look(verdict, None)
    return Look(verdict, verdict.winning[0] if verdict.wins else trap(position, budget)[0])


def hint(position: Position, step: int) -> str:
    """What to tell a player who asks for the first, second or third time."""
    return in_words(position, look(position), step)


def in_words(position: Position, found: Look, step: int, budget: Budget = NO_DEADLINE) -> str:
    verdict, best = found
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
        what = "a winning pick" if won else "the hardest trap"
        where = f"from {low} to {high}" if low != high else f"at {low}"
        return f"Look {where}: there is {what}."
    if won:
        return verdict.text
    reached = position.pick(best)
    if not reached.choices:
        return f"Pick {best}: every pick ends the game, and the last pick loses."
    answers = solve(reached, budget.part(A_LOOK)).winning
    legal = len(reached.legal)
    return f"Pick {best}: of their {legal} answers only {len(answers)} keep the win."


def area(position: Position, n: int) -> tuple[int, int]:
    """The third of the legal picks in which a number lies, by its ends."""
    legal = position.legal
    size = -(-len(legal) // 3)
    start = legal.index(n) // size * size
    third = legal[start : start + size]
    return third[0], third[-1]
