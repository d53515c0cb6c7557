"""Speed of tournaments, as a ratio from one run: games a second on two processes against one.

The rounds of both take turns, so that a busy machine slows both alike, and the best of
each counts. Every game is played, graded and written to disk, as in `lastpick arena`.
"""

from __future__ import annotations

import os
import sys
import tempfile
from time import perf_counter

from lastpick.arena.batch import JOB
from lastpick.arena.entrants import read_games, read_players
from lastpick.arena.results import open_results
from lastpick.arena.run import run
from lastpick.arena.tournament import Tournament
from lastpick.catalog import names
from lastpick.players.player import Options
from lastpick.workers import PROCESSES, hire

ROUNDS = 4
AT_LEAST = 1.6


def games_per_second(processes: int, seed: int) -> float:
    """From the first batch that is handed out to the last that is on disk."""
    games, players = read_games(names(), None), read_players(["random,greedy,level:3,perfect"])
    warm, tournament = (
        Tournament(games, players, rounds, seed, 20_000, Options()) for rounds in (2, 15)
    )
    with tempfile.TemporaryDirectory() as folder, hire(PROCESSES, processes, JOB) as workers:
        with open_results(os.path.join(folder, "warm.jsonl"), warm) as results:
            run(results, workers)  # the workers import and open what they need
        with open_results(os.path.join(folder, "results.jsonl"), tournament) as results:
            began = perf_counter()
            run(results, workers)
            return tournament.total / (perf_counter() - began)


def main() -> int:
    best = {1: 0.0, 2: 0.0}
    for turn in range(ROUNDS):
        for processes in best:
            best[processes] = max(best[processes], games_per_second(processes, turn))
    ratio = best[2] / best[1]
    print("Tournaments: games a second, played, graded and on disk")
    for processes, rate in best.items():
        print(f"  {processes} process{'es' * (processes > 1):3} {rate:8.0f}")
    print(f"  two against one {ratio:.2f} (to be at least {AT_LEAST})")
    return 0 if ratio >= AT_LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
