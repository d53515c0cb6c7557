"""The app ended from outside: the terminal is as it was before, and nothing is left behind."""

from __future__ import annotations

import signal

import pytest
from full_screen import full_screen


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
