"""What puzzles are called: the name leads back to the puzzle, and nothing else does."""

from __future__ import annotations

import pytest

from lastpick.catalog import load, names
from lastpick.coach.daily import daily, read_day
from lastpick.coach.puzzle_id import is_puzzle_id, open_puzzle, puzzle_id, read_puzzle_id
from lastpick.coach.puzzles import find_puzzles
from lastpick.errors import LastpickError


@pytest.mark.parametrize("name", names())
def test_a_name_leads_back_to_its_puzzle(name: str) -> None:
    game = load(name)
    for puzzle in find_puzzles(game, 5, seed=3):
        called = puzzle_id(puzzle.position)
        assert is_puzzle_id(called)
        book, found = open_puzzle(called)
        assert found == puzzle
        assert book.game == game


def test_the_puzzle_of_a_day_has_a_name_too() -> None:
    one = daily(read_day("2026-11-19"))
    assert open_puzzle(puzzle_id(one.puzzle.position))[1] == one.puzzle


def test_a_position_before_the_first_pick_has_a_name() -> None:
    game = load("divisor-duel", "1-20")
    assert puzzle_id(game.start()) == "divisor-duel_1-20"
    assert read_puzzle_id("divisor-duel_1-20") == ("divisor-duel", "1-20", ())
    assert puzzle_id(game.play((6, 3))) == "divisor-duel_1-20_6-3"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no puzzle is called that"),
        ("divisor-duel", "no puzzle is called that"),
        ("divisor-duel_1-20_", "no puzzle is called that"),
        ("divisor-duel_1-20_6--3", "no puzzle is called that"),
        ("divisor-duel_1-20_6-3\n", "no puzzle is called that"),
        ("divisor-duel_1-20_\u0666", "no puzzle is called that"),
        ("../secret_1-20_6", "no puzzle is called that"),
        ("divisor-duel_1-20_6" + "-3" * 1000, "no puzzle is called that"),
        ("divisor-due_1-20_6", "did you mean divisor-duel?"),
        ("divisor-duel_20-1_6", "write the smaller number first"),
        ("divisor-duel_1-20_6-6", "6"),
        ("divisor-duel_1-20_99", "99"),
        ("divisor-duel_1-20_6", "not exactly one winning pick"),
    ],
)
def test_what_is_no_puzzle_is_refused_in_one_line(text: str, why: str) -> None:
    with pytest.raises(LastpickError) as refused:
        open_puzzle(text)
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)
