"""The Gymnasium environment, by Gymnasium's own checker and by the engine."""

import copy
import json
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import lastpick.envs
from lastpick.catalog import names
from lastpick.envs.gym import LastpickEnv
from lastpick.errors import EnvError, LastpickError
from lastpick.oracle import solve
from lastpick.players.player import ENDPOINT, REFUSED, BotPlayer, Failure

OWN = 'numbers = "1-2"\nremoves = "neighbour"\n'


def make(**options: Any) -> LastpickEnv:
    env = gymnasium.make(lastpick.envs.ENV_ID, **options).unwrapped
    assert isinstance(env, LastpickEnv)
    return env


def play(env: LastpickEnv, seed: int | None = None) -> list[Any]:
    """A game of random legal picks: everything that was seen."""
    rng = random.Random(0 if seed is None else seed)
    seen, info = env.reset(seed=seed)
    story: list[Any] = [seen.tolist(), info["seat"]]
    over = False
    while not over:
        action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
        seen, reward, over, cut, info = env.step(action)
        assert not cut
        story.append((action, seen.tolist(), reward, over))
    return story


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("opponent", ["random", "perfect"])
@pytest.mark.parametrize("seat", [1, 2, "random"])
def test_gymnasium_finds_nothing_to_say(name: str, opponent: str, seat: Any) -> None:
    """Warnings are errors here, so its checker has no remark at all."""
    check_env(make(game=name, opponent=opponent, seat=seat))
    check_env(make(game=name, opponent=opponent, seat=seat, reward="exact"))


def test_made_as_users_make_it() -> None:
    env = gymnasium.make("Lastpick-v0", game="divisor-duel", opponent="perfect")
    seen, info = env.reset(seed=1)
    assert seen in env.observation_space
    assert seen.tolist() == [[1] * 20, [1] * 20, [0] * 20]
    assert info["action_mask"].tolist() == [1] * 20
    assert gymnasium.make("Lastpick-v0").reset()[0].shape == (3, 20)  # of the default game


def test_an_action_picks_a_number_and_is_answered() -> None:
    env = make(game="divisor-duel", numbers="2-30", opponent="random")
    env.reset(seed=1)
    seen, reward, over, _, info = env.step(10)
    assert env.position.picks[0] == 12  # the pool begins at 2
    assert len(env.position.picks) == 2
    assert env.position.pool != env.position.legal != ()
    assert (reward, over) == (0, False)
    left, legal, last = ((np.flatnonzero(row) + 2).tolist() for row in seen)
    assert left == list(env.position.pool)
    assert legal == list(env.position.legal)
    assert last == [env.position.last]
    assert np.array_equal(info["action_mask"], seen[1])


@pytest.mark.parametrize("seat", [1, 2])
def test_games_end_with_the_result(seat: int) -> None:
    env, results = make(seat=seat), set()
    for seed in range(30):
        *_, (_, _, reward, _) = play(env, seed)
        outcome = env.position.outcome
        assert outcome
        assert reward == (1 if outcome.winner == seat else -1)
        results.add(reward)
    assert results == {1, -1}


def test_perfect_never_loses_a_game_that_it_can_win() -> None:
    env = make(game="non-consecutive", opponent="perfect", seat=1)
    assert all(play(env, seed)[-1][2] == -1 for seed in range(20))


def test_the_same_seed_gives_the_same_games_whatever_the_global_state() -> None:
    def run() -> list[Any]:
        env = make(opponent="level:2", seat="random")
        return [play(env, 4), play(env), play(env)]

    first = run()
    np.random.seed(99)
    random.seed(99)
    before = np.random.get_state()[1].tolist(), random.getstate()  # type: ignore[index]
    assert run() == first
    assert before == (np.random.get_state()[1].tolist(), random.getstate())  # type: ignore[index]
    assert play(make(opponent="level:2", seat="random"), 5) != first[0]


@pytest.mark.parametrize("opponent", ["random", "greedy", "level:2", "perfect", "mcts:20"])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_as_the_game_does(opponent: str, copied: Callable[[Any], Any]) -> None:
    env = make(opponent=opponent, seat="random")
    env.reset(seed=2)
    env.step(int(env.position.choices).bit_length() - 1)
    again = copied(env)
    assert again.position == env.position
    assert play(again) == play(env)


def test_a_random_seat_is_now_one_and_now_the_other() -> None:
    env = make(seat="random")
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(20)} == {1, 2}


