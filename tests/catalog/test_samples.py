"""The sample games of the five rule books, replayed by their rules.

Where a book's example contradicts its rules, the rules stand: what the books list as valid
or removed is pinned here as the rules have it.
"""

import pytest

from lastpick.catalog import load, open_book
from lastpick.errors import NotRelated
from lastpick.game import NO_LEGAL_PICK, Outcome

KNOCKOUT = (6, 3, 9, 18, 12, 4, 8, 16)
BIND = (6, 3, 9, 18, 2, 4, 8, 16, 1, 5, 10, 20)
DUEL = (6, 3, 9, 18, 2, 12, 4, 8, 16, 1, 5, 10, 20)
RUMBLE = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47)
ROW = (10, 5, 14, 2, 18, 8, 12, 16, 20)


@pytest.mark.parametrize(
    ("name", "picks", "plies", "winner"),
    [
        ("number-bind", BIND, 12, 2),
        ("divisor-duel", DUEL, 13, 1),
        ("prime-rumble", RUMBLE, 15, 1),
        ("non-consecutive", ROW, 9, 1),
    ],
)
def test_four_samples_are_legal_to_their_end(
    name: str, picks: tuple[int, ...], plies: int, winner: int
) -> None:
    game = load(name)
    end = game.play(picks)
    assert len(end.picks) == plies
    assert end.outcome == Outcome(winner, NO_LEGAL_PICK)
    assert not any(game.play(picks[:ply]).outcome for ply in range(plies))
    assert open_book(name).example == picks


def test_number_knockout_breaks_its_rules_at_ply_five() -> None:
    position = load("number-knockout").play(KNOCKOUT[:4])
    assert position.legal == (1, 2)
    with pytest.raises(NotRelated) as refusal:
        position.pick(KNOCKOUT[4])
    assert str(refusal.value) == "12 is neither a divisor nor a multiple of 18"


def test_number_knockout_forgets_valid_choices() -> None:
    game = load("number-knockout")
    assert game.play([6]).legal == (1, 2, 3, 12, 18)
    assert game.play([6, 3]).legal == (1, 9, 12, 15, 18)  # the book leaves out 1
    assert game.play([6, 3, 9]).legal == (1, 18)  # the book says that 1 is taken
    # Had 12 been legal, 1 and 2 would still have answered 16 at what the book calls the end.
    taken = {*KNOCKOUT}
    assert [n for n in range(1, 21) if 16 % n == 0 and n not in taken] == [1, 2]


BIND_CHOICES = [
    tuple(range(1, 21)),
    (1, 2, 3, 12, 18),  # the book leaves out 12 and 18
    (1, 9, 12, 15, 18),
    (1, 18),
    (1, 2),
    (1, 4, 8, 10, 12, 14, 16, 20),
    (1, 8, 12, 16, 20),
    (1, 16),
    (1,),
    (5, 7, 10, 11, 12, 13, 14, 15, 17, 19, 20),
    (10, 15, 20),
    (20,),
    (),
]
DUEL_OPTIONS = [
    tuple(range(1, 21)),
    (1, 2, 3, 12, 18),
    (1, 9, 12, 15, 18),
    (1, 18),
    (1, 2),
    (1, 4, 8, 10, 12, 14, 16, 20),
    (1, 4),
    (1, 8, 16, 20),
    (1, 16),
    (1,),
    (5, 7, 10, 11, 13, 14, 15, 17, 19, 20),
    (10, 15, 20),
    (20,),
    (),
]


@pytest.mark.parametrize(
    ("name", "picks", "choices"),
    [("number-bind", BIND, BIND_CHOICES), ("divisor-duel", DUEL, DUEL_OPTIONS)],
)
def test_chain_games_offer_what_the_book_lists(
    name: str, picks: tuple[int, ...], choices: list[tuple[int, ...]]
) -> None:
    game = load(name)
    assert [game.play(picks[:ply]).legal for ply in range(len(picks) + 1)] == choices


@pytest.mark.parametrize(
    ("name", "picks", "pool"),
    [
        ("number-bind", BIND, (7, 11, 12, 13, 14, 15, 17, 19)),
        ("divisor-duel", DUEL, (7, 11, 13, 14, 15, 17, 19)),
        ("prime-rumble", RUMBLE, ()),
        ("non-consecutive", ROW, ()),
    ],
)
def test_what_is_left_at_the_end(name: str, picks: tuple[int, ...], pool: tuple[int, ...]) -> None:
    assert load(name).play(picks).pool == pool


def test_prime_rumble_removes_what_the_book_lists() -> None:
    game = load("prime-rumble")
    removed = [game.play(RUMBLE[:ply]).removal(n) for ply, n in enumerate(RUMBLE)]
    assert removed[:4] == [
        tuple(range(2, 51, 2)),
        (3, 9, 15, 21, 27, 33, 39, 45),
        (5, 25, 35),  # the book lists 45 too, which 3 had removed
        (7, 49),
    ]
    assert removed[4:] == [(n,) for n in RUMBLE[4:]]
    pools = [game.play(RUMBLE[:ply]).pool for ply in range(1, 5)]
    assert pools[1] == (5, 7, 11, 13, 17, 19, 23, 25, 29, 31, 35, 37, 41, 43, 47, 49)
    assert pools[3] == (11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47)


def test_non_consecutive_loses_what_the_book_lists() -> None:
    game = load("non-consecutive")
    newly = [
        tuple(m for m in game.play(ROW[:ply]).removal(n) if m != n) for ply, n in enumerate(ROW)
    ]
    assert newly == [
        (9, 11),
        (4, 6),
        (13, 15),
        (1, 3),
        (17, 19),
        (7,),  # 10 had taken 9 before
        (),
        (),
        (),  # 18 had taken 19, and 21 is no number of the list
    ]
    assert game.play(ROW[:1]).gone == (9, 10, 11)  # the book forgets 10
    assert game.play(ROW[:3]).pool == (1, 2, 3, 7, 8, 12, 16, 17, 18, 19, 20)
    assert game.play(ROW[:7]).pool == (16, 20)
    assert game.play([*ROW[:7], 20]).legal == (16,)  # the book's last prompt ends here
