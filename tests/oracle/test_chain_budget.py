"""The matching asks its budget often, stops when it is told to, and leaves nothing half done."""

import pytest
from support.brute import game_of

from lastpick.catalog import load
from lastpick.errors import BudgetError
from lastpick.oracle import Budget, solve
from lastpick.oracle.memory import Memory
from lastpick.oracle.solve import sets_of

DIVISORS = load("divisor-duel", "1-60000")
ROWS = game_of(1, 300, follows="gcd(n, last) == 1")
BAND = game_of(1, 60000, follows="abs(n - last) <= 3")
GAMES = {"divisors": DIVISORS, "rows": ROWS, "band": BAND}


class Limited(Budget):
    """A budget that is over, or interrupted, after it was asked so often; it counts."""

    def __init__(self, asks: int, end: type[BaseException] = BudgetError) -> None:
        super().__init__()
        self.most = asks
        self.asked = 0
        self.end = end

    def tick(self, _: int) -> None:
        self.asked += 1
        if self.asked > self.most:
            raise self.end("over")


@pytest.mark.parametrize("name", GAMES)
def test_it_asks_often_and_stops_at_once(name: str) -> None:
    start, whole = GAMES[name].start(), Limited(10**9)
    known = solve(start, whole, memory=Memory())
    assert known.wins is not None
    assert whole.asked >= 5
    for asks in (0, whole.asked // 2, whole.asked - 1):
        budget, memory = Limited(asks), Memory()
        verdict = solve(start, budget, memory=memory)
        assert (verdict.wins, verdict.winning, verdict.complete) == (None, (), False)
        assert verdict.text == "Unknown: over."
        assert budget.asked == asks + 1, "nothing is done once it is over"
        assert solve(start, memory=memory) == known, "and nothing half done is kept"


def test_no_more_than_so_many_edges_between_two_questions() -> None:
    """All numbers have some 310,000 neighbours in all, and each is looked at once or more."""
    budget = Limited(10**9)
    solve(DIVISORS.start(), budget, memory=Memory())
    edges = 2 * sum(60_000 // d - 1 for d in range(1, 60_001))
    assert budget.asked >= edges // (1 << 15)


@pytest.mark.parametrize("name", GAMES)
def test_an_interruption_comes_through(name: str) -> None:
    budget, memory = Limited(3, KeyboardInterrupt), Memory()
    with pytest.raises(KeyboardInterrupt):
        solve(GAMES[name].start(), budget, memory=memory)
    assert budget.asked == 4
    assert solve(GAMES[name].start(), memory=memory).wins is not None


def test_the_sets_ask_too() -> None:
    with pytest.raises(BudgetError):
        sets_of(DIVISORS.start(), Memory(), Limited(2))


@pytest.mark.parametrize("last", [300, 3000, 30000])
def test_what_is_known_is_not_worked_out_again(last: int) -> None:
    memory, game = Memory(), load("divisor-duel", f"1-{last}")
    start = game.start()
    known = solve(start, memory=memory)
    for n in known.winning[:3]:
        solve(start.pick(n), memory=memory)
    silent = Limited(0)
    assert solve(start, silent, memory=memory) == known
    assert silent.asked == 0
