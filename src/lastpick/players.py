"""People's stand-ins: bots that look at a position and pick.

A bot draws all its chance from the generator that it is handed, so a seed repeats a game.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from .errors import PlayerError
from .game import Position

_MOST_WORK = 20_000_000  # numbers that greedy looks at before it picks, about a second


class Player(NamedTuple):
    """A kind of bot: its name, what it does in a few words, and how it picks."""

    name: str
    summary: str
    choose: Callable[[Position, Random], int]


def random_pick(position: Position, rng: Random) -> int:
    """Any legal number."""
    return rng.choice(position.legal)


def greedy_pick(position: Position, rng: Random) -> int:
    """A number that leaves the opponent the fewest legal ones.

    On a huge pool it looks at a sample of its choices only.
    """
    legal: tuple[int, ...] | list[int] = position.legal
    most = max(1, _MOST_WORK // position.game.numbers.size)
    if len(legal) > most:
        legal = rng.sample(legal, most)
    answers = {n: position.pick_unchecked(n).choices.bit_count() for n in legal}
    fewest = min(answers.values())
    return rng.choice([n for n in legal if answers[n] == fewest])


PLAYERS = {
    player.name: player
    for player in (
        Player("random", "picks anything that is valid", random_pick),
        Player("greedy", "leaves you as few numbers as it can", greedy_pick),
    )
}


def find(name: str) -> Player:
    """The kind of bot with that name."""
    if name not in PLAYERS:
        raise PlayerError(f"no player is called {name[:40]!r}; expected {', '.join(PLAYERS)}")
    return PLAYERS[name]


def generator(seed: int, game: int, ply: int) -> Random:
    """The chance for one pick: the same wherever and whenever that pick is made."""
    return Random(f"{seed}/{game}/{ply}")
