"""People's stand-ins: bots that look at a position and pick.

A bot draws all its chance from the generator that it is handed, so a seed repeats a game.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from ..errors import PlayerError
from ..game import Position

_MOST_WORK = 20_000_000  # numbers that greedy looks at before it picks, about a second


Choose = Callable[[Position, Random], int]


class Bot(NamedTuple):
    """A kind of bot: its name, its name for people, what it does, and how it picks."""

    name: str
    title: str
    summary: str
    choose: Choose


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
    bits, move = position.bits, position.game.move
    answers = {}
    for n in legal:
        keep, after = move(n)
        answers[n] = (bits & keep & after).bit_count()
    fewest = min(answers.values())
    return rng.choice([n for n in legal if answers[n] == fewest])


def perfect_pick(position: Position, rng: Random) -> int:
    """A winning number; in a lost position, the hardest trap."""
    from ..oracle import Budget, solve
    from ..oracle.traps import trap

    verdict = solve(position, Budget(seconds=_PATIENCE), one=False)
    if verdict.winning:
        return rng.choice(verdict.winning)
    if verdict.wins is None:
        return greedy_pick(position, rng)
    return rng.choice(trap(position))


def level_pick(sight: float) -> Choose:
    """Sees the best number so often, and otherwise picks any that is legal."""

    def choose(position: Position, rng: Random) -> int:
        return (perfect_pick if rng.random() < sight else random_pick)(position, rng)

    return choose


_PATIENCE = 10.0  # seconds that a bot thinks about an unknown position
ACCURACY = {1: 0.05, 2: 0.3, 3: 0.55, 4: 0.8, 5: 0.95}  # how often each level sees the best number
_LEVEL_TITLES = {1: "Beginner", 2: "Casual", 3: "Friendly", 4: "Strong", 5: "Expert"}


def _level(level: int, sight: float) -> Bot:
    return Bot(
        name=f"level:{level}",
        title=f"{_LEVEL_TITLES[level]} bot",
        summary=f"finds the best pick {sight:.0%} of the time",
        choose=level_pick(sight),
    )


BOTS = {
    bot.name: bot
    for bot in (
        Bot("random", "Random bot", "picks anything that is valid", random_pick),
        Bot("greedy", "Greedy bot", "leaves you as few numbers as it can", greedy_pick),
        *(_level(level, sight) for level, sight in ACCURACY.items()),
        Bot("perfect", "Perfect bot", "never lets go of a win", perfect_pick),
    )
}


def find_bot(name: str) -> Bot:
    """The kind of bot with that name."""
    if name not in BOTS:
        raise PlayerError(f"no player is called {name[:40]!r}; expected {', '.join(BOTS)}")
    return BOTS[name]


def rng_for(seed: int, game: int, ply: int) -> Random:
    """The chance for one pick: the same wherever and whenever that pick is made."""
    return Random(f"{seed}/{game}/{ply}")
