"""Write the proved longest games that come with the program, for `make longest`.

What is written already is kept, so that the rules of a new game cost only their own pools; what
is not proved in the time given for a pool is left out, and named.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import cache

from lastpick.catalog import names, open_book
from lastpick.coach.longest import Longest, best, shipped
from lastpick.files import write_whole
from lastpick.game import Game
from lastpick.oracle import Budget
from lastpick.relations import Numbers

COMMON = [*(f"1-{n}" for n in range(1, 101)), "1-120", "1-150", "1-200"]
COMMON += [f"2-{n}" for n in (10, 20, 30, 40, 50, 60, 80, 100)]
HEAD = """# Proved longest games, by the rules and the pool: the picks of one each.
# Written by `make longest`.
"""


def rules() -> Iterator[Game]:
    """One shipped game of each rules whose longest games are not found at once."""
    seen = set()
    for name in names():
        game = open_book(name).game
        if not game.follows.trivial and game.rules[:4] not in seen:
            seen.add(game.rules[:4])
            yield game


def pools(game: Game) -> list[str]:
    """The common pools, and those of all games with these rules."""
    books = [open_book(name) for name in names()]
    alike = [book for book in books if book.game.rules[:4] == game.rules[:4]]
    own = [pool for book in alike for pool in (str(book.game.numbers), *book.pools)]
    return sorted({*COMMON, *own}, key=lambda pool: [int(end) for end in pool.split("-")])


def found(game: Game, seconds: float) -> Longest:
    """The longest game, taken from the same rules with a free opening if that serves."""
    if not game.opens.trivial and game.follows.symmetric(game.numbers):
        free = nameless(Game("", game.numbers, None, game.follows, game.removes), seconds)
        for picks in (free.picks, free.picks[::-1]):
            if free.proved and picks and game.start().choices >> picks[0] - game.numbers.first & 1:
                return Longest(picks, len(picks))
    return nameless(Game("", game.numbers, *game.rules[:3], start_from=game.start_from), seconds)


@cache
def nameless(game: Game, seconds: float) -> Longest:
    return best(game, Budget(seconds))


def written(known: dict[Game, dict[str, str]]) -> str:
    text = HEAD
    for game, games in known.items():
        text += "\n[[rules]]\n"
        for relation in (game.opens, game.follows, game.removes):
            if not relation.trivial:
                text += f'{relation.role.name} = "{relation.text}"\n'
        if game.start_from is not None:
            text += f"start = {game.start_from}\n"
        text += "[rules.longest]\n"
        text += "".join(f'"{pool}" = "{picks}"\n' for pool, picks in games.items())
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600, help="for each pool")
    parser.add_argument("--anew", action="store_true", help="prove all of them again")
    args = parser.parse_args()
    if args.anew:
        write_whole(shipped.PATH, "rules = []\n")
    known: dict[Game, dict[str, str]] = {}
    for game in rules():
        known[game] = {}
        for pool in pools(game):
            one = found(game.on(Numbers.parse(pool)), args.seconds)
            if one.proved:
                known[game][pool] = " ".join(map(str, one.picks))
            else:
                print(f"{game.name} {pool}: only {one.length} to {one.at_most}", flush=True)
            write_whole(shipped.PATH, written(known))


if __name__ == "__main__":
    main()
