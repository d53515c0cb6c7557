"""Environments against others', as ratios from one run: many games at once, and one.

As in bench.py, every figure is the best of several rounds in which the contestants take
turns. All pick at random among what is legal, and all count picks made. The others compete with
the best that they have: PettingZoo also without its checks (`raw_env`), OpenSpiel also with both
players and the loop in C++, where no agent of one's own could pick.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from importlib import import_module
from time import perf_counter
from typing import Any

import gymnasium
import numpy as np
from bench import Contest, aec, best, open_spiel

import lastpick.envs
from lastpick.envs import VectorGames, lastpick_v0

ROUNDS = 12
SECONDS = 0.1  # of a round, at least
GAMES = ("divisor-duel", "non-consecutive", "prime-rumble", "juniper-green")
MANY = 16384
LIKE = ("divisor-duel", "non-consecutive")  # of a size with tic-tac-toe and connect four


def rate(burst: Callable[[], int]) -> Callable[[], float]:
    """Picks a second, over bursts that fill a round."""

    def run() -> float:
        began, made = perf_counter(), 0
        while (took := perf_counter() - began) < SECONDS:
            made += burst()
        return made / took

    return run


# --- many at once -------------------------------------------------------------------------


def ours(name: str, look: str) -> Callable[[], int]:
    """Steps of many games: with their legal masks, or with all that an agent observes."""
    games = VectorGames(name, MANY, seed=0)
    show = games.legal if look == "masks" else games.observe

    def burst() -> int:
        for _ in range(4):
            games.step(games.sample())
            show()
        return 4 * MANY

    return burst


def spiel_vector(name: str, count: int = 64) -> Callable[[], int]:
    """OpenSpiel's own vector environment."""
    from open_spiel.python import rl_environment
    from open_spiel.python.rl_agent import StepOutput
    from open_spiel.python.vector_env import SyncVectorEnv

    envs = SyncVectorEnv([rl_environment.Environment(name) for _ in range(count)])
    choice, seen = random.Random(0).choice, envs.reset()

    def burst() -> int:
        nonlocal seen
        picks = []
        for step in seen:
            legal = step.observations["legal_actions"][step.observations["current_player"]]
            picks.append(StepOutput(action=choice(legal), probs=None))
        seen = envs.step(picks, reset_if_done=True)[0]
        return count

    return burst


def spiel_inside(name: str) -> Callable[[], int]:
    """OpenSpiel's own random bots, playing whole games inside C++."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in (0, 1)]

    def burst() -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, 0)
        return int(state.move_number())

    return burst


def zoo_game(name: str, checks: bool = True) -> Callable[[], int]:
    """One of PettingZoo's own games."""
    module = import_module(f"pettingzoo.classic.{name}")
    return aec(module.env() if checks else module.raw_env())


def many() -> None:
    theirs = {
        "OpenSpiel tic_tac_toe, loop": open_spiel("tic_tac_toe"),
        "OpenSpiel connect_four, loop": open_spiel("connect_four"),
        "OpenSpiel nim, loop": open_spiel("nim"),
        "OpenSpiel hex 10 x 10, loop": open_spiel("hex(board_size=10)"),
        "OpenSpiel tic_tac_toe, SyncVectorEnv": spiel_vector("tic_tac_toe"),
        "OpenSpiel tic_tac_toe, inside C++": spiel_inside("tic_tac_toe"),
        "PettingZoo tictactoe, loop": zoo_game("tictactoe_v3"),
        "PettingZoo connect_four, loop": zoo_game("connect_four_v3"),
        "PettingZoo tictactoe, raw_env": zoo_game("tictactoe_v3", checks=False),
    }
    mine = {f"{name}, {look}": ours(name, look) for name in GAMES for look in ("masks", "all")}
    contest: Contest = {name: rate(burst) for name, burst in (theirs | mine).items()}
    found = best(contest, ROUNDS)
    spiel, zoo = (
        max(figure for name, figure in found.items() if name.startswith(maker))
        for maker in ("OpenSpiel", "PettingZoo")
    )
    print(f"{MANY:,} games at once, in picks a second (ratio to OpenSpiel's and PettingZoo's best)")
    print(f"  (to be at least 5 and 50 with masks, for {' and '.join(LIKE)})")
    for name, figure in found.items():
        print(f"  {name:38} {figure:12,.0f} {figure / spiel:6.2f} {figure / zoo:8.1f}")


# --- one ----------------------------------------------------------------------------------


def single(name: str) -> Callable[[], int]:
    """Our Gymnasium environment: a step is a pick and its answer, and counts as one."""
    env: Any = gymnasium.make(lastpick.envs.ENV_ID, game=name, opponent="random")
    choice = random.Random(0).choice
    env.reset(seed=0)

    def burst() -> int:
        _, info = env.reset()
        steps, over = 0, False
        while not over:
            _, _, over, _, info = env.step(choice(info["action_mask"].nonzero()[0]))
            steps += 1
        return steps

    return burst


def one() -> None:
    theirs = {
        "PettingZoo tictactoe": zoo_game("tictactoe_v3"),
        "PettingZoo connect_four": zoo_game("connect_four_v3"),
    }
    bare = "PettingZoo tictactoe, raw_env"
    mine = {f"PettingZoo {name}": aec(lastpick_v0.env(game=name)) for name in GAMES}
    mine |= {f"Gymnasium {name}": single(name) for name in GAMES}
    ours_bare = {
        f"PettingZoo {name}, raw_env": aec(lastpick_v0.raw_env(game=name)) for name in GAMES
    }
    without = {bare: zoo_game("tictactoe_v3", checks=False)} | ours_bare
    found = best({name: rate(burst) for name, burst in (theirs | mine | without).items()}, ROUNDS)
    print("One game, in steps a second (ratio to PettingZoo's best; to be at least 2)")
    zoo = max(found[name] for name in theirs)
    for name in theirs | mine:
        print(f"  {name:38} {found[name]:12,.0f} {found[name] / zoo:6.2f}")
    print("The same without checks on either side")
    for name in without:
        print(f"  {name:38} {found[name]:12,.0f} {found[name] / found[bare]:6.2f}")


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # what their imports say of each other
    np.seterr(all="raise")
    many()
    one()
