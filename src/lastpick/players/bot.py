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


class Choose(Protocol):
    """A way to pick. Whoever waits for it may say how long with a budget."""

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
