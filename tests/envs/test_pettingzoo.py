"""The PettingZoo environment, by PettingZoo's own tests and by the engine."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pettingzoo
import pytest

from lastpick.catalog import names
from lastpick.envs import lastpick_v0
from lastpick.errors import EnvError, IllegalPick, LastpickError
from lastpick.game import Position
from lastpick.oracle import solve

OURS = [  # what their checker says of every environment that is not on its own list of names
    # Dict observations are what their docs ask for where there is an action mask; the checker
    # excuses only its own classic games by name.
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    # Whoever is told that the game is over has nothing to pick.
    "ignore:Action mask numpy array is all zeros:UserWarning",
]
# Importing their tests imports one of their games by its old path, of which they warn themselves.
THEIRS = "ignore:The old environment creation API has been deprecated:DeprecationWarning"
# Their games import pygame, which imports pkg_resources.
PYGAME = "ignore:pkg_resources is deprecated:UserWarning"
pytestmark = [pytest.mark.filterwarnings(line) for line in (*OURS, THEIRS, PYGAME)]


def started(**options: Any) -> Any:
    env = lastpick_v0.env(**options)
    env.reset(seed=1)
    return env


@pytest.mark.parametrize("make", [lastpick_v0.env, lastpick_v0.raw_env])
@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("reward", ["sparse", "exact"])
def test_api(name: str, make: Callable[..., Any], reward: str) -> None:
    from pettingzoo.test import api_test

    api_test(make(game=name, reward=reward), num_cycles=30)


@pytest.mark.parametrize("name", names())
def test_seeds(name: str) -> None:
    from pettingzoo.test import seed_test

    seed_test(lambda: lastpick_v0.env(game=name), num_cycles=30)


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test import render_test

    render_test(lastpick_v0.env, {"ansi": lambda text: text.startswith("Divisor Duel 1-20: ")})
    assert "player 1 to pick" in capsys.readouterr().out  # the mode `human` prints


def test_the_board_shows_who_lost_by_an_illegal_pick() -> None:
    env = lastpick_v0.env(game="divisor-duel", render_mode="ansi")
    env.reset()
    env.step(5)
    env.step(6)
    assert "player 1 wins by forfeit (illegal)" in env.render()


def test_the_benchmark_of_theirs_can_be_run() -> None:
    from pettingzoo.test import performance_benchmark

    assert callable(performance_benchmark)


def test_it_goes_by_its_name() -> None:
    env = lastpick_v0.env()
    assert env.metadata["name"] == str(env) == str(env.unwrapped) == "lastpick_v0"
    made = pettingzoo.make("aec", "lastpick_v0", game="prime-rumble", numbers="2-30")
    made.reset()
    assert made.action_space("player_1").n == 29


@pytest.mark.parametrize("name", names())
def test_it_is_the_engines_game(name: str) -> None:
    env, rng = started(game=name), np.random.default_rng(1)
    for _ in range(20):
        env.reset()
        position: Position = env.unwrapped.position.game.start()
        for agent in env.agent_iter():
            seen, reward, over, cut, _ = env.last()
            assert not cut
            if over:
                outcome = position.outcome
                assert outcome
                assert reward == (1 if agent == f"player_{outcome.winner}" else -1)
                env.step(None)
                continue
            assert agent == f"player_{position.turn}"
            assert reward == 0
            first = position.game.numbers.first
            left, legal, last = (np.flatnonzero(row) + first for row in seen["observation"])
            assert tuple(left) == position.pool
            assert tuple(legal) == position.legal
            assert tuple(last) == (() if position.last is None else (position.last,))
            assert np.array_equal(seen["action_mask"], seen["observation"][1])
            action = rng.choice(np.flatnonzero(seen["action_mask"]))
            position = position.pick(first + int(action))
            env.step(action)
            assert env.unwrapped.position == position
        assert position.outcome


def test_whoever_is_not_to_move_has_an_empty_mask() -> None:
    env = started()
    assert env.observe("player_1")["action_mask"].all()
    assert not env.observe("player_2")["action_mask"].any()
    assert np.array_equal(env.state(), env.observe("player_2")["observation"])


def test_exact_rewards() -> None:
    env, rng, rewards = started(reward="exact"), np.random.default_rng(3), set()
    for _ in range(30):
        env.reset()
        for agent in env.agent_iter():
            seen, _, over, _, _ = env.last()
            if over:
                env.step(None)
                continue
            verdict = solve(env.unwrapped.position)
            action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
            env.step(action)
            kept = 0 if not verdict.wins else 1 if action + 1 in verdict.winning else -1
            assert env.rewards == {agent: kept, env.agent_selection: 0}
            rewards.add(kept)
    assert rewards == {1, 0, -1}


# --- the checks ---------------------------------------------------------------------------


def test_an_illegal_pick_ends_the_game_and_costs_its_maker() -> None:
    env = started(game="divisor-duel")
    env.step(5)
    env.step(6)  # 7 does not follow 6
    assert env.terminations == {"player_1": True, "player_2": True}
    assert env.rewards == {"player_1": 0, "player_2": -1}
    totals = {}
    for agent in env.agent_iter():
        _, totals[agent], over, _, _ = env.last()
        assert over
        env.step(None)
    assert totals == {"player_1": 0, "player_2": -1}
    assert env.agents == []


def test_the_bare_environment_raises_instead() -> None:
    env = lastpick_v0.raw_env(game="divisor-duel")
    env.reset()
    env.step(5)
    with pytest.raises(IllegalPick, match="7 is neither a divisor nor a multiple of 6"):
        env.step(6)
    assert env.position.picks == (6,)


@pytest.mark.parametrize("action", [20, -1, 1.5, None, "3"])
def test_actions_outside_the_space_are_refused(action: Any) -> None:
    env = started()
    with pytest.raises(AssertionError, match="is not in action space"):
        env.step(action)
    assert env.unwrapped.position.picks == ()


@pytest.mark.parametrize("what", ["agents", "agent_selection", "rewards", "terminations"])
def test_nothing_is_known_before_reset(what: str) -> None:
    with pytest.raises(AttributeError, match="cannot be accessed before reset"):
        getattr(lastpick_v0.env(), what)


@pytest.mark.parametrize(
    "call",
    [lambda env: env.step(0), lambda env: env.last(), lambda env: env.render(),
     lambda env: env.observe("player_1"), lambda env: env.state(), lambda env: env.agent_iter()],
)  # fmt: skip
def test_nothing_can_be_done_before_reset(call: Callable[[Any], Any]) -> None:
    with pytest.raises(AssertionError, match="reset"):
        call(lastpick_v0.env())


def test_a_loop_that_forgets_to_step_is_told() -> None:
    env = started()
    with pytest.raises(AssertionError, match="need to call step"):
        for _ in env.agent_iter():
            pass


@pytest.mark.parametrize("make", [lastpick_v0.env, lastpick_v0.raw_env])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_stand_where_the_game_stood(make: Any, copied: Callable[[Any], Any]) -> None:
    env = make(game="prime-rumble", numbers="2-30", reward="exact")
    fresh = copied(env)
    fresh.reset()
    assert fresh.observation_space("player_1")["observation"].shape == (3, 29)
    env.reset()
    env.step(3)  # 5
    again = copied(env)
    assert again.unwrapped.position == env.unwrapped.position
    assert again.agent_selection == "player_2"
    assert again.rewards == env.rewards
    again.step(0)
    assert again.unwrapped.position.picks == (5, 2)
    assert env.unwrapped.position.picks == (5,)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"game": "chess"}, "no game is called 'chess'"),
        ({"reward": "dense"}, "reward='dense': expected 'sparse', 'exact'"),
        ({"render_mode": "video"}, "render_mode='video': expected 'human', 'ansi', 'rgb_array'"),
    ],
)
def test_refusals_are_one_line(options: dict[str, Any], message: str) -> None:
    with pytest.raises(LastpickError, match=message) as refused:
        lastpick_v0.env(**options)
    assert "\n" not in str(refused.value)


def test_rendering_without_a_mode_says_so() -> None:
    with pytest.warns(UserWarning, match="make the environment with a render_mode"):
        assert started().render() is None


def test_an_empty_game_is_refused(tmp_path: Any) -> None:
    path = tmp_path / "shut.toml"
    path.write_text('numbers = "1-5"\nopens = "n > 9"\n')
    with pytest.raises(EnvError, match="shut on 1-5: no number may open, so there is no game"):
        lastpick_v0.env(game=path)
