"""Tournaments for tests: small ones, played in this process or by the program."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from lastpick.arena.batch import JOB
from lastpick.arena.entrants import read_games, read_players
from lastpick.arena.results import open_results
from lastpick.arena.run import run as run_all
from lastpick.arena.tally import Tally
from lastpick.arena.tournament import Tournament
from lastpick.players.player import Options
from lastpick.workers import HERE, hire
from support.running import Done, run

GAMES = ("divisor-duel", "non-consecutive")
PLAYERS = "random,greedy,perfect"
SMALL = ("--players", PLAYERS, "--rounds", 2, "--seed", 5)


def tournament(
    games: Iterable[str] = GAMES,
    players: str | Iterable[str] = PLAYERS,
    rounds: int = 2,
    seed: int = 5,
    grade: int = 20_000,
    options: Options = Options(),  # noqa: B008 - a value, and never changed
) -> Tournament:
    values = [players] if isinstance(players, str) else players
    return Tournament(read_games(games, None), read_players(values), rounds, seed, grade, options)


def played(of: Tournament, path: Path) -> Tally:
    """Play what is missing in a results file, without other processes."""
    with open_results(str(path), of) as results, hire(HERE, 1, JOB) as workers:
        run_all(results, workers)
        return results.tally


def arena(path: Path, *args: object, games: Iterable[str] = GAMES) -> Done:
    """Run the program on a results file."""
    return run("arena", *games, *(args or SMALL), "--output", path)


def game_lines(path: Path) -> list[str]:
    """The games in a results file, in any order."""
    header, *games = path.read_text().splitlines()
    assert header.startswith('{"lastpick-arena": 1')
    return sorted(games)
