"""The second hint: the third of the legal picks in which the best one lies."""

import pytest
from support.brute import game_of

from lastpick.catalog import load
from lastpick.coach.hint import Look, area, in_words
from lastpick.game import Position
from lastpick.oracle import solve

ROW = "non-consecutive"  # every number of its pool may open


@pytest.mark.parametrize(
    ("position", "thirds"),
    [
        (load(ROW, "1-1").start(), [(1, 1)]),
        (load(ROW, "1-2").start(), [(1, 1), (2, 2)]),
        (load(ROW, "1-3").start(), [(1, 1), (2, 2), (3, 3)]),
        (load(ROW, "1-4").start(), [(1, 2), (3, 4)]),
        (load(ROW, "1-7").start(), [(1, 3), (4, 6), (7, 7)]),
        (load(ROW, "1-9").start(), [(1, 3), (4, 6), (7, 9)]),
        (load(ROW, "1-20").start(), [(1, 7), (8, 14), (15, 20)]),
        (load("divisor-duel").play([6]), [(1, 2), (3, 12), (18, 18)]),  # of 1, 2, 3, 12, 18
    ],
    ids=str,
)
def test_thirds(position: Position, thirds: list[tuple[int, int]]) -> None:
    """By places, not by values; where they do not come out even, the last one is smaller."""
    for n in position.legal:
        (meant,) = (third for third in thirds if third[0] <= n <= third[1])
        assert area(position, n) == meant


def test_the_second_hint_tells_the_third() -> None:
    position = load("divisor-duel").play([6])
    verdict = solve(position)
    told = [in_words(position, Look(verdict, n), 2) for n in (2, 3, 18)]
    assert told == [
        "Look from 1 to 2: there is the hardest trap.",
        "Look from 3 to 12: there is the hardest trap.",
        "Look at 18: there is the hardest trap.",
    ]


def test_why_every_pick_loses_where_the_last_one_does() -> None:
    """From 1 only 0 can be picked: nobody answers it, and it has lost."""
    game = game_of(0, 9, follows="last - 3 <= n < last", start_from=1, last_pick="loses")
    assert solve(game.start()).text == (
        "After each of 0 there is an answer that wins, or none, and then the last pick has lost."
    )


def test_why_every_pick_loses_where_some_are_not_answered() -> None:
    """Nothing may follow 0; 5 and 7 are answered. All of them lose."""
    game = game_of(
        0, 9, follows="gcd(n, last) == 1 or n == 0", removes="multiple", last_pick="loses"
    )
    verdict = solve(game.position([0, 5, 6, 7], 3))
    assert (verdict.method, verdict.wins) == ("search", False)
    assert verdict.text == (
        "Each of 0, 5, 7 was tried, and has an answer that wins,"
        " or none, and then the last pick has lost."
    )
