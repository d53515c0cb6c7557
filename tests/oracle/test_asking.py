"""Whatever takes long asks its budget, and ends as soon as that is over."""

from __future__ import annotations

import pytest
from support.brute import game_of

from lastpick.errors import BudgetError
from lastpick.game import LOSES, Game
from lastpick.oracle import Budget, solve
from lastpick.oracle.matching import smallest_factors
from lastpick.oracle.memory import Memory
from lastpick.oracle.walk import fold, mex
from lastpick.relations import Numbers

LATE = "(n + last) % 7 < 3 or n == 300 and last == 299"  # the last pairs alone differ
GAMES = {
    "pairs that are compared": (game_of(1, 300, follows=LATE), 290),
    "numbers that affect others": (game_of(1, 400, removes="(n * n + m) % 97 == 0"), 800),
    "a walk": (game_of(1, 900, follows="n > last and (n + last) % 3 > 0"), 10),
    "a walk downwards": (game_of(1, 900, follows="n < last and (n + last) % 3 > 0"), 10),
    "a large chain": (game_of(1, 400_000, follows="divisor or multiple"), 200),
}


class Counted(Budget):
    """A budget that is over after it was asked so often; it counts."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most
        self.asked = 0

    def tick(self, _: int) -> None:
        self.asked += 1
        if self.asked > self.most:
            raise BudgetError("over")


@pytest.mark.parametrize("what", GAMES)
def test_it_asks_so_often_and_then_stops(what: str) -> None:
    game, most = GAMES[what]
    for asks in (0, 1, most // 2, most - 1):
        fresh = Game(game.name, game.numbers, *game.rules[:3])
        fresh.follows._compared.clear()
        budget = Counted(asks)
        verdict = solve(fresh.start(), budget, memory=Memory())
        assert (verdict.wins, verdict.text) == (None, "Unknown: over.")
        assert budget.asked == asks + 1, "nothing is done once it is over"


def test_pairs_are_compared_once() -> None:
    follows = game_of(1, 300, follows=LATE).follows
    asked: list[int] = []
    for _ in range(3):
        assert not follows.symmetric(Numbers(1, 300), lambda: asked.append(1))
    assert len(asked) == 299


def test_the_sieve_of_a_chain_asks() -> None:
    asked: list[int] = []
    assert smallest_factors(400_000, asked.append) == smallest_factors(400_000)
    assert len(asked) > 10


@pytest.mark.parametrize("follows", ["n > last", "n < last"])
def test_a_walk_looks_at_the_far_end_first(follows: str) -> None:
    """Else all ways of each number wait for those of the next: a square of them."""
    game = game_of(1, 600, follows=follows)
    values = fold(game.start(), Budget(most_bytes=600 * 64), mex)
    assert values is not None
    assert sorted(values.values()) == list(range(600))


def test_a_walk_that_would_hold_too_much_is_unknown() -> None:
    game = game_of(1, 600, follows="n % 2 < last % 2 or n % 2 == last % 2 and n < last")
    assert solve(game.start()).wins is True
    verdict = solve(game.start(), Budget(most_bytes=600 * 64))
    assert verdict.text == "Unknown: too many ways would have to be held in memory."


@pytest.mark.parametrize("last", [99_999, 100_000])
def test_misere_where_a_pick_removes_only_itself(last: int) -> None:
    """Every pick is like every other, so that none has to be tried."""
    start = game_of(1, last, last_pick=LOSES).start()
    verdict = solve(start, Counted(0))
    assert verdict.wins is (last % 2 == 0)
    assert len(verdict.winning) == (last if last % 2 == 0 else 0)
    assert len(solve(start, Counted(0), stop_at_first=True).winning) == (last % 2 == 0)
