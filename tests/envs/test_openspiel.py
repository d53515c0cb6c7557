"""The OpenSpiel game: random simulations, stored playthroughs, and the engine.

To write the playthroughs anew after a change that is meant: make playthroughs GAMES="NAME NAME"
"""

import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import make_observation

import lastpick.envs.openspiel
from lastpick.catalog import load, names
from lastpick.errors import IllegalPick, LastpickError

FOLDER = Path(__file__).parent / "playthroughs"
STORED = sorted(FOLDER.iterdir())


@pytest.fixture(autouse=True, scope="module")
def parsed_flags() -> None:
    """Their playthroughs read a command-line flag, which has to have been parsed."""
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(sys.argv[:1])


@pytest.mark.parametrize("name", names())
def test_random_simulations(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    game = pyspiel.load_game(f"python_lastpick(game={name})")
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    capfd.readouterr()  # it prints whole games


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_the_stored_playthroughs_come_out_again(path: Path) -> None:
    original, again = generate_playthrough.replay(str(path))
    assert again.splitlines() == original.splitlines()


@pytest.mark.parametrize("name", names())
def test_it_is_the_engines_game(name: str) -> None:
    game = pyspiel.load_game(f"python_lastpick(game={name})")
    rng = np.random.default_rng(1)
    first = load(name).numbers.first
    for _ in range(10):
        state, position = game.new_initial_state(), load(name).start()
        while position.choices:
            assert state.current_player() == position.turn - 1
            assert state.legal_actions() == [n - first for n in position.legal]
            assert state.returns() == [0, 0]
            action = int(rng.choice(state.legal_actions()))
            assert state.action_to_string(action) == str(first + action)
            state.apply_action(action)
            position = position.pick(first + action)
        assert state.is_terminal()
        assert state.current_player() == pyspiel.PlayerId.TERMINAL
        assert position.outcome
        assert state.returns() == ([1, -1] if position.outcome.winner == 1 else [-1, 1])


def test_illegal_actions_raise_and_change_nothing() -> None:
    state = pyspiel.load_game("python_lastpick(game=divisor-duel)").new_initial_state()
    state.apply_action(5)
    for action, message in (
        (6, "7 is neither a divisor nor a multiple of 6"),
        (40, "41 is not in"),
    ):
        with pytest.raises(IllegalPick, match=message):
            state.apply_action(action)
    assert state.history() == [5]


def test_parameters() -> None:
    game = pyspiel.load_game("python_lastpick(game=prime-rumble,last=30)")
    assert game.num_distinct_actions() == game.max_game_length() == 29  # from its own first, 2
    assert game.get_parameters() == {"game": "prime-rumble", "first": 0, "last": 30}
    assert pyspiel.load_game("python_lastpick").num_distinct_actions() == 20
    other = pyspiel.load_game("python_lastpick", {"game": "juniper-green", "first": 4})
    assert other.num_distinct_actions() == 97
    assert str(pyspiel.load_game(str(game))) == str(game)


def test_a_game_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "steps.toml"
    path.write_text('numbers = "3-9"\nfollows = "abs(n - last) <= 2"\n')
    state = pyspiel.load_game("python_lastpick", {"game": str(path)}).new_initial_state()
    state.apply_action(2)  # 5
    assert [state.action_to_string(a) for a in state.legal_actions()] == ["3", "4", "6", "7"]


def test_observations() -> None:
    game = pyspiel.load_game("python_lastpick(last=6)")
    state = game.new_initial_state()
    for action in (5, 2):  # 6, then 3
        state.apply_action(action)
    seen = make_observation(game)
    seen.set_from(state, 0)
    rows = [[1, 1, 0, 1, 1, 0], [1, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0]]
    assert seen.dict["observation"].tolist() == rows
    assert state.observation_tensor(1) == [bit for row in rows for bit in row]
    recalled = np.array(state.information_state_tensor(0)).reshape(6, 6)
    assert [np.flatnonzero(row).tolist() for row in recalled] == [[5], [2], [], [], [], []]
    assert state.information_state_string(1) == "6 3"
    assert state.observation_string(0) == str(state)


def test_states_are_copied_and_stored_whole() -> None:
    game = pyspiel.load_game("python_lastpick(last=12)")
    state = game.new_initial_state()
    state.apply_action(5)
    for copy in (state.clone(), pickle.loads(pickle.dumps(state))):
        assert str(copy) == str(state)
        copy.apply_action(copy.legal_actions()[0])
        assert state.history() == [5]
    assert state.clone().position is state.position  # a search copies at every node
    game_again, state_again = pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(game, state)
    )
    assert (str(game_again), str(state_again)) == (str(game), str(state))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"game": "chess"}, "no game is called 'chess'"),
        ({"first": 9, "last": 3}, "is empty"),
        ({"last": 2000}, "holds 2,000 numbers; this environment takes at most 1,024"),
    ],
)
def test_refusals_are_one_line(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(LastpickError, match=message) as refused:
        pyspiel.load_game("python_lastpick", parameters)
    assert "\n" not in str(refused.value)


def test_algorithms_of_theirs_find_what_the_oracle_knows() -> None:
    """Their alpha-beta search, on a pool small enough for it."""
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    for name, last in (("divisor-duel", 7), ("divisor-duel", 8), ("non-consecutive", 8)):
        game = pyspiel.load_game("python_lastpick", {"game": name, "first": 1, "last": last})
        value, _ = alpha_beta_search(game)
        wins = lastpick.oracle.solve(load(name, f"1-{last}").start()).wins
        assert value == (1 if wins else -1)


@pytest.mark.parametrize(("name", "last"), [("divisor-duel", 7), ("non-consecutive", 7)])
def test_a_search_of_theirs_proves_a_winning_pick(name: str, last: int) -> None:
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

    game = pyspiel.load_game("python_lastpick", {"game": name, "last": last})
    chance, state = np.random.RandomState(1), game.new_initial_state()
    rollouts = RandomRolloutEvaluator(1, chance)
    bot = MCTSBot(game, 1.5, 500, rollouts, solve=True, random_state=chance)
    assert state.first + bot.step(state) in lastpick.oracle.solve(state.position).winning


def test_their_learning_environment_takes_it() -> None:
    from open_spiel.python.rl_environment import Environment

    env = Environment(pyspiel.load_game("python_lastpick(game=prime-rumble,last=12)"))
    seen = env.reset()
    while not seen.last():
        mover = seen.observations["current_player"]
        seen = env.step([seen.observations["legal_actions"][mover][0]])
    assert sorted(seen.rewards) == [-1, 1]
