"""Whoever is told to end ends its engines too, also those that hang and do not hear of it."""

from __future__ import annotations

import gc
import os
import select
import signal
import subprocess
import sys
import termios
from pathlib import Path
from typing import Any

import pytest
from full_screen import full_screen
from support.running import TIMEOUT, started
from support.screens import Terminal, terminal

from lastpick.journal import Journal
from lastpick.players import child

BAD = Path(__file__).parent.parent / "support" / "bad_engine.py"


class Engine:
    """A program that says its number when it starts, hangs, and has a child of its own."""

    def __init__(self, folder: Path) -> None:
        fifo = folder / "alive"
        os.mkfifo(fifo)
        self.name = f"exec:{sys.executable} {BAD} hang {fifo}"
        self._alive = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)

    def started(self) -> None:
        assert select.select([self._alive], [], [], TIMEOUT)[0], "it was never started"
        assert os.read(self._alive, 100)

    def ended(self) -> None:
        """All that it started has ended, too: nobody holds the pipe any more."""
        while select.select([self._alive], [], [], TIMEOUT)[0]:
            if not os.read(self._alive, 100):
                break
        else:
            pytest.fail("the engine is still there")
        os.close(self._alive)


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Engine:
    monkeypatch.chdir(tmp_path)  # where results are written
    return Engine(tmp_path)


COMMANDS = {
    "play": ("play", "divisor-duel", "--p1"),
    "arena": ("arena", "divisor-duel", "--players", "greedy", "--processes", 2, "--players"),
    "evaluate": ("evaluate",),
}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_game_that_is_told_to_end_ends_its_engine(engine: Engine, number: int) -> None:
    with started(*COMMANDS["play"], engine.name) as child:
        engine.started()
        child.send_signal(number)
        assert child.wait(TIMEOUT) == 128 + number
        engine.ended()
        assert child.stderr
        assert child.stderr.read() == b""
    (saved,) = Journal().unfinished()  # which nobody has lost by that
    assert saved.match.play.events == []


@pytest.mark.parametrize("command", ["arena", "evaluate"])
def test_a_run_that_is_told_to_end_ends_its_engines(engine: Engine, command: str) -> None:
    with started(*COMMANDS[command], engine.name) as child:
        engine.started()
        child.send_signal(signal.SIGTERM)
        assert child.wait(TIMEOUT) == 128 + signal.SIGTERM
        engine.ended()
        assert child.stderr
        assert b"Traceback" not in child.stderr.read()


def test_a_full_screen_that_is_told_to_end_ends_its_engine(engine: Engine) -> None:
    with full_screen(*COMMANDS["play"], engine.name, "--full") as screen:
        engine.started()
        screen.wait("Divisor Duel 1-20")
        screen.child.kill(signal.SIGTERM)
        assert screen.end() == 128 + signal.SIGTERM
        engine.ended()
        assert screen.raw.rfind(b"\x1b[?1049l") > screen.raw.rfind(b"\x1b[?1049h") >= 0


def test_a_prompt_that_is_told_to_end_leaves_the_terminal_as_it_was(engine: Engine) -> None:
    with terminal("play", "divisor-duel", "--p2", engine.name) as screen:
        screen.expect("Select any number: ")
        engine.started()
        assert not cooked(screen)
        screen.child.kill(signal.SIGTERM)
        assert screen.end() == 128 + signal.SIGTERM
        assert cooked(screen)
        engine.ended()


def cooked(screen: Terminal) -> bool:
    """Whether the terminal shows what is typed, as a shell wants it."""
    flags = termios.tcgetattr(screen.child.child_fd)[3]
    return bool(flags & termios.ECHO and flags & termios.ICANON)


def test_being_told_to_end_waits_until_a_program_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the middle of its start it would be left running."""
    made = []

    class Slow(subprocess.Popen[bytes]):
        def __init__(self, *words: Any, **options: Any) -> None:
            super().__init__(*words, **options)
            made.append(self)
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(subprocess, "Popen", Slow)
    with pytest.raises(KeyboardInterrupt):
        child.Child(["sleep", "3600"])
    gc.collect()
    (process,) = made
    assert process.returncode == -signal.SIGKILL
    assert process not in child._running
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)  # which is heard as before


def test_being_told_to_end_is_not_forgotten_where_a_program_cannot_be_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(*_: Any, **__: Any) -> None:
        signal.raise_signal(signal.SIGINT)
        raise FileNotFoundError

    monkeypatch.setattr(subprocess, "Popen", missing)
    with pytest.raises(KeyboardInterrupt):
        child.Child(["no such program"])
