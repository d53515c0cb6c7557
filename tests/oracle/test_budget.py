"""Past its budget the oracle says "unknown", and never guesses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.brute import game_of
from support.drawn import Pair, choices, games, picks_of

from lastpick.errors import BudgetError
from lastpick.game import Game
from lastpick.oracle import Budget, Verdict, solve
from lastpick.oracle.budget import NO_DEADLINE
from lastpick.oracle.memory import Memory

WIDE = "gcd(m, n) > 1 and abs(m - n) < 12"


def assert_unknown(verdict: Verdict, text: str) -> None:
    assert (verdict.wins, verdict.winning, verdict.complete) == (None, (), False)
    assert verdict.nimber is None
    assert verdict.reason["kind"] == "unknown"
    assert verdict.text == text


SEARCHED = game_of(1, 21, follows="(n - last) % 23 < 11")
SUMMED = game_of(1, 40, removes=WIDE)
LARGE = game_of(1, 70, removes="gcd(m, n) > 4 and abs(m - n) < 12")


@pytest.mark.parametrize("stop_at_first", [False, True])
@pytest.mark.parametrize(("game", "most"), [(SEARCHED, 1500), (SUMMED, 3), (LARGE, 3)])
def test_positions_run_out(game: Game, most: int, stop_at_first: bool) -> None:
    assert_unknown(
        solve(game.start(), Budget(positions=most), stop_at_first, Memory()),
        f"Unknown: more than {most:,} positions would have to be looked at.",
    )


def test_time_runs_out() -> None:
    for game in (SEARCHED, game_of(1, 60, removes=WIDE)):
        verdict = solve(game.start(), Budget(seconds=0), memory=Memory())
        assert_unknown(verdict, "Unknown: there was no time to look at all positions.")


def test_pools_that_are_too_large() -> None:
    cases = {
        game_of(1, 6000, removes="multiple"): "6,000 numbers are too many to be split into parts;"
        " up to 5,000 can be",
        game_of(1, 2000, follows="n > last or n < 1000"): "more than 1,000 numbers can be reached,"
        " too many to be searched",
    }
    for game, text in cases.items():
        assert_unknown(solve(game.start(), Budget(seconds=600)), f"Unknown: {text}.")


def test_large_parts_are_searched_before_they_are_too_large() -> None:
    heap = game_of(1, 100, removes="m > n").start()
    assert solve(heap, memory=Memory())[:3] == (True, (1,), True)
    grid = game_of(0, 71, removes="abs(m - n) == 9 or abs(m - n) == 1 and m // 9 == n // 9")
    asked: list[int] = []
    verdict = solve(grid.start(), Budget(positions=3_000, progress=asked.append), memory=Memory())
    assert_unknown(verdict, "Unknown: more than 3,000 positions would have to be looked at.")
    assert len(asked) > 10


def test_one_winning_pick_costs_less_than_all() -> None:
    game = game_of(1, 40, removes=WIDE)
    start, memory = game.start(), Memory()
    one = solve(start, stop_at_first=True, memory=memory)
    assert one.wins
    assert one.winning[0] in solve(start).winning
    cost = Budget(positions=memory.nimbers(game).count)
    assert solve(start, cost, stop_at_first=True, memory=Memory()) == one
    assert solve(start, cost, memory=Memory()).wins is None


def test_progress_is_told() -> None:
    told: list[int] = []
    solve(SEARCHED.start(), Budget(progress=told.append), stop_at_first=True)
    assert told
    assert told == sorted(told)


def test_a_budget_is_for_one_question() -> None:
    """What an earlier answer cost is not counted again."""
    game = game_of(1, 38, removes="abs(m - n) == 2 or abs(m - n) == 5")
    memory = Memory()
    for picks in ((1,), ()):
        before = memory.nimbers(game).count
        verdict = solve(game.play(picks), Budget(positions=15_000), memory=memory)
        assert verdict.wins is not None
        assert 3_000 < memory.nimbers(game).count - before < 15_000
    assert memory.nimbers(game).count > 15_000


def test_an_unknown_answer_spoils_no_later_one() -> None:
    for game in (game_of(1, 26, removes=WIDE), SEARCHED):
        truth = solve(game.start(), memory=Memory())
        memory = Memory()
        for most in (1, 5, 50, 500, 5_000):
            verdict = solve(game.start(), Budget(positions=most), memory=memory)
            assert verdict.wins in (None, truth.wins)
        assert solve(game.start(), memory=memory)[:4] == truth[:4]


@given(games(), choices(), st.integers(1, 2_000))
def test_never_a_guess(pair: Pair, chosen: list[int], most: int) -> None:
    position = pair.game.play(picks_of(pair.game, chosen))
    try:
        verdict = solve(position, Budget(positions=most))
    except BudgetError:
        pytest.fail("a budget that ran out is an answer, not an error")
    if verdict.wins is None:
        assert_unknown(verdict, verdict.text)
    else:
        after = {n: solve(position.pick(n), Budget(positions=200)).wins for n in position.legal}
        assert all(wins is not (n in verdict.winning) for n, wins in after.items())


# --- budgets that are handed down -------------------------------------------------------------


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_budget_ends_at_its_time() -> None:
    clock = Clock()
    budget = Budget(seconds=4, clock=clock)
    clock.now = 4
    assert not budget.over
    budget.tick(1)
    clock.now = 4.5
    assert budget.over
    with pytest.raises(BudgetError, match="there was no time"):
        budget.tick(1)


@pytest.mark.parametrize(("seconds", "end"), [(2, 5), (60, 10)])
def test_a_part_ends_by_itself_or_with_the_whole(seconds: float, end: float) -> None:
    clock = Clock()
    whole = Budget(seconds=10, clock=clock)
    clock.now = 3
    part = whole.part(seconds)
    clock.now = end
    assert not part.over
    clock.now = end + 0.5
    assert part.over
    assert whole.over is (end == 10)


def test_a_part_may_cost_no_more_than_the_whole() -> None:
    told: list[int] = []
    whole = Budget(positions=100, progress=told.append)
    assert (whole.part(positions=50).positions, whole.part(positions=500).positions) == (50, 100)
    assert whole.part().positions == 100
    whole.part().tick(7)
    assert told == [7]


def test_without_a_deadline_each_part_has_its_own() -> None:
    assert not NO_DEADLINE.over
    assert not NO_DEADLINE.part().over
    assert_unknown(
        solve(SEARCHED.start(), NO_DEADLINE.part(seconds=-1)),
        "Unknown: there was no time to look at all positions.",
    )
