"""What plain words cost: a reason in plain words against the verdict that it is made from.

A ratio from one run: the time for verdicts and their plain reasons over the time for the verdicts
alone. Each position is asked about once with a memory of its own for the large pools, and as it
comes in play for the others.
"""

from __future__ import annotations

import random
from time import perf_counter

import lastpick
from lastpick.coach.plain import plain
from lastpick.game import Game, Position
from lastpick.oracle import Budget, Verdict, solve
from lastpick.oracle.memory import SHARED, Memory
from lastpick.relations import FOLLOWS, OPENS, REMOVES, Numbers, Relation

SHIPPED = ("divisor-duel", "non-consecutive", "prime-rumble", "juniper-green")
LARGE = (
    ("divisor-duel", "1-1000"),
    ("divisor-duel", "1-100000"),
    ("non-consecutive", "1-1000"),
    ("non-consecutive", "1-1000000"),
    ("prime-rumble", "2-52"),
)
OWN = {
    "race to 30": ("0-30", "any", "last < n <= last + 3", "itself", "wins"),
    "race to 100,000": ("0-100000", "any", "last < n <= last + 9", "itself", "wins"),
    "mixed, searched": ("1-16", "any", "gcd(n, last) == 1", "m == n + 1", "wins"),
    "chain, last pick loses": ("1-18", "any", "divisor or multiple", "itself", "loses"),
    "row, last pick loses": ("1-24", "any", "any", "neighbour", "loses"),
    "sieve, last pick loses": ("2-24", "any", "any", "multiple", "loses"),
}


def own(name: str) -> Game:
    pool, opens, follows, removes, last_pick = OWN[name]
    relations = Relation(OPENS, opens), Relation(FOLLOWS, follows), Relation(REMOVES, removes)
    start = 0 if "race" in name else None
    numbers = Numbers.parse(pool)
    return Game(name, numbers, *relations, start_from=start, last_pick=last_pick)


def drawn(game: Game, count: int) -> list[Position]:
    """The start, and positions that play at random leads to."""
    rng, found = random.Random(0), [game.start()]
    while len(found) < count:
        picks = game.start().playout(rng).picks
        found.append(game.play(picks[: rng.randrange(len(picks) + 1)]))
    return found


def measure(name: str, positions: list[Position], fresh: bool) -> None:
    """One line: what verdicts take, what plain words take, and the ratio."""
    verdicts: list[tuple[Position, Verdict]] = []
    began = perf_counter()
    for position in positions:
        memory = Memory() if fresh else SHARED
        verdicts.append((position, solve(position, Budget(60), memory=memory)))
    between = perf_counter()
    for position, verdict in verdicts:
        plain(position, verdict)
    ended = perf_counter()
    exact, words = between - began, ended - between
    each = 1000 / len(positions)
    ratio = (exact + words) / exact
    print(f"  {name:28} {each * exact:9.3f} ms {each * words:9.3f} ms {ratio:6.2f}")


def main() -> None:
    print("A plain reason: the verdict, the words, and both over the verdict (to be at most 3)")
    for name in SHIPPED:
        game = lastpick.load(name)
        solve(game.start())
        measure(name, drawn(game, 300), fresh=False)
    for name in OWN:
        game = own(name)
        solve(game.start())
        measure(name, drawn(game, 40 if game.numbers.size < 1000 else 3), fresh=False)
    for name, pool in LARGE:
        measure(f"{name} {pool}", [lastpick.load(name, pool).start()], fresh=True)


if __name__ == "__main__":
    main()
