"""Verdicts never contradict each other, along whole games."""

from random import Random

import pytest
from hypothesis import given
from support.drawn import Pair, choices, games, own_games, picks_of

from lastpick.catalog import load
from lastpick.game import Position
from lastpick.oracle import Budget, Verdict, as_data, solve


def consistent(position: Position, verdict: Verdict) -> None:
    """A pick wins exactly if the position after it is lost."""
    for n in position.legal:
        after = solve(position.pick(n))
        assert after.wins is not None
        assert after.wins is not (n in verdict.winning), (position, n)


@given(own_games(largest=12), choices())
def test_own_games(pair: Pair, chosen: list[int]) -> None:
    position = pair.game.start()
    for n in (*picks_of(pair.game, chosen), None):
        consistent(position, solve(position))
        if n is not None:
            position = position.pick(n)


@pytest.mark.parametrize("name", ["divisor-duel", "non-consecutive", "prime-rumble"])
@pytest.mark.parametrize("seed", range(3))
def test_shipped_games(name: str, seed: int) -> None:
    rng, position = Random(seed), load(name).start()
    while position.legal:
        consistent(position, solve(position))
        position = position.pick(rng.choice(position.legal))
    assert solve(position).wins is False


@pytest.mark.parametrize(
    ("name", "pool"),
    [("divisor-duel", "1-400"), ("juniper-green", "1-100"), ("non-consecutive", "1-300"),
     ("prime-rumble", "2-50")],
)  # fmt: skip
@pytest.mark.parametrize("seed", range(3))
def test_whoever_is_winning_wins(name: str, pool: str, seed: int) -> None:
    """One player follows the verdict, the other one picks at random."""
    rng, position = Random(seed), load(name, pool).start()
    verdict = solve(position)
    hero = 1 if verdict.wins else 2
    while position.legal:
        assert verdict.wins is (position.turn == hero), position
        following = rng.choice(position.legal if position.turn != hero else verdict.winning)
        position = position.pick(following)
        verdict = solve(position)
    assert position.outcome is not None
    assert position.outcome.winner == hero


@given(games(), choices())
def test_one_winning_pick_is_one_of_all(pair: Pair, chosen: list[int]) -> None:
    position = pair.game.play(picks_of(pair.game, chosen))
    budget = 20_000
    every = solve(position, Budget(positions=budget))
    one = solve(position, Budget(positions=budget), stop_at_first=True)
    if every.wins is None:
        return
    assert one.wins is every.wins
    assert set(one.winning) <= set(every.winning)
    assert bool(one.winning) is bool(every.winning)
    assert one.complete or len(one.winning) == 1
    assert one.text
    assert every.text


@pytest.mark.parametrize(
    ("name", "pool", "winning"),
    [("prime-rumble", "2-50", (5, 17, 19, 23, 42)), ("prime-rumble", "2-32", ()),
     ("non-consecutive", "1-16", (1, 8, 9, 16)), ("non-consecutive", "1-20", ())],
)  # fmt: skip
def test_one_is_the_first_and_does_not_pass_for_all(
    name: str, pool: str, winning: tuple[int, ...]
) -> None:
    position = load(name, pool).start()
    every, one = solve(position), solve(position, stop_at_first=True)
    assert (every.winning, every.complete) == (winning, True)
    assert (one.winning, one.complete) == (winning[:1], not winning)
    assert one.reason["pick"] == every.reason["pick"] == next(iter(winning), None)
    assert one.nimber is None  # it would take looking at every pick


@given(games(), choices())
def test_verdicts_are_plain_data(pair: Pair, chosen: list[int]) -> None:
    from json import dumps, loads

    position = pair.game.play(picks_of(pair.game, chosen))
    verdict = solve(position, Budget(positions=3_000))
    data = as_data(position, verdict)
    assert loads(dumps(data)) == data
    assert data["picks"] == list(position.picks)
    assert (data["wins"], data["winning"]) == (verdict.wins, list(verdict.winning))
