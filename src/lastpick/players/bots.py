"""People's stand-ins: bots that look at a position and pick.

A bot draws all its chance from the generator that it is handed, so a seed repeats a game.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple, Protocol

from ..errors import PlayerError
from ..game import Position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..oracle import Budget

_MOST_WORK = 20_000_000  # numbers that greedy looks at before it picks, about a second


class Choose(Protocol):
    """A way to pick. Whoever waits for it may say how long with a budget."""

    def __call__(self, position: Position, rng: Random, budget: Budget | None = None, /) -> int: ...


class Bot(NamedTuple):
    """A kind of bot: its name, what it does in a few words, and how it picks."""

    name: str
    summary: str
    choose: Choose


def random_pick(position: Position, rng: Random, _budget: Budget | None = None) -> int:
    """Any legal number."""
    return rng.choice(position.legal)


def greedy_pick(position: Position, rng: Random, _budget: Budget | None = None) -> int:
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


def level_pick(sight: float) -> Choose:
    """Sees the best number so often, and otherwise picks any that is legal."""

    def choose(position: Position, rng: Random, budget: Budget | None = None) -> int:
        return (perfect_pick if rng.random() < sight else random_pick)(position, rng, budget)

    return choose


ACCURACY = {1: 0.05, 2: 0.3, 3: 0.55, 4: 0.8, 5: 0.95}  # how often each level sees the best number

BOTS = {
    player.name: player
    for player in (
        Bot("random", "picks anything that is valid", random_pick),
        Bot("greedy", "leaves you as few numbers as it can", greedy_pick),
        *(
            Bot(f"level:{level}", f"finds the best pick {sight:.0%} of the time", level_pick(sight))
            for level, sight in ACCURACY.items()
        ),
        Bot("perfect", "never lets go of a win", perfect_pick),
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
