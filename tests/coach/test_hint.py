"""The second hint: the third of the legal picks in which the best one lies."""

import pytest
from support.brute import game_of

from lastpick.catalog import load
from lastpick.coach.hint import (
    LONGEST,
    STEPS,
    TRAP,
    WINS,
    Look,
    Shown,
    area,
    in_words,
    look,
    shown,
)
from lastpick.game import Position
from lastpick.oracle import solve
from lastpick.oracle.traps import Answers

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
    verdict, left = solve(position), Answers(winning=1, legal=4)
    told = [in_words(position, Look(verdict, n, left=left), 2) for n in (2, 3, 18)]
    assert told == [
        "Look at 1 and 2: the hardest trap is there.",
        "Look at 3 and 12: the hardest trap is there.",
        "Look at 18: it is the hardest trap.",
    ]


def hints(position: Position) -> list[str]:
    found = look(position)
    return [in_words(position, found, step) for step in range(1, STEPS + 1)]


def test_no_trap_where_every_answer_wins() -> None:
    assert hints(load("divisor-duel").play([1, 9])) == [
        "You lose if your opponent makes no mistake.",
        "No trap can be set: after each of your 2 picks, your opponent wins with any answer.",
        "Pick what you like: the game lasts 9 more picks after any pick if your opponent hurries to"
        " win.",
    ]


def test_no_answer_is_called_winning_where_nothing_can_follow() -> None:
    """Where the last pick loses, each pick may end the game, or some of them."""
    row = game_of(1, 5, removes="neighbour", last_pick="loses")
    assert hints(row.position([4, 5]))[1:] == [
        "No trap can be set: your opponent has no answer to any of your 2 picks.",
        "Pick 4: it ends the game, as every pick does here, and the last pick loses.",
    ]
    near = game_of(0, 5, follows="abs(n - last) <= 2", last_pick="loses")
    assert hints(near.play([4, 3]))[1] == (
        "No trap can be set: your opponent has no losing answer to any of your 3 picks."
    )


def test_one_winning_answer_is_one() -> None:
    (trap,) = (text for text in hints(load("non-consecutive").start()) if text[:4] == "Pick")
    assert trap == "Pick 6: your opponent then has 17 picks, and only 1 of them wins."


def test_what_a_trap_leaves_is_the_smaller_of_two_counts() -> None:
    duel = load("divisor-duel")
    assert hints(duel.play([17]))[2] == (
        "You can only pick 1: your opponent then has 18 picks, and 1 of them loses."
    )
    assert hints(load("juniper-green", "1-20").play([14, 7, 1, 20, 5, 10]))[2] == (
        "You can only pick 2: your opponent then has 6 picks, and 2 of them lose."
    )
    assert hints(duel.play([16, 8, 2, 14, 7, 1, 3, 15]))[2] == (
        "You can only pick 5: your opponent then has 2 picks, and only 1 of them wins."
    )


def test_the_only_pick_of_a_third_is_named_for_what_it_is() -> None:
    """A winning pick, the hardest trap, or just a trap where not all picks could be looked at."""
    won = load("divisor-duel", "1-30").play([11, 22, 2, 26])
    assert hints(won)[1] == "Look at 13: it wins."
    lost, left = load("divisor-duel").play([6]), Answers(winning=1, legal=4)
    unsure = Look(solve(lost), 18, sure=False, left=left)
    assert in_words(lost, unsure, 2) == "Look at 18: it is a trap."
    assert in_words(lost, unsure._replace(best=3), 2) == "Look at 3 and 12: there is a trap."


def test_where_any_pick_is_answered_by_the_last_one() -> None:
    position = load("prime-rumble", "2-30").position([7, 11], 19)
    assert hints(position)[2] == "Pick what you like: your opponent can then end the game at once."


def test_the_longest_game_is_told_where_it_is_longer() -> None:
    position = load("divisor-duel").play([1, 6, 2, 10, 20, 4])
    assert hints(position)[2] == (
        "Pick 12: the game then lasts longest, 3 more picks if your opponent hurries to win."
    )


def test_what_a_hint_points_at_is_what_it_speaks_of() -> None:
    """A winning pick, a trap, or in a lost position without traps what makes the game longest."""
    duel = load("divisor-duel")
    won, lost = duel.play([1]), load("non-consecutive").start()
    late, same = duel.play([1, 6, 2, 10, 20, 4]), duel.play([1, 9])
    assert [list(shown(won, look(won), step)) for step in (1, 2, 3)] == [
        [None, None, None], [WINS, (9, 15), None], [WINS, (9, 15), 11],
    ]  # fmt: skip
    assert [list(shown(lost, look(lost), step)) for step in (1, 2, 3)] == [
        [None, None, None], [TRAP, (1, 7), None], [TRAP, (1, 7), 6],
    ]  # fmt: skip
    assert [list(shown(late, look(late), step)) for step in (2, 3)] == [
        [None, None, None], [LONGEST, None, 12],
    ]  # fmt: skip
    assert {shown(same, look(same), step) for step in (1, 2, 3)} == {Shown()}


def test_where_nothing_can_be_picked() -> None:
    assert set(hints(load("divisor-duel", "1-2").play([1, 2]))) == {
        "No pick is left, and whoever cannot pick loses."
    }
    race = game_of(0, 9, follows="last - 3 <= n < last", start_from=0, last_pick="loses")
    assert set(hints(race.start())) == {"No pick is left, and whoever cannot pick wins."}


def test_the_reason_of_a_hint_exactly() -> None:
    position = load("divisor-duel").play([1])
    found = look(position)
    assert in_words(position, found, 3, exact=True) == found.verdict.text
    assert in_words(position, found, 2, exact=True) == in_words(position, found, 2)


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
