"""The one judge of decisions: on every kind of verdict, and against brute force."""

from __future__ import annotations

import pytest
from support.brute import game_of, reachable, winning

from lastpick.catalog import load
from lastpick.game import Game
from lastpick.oracle import solve
from lastpick.oracle.judge import KEPT, LOST, THREW, UNKNOWN, Judgement, judge
from lastpick.oracle.verdict import Verdict


def verdict(wins: bool | None, winning: tuple[int, ...] = (), complete: bool = True) -> Verdict:
    return Verdict(wins, winning, complete, None, "test", {"kind": "test", "text": ""})


ALL = verdict(True, (2, 5))  # every winning pick is known
SOME = verdict(True, (2, 5), complete=False)

JUDGED = [
    (ALL, 3, 2, KEPT, True),
    (ALL, 3, 5, KEPT, True),
    (ALL, 3, 7, THREW, True),
    (ALL, 3, None, THREW, True),
    (ALL, 2, 5, KEPT, False),  # whatever is picked wins
    (ALL, 2, None, THREW, False),
    (SOME, 3, 5, KEPT, False),  # the third pick may win as well
    (SOME, 3, 7, UNKNOWN, False),
    (SOME, 3, None, THREW, False),
    (verdict(False), 3, 2, LOST, False),
    (verdict(False), 3, None, LOST, False),
    (verdict(None, complete=False), 3, 2, UNKNOWN, False),
    (verdict(None, (2,), complete=False), 3, 2, UNKNOWN, False),
    (verdict(None), 3, None, UNKNOWN, False),
]


@pytest.mark.parametrize(("known", "legal", "pick", "grade", "mattered"), JUDGED)
def test_a_decision_gets_its_grade(
    known: Verdict, legal: int, pick: int | None, grade: str, mattered: bool
) -> None:
    assert judge(known, legal, pick) == (grade, mattered)


def test_what_is_kept_is_a_win_that_could_be_lost() -> None:
    grades = (KEPT, THREW, LOST, UNKNOWN)
    kept = [Judgement(g, m) for g in grades for m in (True, False) if Judgement(g, m).kept]
    assert kept == [(KEPT, True)]


def test_grades_are_told_apart() -> None:
    assert len({KEPT, THREW, LOST, UNKNOWN}) == 4


GAMES = [
    load("divisor-duel", "1-9"),
    load("prime-rumble", "2-10"),
    load("non-consecutive", "1-9"),
    load("juniper-green", "1-10"),
    game_of(1, 8, follows="n != last + 1 and last != n + 3"),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_every_decision_of_a_small_game(game: Game) -> None:
    """A grade follows from who wins before and after the pick; nothing else is asked."""
    seen = set()
    for position in reachable(game):
        verdict, legal = solve(position), position.legal
        wins = {n: n in winning(position) for n in legal}
        mattered = any(wins.values()) and not all(wins.values())
        for n in legal:
            grade = LOST if not any(wins.values()) else KEPT if wins[n] else THREW
            judged = judge(verdict, len(legal), n)
            assert judged == Judgement(grade, mattered), (position, n)
            assert judged.kept is (mattered and wins[n])
            seen.add(judged)
        without = judge(verdict, len(legal), None)
        assert without == Judgement(THREW if any(wins.values()) else LOST, mattered), position
        assert not without.kept
    assert {judged.grade for judged in seen} == {KEPT, THREW, LOST}
    assert {judged.mattered for judged in seen} == {True, False}
