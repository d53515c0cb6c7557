"""Thousands of games at once are the same games as the engine's, one by one."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from support.drawn import Pair, own_games

from lastpick.catalog import load, names
from lastpick.envs import VectorGames
from lastpick.envs.observation import View
from lastpick.envs.vector import MOST_NUMBERS
from lastpick.errors import EnvError, LastpickError
from lastpick.game import Game, Position
from lastpick.relations import FOLLOWS, OPENS, REMOVES, Numbers, Relation

LARGER = {"divisor-duel": "1-200", "non-consecutive": "5-70", "prime-rumble": "2-65"}


def lockstep(game: Game, count: int, steps: int, seed: int = 0, illegal: float = 0.0) -> int:
    """Step the arrays and the engine side by side; how many games ended."""
    games, view = VectorGames(game, count, seed=seed, keep_picks=True), View(game)
    rng, ended = np.random.default_rng(seed), 0
    positions = [game.start()] * count
    for _ in range(steps):
        assert_equal(games, positions, view)
        actions = games.sample()
        blind = rng.random(count) < illegal
        actions[blind] = rng.integers(game.numbers.size, size=int(blind.sum()))
        step = games.step(actions)
        for i, position in enumerate(positions):
            n = game.numbers.first + int(actions[i])
            if n not in position.legal:
                assert (step.reward[i], step.done[i], step.illegal[i]) == (-1, True, True)
                positions[i] = game.start()
                continue
            after = position.pick(n)
            over = after.outcome is not None
            worth = 0
            if after.outcome:
                worth = 1 if after.outcome.winner == position.turn else -1
            assert (step.reward[i], step.done[i], step.illegal[i]) == (worth, over, False)
            positions[i] = game.start() if over else after
        ended += int(step.done.sum())
    return ended


def assert_equal(games: VectorGames, positions: list[Position], view: View) -> None:
    seen, legal, seats = games.observe(), games.legal(), games.seat
    expected = np.stack([view.rows(position) for position in positions])
    assert np.array_equal(seen, expected)
    assert np.array_equal(legal, expected[:, 1] == 1)
    assert seats.tolist() == [position.turn for position in positions]
    for i in range(0, len(positions), 97):
        assert games.position(i) == positions[i]


@pytest.mark.parametrize("name", names())
def test_thousands_of_games_equal_the_engine(name: str) -> None:
    assert lockstep(load(name), count=1000, steps=40) > 1000


@pytest.mark.parametrize("name", LARGER)
def test_pools_of_several_words_equal_the_engine(name: str) -> None:
    assert lockstep(load(name, LARGER[name]), count=60, steps=120) > 0


@pytest.mark.parametrize("name", names())
def test_illegal_picks_lose_at_once(name: str) -> None:
    lockstep(load(name), count=100, steps=30, illegal=0.2)


@given(pair=own_games(), seed=st.integers(0, 99))
@settings(max_examples=60)
def test_own_games_equal_the_engine(pair: Pair, seed: int) -> None:
    if not pair.game.start().choices:
        with pytest.raises(EnvError, match="no number may open, so there is no game"):
            VectorGames(pair.game, 2)
        return
    lockstep(pair.game, count=20, steps=25, seed=seed, illegal=0.1)


@pytest.mark.parametrize("pool", ["1-1", "1-16", "1-17", "1-32", "1-33", "1-63", "1-64", "1-65"])
def test_the_edges_of_words_are_no_edges_of_games(pool: str) -> None:
    """Anything may follow anything, so all numbers go, the highest bit of a word too."""
    game = Game("free", Numbers.parse(pool), Relation(OPENS), Relation(FOLLOWS), Relation(REMOVES))
    size = game.numbers.size
    games = VectorGames(game, 50, seed=3, keep_picks=True)
    for ply in range(size):
        assert games.legal().sum() == 50 * (size - ply)
        done = games.step(games.sample()).done
        assert done.all() == (ply == size - 1)


# --- chance -----------------------------------------------------------------------------


def picked(games: VectorGames, rounds: int) -> NDArray[np.intp]:
    return np.concatenate([games.sample() for _ in range(rounds)])


@pytest.mark.parametrize("pool", ["1-20", "1-50", "1-150"])
def test_every_legal_action_is_as_likely_as_any_other(pool: str) -> None:
    games = VectorGames("divisor-duel", 5000, pool, seed=1)
    games.step(np.full(5000, 11))  # 12 was picked
    legal = np.flatnonzero(games.legal()[0])
    drawn = np.bincount(picked(games, 8), minlength=games.size)
    assert drawn.sum() == 40_000
    assert set(np.flatnonzero(drawn)) == set(legal)
    expected = 40_000 / len(legal)
    off = (drawn[legal] - expected) ** 2 / expected
    assert off.sum() < 3 * len(legal) + 10  # chi-squared, far beyond any level of doubt


def test_the_same_seed_gives_the_same_games() -> None:
    def run(seed: int) -> list[list[int]]:
        games = VectorGames("juniper-green", 30, seed=seed)
        found = []
        for _ in range(20):
            found.append(games.sample().tolist())
            games.step(found[-1])
        return found

    assert run(7) == run(7) != run(8)


def test_resetting_with_a_seed_begins_chance_anew() -> None:
    games = VectorGames("divisor-duel", 30, seed=5)
    first = games.sample().tolist()
    games.step(first)
    games.reset(seed=5)
    assert (games.plies == 0).all()
    assert games.sample().tolist() == first
    games.reset()
    assert games.sample().tolist() != first


# --- standing still, and refusals --------------------------------------------------------


def test_some_games_can_stand_still() -> None:
    games = VectorGames("divisor-duel", 4, keep_picks=True)
    playing = np.array([True, False, True, False])
    made = games.play(np.array([5, 5, 19, 19]), playing)
    assert not made.done.any()
    assert games.last.tolist() == [5, -1, 19, -1]
    assert games.plies.tolist() == [1, 0, 1, 0]
    with pytest.raises(EnvError, match=r"expected 4 flags"):
        games.play(np.array([6, 6, 6, 6]), playing[:1])
    made = games.play(np.array([6, 6, 6, 6]), playing)  # 7 follows neither 6 nor 20
    assert made.illegal.tolist() == made.done.tolist() == playing.tolist()
    assert made.reward.tolist() == [-1, 0, -1, 0]
    assert games.position(0).picks == (6,)  # and there they stay until they are begun anew


def test_a_game_that_is_over_does_not_end_twice() -> None:
    games = VectorGames("divisor-duel", 2, "2-4")
    assert games.play(np.array([1, 0])).done.tolist() == [True, False]  # nothing follows 3
    made = games.play(np.array([0, 2]), np.array([False, True]))
    assert made.done.tolist() == [False, True]
    assert made.reward.tolist() == [0, 1]


def test_what_is_returned_does_not_change_later() -> None:
    games = VectorGames("divisor-duel", 50, seed=1)
    legal, seen, seats = games.legal(), games.observe(), games.seat
    actions = games.sample()
    copies: list[NDArray[Any]] = [legal.copy(), seen.copy(), seats.copy(), actions.copy()]
    step = games.step(actions)
    kept: list[NDArray[Any]] = [array.copy() for array in step]
    for _ in range(30):
        games.step(games.sample())
    for now, then in zip([legal, seen, seats, actions, *step], copies + kept, strict=True):
        assert np.array_equal(now, then)


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([1, 2], r"shape \(2,\) and type int64: expected 3 whole numbers"),
        ([1.0, 2.0, 3.0], "type float64: expected 3 whole numbers"),
        ([0, 0, 20], "an action lies outside 0-19"),
        ([0, -1, 0], "an action lies outside 0-19"),
    ],
)
def test_actions_that_are_none_change_nothing(actions: list[int], message: str) -> None:
    games = VectorGames("divisor-duel", 3)
    with pytest.raises(EnvError, match=message):
        games.step(actions)
    assert (games.plies == 0).all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "chess"}, "no game is called 'chess'"),
        ({"numbers": "9-1"}, "is empty"),
        ({"numbers": f"1-{MOST_NUMBERS + 1}"}, "holds 1,025 numbers; .* at most 1,024"),
        ({"game": load("divisor-duel", "1-2000")}, "holds 2,000 numbers; .* at most 1,024"),
        ({"game": load("divisor-duel"), "numbers": "1-50"}, "made with its pool, 1-20"),
        ({"numbers": 30}, "numbers=30: expected a pool such as '1-30'"),
        ({"count": 0}, "count=0: expected from 1 to"),
    ],
)
def test_refusals_are_one_line(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(LastpickError, match=message) as refused:
        VectorGames(**arguments)
    assert "\n" not in str(refused.value)


def test_positions_need_the_picks() -> None:
    with pytest.raises(EnvError, match="make them with keep_picks=True"):
        VectorGames("divisor-duel", 2).position(0)
