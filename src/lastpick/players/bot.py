"""What a bot is: a function of a position and of chance, and how it is called.

A bot draws all its chance from the generator that it is handed, so a seed repeats a game.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from ..game import Position

Choose = Callable[[Position, Random], int]


class Bot(NamedTuple):
    """A kind of bot: its name, its name for people, what it does, and how it picks."""

    name: str
    title: str
    summary: str
    choose: Choose


def rng_for(seed: int, game: int, ply: int) -> Random:
    """The chance for one pick: the same wherever and whenever that pick is made."""
    return Random(f"{seed}/{game}/{ply}")
