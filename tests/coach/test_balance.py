"""Balance: against brute force, published values, and the definitions of the changes."""

from fractions import Fraction

import pytest
from support.brute import winning

from lastpick.catalog import load, read_book
from lastpick.coach.balance import (
    MOST_SIZES,
    NEARBY,
    Balance,
    Size,
    advice,
    as_data,
    balance,
    change_in_words,
    measure,
    spread,
    swap_in_words,
    verdict_in_words,
)
from lastpick.game import Game
from lastpick.relations import FOLLOWS, Numbers, Relation


def share_of(found: Balance, kind: str) -> tuple[int, int]:
    change = next(change for change in found.of_each_kind if change.kind == kind)
    return change.winning, change.openings


@pytest.mark.parametrize(
    ("name", "numbers"),
    [("divisor-duel", "1-9"), ("non-consecutive", "1-9"), ("prime-rumble", "2-11"),
     ("juniper-green", "1-9")],
)  # fmt: skip
def test_every_pool_is_as_brute_force_has_it(name: str, numbers: str) -> None:
    game = load(name, numbers)
    found = balance(game)
    first, last = game.numbers.first, game.numbers.last
    pools = [Numbers(first, end) for end in range(first, last + 1)]
    assert [size.numbers for size in found.sizes] == [
        pool
        for pool in pools
        if load(name, pool).start().legal  # else there is no game
    ]
    for size in found.sizes:
        start = load(name, size.numbers).start()
        assert (list(size.winning), size.openings) == (winning(start), start.legal)
        assert size.wins == bool(winning(start))


@pytest.mark.parametrize(
    ("last", "won"), [(10, 0), (20, 18), (50, 43), (100, 73)]
)  # with a free opening, as published
def test_divisor_duel(last: int, won: int) -> None:
    size = measure(load("divisor-duel"), last)
    assert size
    assert (len(size.winning), len(size.openings)) == (won, last)
    assert size.wins == (won > 0)


def test_changes_are_counted_as_defined() -> None:
    game = load("divisor-duel")
    found = balance(game)
    won = found.now.winning
    assert share_of(found, "even") == (sum(n % 2 == 0 for n in won), 10)
    assert share_of(found, "odd") == (sum(n % 2 for n in won), 10)
    assert share_of(found, "swap") == (0, 20)
    pools = [change for change in found.changes if change.kind == "pool"]
    assert {change.numbers.last for change in pools} == {
        last for last in range(20 - NEARBY, 20 + NEARBY + 1) if last != 20
    }
    for change in pools:
        start = load("divisor-duel", change.numbers).start()
        assert change.openings == len(start.legal)
    distances = [abs(change.share - Fraction(1, 2)) for change in found.changes]
    assert distances == sorted(distances)
    assert found.best == found.changes[0]


def test_an_even_opening_is_a_game_of_its_own() -> None:
    """The count under a restricted opening is that of the game with that opening."""
    even = load("juniper-green", "1-20").start()
    assert share_of(balance(load("divisor-duel")), "even") == (9, len(even.legal))
    assert "even" not in [change.kind for change in balance(load("juniper-green")).changes]


def test_what_a_teacher_is_told() -> None:
    found = balance(load("divisor-duel"))
    told = verdict_in_words("Divisor Duel", found.now)
    assert told == (
        "Divisor Duel on 1-20 is decided by the first pick: 18 of 20 openings win for"
        " Player 1, all but 1 and 14."
    )
    assert advice("Divisor Duel", found) == (
        "What helps most: play on 1-16: 9 of 16 openings win (56%)."
    )
    assert "right after 18 of the 20 openings, and wrong after 2" in swap_in_words(found.now)
    row = balance(load("non-consecutive"))
    assert "lost for whoever opens" in verdict_in_words("Row", row.now)
    swap = next(change for change in row.changes if change.kind == "swap")
    assert "0 of 20 openings win (0%)" in change_in_words(swap)


def test_what_is_as_even_as_can_be_is_left_alone() -> None:
    game = Game("coin", Numbers(1, 2), follows=Relation(FOLLOWS, "n > last"))
    found = balance(game)
    assert found.now.share == Fraction(1, 2)
    assert found.best is None
    assert advice("coin", found) == "Half of the openings win: this is as even as it gets."


def test_where_nothing_may_be_opened_with() -> None:
    found = balance(load("juniper-green", "1-1"))
    assert found.now.share is None
    assert "cannot begin" in verdict_in_words("Juniper Green", found.now)
    assert "nothing to advise" in advice("Juniper Green", found)
    assert as_data("x", found)["sizes"] == [
        {"numbers": "1-1", "winner": 2, "openings": 0, "winning": 0, "share": None}
    ]


def test_a_pool_that_is_too_much_is_unknown() -> None:
    game = Game(
        "own", Numbers(1, 60), follows=Relation(FOLLOWS, "(n * 7 + last * 11 + n * last) % 13 < 5")
    )
    found = balance(game)
    assert found.now.wins is None
    assert "unknown" in verdict_in_words("own", found.now)
    assert as_data("own", found)["sizes"][-1]["winner"] is None
    assert found.sizes[0].wins


@pytest.mark.parametrize(("first", "last"), [(1, 1), (2, 61), (1, 61), (5, 1000), (1, 10**6)])
def test_pools_are_thinned_evenly(first: int, last: int) -> None:
    lasts = spread(first, last)
    assert len(lasts) == min(MOST_SIZES, last - first + 1)
    assert lasts[-1] == last
    steps = {b - a for a, b in zip([first - 1, *lasts], lasts, strict=False)}
    assert max(steps) - min(steps) <= 1
    assert min(steps) >= 1


def test_a_misere_game_that_cannot_begin_is_won_by_whoever_should_open() -> None:
    size = Size(numbers=Numbers(1, 9), wins=True, openings=(), winning=())
    assert verdict_in_words("Shut", size).endswith("picked first, so Player 1 wins.")
    assert verdict_in_words("Shut", size._replace(wins=False)).endswith("so Player 2 wins.")


def test_pools_on_which_nobody_can_begin_are_left_out() -> None:
    book = read_book('numbers = "2-14"\nstart = 6\nfollows = "n == 2 * last"\n', "doubles")
    found = balance(book.game)
    assert [size.numbers.last for size in found.sizes] == [12, 13, 14]
    assert all(size.openings for size in found.sizes)
