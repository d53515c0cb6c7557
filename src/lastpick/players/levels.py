"""`level:1` to `level:5`: bots that are perfect part of the time."""

from __future__ import annotations

from random import Random

from ..game import Position
from .bot import Bot, Choose
from .perfect import perfect_pick
from .random_bot import random_pick

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..oracle import Budget

ACCURACY = {1: 0.05, 2: 0.3, 3: 0.55, 4: 0.8, 5: 0.95}  # how often each level sees the best number
_TITLES = {1: "Beginner", 2: "Casual", 3: "Friendly", 4: "Strong", 5: "Expert"}


def level_pick(sight: float) -> Choose:
    """Sees the best number so often, and otherwise picks any that is legal."""

    def choose(position: Position, rng: Random, budget: Budget | None = None) -> int:
        return (perfect_pick if rng.random() < sight else random_pick)(position, rng, budget)

    return choose


BOTS = tuple(
    Bot(
        name=f"level:{level}",
        title=f"{_TITLES[level]} bot",
        summary=f"finds the best pick {sight:.0%} of the time",
        choose=level_pick(sight),
    )
    for level, sight in ACCURACY.items()
)
