"""A matching that grows with its pool counts what a new one for each pool would count."""

from collections.abc import Iterator

import pytest
from support.brute import game_of

from lastpick.catalog import load
from lastpick.errors import BudgetError
from lastpick.game import Game
from lastpick.oracle import Budget, solve
from lastpick.oracle.chain import Grown, grown
from lastpick.oracle.memory import Memory
from lastpick.oracle.solve import sets_of
from lastpick.relations import FOLLOWS, OPENS, Numbers, Relation


class Counting(Budget):
    """A budget that counts how often it is asked, and may end then."""

    def __init__(self, most: int = 10**9) -> None:
        super().__init__()
        self.most = most
        self.asked = 0

    def tick(self, _: int) -> None:
        self.asked += 1
        if self.asked > self.most:
            raise BudgetError("over")


def chain(
    first: int, last: int, follows: str, opens: str | None = None, start: int | None = None
) -> Game:
    relations = Relation(OPENS, opens), Relation(FOLLOWS, follows)
    return Game("own", Numbers(first, last), *relations, start_from=start)


GAMES = {
    "divisors": load("divisor-duel", "1-300"),
    "even openings": load("juniper-green", "1-250"),
    "from 0": chain(0, 150, "divisor or multiple"),
    "from 2": chain(2, 200, "divisor or multiple", "n % 3 != 1"),
    "from 40": chain(40, 250, "divisor or multiple"),
    "from a number of the pool": chain(1, 150, "divisor or multiple", start=12),
    "from a number outside": chain(1, 150, "divisor or multiple", start=720),
    "band": chain(1, 60, "abs(n - last) <= 2", "n % 5 != 0"),
    "coprime": chain(1, 70, "gcd(n, last) == 1"),
    "sums": chain(1, 120, "prime(n + last)"),
    "mixed": chain(3, 120, "(n + last) % 7 == 0 or abs(n - last) == 5 or n * last % 11 == 3"),
    "digits": chain(0, 120, "digit_sum(n) == digit_sum(last) or abs(n - last) == 9"),
}


def alone(game: Game, last: int) -> Grown:
    start = game.on(Numbers(game.numbers.first, last)).start()
    paired = [partner for partner in sets_of(start, Memory()).match if partner != -1]
    return Grown(last, len(solve(start, memory=Memory()).winning), len(paired) // 2)


@pytest.mark.parametrize("name", GAMES)
def test_every_pool_as_if_it_were_alone(name: str) -> None:
    game, budget = GAMES[name], Budget()
    first, last = game.numbers.first, game.numbers.last
    expected = [alone(game, end) for end in range(first, last + 1)]
    assert list(grown(game, first, budget)) == expected
    assert len({pool.openings for pool in expected}) > 3
    assert expected[-1].pairs > 15
    for start in (first + 1, (first + last) // 2, last):
        assert list(grown(game, start, budget)) == expected[start - first :], "begun in the middle"


def take(rows: Iterator[Grown], found: list[Grown]) -> None:
    for row in rows:
        found.append(row)  # noqa: PERF402 - what came before an error counts


def test_it_asks_its_budget_and_stops() -> None:
    game, whole = load("divisor-duel", "1-2000"), Counting()
    values = list(grown(game, 1, whole))
    assert whole.asked > 20
    rows = grown(game, 1, Counting(whole.asked // 2))
    found: list[Grown] = []
    with pytest.raises(BudgetError):
        take(rows, found)
    assert found == values[: len(found)]
    assert 100 < len(found) < 2000


def test_published_counts() -> None:
    pools = list(grown(load("divisor-duel", "1-100"), 1, Budget()))
    assert [pools[n - 1].openings for n in (10, 20, 50, 100)] == [0, 18, 43, 73]


def test_a_band_of_its_own_game() -> None:
    game = game_of(1, 40, follows="neighbour")
    assert list(grown(game, 1, Budget())) == [
        (end, (end + 1) // 2 if end % 2 else 0, end // 2) for end in range(1, 41)
    ]