def test_an_illegal_pick_loses_and_says_why() -> None:
    env = make(game="divisor-duel", opponent="random")
    env.reset(seed=1)
    env.step(5)
    gone = next(i for i in range(20) if not env.position.choices >> i & 1)
    before = env.position
    seen, reward, over, cut, info = env.step(np.int64(gone))
    assert (reward, over, cut, info["winner"], info["reason"]) == (-1, True, False, 2, "illegal")
    assert info["illegal"]
    assert env.position == before
    assert seen in env.observation_space
    with pytest.raises(EnvError, match="call reset"):
        env.step(0)


@pytest.mark.parametrize("action", [20, -1, 1.5, None, "3"])
def test_an_action_outside_the_space_is_an_error(action: Any) -> None:
    env = make()
    env.reset(seed=1)
    with pytest.raises(EnvError, match="lies outside 0-19"):
        env.step(action)
    assert env.position.picks == ()


# --- rewards ----------------------------------------------------------------------------


def test_exact_rewards_say_whether_the_win_was_kept() -> None:
    env, rewards = make(game="divisor-duel", reward="exact", seat="random"), set()
    rng = random.Random(1)
    for seed in range(40):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            before, verdict = env.position, solve(env.position)
            n = rng.choice(before.legal)
            _, reward, over, _, info = env.step(n - 1)
            expected = 0 if not verdict.wins else 1 if n in verdict.winning else -1
            assert reward == expected
            rewards.add(reward)
    assert rewards == {1, 0, -1}
    assert "winner" in info


def test_an_exact_reward_of_an_illegal_pick_is_minus_one() -> None:
    env = make(reward="exact", seat=2)
    env.reset(seed=1)
    gone = next(i for i in range(20) if not env.position.choices >> i & 1)
    assert env.step(gone)[1:3] == (-1, True)


# --- opponents that end a game at once ----------------------------------------------------


def test_a_game_lost_before_the_first_pick_ends_with_any_action(tmp_path: Path) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(OWN)
    env = make(game=path, seat=2)
    seen, info = env.reset(seed=1)
    assert not info["action_mask"].any()
    assert info["winner"] == 1
    _, reward, over, _, info = env.step(0)
    assert (reward, over, info["winner"]) == (-1, True, 1)
    assert seen in env.observation_space


def test_an_opponent_from_outside_that_fails_has_lost(tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text("print('nonsense', flush=True)\n")
    env = make(opponent=f"exec:{sys.executable} {engine}")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(5)
    assert (reward, over, info["winner"]) == (1, True, 1)
    assert info["reason"] in {"crash", "garbage"}
    env.close()
    env.close()


@pytest.mark.parametrize("kind", [ENDPOINT, REFUSED])
def test_an_endpoint_that_does_not_answer_is_no_win(kind: str) -> None:
    def choose(*_: object) -> int:
        raise Failure(kind, "no answer")

    env = make()
    env._opponent = BotPlayer("llm:away", choose)
    env.reset(seed=1)
    with pytest.raises(LastpickError, match="no answer"):
        env.step(5)
    with pytest.raises(EnvError, match="call reset"):
        env.step(5)


# --- rendering --------------------------------------------------------------------------


def test_text_shows_the_board() -> None:
    env = make(game="divisor-duel", render_mode="ansi")
    env.reset(seed=1)
    env._position = env.position.game.play([6, 3])
    assert env.render() == (
        "Divisor Duel 1-20: player 1 to pick after 3\n"
        "  [1]   2   (3)   4    5    .    7    8   [9]  10\n"
        "  11  [12]  13   14  [15]  16   17  [18]  19   20\n"
    )


def test_boards_show_who_lost_by_an_illegal_pick() -> None:
    env = make(game="divisor-duel", render_mode="ansi")
    env.reset(seed=1)
    env._position = env.position.game.play([6, 3])
    env.step(6)
    assert env.render().startswith("Divisor Duel 1-20: player 2 wins by forfeit (illegal)\n")
    env = make(game="divisor-duel", render_mode="rgb_array")
    env.reset(seed=1)
    env._position = env.position.game.play([6, 3])
    before = env.render()
    env.step(6)
    assert not np.array_equal(before, env.render())


@pytest.mark.parametrize("name", names())
def test_pictures_show_every_number(name: str) -> None:
    env = make(game=name, render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    assert first.dtype == np.uint8
    assert first.ndim == 3
    while not env.step(int(env.position.choices).bit_length() - 1)[2]:
        assert not np.array_equal(first, env.render())
        assert env.render().shape == first.shape


def test_rendering_without_a_mode_says_so() -> None:
    env = make()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="make the environment with a render_mode"):
        assert env.render() is None


# --- refusals ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"game": "chess"}, "no game is called 'chess'"),
        ({"opponent": "deep-blue"}, "deep-blue"),
        ({"opponent": None}, "opponent=None: expected the name of a player"),
        ({"numbers": 30}, "numbers=30: expected a pool such as '1-30'"),
        ({"game": 7}, "game=7: expected a name or a path"),
        ({"seat": 3}, "seat=3: expected 1, 2, 'random'"),
        ({"seat": True}, "seat=True: expected"),
        ({"reward": "dense"}, "reward='dense': expected 'sparse', 'exact'"),
        ({"numbers": "1-5000"}, "holds 5,000 numbers; this environment takes at most 4,096"),
    ],
)
def test_refusals_are_one_line(options: dict[str, Any], message: str) -> None:
    with pytest.raises(LastpickError, match=message) as refused:
        make(**options)
    assert "\n" not in str(refused.value)


