"""Evaluations that are killed, and go on to the same bytes."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest
from support.evaluating import QUICK, Evaluate, report
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


@pytest.mark.parametrize("after", [20, 80])  # among the decisions, and in a won game
def test_a_killed_run_resumes_to_the_same_result(
    evaluate: Evaluate, tmp_path: Path, after: int
) -> None:
    engine, flag = tmp_path / "engine.py", tmp_path / "killed"
    engine.write_text(KILLER)
    command = f"exec:{sys.executable} {shlex.quote(str(engine))} {shlex.quote(str(flag))} {after}"
    words = (command, *QUICK, "--pick-seconds", 50, "--json", "--output")
    killed = run("evaluate", *words, tmp_path / "a")
    assert killed.code == -9
    assert (tmp_path / "a").read_text().count("\n") == after  # the head, and all answers but one
    resumed = report(evaluate(*words, "a"))
    assert report(evaluate(*words, "b")) == resumed
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert resumed["legal"] == 1
