"""Environments against others', as ratios from one run: many games at once, and one.

As in bench.py, every figure is the best of several rounds in which the contestants take
turns. All pick at random among what is legal, and all count picks made.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from time import perf_counter
from typing import Any

import gymnasium
import numpy as np
from bench import Contest, best, open_spiel, petting_zoo

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


def many() -> None:
    theirs = {
        "OpenSpiel tic_tac_toe, loop": open_spiel("tic_tac_toe"),
        "OpenSpiel connect_four, loop": open_spiel("connect_four"),
        "OpenSpiel nim, loop": open_spiel("nim"),
        "OpenSpiel tic_tac_toe, SyncVectorEnv": spiel_vector("tic_tac_toe"),
        "PettingZoo tictactoe, loop": petting_zoo("tictactoe_v3"),
        "PettingZoo connect_four, loop": petting_zoo("connect_four_v3"),
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


def aec(name: str) -> Callable[[], int]:
    """Our PettingZoo environment in the loop that theirs run in."""
    env, choice = lastpick_v0.env(game=name), random.Random(0).choice

    def burst() -> int:
        env.reset()
        plies = 0
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            env.step(choice(observation["action_mask"].nonzero()[0]))
            plies += 1
        return plies

    return burst


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
        "PettingZoo tictactoe": petting_zoo("tictactoe_v3"),
        "PettingZoo connect_four": petting_zoo("connect_four_v3"),
    }
    mine = {f"PettingZoo {name}": aec(name) for name in GAMES}
    mine |= {f"Gymnasium {name}": single(name) for name in GAMES}
    found = best({name: rate(burst) for name, burst in (theirs | mine).items()}, ROUNDS)
    zoo = max(found[name] for name in theirs)
    print("One game, in steps a second (ratio to PettingZoo's best; to be at least 2)")
    for name, figure in found.items():
        print(f"  {name:38} {figure:12,.0f} {figure / zoo:6.2f}")


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # what their imports say of each other
    np.seterr(all="raise")
    many()
    one()
