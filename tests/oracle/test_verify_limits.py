"""How far the verifier works things out, to the number, and what it says beyond."""

from __future__ import annotations

from math import gcd

import pytest

from lastpick.catalog import load
from lastpick.errors import BudgetError
from lastpick.game import Game
from lastpick.oracle.verdict import Verdict
from lastpick.oracle.verify import pairing, plays, sums, verify
from lastpick.oracle.verify.plays import plays_hold
from lastpick.relations import FOLLOWS, OPENS, REMOVES, Numbers, Relation

COPRIME = "gcd(n, last) == 1"


def removing(text: str, last: int) -> Game:
    return Game("own", Numbers(1, last), removes=Relation(REMOVES, text))


def test_any_two_related_numbers_are_an_edge_once() -> None:
    numbers = Numbers(3, 9)
    found = list(pairing._edges(Relation(FOLLOWS, COPRIME), numbers, numbers.everything & ~2))
    pool = [3, 5, 6, 7, 8, 9]
    assert found == [(a, b) for a in pool for b in pool if a < b and gcd(a, b) == 1]


def test_a_component_has_a_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    coprime = Relation(FOLLOWS, COPRIME)
    monkeypatch.setattr(pairing, "_LARGEST_BY_ROWS", 12)
    assert pairing._critical([1, 2, 3], coprime)  # a triangle
    assert not pairing._critical([2, 3, 4], coprime)  # a path: 3 is in the middle
    monkeypatch.setattr(pairing, "_LARGEST_BY_ROWS", 11)
    with pytest.raises(BudgetError, match=r"^too large to be checked: a component of 3 numbers$"):
        pairing._critical([1, 2, 3], coprime)


def test_a_search_has_a_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    start = load("non-consecutive", "1-4").start()
    verdict = Verdict(False, (), True, None, "search", {"kind": "search", "pick": None, "text": ""})
    wins = verdict._replace(wins=True, winning=(1, 2, 3))
    assert plays_hold(start, verdict)  # every game is two picks long
    assert not plays_hold(start, wins)
    monkeypatch.setattr(plays, "_MOST_SEARCHED", 4)  # what each of four first picks leaves
    assert plays_hold(start, verdict)
    monkeypatch.setattr(plays, "_MOST_SEARCHED", 3)
    with pytest.raises(BudgetError) as error:
        plays_hold(start, verdict)
    assert str(error.value) == "too large to be checked: more than 3 positions follow"


def test_only_the_picks_that_are_said_to_win_are_searched_if_no_more_is_said() -> None:
    """On 1-6 all picks win but 2 and 5."""
    start = load("non-consecutive", "1-6").start()
    reason = {"kind": "search", "pick": 1, "text": ""}
    for picks, complete, true in (
        ((1, 3, 4, 6), True, True),
        ((1, 3, 4, 6), False, True),
        ((3,), False, True),
        ((3,), True, False),
        ((2, 3), False, False),
        ((2,), False, False),
    ):
        verdict = Verdict(True, picks, complete, None, "search", {**reason, "pick": picks[0]})
        assert plays_hold(start, verdict) is true
        assert verify(start, verdict) is true


def test_a_game_may_be_too_long_to_be_searched() -> None:
    reason = {"kind": "search", "pick": 1, "text": ""}
    for last, true in ((11, True), (12, False), (601, None)):
        step = Relation(FOLLOWS, "n == last + 1")
        start = Game("own", Numbers(1, last), Relation(OPENS, "n == 1"), step).start()
        verdict = Verdict(True, (1,), True, None, "search", reason)
        if true is not None:
            assert plays_hold(start, verdict) is true
            continue
        with pytest.raises(BudgetError) as error:
            plays_hold(start, verdict)
        assert str(error.value) == "too large to be checked: games on this pool are too long"


def test_a_split_has_a_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    game = removing("m % n == 0", 5)
    monkeypatch.setattr(sums, "_LARGEST_SPLIT", 4)
    assert list(sums._split(game, 0b11110)) == [(2, 4), (3,), (5,)]
    with pytest.raises(BudgetError, match=r"^too large to be checked: 5 numbers$"):
        list(sums._split(game, 0b11111))


def test_the_period_of_dawsons_chess_is_proved_by_as_many_values_as_it_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Picks that remove their neighbours: 34 from 52 on, proved by 2 * 52 + 2 * 34 + 3 values."""
    for longest, found in ((175, (52, 34)), (174, None), (300, (52, 34))):
        monkeypatch.setattr(sums, "_LONGEST_RUN", longest)
        assert sums._period.__wrapped__(1) == found
