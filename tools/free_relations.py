"""Free relations from a seed: games in the language of game files, to measure and to test with.

    python tools/free_relations.py 7        the thirty games of seed 7, solved one by one
    python tools/free_relations.py 7 hard   the harder ones that a sceptic would try

A pseudo-random relation is a polynomial of both numbers modulo a prime: each pair of numbers is
related or not as by the toss of a coin, and the same for everybody who reads the expression.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random
from time import process_time
from typing import NamedTuple

from lastpick.game import Game
from lastpick.oracle import Budget, Verdict, solve
from lastpick.oracle.memory import Memory
from lastpick.relations import FOLLOWS, OPENS, REMOVES, Numbers, Relation

PRIMES = (211, 307, 401, 503, 601, 701, 809, 907)


class Free(NamedTuple):
    """A game, and of which shape it is."""

    shape: str
    game: Game


def tossed(rng: Random, density: float, symmetric: bool = False, by: str = "last") -> str:
    """A relation that holds for about this share of all pairs."""
    p = rng.choice(PRIMES)
    a, b, c, d, e = (rng.randrange(1, p) for _ in range(5))
    n = "m" if by == "n" else "n"
    mixed = f"{c}*{n}*{n}*{by}*{by}"
    if symmetric:
        text = f"{a}*{n}*{by} + {b}*({n} + {by}) + {mixed} + {d}*({n}*{n} + {by}*{by})"
    else:
        text = f"{a}*{n}*{n} + {b}*{n}*{by} + {mixed} + {d}*{by}*{by} + {e}*{by}"
    return f"({text}) % {p} < {round(density * p)}"


def made(
    size: int,
    opens: str = "any",
    follows: str = "any",
    removes: str = "itself",
    first: int = 1,
    start_from: int | None = None,
    last_pick: str = "wins",
) -> Game:
    numbers = Numbers(first, first + size - 1)
    relations = Relation(OPENS, opens), Relation(FOLLOWS, follows), Relation(REMOVES, removes)
    return Game("free", numbers, *relations, start_from=start_from, last_pick=last_pick)


def _density(rng: Random) -> float:
    return rng.uniform(0.1, 0.9)


def _mixed(rng: Random) -> str:
    near = f"abs(n - last) <= {rng.randint(1, 4)}"
    k = rng.randint(2, 5)
    more = (
        "n % last == 0",
        f"n % {k} == last % {k} and n > last",
        f"(n - last) % {rng.randint(11, 19)} < {rng.randint(2, 6)}",
        tossed(rng, rng.uniform(0.1, 0.5)),
    )
    return f"{near} or {rng.choice(more)}"


def _removes(rng: Random) -> str:
    k = rng.randint(1, 5)
    return rng.choice(
        (
            f"abs(m - n) == {k}",
            "m % n == 0",
            f"m - n == {k}",
            f"m == {rng.randint(2, 3)} * n or m == n + {k}",
            tossed(rng, rng.uniform(0.03, 0.2), by="n"),
        )
    )


def _opens(rng: Random) -> str:
    return rng.choice(("n % 2 == 0", "prime(n)", f"n <= {rng.randint(3, 12)}", "digit_sum(n) > 4"))


def thirty(seed: int) -> Iterator[Free]:
    """Ten directed, five symmetric, six mixed, five with removes and four with openings."""
    rng = Random(f"free relations {seed}")
    for size in (20, 22, 24, 26, 28, 28, 28, 30, 32, 32):
        yield Free("directed", made(size, follows=tossed(rng, _density(rng))))
    for size in (20, 23, 26, 29, 32):
        yield Free("symmetric", made(size, follows=tossed(rng, _density(rng), symmetric=True)))
    for size in (21, 24, 26, 28, 30, 32):
        yield Free("mixed", made(size, follows=_mixed(rng)))
    for size in (20, 24, 28, 30, 32):
        follows = tossed(rng, _density(rng))
        yield Free("removes", made(size, follows=follows, removes=_removes(rng)))
    for size in (22, 25, 28, 32):
        yield Free("opens", made(size, _opens(rng), tossed(rng, _density(rng))))


def hard(seed: int) -> Iterator[Free]:
    """Every density on 28 to 32 numbers; with removes, a start, 0 in the pool, and misère."""
    rng = Random(f"hard relations {seed}")
    for tenth in range(1, 10):
        follows = tossed(rng, tenth / 10)
        yield Free(f"directed 0.{tenth}", made(32, follows=follows))
        yield Free(f"misere 0.{tenth}", made(28, follows=follows, last_pick="loses"))
        removes = _removes(rng)
        yield Free(f"removes 0.{tenth}", made(32, follows=follows, removes=removes))
    for size in (28, 30, 32):
        follows = tossed(rng, _density(rng))
        yield Free("start", made(size, follows=follows, start_from=rng.randrange(60)))
        yield Free("from 0", made(size, follows=_mixed(rng), first=0))
        yield Free("tournament", made(size, follows=_tournament(rng)))
        yield Free("circle", made(size, follows=_circle(rng, size)))
        yield Free("misere removes", made(size, "any", follows, _removes(rng), last_pick="loses"))


def _tournament(rng: Random) -> str:
    """Of two numbers exactly one may follow the other."""
    toss = tossed(rng, 0.5, symmetric=True)
    return f"n > last and {toss} or n < last and not {toss}"


def _circle(rng: Random, size: int) -> str:
    """Steps on a circle, some of them only forward."""
    around = size + rng.randint(0, 3)
    return f"(n - last) % {around} < {rng.randint(around // 4, around * 3 // 4)}"


def solved(free: Free, seconds: float = 600) -> tuple[Verdict, float]:
    """All winning openings with nothing remembered, and how many seconds of one core it took."""
    began = process_time()
    verdict = solve(free.game.start(), Budget(seconds), memory=Memory())
    return verdict, process_time() - began


def line(free: Free, verdict: Verdict, took: float) -> str:
    numbers = free.game.numbers
    count = numbers.last + 1 - numbers.first
    many = "unknown" if verdict.wins is None else f"{len(verdict.winning)} win"
    return f"  {free.shape:14} {count:2} numbers {verdict.method:8} {many:8} {took:7.3f} s"


if __name__ == "__main__":
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    for free in (hard if "hard" in sys.argv else thirty)(seed):
        print(line(free, *solved(free)), flush=True)
