"""Which measure of a trap makes the bots go wrong most often, in all shipped games.

From lost positions of random games a player sets traps by one measure, turn after turn, against
`level:1` to `level:5`. Counted is how often the bot's first answer is wrong, and how often it goes
wrong before the game is over, which gives the win away.

    python tools/trap_measures.py [POSITIONS]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from random import Random
from typing import NamedTuple

from lastpick.catalog import load, names
from lastpick.game import Position
from lastpick.oracle import solve
from lastpick.oracle.traps import Answers, answers
from lastpick.players import BOTS
from lastpick.players.levels import ACCURACY

POSITIONS, TRIES = 100, 3
Rank = Callable[[Answers, int], object]  # of what a pick leaves, and how many numbers remain
MEASURES: dict[str, Rank] = {
    "any pick": lambda left, numbers: 0,
    "smallest share of right answers": lambda left, numbers: (left.share, -left.legal),
    "no ending, then smallest share": lambda left, numbers: (left.ending, left.share, -left.legal),
    "most numbers left": lambda left, numbers: (left.share == 1, left.ending, -numbers),
    "**no ending, then fewest right answers**": lambda left, numbers: left.rank,
}


class Score(NamedTuple):
    """How often a bot went wrong, of so many games."""

    first: int
    ever: int
    games: int


def lost_positions(name: str, count: int) -> list[Position]:
    """One of each of so many random games, in which some pick is a trap."""
    chance, game, found = Random(name), load(name), list[Position]()
    while len(found) < count:
        position, lost = game.start(), list[Position]()
        while position.choices:
            if solve(position).wins is False and any(
                left is not None and left.share < 1 for left in answers(position).values()
            ):
                lost.append(position)
            position = position.pick(chance.choice(position.legal))
        found += [chance.choice(lost)] if lost else []
    return found


@cache
def best(position: Position, measure: str) -> list[int]:
    """The picks that a measure likes best."""
    ranks = {
        n: MEASURES[measure](left, position.pick(n).bits.bit_count())
        for n, left in answers(position).items()
        if left is not None
    }
    return [n for n in ranks if ranks[n] == min(ranks.values())]  # type: ignore[type-var]


def score(positions: list[Position], measure: str, level: int) -> Score:
    """Play on from each position until the bot goes wrong, or wins."""
    bot, first, ever = BOTS[f"level:{level}"].choose, 0, 0
    for number, position in enumerate(positions * TRIES):
        chance, turn = Random(number), 0
        while position.choices:
            after = position.pick(chance.choice(best(position, measure)))
            position = after.pick(bot(after, chance))
            if solve(position).wins:
                ever, first = ever + 1, first + (turn == 0)
                break
            turn += 1
    return Score(first, ever, len(positions) * TRIES)


def main(positions: int = POSITIONS) -> None:
    lost = {name: lost_positions(name, positions) for name in names()}
    found = {
        (name, measure, level): score(lost[name], measure, level)
        for name in lost
        for measure in MEASURES
        for level in ACCURACY
    }
    levels = " | ".join(f"`level:{level}`" for level in ACCURACY)
    for title, games in [*((name, [name]) for name in lost), ("all six games", list(lost))]:
        print(f"\n| {title} | {levels} |\n|{' --- |' * (len(ACCURACY) + 1)}")
        for measure in MEASURES:
            cells = []
            for level in ACCURACY:
                scores = [found[name, measure, level] for name in games]
                played = sum(one.games for one in scores)
                first, ever = sum(one.first for one in scores), sum(one.ever for one in scores)
                cells.append(f"{first / played:.0%}, {ever / played:.0%}")
            print(f"| {measure} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
