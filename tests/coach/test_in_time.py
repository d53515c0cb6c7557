"""When the time is up: nobody is asked any more, and what is left undone is said."""

from collections.abc import Callable
from typing import Any

import pytest
from support.brute import game_of
from support.clocks import Looks

from lastpick.catalog import load
from lastpick.coach import balance as balance_room
from lastpick.coach import hint as hint_room
from lastpick.coach import puzzles as puzzle_room
from lastpick.coach import review as review_room
from lastpick.coach.balance import balance
from lastpick.coach.hint import hint
from lastpick.coach.puzzles import Puzzle, each_puzzle, find_puzzles
from lastpick.coach.refutation import refutation
from lastpick.coach.review import NOT_GRADED, as_data, in_words, review
from lastpick.coach.sequences import PoolSequence
from lastpick.errors import BudgetError
from lastpick.oracle import Budget, solve, traps
from lastpick.oracle.budget import A_LOOK
from lastpick.perft import Ply, each_ply, perft
from lastpick.record import Person, Record

SAMPLE = (6, 3, 9, 18, 2, 12, 4, 8, 16, 1, 5, 10, 20)
GAME = Record(load("divisor-duel"), (Person("Ann"), Person("Bob")), "2026-11-16", SAMPLE)
FEW = range(1, 40, 3)  # looks at the clock before the time is up


Late = list[bool]  # of each question that the oracle was asked: was the time up?


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> Late:
    found: Late = []

    def watched(position: Any, budget: Budget, **more: Any) -> Any:
        found.append(isinstance(budget._clock, Looks) and budget._clock.passed)
        return solve(position, budget, **more)

    for room in (balance_room, hint_room, puzzle_room, review_room, traps):
        monkeypatch.setattr(room, "solve", watched)
    return found


@pytest.mark.parametrize("looks", FEW)
def test_a_review_grades_the_end_first(looks: int, late: Late) -> None:
    whole = review(GAME)
    found = review(GAME, budget=Looks(looks).budget())
    undone = found.not_graded
    assert undone > 0
    assert [step.grade for step in found.steps[:undone]] == [NOT_GRADED] * undone
    assert [s.grade for s in found.steps[undone:]] == [s.grade for s in whole.steps[undone:]]
    assert found.winners[:undone] == (None,) * undone
    assert in_words(found.steps[0]) == "not graded"
    assert found.steps[0].reason == "Not graded: the time was up."
    assert as_data(found)["not_graded"] == undone
    assert not any(step.mattered for step in found.steps[:undone])
    assert sum(late) <= 1  # the time may be up just when it is asked


def test_a_game_that_was_conceded_without_time() -> None:
    given_up = GAME._replace(events=(6, "concede"))
    assert review(given_up, budget=Looks(1).budget()).not_graded == 2
    assert review(given_up).not_graded == 0


@pytest.mark.parametrize("looks", FEW)
def test_puzzles_are_handed_out_as_they_are_found(looks: int, late: Late) -> None:
    game = load("divisor-duel")
    whole = find_puzzles(game, 5, seed=1)
    found: list[Puzzle] = []
    with pytest.raises(BudgetError, match=r"of 500 puzzles found .*; there was no time for more"):
        found.extend(each_puzzle(game, 500, seed=1, budget=Looks(looks).budget()))
    assert found == whole[: len(found)]
    assert sum(late) <= 1


@pytest.mark.parametrize("looks", FEW)
def test_balance_measures_the_games_own_pool_first(looks: int, late: Late) -> None:
    game = load("divisor-duel")
    whole = balance(game)
    found = balance(game, budget=Looks(looks).budget())
    assert found.left_out
    assert found.now.numbers == game.numbers
    assert (found.now.wins is None) == ("1-20" in found.left_out)
    known = [size for size in found.sizes if size.wins is not None]
    assert {size.numbers for size in known} <= {size.numbers for size in whole.sizes}
    assert all(size in whole.sizes for size in known)
    assert not {str(size.numbers) for size in known} & {*found.left_out}
    assert sum(late) <= 1


@pytest.mark.parametrize("looks", [1, 5, 30, 200])
def test_perft_has_whole_rows_only(looks: int) -> None:
    game = load("divisor-duel", "1-12")
    whole = perft(game)
    rows: list[Ply] = []
    clock = Looks(looks)
    with pytest.raises(BudgetError, match=r"there was no time to count all of pick \d+"):
        rows.extend(each_ply(game, budget=clock.budget()))
    assert [row.sequences for row in rows] == whole.sequences[: len(rows)]
    assert clock.count == looks + 1


def test_perft_asks_before_each_pick() -> None:
    clock = Looks()
    perft(load("divisor-duel", "1-100"), plies=1, budget=clock.budget())
    assert clock.count == 1 + 100


LOST = game_of(1, 16, follows="n != last + 1 and last != n + 3").play([1, 13])


@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_hint_without_time_for_the_traps_promises_nothing(
    step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hint_room, "answers", lambda position, _: dict.fromkeys(position.legal))
    clock = Looks()
    real = solve
    seen: list[object] = []

    def once(position: Any, budget: Budget) -> Any:
        seen.append(position)
        clock.most = 0 if len(seen) > 1 else clock.most  # the time is up after the first answer
        return real(position, budget)

    monkeypatch.setattr(hint_room, "solve", once)
    assert [
        "You lose if your opponent makes no mistake.",
        "You have 12 picks. 5 leaves your opponent the fewest answers, 11.",
        "16 leaves your opponent the most answers, 13. Fewer answers are easier to think through.",
    ][step - 1] == hint(LOST, step, clock.budget())


def test_a_hint_takes_one_look_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solving, the traps and the last answer share the seconds of one look."""
    now = [0.0]
    ends: list[float] = []

    def slow(position: Any, budget: Budget) -> Any:
        ends.append(budget._end)
        now[0] += 1
        return solve(position, Budget())

    for room in (hint_room, traps):
        monkeypatch.setattr(room, "solve", slow)
    hint(LOST, 3, Budget(1000, clock=lambda: now[0]))
    assert len(ends) > 5
    assert {*ends} == {A_LOOK}


def test_a_refutation_without_time() -> None:
    text = refutation(LOST, 5, Looks(1).budget())
    assert text == "5 loses, but I could not work out which answer shows it."


FUNCTIONS: list[Callable[[Budget], object]] = [
    lambda budget: review(GAME, budget=budget),
    lambda budget: find_puzzles(load("divisor-duel"), 3, seed=1, budget=budget),
    lambda budget: balance(load("divisor-duel"), budget=budget),
    lambda budget: perft(load("divisor-duel", "1-12"), budget=budget),
    lambda budget: hint(LOST, 3, budget),
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_with_time_enough_nothing_is_left_out(function: Callable[[Budget], Any]) -> None:
    found = function(Looks().budget())
    assert found
    assert not getattr(found, "left_out", ())
    assert not getattr(found, "not_graded", 0)


def test_the_games_that_puzzles_are_taken_from_ask_too() -> None:
    """One game on a large row has hundreds of thousands of picks."""
    looks = Looks(5)
    with pytest.raises(BudgetError, match=r"no puzzle .* in 1 try; there was no time"):
        find_puzzles(load("non-consecutive", "1-100000"), 1, budget=looks.budget())


def test_a_sequence_ends_though_every_pool_is_quick() -> None:
    sequence = PoolSequence(load("non-consecutive"), 1, 100_000)
    found: list[int] = []
    with pytest.raises(BudgetError, match="there was no time for the pools from"):
        found.extend(last for last, _ in sequence.terms(Looks(40).budget()))
    assert len(found) < 100
