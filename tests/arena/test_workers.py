"""The same games on one process, on two, and on a cluster that loses a worker."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from math import inf
from pathlib import Path
from typing import Any

import pytest
from support.clusters import patiently, scheduler, worker
from support.running import TIMEOUT, command, environment, run
from support.tournaments import GAMES, SMALL, arena, game_lines, played, tournament

from lastpick.arena.batch import JOB
from lastpick.arena.report.data import as_data, report
from lastpick.arena.results import open_results
from lastpick.arena.run import run as run_all
from lastpick.errors import WorkersError
from lastpick.workers import PROCESSES, Workers, hire
from lastpick.workers.threads import AtOnce

LONG = ("--players", "random,greedy,level:3,perfect", "--rounds", 25)
STARTER = Path(__file__).parents[2] / "examples" / "engines" / "simple.py"


def test_the_number_of_processes_changes_nothing(tmp_path: Path) -> None:
    here = tmp_path / "here.jsonl"
    expected = as_data(report(played(tournament(), here)))
    for count in (1, 2):
        path = tmp_path / f"{count}.jsonl"
        done = arena(path, *SMALL, "--json", "--processes", count)
        assert done.json == json.loads(json.dumps(expected))
        assert game_lines(path) == game_lines(here)


def test_another_seed_changes_the_games(tmp_path: Path) -> None:
    lines = []
    for seed in (5, 6):
        path = tmp_path / f"{seed}.jsonl"
        played(tournament(seed=seed), path)
        lines.append(game_lines(path))
    assert lines[0] != lines[1]


def test_a_game_depends_on_its_number_alone(tmp_path: Path) -> None:
    """More rounds, or a start in the middle, leave the games that were there as they were."""
    few, many = tmp_path / "few.jsonl", tmp_path / "many.jsonl"
    played(tournament(rounds=1), few)
    played(tournament(rounds=2), many)
    assert set(game_lines(few)) < set(game_lines(many))


class Watched(AtOnce):
    """Notes which games are handed out; brings back one game of each batch if slow, else all."""

    def __init__(self, slow: bool = False) -> None:
        self.slow = slow
        self.batches: list[tuple[int, ...]] = []

    def submit(self, work: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        self.batches.extend(args)
        return super().submit(work, *args, **options, seconds=-inf if self.slow else inf)


def in_order(path: Path) -> list[int]:
    """The numbers of the games in a results file."""
    return [json.loads(line)["number"] for line in path.read_text().splitlines()[1:]]


def test_games_are_played_and_kept_round_by_round(tmp_path: Path) -> None:
    """So a tournament that is interrupted has played its first rounds, in every game."""
    path, of = tmp_path / "results", tournament(rounds=4)
    watched = Watched()
    with open_results(str(path), of) as results:
        run_all(results, Workers(watched, 4, JOB, ahead=2))
    everything = list(range(1, of.total + 1))
    assert len(watched.batches[0]) > 1
    assert len(watched.batches) > 8  # more than are out at once
    assert [n for numbers in watched.batches for n in numbers] == everything
    assert in_order(path) == everything


def test_games_that_are_missing_before_others_are_played_first(tmp_path: Path) -> None:
    path, of = tmp_path / "results", tournament()
    played(of, path)
    header, *lines = path.read_text().splitlines(keepends=True)
    lines.sort(key=lambda line: json.loads(line)["number"])
    there = [9, 2, 10]
    path.write_text(header + "".join(lines[n - 1] for n in there))
    with open_results(str(path), of) as results:
        run_all(results, Workers(Watched(), 1, JOB, ahead=2))
    assert in_order(path) == there + [n for n in range(1, of.total + 1) if n not in there]


def test_what_slow_batches_leave_goes_out_before_anything_new(tmp_path: Path) -> None:
    path, of = tmp_path / "results", tournament()
    watched = Watched(slow=True)
    with open_results(str(path), of) as results:
        run_all(results, Workers(watched, 1, JOB, ahead=1))
    left: tuple[int, ...] = ()
    newest = 0
    for numbers in watched.batches:
        again = left[: len(numbers)]
        fresh = range(newest + 1, newest + 1 + len(numbers) - len(again))
        assert numbers == (*again, *fresh)
        left = left[len(again) :] + numbers[1:]
        newest += len(fresh)
    assert (left, newest) == ((), of.total)
    assert in_order(path) == [numbers[0] for numbers in watched.batches]


def test_a_worker_starts_a_program_once(tmp_path: Path) -> None:
    """However many batches it plays: a program may need long to be ready."""
    starts = tmp_path / "starts"
    engine = tmp_path / "engine.py"
    engine.write_text(f"open({str(starts)!r}, 'a').write('x')\n" + STARTER.read_text())
    of = tournament(["divisor-duel"], ["random", f"exec:{sys.executable} {engine}"])
    with open_results(str(tmp_path / "results"), of) as results, hire(PROCESSES, 1, JOB) as workers:
        run_all(results, workers)
    assert results.tally.failures == [{}, {}]
    assert starts.read_text() == "x"


def test_a_worker_that_dies_is_told(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"

    def run_into_it() -> None:
        with open_results(str(path), tournament()) as results, hire(PROCESSES, 1, JOB) as workers:
            os.kill(workers.executor.submit(os.getpid).result(), signal.SIGKILL)
            run_all(results, workers)

    with pytest.raises(
        WorkersError, match="a worker process died; nothing that was played is lost"
    ):
        run_into_it()
    assert played(tournament(), path).played == 24


# --- a real cluster on loopback -------------------------------------------------------------------


def test_a_cluster_that_loses_a_worker_gives_the_same_table(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    here, path = tmp_path / "here.jsonl", tmp_path / "cluster.jsonl"
    expected = arena(here, *LONG)
    with (
        scheduler(tmp_path) as (address, _),
        worker(address, tmp_path / "one"),
        worker(address, tmp_path / "two") as two,
    ):
        args = ("arena", *GAMES, *LONG, "--output", path, "--executor", f"dask:{address}")
        child = subprocess.Popen(
            command(args), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
        )
        with child:
            some = here.stat().st_size // 8
            assert patiently(lambda: path.exists() and path.stat().st_size > some, child)
            two.send_signal(signal.SIGKILL)
            assert child.poll() is None, "the run was over before the worker was killed"
            out, err = child.communicate(timeout=TIMEOUT)
    assert b"Traceback" not in err
    assert (child.returncode, out.decode()) == (0, expected.out)
    assert game_lines(path) == game_lines(here)


def test_a_cluster_that_is_lost_is_told(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    path = tmp_path / "cluster.jsonl"
    with scheduler(tmp_path) as (address, first), worker(address, tmp_path / "one"):
        args = ("arena", *GAMES, *LONG, "--output", path, "--executor", f"dask:{address}")
        child = subprocess.Popen(
            command(args), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
        )
        with child:
            assert patiently(lambda: path.exists() and path.stat().st_size > 5000, child)
            first.send_signal(signal.SIGKILL)
            out, err = child.communicate(timeout=TIMEOUT)
    assert (child.returncode, out) == (1, b"")
    assert err.decode().splitlines()[1:] == [
        f"lastpick: the cluster at {address} is gone; nothing that was played is lost,"
        " and the same command goes on"
    ]
    assert arena(path, *LONG).code == 0


def test_a_cluster_without_a_scheduler(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    with closing(socket.socket()) as taken:  # nobody listens at a port that is bound
        taken.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        done = arena(tmp_path / "results.jsonl", *SMALL, "--executor", f"dask:{address}")
    assert (done.code, done.out) == (1, "")
    assert f"there is no Dask scheduler at {address}" in done.err
    assert done.err.count("\n") == 2  # where the results go, and what is wrong
    assert arena(tmp_path / "results.jsonl").code == 0


def test_a_cluster_without_the_extra(tmp_path: Path) -> None:
    (tmp_path / "distributed.py").write_text("raise ImportError('no', name='distributed')")
    done = run(
        *("arena", "divisor-duel", *SMALL, "--executor", "dask:tcp://127.0.0.1:1"),
        *("--output", tmp_path / "results.jsonl"),
        env={"PYTHONPATH": str(tmp_path)},
    )
    assert (done.code, done.out) == (1, "")
    assert "pip install 'lastpick[dask]'" in done.err
