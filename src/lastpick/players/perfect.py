"""`perfect`: the bot that asks the oracle."""

from __future__ import annotations

from random import Random

from ..game import Position
from .bot import Bot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..oracle import Budget


_TO_SOLVE = 0.7  # of its time; the rest is to do without a solution


def perfect_pick(position: Position, rng: Random, budget: Budget | None = None) -> int:
    """A winning number; in a lost position the hardest trap; a Guess where it does not know."""
    from ..oracle import solve
    from ..oracle.budget import A_LOOK, NO_DEADLINE
    from ..oracle.traps import trap
    from .best_effort import best_effort

    budget = (budget or NO_DEADLINE).part(A_LOOK)
    verdict = solve(position, budget.part(_TO_SOLVE * budget.left))
    if verdict.winning:
        return rng.choice(verdict.winning)
    if verdict.wins is None:
        return best_effort(position, rng, budget)
    return rng.choice(trap(position, budget))


BOT = Bot("perfect", "Perfect bot", "never lets go of a win that it can see", perfect_pick)
