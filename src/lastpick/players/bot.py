"""What a bot is: a function of a position and of chance, and how it is called.

A bot draws all its chance from the generator that it is handed, so a seed repeats a game.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple, Protocol

from ..game import Position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..oracle import Budget


ADMISSION = "I cannot solve this; I will play as well as I can"  # with the first guess of a game


class Choose(Protocol):
    """A way to pick. Whoever waits for it may say how long with a budget.

    A pick is a `Guess` (which is an int) if the bot could not tell who wins, and knows it.
    """

    def __call__(self, position: Position, rng: Random, budget: Budget | None = None, /) -> int: ...


class Bot(NamedTuple):
    """A kind of bot: its name, its name for people, what it does, and how it picks."""

    name: str
    title: str
    summary: str
    choose: Choose


def rng_for(seed: int, game: int, ply: int) -> Random:
    """The chance for one pick: the same wherever and whenever that pick is made."""
    return Random(f"{seed}/{game}/{ply}")
