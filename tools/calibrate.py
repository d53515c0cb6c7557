"""How strong the bots are: each plays the one below it, in all six games, from both seats."""

from __future__ import annotations

import sys
from itertools import pairwise

import lastpick
from lastpick.catalog import names
from lastpick.players import find_bot, rng_for

LADDER = ("random", "level:1", "level:2", "level:3", "level:4", "level:5", "perfect")


def wins(strong: str, weak: str, game: str, rounds: int) -> int:
    """Games that the first player wins, half of them begun by each."""
    won = 0
    for number in range(rounds):
        seats = (strong, weak) if number % 2 == 0 else (weak, strong)
        position = lastpick.load(game).start()
        while position.choices:
            mover = find_bot(seats[len(position.picks) % 2])
            chance = rng_for(0, number, len(position.picks))
            position = position.pick(mover.choose(position, chance))
        outcome = position.outcome
        won += outcome is not None and seats[outcome.winner - 1] == strong
    return won


def main(rounds: int = 200) -> None:
    games = names()
    print("| | " + " | ".join(games) + " | all |")
    print("| --- " * (len(games) + 2) + "|")
    for weak, strong in pairwise(LADDER):
        found = [wins(strong, weak, game, rounds) for game in games]
        cells = [f"{won / rounds:.0%}" for won in found]
        total = sum(found) / rounds / len(games)
        print(f"| `{strong}` against `{weak}` | " + " | ".join(cells) + f" | {total:.0%} |")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
