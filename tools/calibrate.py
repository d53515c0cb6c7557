"""How strong the bots are: each plays the one below it, in all six games, from both seats."""

from __future__ import annotations

import sys
from itertools import pairwise

import lastpick
from lastpick.catalog import names
from lastpick.players import Bot, find_bot, rng_for
from lastpick.players.game_loop import Mover, play_on

LADDER = ("random", "level:1", "level:2", "level:3", "level:4", "level:5", "perfect")


def mover(bot: Bot, number: int) -> Mover:
    """A bot in the game with that number."""
    return lambda position, ply: position.pick(bot.choose(position, rng_for(0, number, ply)))


def wins(strong: str, weak: str, game: str, rounds: int) -> int:
    """Games that the first player wins, half of them begun by each."""
    won = 0
    for number in range(rounds):
        seats = (strong, weak) if number % 2 == 0 else (weak, strong)
        first, second = (mover(find_bot(name), number) for name in seats)
        outcome = play_on(lastpick.load(game).start(), (first, second)).outcome
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
