"""Speed, as ratios from one run: start-up, and random playouts against other libraries.

Every figure is the best of several short rounds, and the rounds of all contestants take
turns, so that a busy machine slows all of them alike.
"""

from __future__ import annotations

import compileall
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import lastpick

ROUNDS = 15
PLAYOUTS = 500
GAMES = ("divisor-duel", "non-consecutive", "prime-rumble", "juniper-green")

Contest = dict[str, Callable[[], float]]


def best(contest: Contest, rounds: int = ROUNDS) -> dict[str, float]:
    """The highest figure of each contestant, taking turns."""
    figures = dict.fromkeys(contest, 0.0)
    for done in range(rounds):
        for name, run in contest.items():
            figures[name] = max(figures[name], run())
        if sys.stderr.isatty():
            print(f"\rround {done + 1} of {rounds} ", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print("\r" + " " * 20, end="\r", file=sys.stderr)
    return figures


# --- start-up --------------------------------------------------------------------------


def starts(command: list[str]) -> Callable[[], float]:
    """How often a second a command could be started and end."""

    def run() -> float:
        began = perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return 1 / (perf_counter() - began)

    return run


def start_up() -> None:
    compileall.compile_dir(Path(lastpick.__file__).parent, quiet=2)  # as an installer does
    command = os.path.join(os.path.dirname(sys.executable), "lastpick")
    found = best(
        {
            "python -c pass": starts([sys.executable, "-c", "pass"]),
            "lastpick --version": starts([command, "--version"]),
            "lastpick games": starts([command, "games"]),
        },
        rounds=40,
    )
    base = found["python -c pass"]
    print("Start-up (ratio to python -c pass; --version is to be at most 3)")
    for name, rate in found.items():
        print(f"  {name:22} {1000 / rate:6.1f} ms {base / rate:6.2f}")


# --- playouts --------------------------------------------------------------------------


def plies_per_second(playout: Callable[[], int]) -> Callable[[], float]:
    def run() -> float:
        began = perf_counter()
        plies = sum(playout() for _ in range(PLAYOUTS))
        return plies / (perf_counter() - began)

    return run


def by_steps(name: str) -> Callable[[], int]:
    """A playout by way of `legal` and `pick`, as the other libraries' loops go."""
    game, choice = lastpick.load(name), random.Random(0).choice

    def playout() -> int:
        plies, position = 0, game.start()
        while legal := position.legal:
            position = position.pick(choice(legal))
            plies += 1
        return plies

    return playout


def at_once(name: str) -> Callable[[], int]:
    """A playout by `Position.playout`."""
    start, rng = lastpick.load(name).start(), random.Random(0)
    return lambda: len(start.playout(rng).picks)


def open_spiel(name: str) -> Callable[[], int]:
    import pyspiel

    game, choice = pyspiel.load_game(name), random.Random(0).choice

    def playout() -> int:
        plies, state = 0, game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            plies += 1
        return plies

    return playout


def petting_zoo(name: str) -> Callable[[], int]:
    from importlib import import_module

    return aec(import_module(f"pettingzoo.classic.{name}").env())


def aec(env: Any) -> Callable[[], int]:
    """A game of an AEC environment, theirs or ours, in the same loop."""
    choice = random.Random(0).choice

    def playout() -> int:
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

    return playout


def playouts() -> None:
    theirs = {
        "OpenSpiel tic_tac_toe": open_spiel("tic_tac_toe"),
        "OpenSpiel nim": open_spiel("nim"),
        "PettingZoo tictactoe": petting_zoo("tictactoe_v3"),
        "PettingZoo connect_four": petting_zoo("connect_four_v3"),
    }
    ours = {f"{name}, playout": at_once(name) for name in GAMES}
    ours |= {f"{name}, by steps": by_steps(name) for name in GAMES}
    contest = {name: plies_per_second(run) for name, run in (theirs | ours).items()}
    found = best(contest)
    spiel, zoo = (
        max(rate for name, rate in found.items() if name.startswith(maker))
        for maker in ("OpenSpiel", "PettingZoo")
    )
    print("Random playouts, in plies a second (ratio to OpenSpiel's and PettingZoo's best)")
    print("  (to be at least 1 and 10)")
    for name, rate in found.items():
        print(f"  {name:26} {rate:10,.0f} {rate / spiel:6.2f} {rate / zoo:6.1f}")


if __name__ == "__main__":
    start_up()
    playouts()
