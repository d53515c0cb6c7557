"""The judge of decisions, against brute force and against verdicts that were tampered with."""

import pytest
from support.brute import game_of, reachable, winning

from lastpick.catalog import load
from lastpick.game import Game
from lastpick.oracle import Verdict, solve
from lastpick.oracle.judge import KEPT, LOST, THREW, UNKNOWN, Judgement, judge

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


WON = Verdict(
    wins=True, winning=(2, 4), complete=True, nimber=None, method="search", reason={"text": ""}
)
FIRST = WON._replace(winning=(2,), complete=False)  # there may be others
NOBODY_KNOWS = WON._replace(wins=None, winning=(), complete=False)


def test_one_legal_pick_is_no_decision() -> None:
    forced = WON._replace(winning=(2,))
    assert judge(forced, 1, 2) == Judgement(KEPT, mattered=False)
    assert not judge(forced, 1, 2).kept


def test_nor_is_a_choice_among_picks_that_all_win() -> None:
    assert judge(WON, 2, 4) == Judgement(KEPT, mattered=False)
    assert judge(WON, 3, 4) == Judgement(KEPT, mattered=True)


@pytest.mark.parametrize("pick", [2, 3, None])
def test_what_nobody_knows_counts_for_and_against_nobody(pick: int | None) -> None:
    assert judge(NOBODY_KNOWS, 5, pick) == Judgement(UNKNOWN, mattered=False)


def test_a_verdict_that_names_one_winning_pick_of_perhaps_several() -> None:
    assert judge(FIRST, 5, 2) == Judgement(KEPT, mattered=False)
    assert judge(FIRST, 5, 3) == Judgement(UNKNOWN, mattered=False)
    assert judge(FIRST, 5, None) == Judgement(THREW, mattered=False)
    assert not judge(FIRST, 5, 2).kept


def test_a_lost_position_is_lost_whatever_is_done() -> None:
    lost = WON._replace(wins=False, winning=())
    for pick in (1, None):
        assert judge(lost, 5, pick) == Judgement(LOST, mattered=False)
