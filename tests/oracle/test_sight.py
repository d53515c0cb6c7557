"""Who wins within so many picks, against the remoteness of every position by brute force."""

from __future__ import annotations

from functools import cache
from math import inf
from random import Random

import pytest
from support.brute import game_of, reachable

from lastpick.catalog import load
from lastpick.errors import BudgetError
from lastpick.game import LOSES, WINS, Game, Position
from lastpick.oracle import Budget
from lastpick.oracle.remoteness import remoteness
from lastpick.oracle.sight import Sight

FREELY = (
    "itself",
    "m % n == 0",
    "abs(m - n) <= 1",
    "m < n",
    "gcd(m, n) > 1",
    "m > n and m < 2 * n",
)
IN_TURN = ("n % last == 0 or last % n == 0", "abs(n - last) <= 2", "n > last", "gcd(n, last) == 1")
GAMES = [
    *(game_of(1, 6, removes=removes, last_pick=end) for removes in FREELY for end in (WINS, LOSES)),
    *(
        game_of(1, 6, follows=follows, last_pick=end)
        for follows in IN_TURN
        for end in (WINS, LOSES)
    ),
    *(
        game_of(1, 8, "n % 2 == 0", follows, "m % n == 0", start_from=5, last_pick=end)
        for follows in ("any", "abs(n - last) <= 4")
        for end in (WINS, LOSES)
    ),
]


def budget(positions: int = 1 << 40) -> Budget:
    return Budget(inf, positions)


def far(position: Position) -> int:
    """The remoteness, from its definition."""
    return _far(position.game, position.bits, position.choices)


@cache
def _far(game: Game, bits: int, choices: int) -> int:
    moves = [game.move(n) for n in game.numbers.decode(choices)]
    after = [_far(game, bits & keep, bits & keep & may) for keep, may in moves]
    lost = [value for value in after if value % 2 == game.misere]
    return 1 + (min(lost) if lost else max(after, default=-1))


def truth(position: Position, depth: int) -> tuple[list[int], list[int]]:
    """The picks that win, and those that lose, within so many picks."""
    near = {n: far(position.pick(n)) for n in position.legal}
    near = {n: value for n, value in near.items() if value < depth}
    winning = [n for n, value in near.items() if value % 2 == position.game.misere]
    return winning, [n for n in near if n not in winning]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.rules}")
def test_what_is_seen_is_what_is_that_near(game: Game) -> None:
    one, seen = Sight(game, budget()), 0  # one for all: what it keeps must not mislead it
    for position in reachable(game):
        for depth in (3, 1, 6, 2, 5, 4):
            winning, losing = truth(position, depth)
            assert list(one.winning(position, depth)) == winning
            assert list(one.losing(position, depth)) == losing
            seen += bool(winning) + bool(losing)
    assert seen > 20


def test_on_larger_pools_it_agrees_with_the_remoteness() -> None:
    met = set()
    for name, numbers in (("divisor-duel", "1-28"), ("prime-rumble", "2-28")):
        game = load(name, numbers)
        for seed in range(12):
            picks = game.start().playout(Random(seed)).picks
            position = game.play(picks[: len(picks) // 2])
            found, one = remoteness(position, budget()), Sight(game, budget())
            assert found is not None
            for depth in range(1, 10):
                assert bool(one.winning(position, depth)) == (found % 2 == 1 and found <= depth)
            met.add(found)
    assert {1, 3, 5, 7, 9} <= met


def test_a_pool_that_outlasts_the_sight_is_not_searched() -> None:
    for name, numbers in (("non-consecutive", "1-4000"), ("prime-rumble", "2-2000")):
        position = load(name, numbers).start()
        one = Sight(position.game, budget(0))  # not one position may be looked at
        assert one.winning(position, 9) == one.losing(position, 9) == ()


def test_it_says_so_where_it_is_too_much() -> None:
    position = load("juniper-green").start()
    with pytest.raises(BudgetError, match="more than 50 positions would have to be looked at"):
        Sight(position.game, budget(50)).winning(position, 5)
