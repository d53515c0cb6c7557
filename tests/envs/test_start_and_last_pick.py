"""A start, a pool from 0 and a last pick that loses, in every environment."""

from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest

import lastpick.envs
from lastpick.catalog import load, open_book
from lastpick.envs import VectorGames, lastpick_v0
from lastpick.envs.observation import LAST, LEFT, LEGAL, View

GAMES = Path(__file__).parents[2] / "examples" / "games"
DOWN, OFF_60, ROW = (
    str(GAMES / f"{name}.toml") for name in ("countdown", "divisors-off-60", "lonely-row")
)
ALL = sorted(map(str, GAMES.glob("*.toml")))


def test_a_start_in_the_pool_is_seen_as_the_last_one() -> None:
    game = load(OFF_60)
    rows = View(game).rows(game.start())
    assert np.flatnonzero(rows[LAST]).tolist() == [59]
    assert rows[LEFT].tolist() == [1] * 59 + [0]
    assert np.flatnonzero(rows[LEGAL]).tolist() == [n - 1 for n in game.start().legal]
    assert (VectorGames(game, 3).observe() == rows).all()


def test_a_start_outside_the_pool_is_seen_by_what_is_legal_alone() -> None:
    game = load(DOWN)
    rows = View(game).rows(game.start())
    assert not rows[LAST].any()
    assert rows[LEFT].all()
    assert np.flatnonzero(rows[LEGAL]).tolist() == [18, 19, 20]
    assert (VectorGames(game, 3).observe() == rows).all()


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("name", ALL)
def test_gymnasium_rewards_whoever_has_won(name: str, seat: int) -> None:
    env = gymnasium.make("Lastpick-v0", game=name, seat=seat)
    rewards = []
    env.action_space.seed(1)
    for seed in range(20):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        position: Any = env.unwrapped.position  # type: ignore[attr-defined]
        assert info["winner"] == position.outcome.winner
        assert reward == (1 if info["winner"] == seat else -1)
        rewards.append(reward)
    assert len(set(rewards)) > 1


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("seat", [1, 2])
def test_gymnasiums_vectors_reward_whoever_has_won(name: str, seat: int) -> None:
    envs = gymnasium.make_vec("Lastpick-v0", num_envs=50, game=name, seat=seat)
    _, info = envs.reset(seed=1)
    rng, won = np.random.default_rng(1), 0
    for _ in range(60):
        masks = info["action_mask"]
        actions = (masks * rng.random(masks.shape)).argmax(axis=1)
        before = [envs._games.plies[i] for i in range(50)]  # type: ignore[attr-defined]
        _, rewards, over, _, info = envs.step(actions)
        misere = load(name).misere
        for i in np.flatnonzero(over):
            picks = int(envs._games.plies[i])  # type: ignore[attr-defined]
            stuck = 1 + picks % 2
            winner = stuck if misere else 3 - stuck
            assert picks >= before[i]
            assert info["winner"][i] == winner
            assert rewards[i] == (1 if winner == seat else -1)
            won += winner == seat
    assert won > 10


@pytest.mark.parametrize("name", ALL)
def test_pettingzoo_rewards_whoever_has_won(name: str) -> None:
    for seed in range(6):
        env = lastpick_v0.env(game=name)
        env.reset()
        rng, told = Random(seed), {}
        for agent in env.agent_iter():
            seen, reward, over, _, _ = env.last()
            told[agent] = reward
            legal = np.flatnonzero(seen["action_mask"]).tolist()
            env.step(None if over else rng.choice(legal))
        outcome = env.unwrapped.position.outcome
        assert told[f"player_{outcome.winner}"] == 1
        assert told[f"player_{3 - outcome.winner}"] == -1


@pytest.mark.parametrize("name", ALL)
def test_openspiel_returns_what_the_engine_says(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    pytest.importorskip("lastpick.envs.openspiel")
    for seed in range(6):
        state = pyspiel.load_game("python_lastpick", {"game": name}).new_initial_state()
        rng = Random(seed)
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        winner = state.position.outcome.winner
        assert state.returns() == ([1, -1] if winner == 1 else [-1, 1])


def test_a_game_that_is_over_before_the_agent_could_pick_may_be_won(tmp_path: Path) -> None:
    """One number, and the opponent has to take it."""
    path = tmp_path / "one.toml"
    path.write_text('numbers = "0-0"\nlast_pick = "loses"')
    env = gymnasium.make("Lastpick-v0", game=path, seat=2, disable_env_checker=True)
    _, info = env.reset(seed=1)
    assert not info["action_mask"].any()
    assert env.step(0)[1:3] == (1.0, True)
    envs = gymnasium.make_vec("Lastpick-v0", num_envs=2, game=path, seat=2)
    envs.reset(seed=1)
    _, rewards, over, _, info = envs.step([0, 0])
    assert (rewards.tolist(), over.tolist()) == ([1, 1], [True, True])
    assert info["winner"].tolist() == [2, 2]


def test_text_tells_the_start_and_who_was_stuck() -> None:
    from lastpick.envs import render

    book = open_book(DOWN)
    assert render.text(book, book.game.start()).startswith(
        "Countdown 0-20: player 1 to pick after 21\n"
    )
    end = book.game.play([20, 17, 14, 11, 8, 5, 2, 0])
    said = "Countdown 0-20: player 1 wins, no legal pick for player 1\n"
    assert render.text(book, end).startswith(said)
    assert render.picture(end).shape == render.picture(book.game.start()).shape
    assert lastpick.envs.VectorGames(ROW, 2).step([0, 0]).reward.tolist() == [0, 0]
