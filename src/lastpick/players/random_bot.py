"""`random`: the bot that knows the rules and nothing else."""

from __future__ import annotations

from random import Random

from ..game import Position
from .bot import Bot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..oracle import Budget


def random_pick(position: Position, rng: Random, _budget: Budget | None = None) -> int:
    """Any legal number."""
    return rng.choice(position.legal)


BOT = Bot("random", "Random bot", "picks anything that is valid", random_pick)
