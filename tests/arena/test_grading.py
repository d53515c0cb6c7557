"""Decisions graded: as the coach grades them, and the same whatever was graded before."""

from __future__ import annotations

from random import Random

import pytest

from lastpick import load
from lastpick.arena.grading import grade
from lastpick.arena.played import Decisions
from lastpick.catalog import daily_games
from lastpick.coach.review import review
from lastpick.oracle import solve
from lastpick.record import Person, Record

PEOPLE = (Person("a", None), Person("b", None))


@pytest.mark.parametrize("name", daily_games())
def test_grades_are_the_coachs(name: str) -> None:
    game = load(name)
    for seed in range(3):
        picks = game.start().playout(Random(seed)).picks
        found = review(Record(game, PEOPLE, "2026-01-01", picks, None, None))
        for seat, decisions in enumerate(grade(game, picks, None, 20_000), 1):
            score = found.score(seat)
            assert decisions == Decisions(score.mattered, score.right, 0)


def test_a_failure_where_it_mattered_loses_a_point() -> None:
    game = load("divisor-duel")
    assert solve(game.start()).wins
    assert grade(game, (), 1, 20_000) == ((1, 0, 0), (0, 0, 0))
    assert grade(game, (), 2, 20_000) == ((0, 0, 0), (0, 0, 0))  # it was not to move
    assert grade(game, (), None, 20_000) == ((0, 0, 0), (0, 0, 0))


def test_nothing_is_graded_without_a_budget() -> None:
    game = load("divisor-duel")
    picks = game.start().playout(Random(1)).picks
    assert grade(game, picks, None, 0) == (Decisions(), Decisions())


def test_what_is_unknown_is_counted_apart_and_does_not_depend_on_history() -> None:
    game = load("prime-rumble", "2-60")
    picks = game.start().playout(Random(2)).picks
    before = grade(game, picks, None, 300)
    assert sum(decisions.unknown for decisions in before) > 0
    assert sum(decisions.mattered for decisions in before) > 0
    grade(game, picks, None, 5_000)  # the oracle could remember more now
    assert grade(game, picks, None, 300) == before


def test_a_pool_larger_than_the_budget_is_unknown() -> None:
    game = load("divisor-duel", "1-1000")
    picks = (500, 1, 997)
    assert grade(game, picks, None, 999) == ((0, 0, 2), (0, 0, 1))


def test_a_forced_pick_is_no_decision() -> None:
    """After 997 there is only 1; after 499 there are 1 and 998, and after that 1 and 2."""
    game = load("divisor-duel", "1-1000")
    assert grade(game, (997, 1, 500), None, 999) == ((0, 0, 2), (0, 0, 0))
    assert grade(game, (499, 998, 2), None, 999) == ((0, 0, 2), (0, 0, 1))
