"""`greedy`: the bot that looks one pick ahead."""

from __future__ import annotations

from random import Random

from ..game import Position
from .bot import Bot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..oracle import Budget

_MOST_WORK = 20_000_000  # numbers that it looks at before it picks, about a second


def greedy_pick(position: Position, rng: Random, _budget: Budget | None = None) -> int:
    """A number that leaves the opponent the fewest legal ones.

    Where the last pick loses, it leaves at least one if it can.

    On a huge pool it looks at a sample of its choices only.
    """
    legal: tuple[int, ...] | list[int] = position.legal
    most = max(1, _MOST_WORK // position.game.numbers.size)
    if len(legal) > most:
        legal = rng.sample(legal, most)
    bits, move = position.bits, position.game.move
    nothing = position.game.numbers.size if position.game.misere else 0  # to leave nothing
    answers = {}
    for n in legal:
        keep, after = move(n)
        answers[n] = (bits & keep & after).bit_count() or nothing
    fewest = min(answers.values())
    return rng.choice([n for n in legal if answers[n] == fewest])


BOT = Bot("greedy", "Greedy bot", "leaves you as few numbers as it can", greedy_pick)
