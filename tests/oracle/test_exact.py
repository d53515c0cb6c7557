"""Verdicts are exact: brute force says the same in every position that can be reached."""

import pytest
from support.brute import Brute, game_of, pools, reachable
from support.model import FOLLOWERS, OPENINGS, REMOVALS, SHIPPED, Rules

from lastpick.catalog import load
from lastpick.game import Game
from lastpick.oracle import method, solve, verify

LARGEST = 12
CHECKED_EVERY = 7  # the certificates of this share of all positions


def compare(game: Game, rules: Rules) -> None:
    brute = Brute(rules)
    for count, position in enumerate(reachable(game)):
        verdict = solve(position)
        winning = brute.winning(position)
        assert verdict.winning == winning, position
        assert verdict.wins is bool(winning), position
        assert verdict.complete
        if game.follows.trivial:
            assert verdict.nimber == brute.nimber(position), position
        elif verdict.method == "walk":
            assert verdict.nimber == brute.value(position), position
        else:
            assert verdict.nimber is None
        if count % CHECKED_EVERY == 0:
            assert verify(position, verdict), position


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_games_on_every_pool_up_to_12(name: str) -> None:
    rules = SHIPPED[name]
    for first, last in pools(LARGEST):
        compare(load(name, f"{first}-{last}"), rules._replace(first=first, last=last))


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize(("first", "last"), [(2, 13), (5, 16), (9, 20), (89, 100)])
def test_shipped_games_on_pools_of_12(name: str, first: int, last: int) -> None:
    compare(load(name, f"{first}-{last}"), SHIPPED[name]._replace(first=first, last=last))


SYMMETRIC = ("divisor or multiple", "neighbour", "abs(n - last) <= 3", "gcd(n, last) == 1",
             "(n + last) % 3 != 0", "1 == 0")  # fmt: skip


def test_relations_are_solved_by_their_method() -> None:
    """So that what follows covers all methods."""
    for follows in FOLLOWERS:
        chain = "parts" if follows == "any" else "matching" if follows in SYMMETRIC else None
        expected = chain or ("matching" if "n % last == 0 or" in follows else "search")
        if follows == "n > last":
            expected = "walk"
        assert method(game_of(1, 12, follows=follows)) == expected, follows
    assert method(game_of(1, 12, follows="neighbour", removes="m < n")) == "search"


@pytest.mark.parametrize("opens", OPENINGS)
@pytest.mark.parametrize("removes", REMOVALS)
def test_sums_of_parts_with_every_opening(opens: str, removes: str) -> None:
    for first, last in ((1, 9), (4, 12)):
        rules = Rules(first, last, OPENINGS[opens], FOLLOWERS["any"], REMOVALS[removes])
        compare(game_of(first, last, opens, removes=removes), rules)


@pytest.mark.parametrize("opens", OPENINGS)
@pytest.mark.parametrize("follows", [name for name in FOLLOWERS if name != "any"])
def test_chains_with_every_opening(opens: str, follows: str) -> None:
    for first, last in ((1, 8), (3, 10)):
        rules = Rules(first, last, OPENINGS[opens], FOLLOWERS[follows], REMOVALS["itself"])
        compare(game_of(first, last, opens, follows), rules)


@pytest.mark.parametrize("follows", [name for name in FOLLOWERS if name != "any"])
@pytest.mark.parametrize("removes", [name for name in REMOVALS if name != "itself"])
def test_free_form_games(follows: str, removes: str) -> None:
    for opens, first, last in (("any", 1, 9), ("prime(n)", 2, 11)):
        rules = Rules(first, last, OPENINGS[opens], FOLLOWERS[follows], REMOVALS[removes])
        compare(game_of(first, last, opens, follows, removes), rules)


@pytest.mark.parametrize("width", [1, 2, 3])
def test_rows_on_every_pool_up_to_12(width: int) -> None:
    for first, last in pools(LARGEST):
        rules = Rules(
            first, last, OPENINGS["any"], FOLLOWERS["any"], lambda m, n: abs(m - n) <= width
        )
        compare(game_of(first, last, removes=f"abs(m - n) <= {width}"), rules)


@pytest.mark.parametrize("follows", ["divisor or multiple", "gcd(n, last) == 1", "n > last"])
def test_chains_on_pools_of_12(follows: str) -> None:
    rules = Rules(1, 12, OPENINGS["any"], FOLLOWERS[follows], REMOVALS["itself"])
    compare(game_of(1, 12, "any", follows), rules)
