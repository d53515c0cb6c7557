"""Puzzles: exactly one winning pick, graded by the measure, the same for the same seed."""

from fractions import Fraction

import pytest
from support.brute import game_of, winning
from support.plain_checker import check_confirmation, check_refutation

from lastpick.catalog import book_of, load
from lastpick.coach.puzzles import (
    FEWEST_PICKS,
    LEVELS,
    Puzzle,
    as_data,
    clue,
    find_puzzles,
    grade,
    points,
)
from lastpick.coach.refutation import refutation
from lastpick.coach.worksheet import facts
from lastpick.errors import BudgetError
from lastpick.oracle import solve
from lastpick.oracle.traps import Answers

SMALL = [("divisor-duel", "1-12"), ("non-consecutive", "1-11"), ("prime-rumble", "2-14")]


@pytest.mark.parametrize(("name", "numbers"), SMALL)
def test_exactly_one_pick_wins(name: str, numbers: str) -> None:
    found = find_puzzles(load(name, numbers), 15, seed=1)
    for puzzle in found:
        assert winning(puzzle.position) == [puzzle.answer]
        assert len(puzzle.position.legal) >= FEWEST_PICKS
        assert puzzle == grade(puzzle.position)
    keys = {(puzzle.position.bits, puzzle.position.choices) for puzzle in found}
    assert len(keys) == len(found) == 15


def by_the_book(puzzle: Puzzle) -> int:
    """The four questions, asked of the rules alone."""
    position = puzzle.position
    left = {n: position.pick(n) for n in position.legal}
    after = len(left.pop(puzzle.answer).legal)
    fewest = min(len(wrong.legal) for wrong in left.values())
    shares = [Fraction(len(winning(wrong)), len(wrong.legal)) for wrong in left.values()]
    clear = sum(shares) / len(shares)
    picks = len(position.legal)
    return sum(
        [
            0 if picks <= 4 else 1 if picks <= 8 else 2,
            0 if after == 0 else 1 if after <= 2 else 2,
            0 if after < fewest else 1 if after == fewest else 2,
            0 if clear >= Fraction(2, 3) else 1 if clear >= Fraction(1, 2) else 2,
        ]
    )


@pytest.mark.parametrize(("name", "numbers"), SMALL)
def test_points_and_levels_are_those_of_the_measure(name: str, numbers: str) -> None:
    found = find_puzzles(load(name, numbers), 15, seed=2)
    assert [puzzle.points for puzzle in found] == [by_the_book(puzzle) for puzzle in found]
    in_order = sorted(found, key=lambda puzzle: puzzle.points)
    assert [p.level for p in in_order] == sorted(p.level for p in found)
    assert len({puzzle.level for puzzle in found}) > 1


def test_points_at_the_edges() -> None:
    plain = {1: Answers(0, 0), 2: Answers(1, 1), 3: Answers(2, 2)}
    assert points(1, plain) == 0
    hard = {n: Answers(1, 4) for n in range(2, 12)} | {1: Answers(0, 5)}
    assert points(1, hard) == 8
    level = {1: Answers(0, 2), 2: Answers(1, 2), 3: Answers(1, 2)}  # greedy sees all alike
    assert points(1, level) == 3


@pytest.mark.parametrize("name", ["divisor-duel", "juniper-green", "non-consecutive"])
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_can_be_asked_for(name: str, level: int) -> None:
    assert [puzzle.level for puzzle in find_puzzles(load(name), 1, level)] == [level]


def test_a_seed_repeats_and_another_differs() -> None:
    game = load("divisor-duel")
    one, again, other = (find_puzzles(game, 4, seed=seed) for seed in (7, 7, 8))
    assert one == again
    assert one != other


def test_too_few_are_reported() -> None:
    told: list[tuple[int, int]] = []
    with pytest.raises(BudgetError, match=r"^0 of 2 puzzles of level 5 found on"):
        find_puzzles(load("divisor-duel", "1-3"), 2, 5, 0, lambda *at: told.append(at), 30)
    assert told == [(0, 2)] * 30


@pytest.mark.parametrize(
    ("count", "level", "said"),
    [
        (1, None, "no puzzle found on 1-3 in 2 tries; ask for other numbers"),
        (
            1,
            5,
            "no puzzle of level 5 found on 1-3 in 2 tries; ask for another level or other numbers",
        ),
        (2, None, "0 of 2 puzzles found on 1-3 in 2 tries; ask for fewer or other numbers"),
        (
            1_000,
            5,
            "0 of 1,000 puzzles of level 5 found on 1-3 in 2 tries;"
            " ask for fewer, another level or other numbers",
        ),
    ],
)
def test_what_was_not_found_and_what_else_to_ask_for(
    count: int, level: int | None, said: str
) -> None:
    with pytest.raises(BudgetError) as refused:
        find_puzzles(load("divisor-duel", "1-3"), count, level, tries=2)
    assert str(refused.value) == said


def test_words_about_a_puzzle() -> None:
    for puzzle in find_puzzles(load("divisor-duel", "1-12"), 5):
        for wrong in {*puzzle.position.legal} - {puzzle.answer}:
            after = puzzle.position.pick(wrong)
            told = refutation(puzzle.position, wrong)
            check_refutation(puzzle.position, wrong, told)
            exact = refutation(puzzle.position, wrong, exact=True)
            assert exact.endswith(solve(after).text)
            assert exact.startswith(f"{wrong} loses: ")
        check_confirmation(puzzle.position, puzzle.answer, puzzle.plain)
        assert as_data(puzzle)["plain"] == puzzle.plain
    done = Puzzle(load("divisor-duel").play([1]), 11, "Because.", 0)
    assert clue(done) == "After the winning pick your opponent has nothing to pick."
    assert as_data(done)["last"] == 1
    assert as_data(done)["answer"] == 11


def test_a_forced_pick_is_no_puzzle() -> None:
    position = load("divisor-duel", "1-2").play([1])
    assert (position.legal, winning(position)) == ((2,), [2])
    assert grade(position) is None


def test_facts_and_a_refutation_where_a_game_has_a_start_and_the_last_pick_loses() -> None:
    game = game_of(0, 9, follows="last - 3 <= n < last", start_from=12, last_pick="loses")
    book = book_of(game)
    opening = Puzzle(game.start(), answer=9, reason="", points=1)
    assert facts(book, opening)[1] == ("Starts from", "12")
    later = Puzzle(game.play([9]), answer=8, reason="", points=1)
    assert facts(book, later)[1] == ("Last pick", "9")
    assert refutation(game.play([9, 6, 3]), 0) == (
        "0 loses: nothing can follow it, and the last pick loses."
    )
