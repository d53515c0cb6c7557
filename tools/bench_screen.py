"""The full screen's speed, as ratios from one run: to the first paint, and from a key to a pick.

Both are measured on a terminal, from outside. Rounds take turns and the best one counts, so that
a busy machine slows all of them alike.
"""

from __future__ import annotations

import compileall
import os
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from unittest.mock import patch

from bench import Contest, best, starts
from full_screen import full_screen

import lastpick

ROUNDS = 15
PICKS = (50, 25, 100, 10, 40, 20, 80, 16, 64, 8, 72, 9, 45, 15, 60, 12)  # a chain on 1-100
EMPTY = """
from textual.app import App
from textual.widgets import Static

class Empty(App):
    def compose(self):
        yield Static("ready")

Empty().run()
"""


def paints(command: list[str], word: bytes) -> float:
    """How often a second a program could be started and paint a screen with this word."""
    began = perf_counter()
    with full_screen(command=command) as screen:
        while word not in screen.raw:
            screen.read()
        took = perf_counter() - began
    return 1 / took


def first_paint() -> None:
    compileall.compile_dir(Path(lastpick.__file__).parent, quiet=2)  # as an installer does
    python = sys.executable
    contest: Contest = {
        "python -c pass": starts([python, "-c", "pass"]),
        "an empty Textual app": lambda: paints([python, "-c", EMPTY], b"ready"),
        "lastpick": lambda: paints([python, "-m", "lastpick"], b"Whoever cannot pick loses"),
        "lastpick play --full": lambda: paints(
            [python, "-m", "lastpick", "play", "divisor-duel", "--full"], b"turn"
        ),
    }
    found = best(contest, ROUNDS)
    base, empty = found["python -c pass"], found["an empty Textual app"]
    print("To the first paint (ratio to python -c pass and to an empty Textual app;")
    print("  lastpick is to be at most 35 and 1.5)")
    for name, rate in found.items():
        print(f"  {name:22} {1000 / rate:6.1f} ms {base / rate:6.2f} {empty / rate:6.2f}")


def drawn_pick() -> None:
    """Each pick of a chain, from its key to the frame that shows it."""
    times = []
    with full_screen("play", "number-knockout", "--full", "--numbers", "1-100") as screen:
        screen.wait("Player 1's turn")
        for place, n in enumerate(PICKS, 1):
            screen.press(*str(n))
            screen.wait(f"{n}:")
            before, told = len(screen.raw), f"Player {1 + place % 2}'s turn".encode()
            began = perf_counter()
            screen.press("enter")
            while told not in screen.raw[before:]:
                screen.read()
            times.append(1000 * (perf_counter() - began))
    times.sort()
    print("A pick on 1-100, from its key to the screen that shows it (to be at most 50 ms)")
    print(f"  half of them within {times[len(times) // 2]:.1f} ms, all within {times[-1]:.1f} ms")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home, patch.dict(os.environ, LASTPICK_HOME=home):
        first_paint()
        drawn_pick()
