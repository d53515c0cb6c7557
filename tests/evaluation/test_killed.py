"""The same bytes on threads, processes and a cluster, also after a kill -9 of whom it may hit."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support.clusters import scheduler, worker
from support.evaluating import ONE, QUICK, Answers, Evaluate, questions, report
from support.running import run

KILLER = """
import json, os, signal, sys
count = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "killer"}), flush=True)
    elif message["type"] == "position":
        count += 1
        if count == int(sys.argv[2]) and not os.path.exists(sys.argv[1]):
            open(sys.argv[1], "w").close()
            os.kill(os.getppid(), signal.SIGKILL)
        print(json.dumps({"type": "pick", "pick": message["legal"][0]}), flush=True)
    elif message["type"] == "quit":
        break
"""

MORTAL = """
import os, signal, sys
from itertools import count

if "evaluate" in sys.orig_argv:
    written, sync = count(1), os.fsync

    def fsync(handle):
        sync(handle)
        if next(written) == int(os.environ["DIES_AFTER"]):
            os.kill(os.getpid(), signal.SIGKILL)

    os.fsync = fsync
"""


def killer(folder: Path, after: int) -> str:
    """An engine that kills who asks it, once."""
    engine = folder / "engine.py"
    engine.write_text(KILLER)
    flag = shlex.quote(str(folder / "killed"))
    return f"exec:{sys.executable} {shlex.quote(str(engine))} {flag} {after}"


def killed(folder: Path, file: Path, *args: object, writes: int = 15) -> bytes:
    """Run an evaluation that is killed after so many writes to a disk; what it has kept."""
    (folder / "sitecustomize.py").write_text(MORTAL)
    path = os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH"))))
    more = {"PYTHONPATH": path, "DIES_AFTER": str(writes)}
    done = run("evaluate", *args, "--output", file, env=more, cwd=folder)
    assert done.code == -9, done
    return file.read_bytes()


def went_on(before: bytes, file: Path) -> bytes:
    """What has become of results that were killed in their middle."""
    whole = file.read_bytes()
    assert whole.startswith(before)
    assert before.count(b"\n") in range(5, whole.count(b"\n") - 5)
    return whole


def test_a_run_that_is_killed_in_a_won_game_loses_nothing_of_it(
    evaluate: Evaluate, tmp_path: Path
) -> None:
    after = 80
    words = (killer(tmp_path, after), *QUICK, "--pick-seconds", 50, "--json", "--output")
    done = run("evaluate", *words, tmp_path / "a")
    assert done.code == -9
    assert (tmp_path / "a").read_text().count("\n") == after  # the head, and all answers but one
    resumed = report(evaluate(*words, "a"))
    assert report(evaluate(*words, "b")) == resumed
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert resumed["legal"] == 1


def test_a_bot_on_processes_that_are_killed(evaluate: Evaluate, tmp_path: Path) -> None:
    words = ("level:3", *QUICK)
    assert report(evaluate(*words, "--json", "--output", "alone"))
    file = tmp_path / "several"
    before = killed(tmp_path, file, *words, "--processes", 2, writes=10)
    assert report(evaluate(*words, "--processes", 2, "--json", "--output", file))
    assert went_on(before, file) == (tmp_path / "alone").read_bytes()


def test_an_engine_in_several_copies_that_are_killed(evaluate: Evaluate, tmp_path: Path) -> None:
    (tmp_path / "killed").touch()  # this time it harms nobody
    words = (killer(tmp_path, 1), *QUICK, "--pick-seconds", 50)
    assert report(evaluate(*words, "--json", "--output", "alone"))
    file = tmp_path / "several"
    before = killed(tmp_path, file, *words, "--processes", 3)
    assert report(evaluate(*words, "--processes", 3, "--json", "--output", file))
    assert went_on(before, file) == (tmp_path / "alone").read_bytes()


def test_a_killed_run_of_a_model_pays_for_no_answer_twice(
    evaluate: Evaluate, tmp_path: Path, model: Callable[[Answers], str]
) -> None:
    asked, calls = questions(), [0]

    def answer(talk: list[str]) -> str:
        calls[0] += 1
        item = asked[talk[1]]
        return f"PICK {item.winning[0]}" if len(talk) > 2 or item.disguise == "plain" else "Well."

    words = ("llm:toy", *ONE, "--base-url", model(answer), "--attempts", 2)
    assert report(evaluate(*words, "--json", "--output", "alone"))
    paid, file = calls[0], tmp_path / "several"
    assert paid == 24 + 2 * 48
    before = killed(tmp_path, file, *words, "--processes", 3, writes=60)
    assert report(evaluate(*words, "--processes", 3, "--json", "--output", file))
    assert went_on(before, file) == (tmp_path / "alone").read_bytes()
    assert calls[0] <= 2 * paid + 3  # but for those that were under way


def test_a_cluster_that_loses_a_worker_and_the_one_who_hired_it(
    evaluate: Evaluate, tmp_path: Path
) -> None:
    pytest.importorskip("distributed")
    words, file = (killer(tmp_path, 3), *QUICK, "--pick-seconds", 50), tmp_path / "cluster"
    with (
        scheduler(tmp_path) as (address, _),
        worker(address, tmp_path / "one"),
        worker(address, tmp_path / "two"),
    ):
        there = ("--executor", f"dask:{address}")
        before = killed(tmp_path, file, *words, *there, writes=8)
        assert (tmp_path / "killed").exists()  # a worker, by the engine, amid its first batch
        assert run("evaluate", *words, *there, "--output", file).code == 0
    assert report(evaluate(*words, "--json", "--output", "alone"))["legal"] == 1
    assert went_on(before, file) == (tmp_path / "alone").read_bytes()
