"""Pools that play need not lead to, of games of every family, against brute force.

Methods lean on what play leaves: the table of sieves on positions that hold all divisors of what
they hold, misère chains on what is gone, walks on an order. Here nothing of that need be so.
LASTPICK_THOROUGH=1 compares thirty times as many.
"""

import os
from random import Random

import pytest
from support.brute import Brute
from support.drawn import Pair
from support.model import FOLLOWERS, OPENINGS, REMOVALS, Rules, naive_prime

from lastpick.game import Game, Position
from lastpick.oracle import Budget, misere_chain, solve, verify
from lastpick.relations import FOLLOWS, OPENS, REMOVES, Numbers, Relation

THOROUGH = os.environ.get("LASTPICK_THOROUGH") == "1"
POSITIONS = 9_000 if THOROUGH else 300  # of each family
LARGEST = 12  # numbers that brute force takes

# What follows and what removes: each method meets several of these.
FAMILIES = {
    "chain": (["divisor or multiple"], ["itself"]),
    "other chain": (["abs(n - last) <= 3", "gcd(n, last) == 1", "(n + last) % 3 != 0"], ["itself"]),
    "sieve": (["any"], ["multiple"]),
    "band": (["any"], ["neighbour", "abs(m - n) <= 2"]),
    "other sum": (["any"], ["divisor", "divisor or multiple", "m < n", "gcd(m, n) > 1"]),
    "walk": (["n > last", "1 == 0"], ["itself"]),
    "search": (list(FOLLOWERS), list(REMOVALS)),
}


def some_game(rng: Random, family: str, last_pick: str) -> Pair:
    first = rng.choice((0, 1, 1, 2, 2, 3, rng.randrange(60)))
    last = rng.randint(first, rng.choice((first + 12, first + 30, 64, 130)))
    opens = rng.choice(["any", *OPENINGS])
    follows, removes = map(rng.choice, FAMILIES[family])
    start = rng.choice((None, None, rng.randint(0, last + 10)))
    relations = Relation(OPENS, opens), Relation(FOLLOWS, follows), Relation(REMOVES, removes)
    conditions = OPENINGS[opens], FOLLOWERS[follows], REMOVALS[removes]
    return Pair(
        Game("own", Numbers(first, last), *relations, start_from=start, last_pick=last_pick),
        Rules(first, last, *conditions, start, last_pick),
    )


def some_position(rng: Random, game: Game) -> Position:
    """Any numbers, related or close together for the most part, and any last pick."""
    everything = range(game.numbers.first, game.numbers.last + 1)
    middle, divisor = rng.choice(everything), rng.choice((1, 1, 2, 3))
    near = [n for n in everything if n % divisor == 0 and abs(n - middle) <= rng.choice((12, 130))]
    left = set(rng.sample(near, min(len(near), rng.randint(0, LARGEST)))) - {game.start_from}
    last = rng.choice([None, game.start_from, *(n for n in everything if n not in left)])
    return game.position(left, last)


def check(position: Position, brute: Brute, one: bool = False) -> None:
    verdict = solve(position, Budget(positions=500_000), stop_at_first=one)
    winning = brute.winning(position)
    stuck_wins = position.game.misere and not position.choices
    assert verdict.wins is (bool(winning) or stuck_wins)
    if verdict.complete:
        assert verdict.winning == winning
    else:
        assert one
        assert verdict.winning
        assert {*verdict.winning} <= {*winning}
    if verdict.nimber is not None:
        assert verdict.nimber == brute.value(position)
    assert verify(position, verdict)


@pytest.mark.parametrize("last_pick", ["wins", "loses"])
@pytest.mark.parametrize("family", FAMILIES)
def test_any_pool_is_solved_as_brute_force_solves_it(family: str, last_pick: str) -> None:
    rng = Random(f"{family} {last_pick}")
    for _ in range(POSITIONS // 3):
        game, rules = some_game(rng, family, last_pick)
        brute = Brute(rules)
        for _ in range(3):
            position = some_position(rng, game)
            try:
                check(position, brute, one=rng.random() < 0.2)
            except AssertionError as error:
                raise AssertionError(f"{game.rules} {position.pool} {position.last}") from error


def test_misere_chains_where_just_enough_is_left() -> None:
    """1, a lonely number and a few pairs, as the theorem needs them, and little else."""
    rng, applied = Random(5), 0
    while applied < POSITIONS:
        last = rng.randint(5, 40)
        start = rng.choice((None, None, rng.randint(0, last + 10)))
        follows = Relation(FOLLOWS, "divisor or multiple")
        game = Game("own", Numbers(1, last), None, follows, start_from=start, last_pick="loses")
        conditions = OPENINGS["any"], FOLLOWERS["divisor or multiple"], REMOVALS["itself"]
        brute = Brute(Rules(1, last, *conditions, start, "loses"))
        lonely = [p for p in range(last // 2 + 1, last + 1) if naive_prime(p)]
        halves = [p for p in range(last // 3 + 1, last // 2 + 1) if naive_prime(p)]
        left = {1, *rng.sample(lonely, min(len(lonely), rng.randint(1, 2)))}
        for p in rng.sample(halves, min(len(halves), rng.randint(1, 3))):
            left |= {p, 2 * p}
        left |= {*rng.sample(range(2, last + 1), rng.randint(0, 4))}
        left -= {start}
        gone = [n for n in range(1, last + 1) if n not in left]
        position = game.position(left, rng.choice([None, *gone]))
        if misere_chain.applies(position):
            check(position, brute)
            applied += 1
