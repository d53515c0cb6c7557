"""The rules once more, in plain Python sets: what the engine is compared with.

Nothing here uses the engine. A condition takes the number that is asked about, and the
number that was picked (0 where there is none).
"""

from collections.abc import Callable
from math import gcd
from typing import NamedTuple

Condition = Callable[[int, int], bool]


def naive_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, n))


def digit_sum(n: int) -> int:
    return n if n < 10 else n % 10 + digit_sum(n // 10)


def first_digit(n: int) -> int:
    while n >= 10:
        n //= 10
    return n


def always(_: int, __: int) -> bool:
    return True


def never(_: int, __: int) -> bool:
    return False


def multiple(c: int, g: int) -> bool:
    return c in range(0, c + 1, g) if g else c == 0


def divisor(c: int, g: int) -> bool:
    return multiple(g, c)


def related(c: int, g: int) -> bool:
    return multiple(c, g) or multiple(g, c)


def neighbour(c: int, g: int) -> bool:
    return c in (g - 1, g, g + 1)


NAMED: dict[str, Condition] = {
    "any": always,
    "itself": never,
    "multiple": multiple,
    "divisor": divisor,
    "divisor or multiple": related,
    "neighbour": neighbour,
}
OPENINGS: dict[str, Condition] = {
    "any": always,
    "n % 2 == 0": lambda c, g: c in range(0, c + 1, 2),
    "prime(n)": lambda c, g: naive_prime(c),
    "n > 3 and not n == 7": lambda c, g: c in {*range(4, c + 1)} - {7},
    "digit_sum(n) != 5": lambda c, g: digit_sum(c) not in (5,),
}
FOLLOWERS: dict[str, Condition] = {
    **{name: NAMED[name] for name in NAMED if name != "itself"},
    "n % last == 0 or last % n == 0": related,
    "abs(n - last) <= 3": lambda c, g: c in range(g - 3, g + 4),
    "gcd(n, last) == 1": lambda c, g: gcd(c, g) in (1,),
    "n > last": lambda c, g: c in range(g + 1, c + 1),
    "(n + last) % 3 != 0": lambda c, g: (c + g) % 3 in (1, 2),
    "1 == 0": never,
}
REMOVALS: dict[str, Condition] = {
    **{name: NAMED[name] for name in NAMED if name != "any"},
    "m % n == 0": multiple,
    "abs(m - n) <= 2": lambda c, g: c in range(g - 2, g + 3),
    "m < n": lambda c, g: c in range(g),
    "gcd(m, n) > 1": lambda c, g: gcd(c, g) not in (0, 1),
    "first_digit(m) == first_digit(n)": lambda c, g: first_digit(c) in (first_digit(g),),
    "1 == 1": always,
}


class Rules(NamedTuple):
    """A pool and three conditions; the number to start from, and what the last pick does."""

    first: int
    last: int
    opens: Condition
    follows: Condition
    removes: Condition
    start_from: int | None = None
    last_pick: str = "wins"


SHIPPED = {
    "divisor-duel": Rules(1, 20, always, related, never),
    "juniper-green": Rules(1, 100, OPENINGS["n % 2 == 0"], related, never),
    "non-consecutive": Rules(1, 20, always, always, neighbour),
    "number-bind": Rules(1, 20, always, related, never),
    "number-knockout": Rules(1, 20, always, related, never),
    "prime-rumble": Rules(2, 50, always, always, multiple),
}


class Table:
    """A game in play; the pool is a set that shrinks."""

    def __init__(self, rules: Rules, picks: tuple[int, ...] = ()) -> None:
        self.rules = rules
        self.picks: list[int] = []
        self.pool = set(range(rules.first, rules.last + 1)) - {rules.start_from}
        for n in picks:
            self.pick(n)

    def legal(self) -> set[int]:
        allowed = {n for n in self.pool if self.picks or self.rules.opens(n, 0)}
        last = self.last
        return allowed if last is None else {n for n in allowed if self.rules.follows(n, last)}

    @property
    def last(self) -> int | None:
        return self.picks[-1] if self.picks else self.rules.start_from

    @property
    def winner(self) -> int | None:
        """Who has won, once whoever is to move cannot pick."""
        stuck = 1 + len(self.picks) % 2
        if self.legal():
            return None
        return {"loses": stuck, "wins": 3 - stuck}[self.rules.last_pick]

    def leaves_with(self, n: int) -> set[int]:
        return {m for m in self.pool if m == n or self.rules.removes(m, n)}

    def pick(self, n: int) -> None:
        self.pool -= self.leaves_with(n)
        self.picks.append(n)


def count(rules: Rules, picks: tuple[int, ...] = ()) -> tuple[list[int], list[int]]:
    """Sequences and complete games of 1, 2, 3, ... picks, one by one."""
    sequences: list[int] = []
    complete: list[int] = []
    for n in Table(rules, picks).legal():
        further, ended = count(rules, (*picks, n))
        for total, part in ((sequences, [1, *further]), (complete, [int(not further), *ended])):
            total.extend([0] * (len(part) - len(total)))
            for i, found in enumerate(part):
                total[i] += found
    return sequences, complete
