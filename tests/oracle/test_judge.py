"""The one judge of decisions, on every kind of verdict."""

from __future__ import annotations

import pytest

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
