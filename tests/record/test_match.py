"""Matches: the starter alternates, the score counts people, a majority ends it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastpick.catalog import load
from lastpick.errors import GameOver, RecordError
from lastpick.record import RESIGN, Match, Person, check_name

ANN, BOB = Person("Ann"), Person("Bob", "greedy")


def match(first: int = 0, best_of: int = 3, strikes: int | None = None) -> Match:
    return Match(load("divisor-duel"), (ANN, BOB), first, best_of, strikes)


@given(st.integers(0, 1), st.integers(0, 5), st.lists(st.booleans(), max_size=15))
def test_a_match_counts_people_and_ends_at_a_majority(
    first: int, half: int, first_player_wins: list[bool]
) -> None:
    best_of = 2 * half + 1
    series = match(first, best_of)
    won = {ANN: 0, BOB: 0}
    starter, other = (ANN, BOB) if first == 0 else (BOB, ANN)
    for number, wins in enumerate(first_player_wins, 1):
        if max(won.values()) > half:
            with pytest.raises(GameOver):
                series.add(6)
            break
        series.begin()
        assert len(series.plays) == number
        assert series.seats() == (starter, other)
        if wins:
            series.add(6)  # then it is the second player who resigns
        series.add(RESIGN)
        won[starter if wins else other] += 1
        assert series.score == (won[ANN], won[BOB])
        assert series.winner == next((who for who in won if won[who] > half), None)
        starter, other = other, starter
    assert all(series.seats(k)[0] == (ANN, BOB)[(first + k - 1) % 2] for k in range(1, 8))


def test_a_new_game_begins_only_when_the_last_is_over() -> None:
    series = match()
    assert series.begin() is series.play
    series.add(6)
    assert series.begin() is series.plays[0]
    series.add(RESIGN)
    assert series.play is series.plays[0]
    assert series.score == (1, 0)
    assert series.begin() is series.plays[1]
    assert series.play.events == []
    assert series.score == (1, 0)


def test_a_match_that_is_won_stays_as_it_is() -> None:
    series = match(best_of=1)
    series.add(RESIGN)
    assert series.winner == BOB
    assert series.begin() is series.plays[0]
    with pytest.raises(GameOver):
        series.add(6)
    assert len(series.plays) == 1


def test_every_game_has_the_strikes_that_were_agreed() -> None:
    series = match(strikes=2)
    series.add(RESIGN)
    series.begin()
    assert [play.strikes for play in series.plays] == [2, 2]


@pytest.mark.parametrize("best_of", [-1, 0, 2, 10])
def test_a_match_is_best_of_an_odd_number(best_of: int) -> None:
    with pytest.raises(RecordError) as error:
        match(best_of=best_of)
    assert str(error.value) == f"a match is best of an odd number of games, not {best_of}"


def test_two_people_need_two_names() -> None:
    with pytest.raises(RecordError) as error:
        Match(load("divisor-duel"), (Person("Ann"), Person("Ann", "greedy")))
    assert str(error.value) == "both players are called Ann; give two names"


@pytest.mark.parametrize("name", ["", " ", "Ann ", "\tAnn", "A\nB", "\x1b[1mAnn", "x" * 41])
def test_a_name_can_be_shown_on_one_line(name: str) -> None:
    with pytest.raises(RecordError) as error:
        check_name(name)
    assert str(error.value) == f"{name[:40]!r} is no name; expected 1 to 40 printable characters"
    with pytest.raises(RecordError):
        Match(load("divisor-duel"), (Person("Ann"), Person(name)))


@pytest.mark.parametrize("name", ["A", "x" * 40, "Ann Lee", "\u00c9lo\u00efse", "\u674e"])
def test_a_good_name_is_itself(name: str) -> None:
    assert check_name(name) == name


def test_a_match_is_one_game_that_a_begins_unless_told_otherwise() -> None:
    plain = Match(load("divisor-duel"), (ANN, BOB))
    assert (plain.seats(), plain.best_of, plain.strikes) == ((ANN, BOB), 1, None)
