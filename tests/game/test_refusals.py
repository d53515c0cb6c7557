"""Picks that the rules refuse: which error, and what it says."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.drawn import Pair, choices, games, picks_of
from support.model import Table

from lastpick.catalog import load
from lastpick.errors import (
    AlreadyGone,
    GameOver,
    IllegalPick,
    LastpickError,
    NotAnOpening,
    NotRelated,
    OutOfRange,
)
from lastpick.game import Game
from lastpick.relations import FOLLOWS, OPENS, Numbers, Relation


def expected(table: Table, n: int) -> type[IllegalPick] | None:
    """The error that a pick deserves, read from the rules."""
    rules = table.rules
    if not table.legal():
        return GameOver
    if n not in range(rules.first, rules.last + 1):
        return OutOfRange
    if n not in table.pool:
        return AlreadyGone
    if n not in table.legal():
        return NotRelated if table.picks else NotAnOpening
    return None


@given(games(), choices(), st.data())
def test_each_number_is_accepted_or_refused_for_its_reason(
    pair: Pair, chosen: list[int], data: st.DataObject
) -> None:
    position = pair.game.play(picks_of(pair.game, chosen))
    table = Table(pair.rules, position.picks)
    n = data.draw(st.integers(pair.rules.first - 3, pair.rules.last + 3))
    error = expected(table, n)
    if error is None:
        assert position.pick(n).last == n
    else:
        with pytest.raises(error) as refusal:
            position.pick(n)
        assert type(refusal.value) is error
        text = str(refusal.value)
        assert text.startswith("the game is over" if error is GameOver else f"{n} ")
        assert text.isprintable()


def own(**relations: Any) -> Game:
    return Game("own", Numbers(1, 20), **relations)


after = Relation(FOLLOWS, "n > last")
within = Relation(FOLLOWS, "3 >= abs(last - n)")
opening = Relation(OPENS, "n % 2 == 0 and n > 4")

REFUSED = [
    (load("divisor-duel"), [], 21, OutOfRange, "21 is not in the range 1-20"),
    (load("divisor-duel"), [], 0, OutOfRange, "0 is not in the range 1-20"),
    (load("divisor-duel"), [6], -6, OutOfRange, "-6 is not in the range 1-20"),
    (load("prime-rumble"), [], 1, OutOfRange, "1 is not in the range 2-50"),
    (load("number-bind"), [6, 3], 6, AlreadyGone, "6 was already picked"),
    (load("prime-rumble"), [7, 3], 21, AlreadyGone, "21 is gone: picking 7 removed it"),
    (load("prime-rumble"), [6, 3], 12, AlreadyGone, "12 is gone: picking 6 removed it"),
    (load("prime-rumble"), [6, 3], 6, AlreadyGone, "6 was already picked"),
    (load("non-consecutive"), [10], 11, AlreadyGone, "11 is gone: picking 10 removed it"),
    (
        load("number-knockout"),
        [18],
        12,
        NotRelated,
        "12 is neither a divisor nor a multiple of 18",
    ),
    (own(follows=Relation(FOLLOWS, "multiple")), [6], 3, NotRelated, "3 is not a multiple of 6"),
    (own(follows=Relation(FOLLOWS, "divisor")), [6], 12, NotRelated, "12 is not a divisor of 6"),
    (own(follows=Relation(FOLLOWS, "neighbour")), [6], 8, NotRelated, "8 is not next to 6"),
    (own(follows=within), [6], 10, NotRelated, "10 is not within 3 of 6"),
    (own(follows=after), [6], 5, NotRelated, "5 may not follow 6: n > last does not hold"),
    (
        load("juniper-green"),
        [],
        7,
        NotAnOpening,
        "7 may not open the game: the first pick must be even",
    ),
    (
        own(opens=opening),
        [],
        4,
        NotAnOpening,
        "4 may not open the game: openings need n % 2 == 0 and n > 4",
    ),
    (
        load("divisor-duel"),
        [1, 11],
        5,
        GameOver,
        "the game is over: player 1 has no legal pick",
    ),
    (
        load("divisor-duel"),
        [11, 1, 13],
        99,
        GameOver,
        "the game is over: player 2 has no legal pick",
    ),
]


@pytest.mark.parametrize(("game", "picks", "n", "error", "text"), REFUSED)
def test_a_refusal_says_why(
    game: Game, picks: list[int], n: int, error: type[IllegalPick], text: str
) -> None:
    with pytest.raises(IllegalPick) as refusal:
        game.play([*picks, n])
    assert (type(refusal.value), str(refusal.value)) == (error, text)


def test_every_kind_of_refusal_is_pinned() -> None:
    assert {error for _, _, _, error, _ in REFUSED} == set(IllegalPick.__subclasses__())


@pytest.mark.parametrize("zeros", [30, 100, 100_000])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_number_of_any_size_is_refused_in_one_short_line(zeros: int, sign: int) -> None:
    with pytest.raises(OutOfRange) as refusal:
        load("divisor-duel").start().pick(sign * 10**zeros)
    shown = f"{sign * 10**zeros}" if zeros == 30 else "a number of that size"
    assert str(refusal.value) == f"{shown} is not in the range 1-20"


def test_numbers_of_up_to_128_bits_are_shown() -> None:
    for n, shown in ((2**128 - 1, str(2**128 - 1)), (2**128, "a number of that size")):
        with pytest.raises(OutOfRange, match=f"^{shown} is not in"):
            load("divisor-duel").start().pick(n)


@pytest.mark.parametrize("wrong", [6.0, "6", None])
def test_only_whole_numbers_can_be_picked(wrong: Any) -> None:
    with pytest.raises(TypeError):
        load("divisor-duel").start().pick(wrong)


def test_refusals_are_value_errors_of_lastpick() -> None:
    assert issubclass(IllegalPick, LastpickError)
    assert issubclass(LastpickError, ValueError)
