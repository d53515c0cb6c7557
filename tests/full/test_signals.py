"""The app ended from outside: the terminal is as it was before, and nothing is left behind."""

from __future__ import annotations

import signal

import pytest
from full_screen import full_screen
from support.running import PROGRAM, events


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT, signal.SIGTERM])
def test_a_signal_leaves_the_terminal_as_it_was(number: signal.Signals) -> None:
    with full_screen("play", "divisor-duel", "--full") as screen:
        screen.wait("Player 1's turn")
        screen.press(6)
        screen.wait("Player 2's turn")
        screen.child.kill(number)
        assert screen.end() == 128 + number
        assert screen.raw.rfind(b"\x1b[?1049l") > screen.raw.rfind(b"\x1b[?1049h") >= 0
        assert screen.raw.rfind(b"\x1b[?1000l") > screen.raw.rfind(b"\x1b[?1000h")
        assert b"Traceback" not in screen.raw


def test_ctrl_z_gives_the_terminal_back_and_fg_goes_on() -> None:
    """Under a shell with jobs, and with a program around it that has to stop too, as `make` is."""
    shell = 'set -m; sh -c \'"$@"; exit $?\' sh "$@"; echo It is stopped.; fg >/dev/null; exit $?'
    command = ["sh", "-c", shell, "sh", *PROGRAM, "play", "divisor-duel", "--full"]
    with full_screen(command=command) as screen:
        screen.wait("Player 1's turn")
        screen.press(6)
        screen.wait("Player 2's turn")
        screen.press("\x1a")
        while b"It is stopped." not in screen.raw:
            assert screen.read()
        stopped = screen.raw[: screen.raw.index(b"It is stopped.")]
        assert stopped.rfind(b"\x1b[?1049l") > stopped.rfind(b"\x1b[?1049h") >= 0
        while screen.raw.rfind(b"\x1b[?1049h") < len(stopped):  # the shell takes keys until then
            assert screen.read()
        screen.press(3)
        screen.wait("Player 1's turn")
        screen.press("ctrl+c")
        assert screen.end() == 0
    assert events() == [6, 3]


def test_ctrl_z_does_nothing_where_no_shell_could_go_on() -> None:
    with full_screen("play", "divisor-duel", "--full") as screen:
        screen.wait("Player 1's turn")
        screen.press("\x1a")
        screen.wait("There is no shell here")
        screen.press(6)
        screen.wait("Player 2's turn")
