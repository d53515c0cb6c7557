"""Readers that leave, streams that are closed, disks that are full: never more than a line."""

import os
import subprocess
from pathlib import Path

import pytest
from support.running import PROGRAM, TIMEOUT, environment, play_here, run, run_unread

from lastpick.terminal.start import PlayRequest

RECORD = """Lastpick record 1
Game: number-bind
Numbers: 1-20
Player 1: Ann
Player 2: Bob
Date: 2026-11-16
Result: unfinished

6 3
"""
COMMANDS = [
    [],
    ["--help"],
    ["--version"],
    ["games"],
    ["games", "--json"],
    ["rules", "prime-rumble"],
    ["rules", "prime-rumble", "--json"],
    ["play", "number-bind"],
    ["play", "prime-rumble", "--p1", "random", "--p2", "random", "--seed", "1"],
    ["play", "number-bind", "--help"],
    ["resume"],
    ["resume", "--list"],
    ["stats"],
    ["stats", "--json"],
    ["replay", "game.txt"],
    ["check", "game.txt"],
    ["check", "game.txt", "--json"],
    ["perft", "number-bind", "--numbers", "1-6"],
]


@pytest.fixture(autouse=True)
def something_to_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.txt").write_text(RECORD)
    monkeypatch.chdir(tmp_path)
    play_here(PlayRequest("number-bind"), b"resign\n")
    play_here(PlayRequest("number-bind"), b"6\n")


@pytest.mark.parametrize("args", COMMANDS, ids=" ".join)
def test_a_reader_that_has_left(args: list[str]) -> None:
    """As in `| head -1`, at its worst: nobody ever read a thing."""
    assert run_unread(*args, stdin=["x"]) == ("", 1)


@pytest.mark.parametrize("args", COMMANDS, ids=" ".join)
def test_a_reader_that_leaves_after_a_line(args: list[str]) -> None:
    found = subprocess.run(
        ["sh", "-c", '"$@" | head -1', "sh", *PROGRAM, *args],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=TIMEOUT,
        env=environment(),
        check=True,
    )
    assert found.stdout.decode().splitlines() == run(*args).lines[:1]
    assert found.stderr == b""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize("args", COMMANDS, ids=" ".join)
def test_a_full_disk(args: list[str]) -> None:
    done = run(*args, shell="exec >/dev/full")
    assert done.err == "lastpick: No space left on device\n"
    assert done.code == 1


@pytest.mark.parametrize("args", COMMANDS, ids=" ".join)
def test_closed_streams(args: list[str]) -> None:
    whole = run(*args)
    for stream in (">&-", "<&-", "2>&-"):
        done = run(*args, shell=f"exec {stream}")
        assert done.code == whole.code
        assert done.err == ""
        assert done.out == ("" if stream == ">&-" else whole.out)