def test_unknown_render_modes_are_refused() -> None:
    with pytest.raises(EnvError, match="render_mode='video': expected 'ansi', 'rgb_array'"):
        LastpickEnv(render_mode="video")


@pytest.mark.parametrize(
    ("missing", "module", "extra"),
    [
        ("gymnasium", "lastpick.envs", "rl"),
        ("numpy", "lastpick.envs", "rl"),
        ("pettingzoo", "lastpick.envs.lastpick_v0", "rl"),
        ("pyspiel", "lastpick.envs.openspiel", "openspiel"),
    ],
)
def test_a_missing_extra_is_named(missing: str, module: str, extra: str) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        f"try:\n    import {module}\nexcept ImportError as error:\n    print(error)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.endswith(f"it comes with: pip install 'lastpick[{extra}]'\n")
    assert run.stdout.count("\n") == 1
    assert missing in run.stdout


def test_importing_the_environments_needs_no_open_spiel() -> None:
    code = (
        "import sys, json, lastpick.envs\n"
        "print(json.dumps([m for m in ('pyspiel', 'pettingzoo') if m in sys.modules]))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == []


# --- many at once -----------------------------------------------------------------------


def step_all(envs: Any, info: dict[str, Any], rng: np.random.Generator) -> tuple[Any, ...]:
    masks = info["action_mask"]
    picks = [rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks]
    return tuple(envs.step(np.array(picks)))


@pytest.mark.parametrize("mode", ["sync", "vector_entry_point"])
@pytest.mark.parametrize("seat", [1, 2, "random"])
def test_vector_environments_play_whole_games(mode: str, seat: Any) -> None:
    envs = gymnasium.make_vec("Lastpick-v0", num_envs=12, vectorization_mode=mode, seat=seat)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    rng, before = np.random.default_rng(1), np.zeros(12, bool)
    seen, info = envs.reset(seed=3)
    rewards = []
    for _ in range(60):
        assert seen in envs.observation_space
        assert np.array_equal(seen[:, 1], info["action_mask"])
        seen, reward, over, cut, info = step_all(envs, info, rng)
        assert not cut.any()
        assert not (over & before).any()  # the step after the end begins anew
        assert (reward[before] == 0).all()
        assert (np.abs(reward) == over).all()
        anew = seen[before]  # begun anew: nothing is gone but the opponent's opening
        assert (anew[:, 0].sum(axis=1) == 20 - (info["seat"][before] == 2)).all()
        rewards += reward[over].tolist()
        before = over
    assert set(rewards) == {1, -1}
    envs.close()


@pytest.mark.parametrize("opponent", ["greedy", "level:3", "perfect"])
def test_vector_opponents_are_the_bots(opponent: str) -> None:
    envs: Any = gymnasium.make_vec(
        "Lastpick-v0", num_envs=6, game="non-consecutive", opponent=opponent, render_mode="ansi"
    )
    rng, lost, ended = np.random.default_rng(2), 0, 0
    _, info = envs.reset(seed=5)
    for _ in range(30):
        _, reward, over, _, info = step_all(envs, info, rng)
        lost, ended = lost + int((reward == -1).sum()), ended + int(over.sum())
    assert ended > 10
    if opponent == "perfect":  # every opening loses
        assert lost == ended
    assert all(board.startswith("Non-Consecutive 1-20: ") for board in envs.render())


def test_vector_rewards_can_be_exact() -> None:
    envs: Any = gymnasium.make_vec("Lastpick-v0", num_envs=10, reward="exact")
    rng, rewards = np.random.default_rng(2), set()
    _, info = envs.reset(seed=5)
    games = envs.unwrapped._games
    for _ in range(30):
        masks, skipped = info["action_mask"], envs.unwrapped._over.copy()
        picks = np.array([rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in masks])
        verdicts = [solve(games.position(i)) for i in range(10)]
        _, reward, _, _, info = envs.step(picks)
        for i, verdict in enumerate(verdicts):
            kept = 0 if not verdict.wins else 1 if picks[i] + 1 in verdict.winning else -1
            assert reward[i] == (0 if skipped[i] else kept)
        rewards |= set(reward.tolist())
    assert rewards == {1, 0, -1}


def test_vector_illegal_picks_lose() -> None:
    envs = gymnasium.make_vec("Lastpick-v0", num_envs=3, game="divisor-duel")
    envs.reset(seed=1)
    envs.step(np.array([5, 5, 5]))
    _, reward, over, _, info = envs.step(np.array([5, 5, 5]))
    assert reward.tolist() == [-1, -1, -1]
    assert over.all()
    assert info["illegal"].all()


def test_vector_seeds_repeat() -> None:
    def run(seed: int) -> list[Any]:
        envs = gymnasium.make_vec("Lastpick-v0", num_envs=5, seat="random", opponent="level:2")
        rng = np.random.default_rng(0)
        seen, info = envs.reset(seed=seed)
        found = [seen.tolist()]
        for _ in range(10):
            seen, *_, info = step_all(envs, info, rng)
            found.append(seen.tolist())
        return found

    assert run(1) == run(1) != run(2)


def test_vector_games_lost_before_the_first_pick(tmp_path: Path) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(OWN)
    envs = gymnasium.make_vec("Lastpick-v0", num_envs=2, game=path, seat=2)
    _, info = envs.reset(seed=1)
    assert not info["action_mask"].any()
    _, reward, over, _, _ = envs.step(np.array([0, 0]))
    assert reward.tolist() == [-1, -1]
    assert over.all()


def test_players_from_outside_play_one_game_at_a_time() -> None:
    with pytest.raises(EnvError, match=r"exec:true plays one game at a time: .*'sync' or 'async'"):
        gymnasium.make_vec("Lastpick-v0", num_envs=2, opponent="exec:true")


def test_vector_games_begin_with_reset() -> None:
    envs = gymnasium.make_vec("Lastpick-v0", num_envs=2, opponent="perfect")
    with pytest.raises(EnvError, match="no game has begun: call reset"):
        envs.step(np.array([0, 0]))


@pytest.mark.parametrize("reward", ["sparse", "exact"])
@pytest.mark.parametrize("actions", [[1, 2], [1, 2, 20], [-1, 1, 1], [1.0, 2.0, 3.0], None])
def test_vector_actions_that_are_none_change_nothing(reward: str, actions: Any) -> None:
    envs: Any = gymnasium.make_vec("Lastpick-v0", num_envs=3, reward=reward)
    seen, _ = envs.reset(seed=1)
    with pytest.raises(EnvError, match=r"expected 3 whole numbers|lies outside 0-19"):
        envs.step(actions)
    assert np.array_equal(envs.unwrapped._games.observe(), seen)


@pytest.mark.parametrize("reward", ["sparse", "exact"])
@pytest.mark.parametrize("seat", [1, 2, "random"])
def test_vector_games_name_their_winners(reward: str, seat: Any) -> None:
    """Exact rewards do not tell who won, and an illegal pick is no win."""
    envs: Any = gymnasium.make_vec(
        "Lastpick-v0", num_envs=20, seat=seat, reward=reward, render_mode="ansi"
    )
    rng, found = np.random.default_rng(3), set()
    envs.reset(seed=5)
    for _ in range(30):
        picks = envs.unwrapped._games.sample(rng)
        blind = rng.random(20) < 0.1
        picks[blind] = rng.integers(20, size=int(blind.sum()))
        _, _, over, _, info = envs.step(picks)
        illegal = info.get("illegal", np.zeros(20, bool))
        assert ("winner" in info) == over.any()
        for i in np.flatnonzero(over):
            outcome, mine = envs.unwrapped._games.position(i).outcome, info["seat"][i]
            assert info["winner"][i] == (3 - mine if illegal[i] else outcome.winner)
            found.add((illegal[i], info["winner"][i] == mine))
        assert np.array_equal(info.get("_winner", over), over)
        assert not info.get("winner", over)[~over].any()
    assert found == {(True, False), (False, False), (False, True)}


@pytest.mark.parametrize("opponent", ["level:2", "mcts:20"])
def test_vector_copies_go_on_as_the_games_do(opponent: str) -> None:
    envs: Any = gymnasium.make_vec("Lastpick-v0", num_envs=3, opponent=opponent, seat="random")
    _, info = envs.reset(seed=1)
    copies = [copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))]
    stories = []
    for each in (envs, *copies):
        rng, now = np.random.default_rng(0), info
        story: list[Any] = []
        for _ in range(8):
            seen, *_, now = step_all(each, now, rng)
            story.append(seen.tolist())
        stories.append(story)
    assert stories[0] == stories[1] == stories[2]
