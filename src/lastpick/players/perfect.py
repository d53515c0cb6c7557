"""`perfect`: the bot that asks the oracle."""

from __future__ import annotations

from random import Random

from ..game import Position
from .bot import Bot
from .greedy import greedy_pick

_PATIENCE = 10.0  # seconds that it thinks about an unknown position


def perfect_pick(position: Position, rng: Random) -> int:
    """A winning number; in a lost position, the hardest trap."""
    from ..oracle import Budget, solve
    from ..oracle.traps import trap

    verdict = solve(position, Budget(seconds=_PATIENCE))
    if verdict.winning:
        return rng.choice(verdict.winning)
    if verdict.wins is None:
        return greedy_pick(position, rng)
    return rng.choice(trap(position))


BOT = Bot("perfect", "Perfect bot", "never lets go of a win", perfect_pick)
