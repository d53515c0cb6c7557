"""`perfect`: the bot that asks the oracle."""

from __future__ import annotations

from random import Random

from ..game import Position
from .bot import Bot
from .greedy import greedy_pick

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..oracle import Budget


def perfect_pick(position: Position, rng: Random, budget: Budget | None = None) -> int:
    """A winning number; in a lost position, the hardest trap."""
    from ..oracle import solve
    from ..oracle.budget import A_LOOK, NO_DEADLINE
    from ..oracle.traps import trap

    budget = budget or NO_DEADLINE
    verdict = solve(position, budget.part(A_LOOK))
    if verdict.winning:
        return rng.choice(verdict.winning)
    if verdict.wins is None:
        return greedy_pick(position, rng)
    return rng.choice(trap(position, budget))


BOT = Bot("perfect", "Perfect bot", "never lets go of a win", perfect_pick)
