"""The app on a real terminal: where it opens, how it is left, and what it shares with line mode."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from full_screen import FullScreen, full_screen
from support.running import PROGRAM, run

ALTERNATE, BACK = b"\x1b[?1049h", b"\x1b[?1049l"
HIDDEN, SEEN = b"\x1b[?25l", b"\x1b[?25h"


class Place(NamedTuple):
    """A terminal on which the app cannot open."""

    why: str
    env: Mapping[str, str] = {}
    columns: int = 80
    lines: int = 24
    shell: str = ""  # redirects something


def without_textual(folder: Path) -> dict[str, str]:
    """An environment in which nothing is called Textual."""
    (folder / "sitecustomize.py").write_text("import sys\nsys.modules['textual'] = None\n")
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {"PYTHONPATH": os.pathsep.join(paths)}


PLACES = {
    "dumb": Place("this terminal (TERM) cannot draw it", {"TERM": "dumb"}),
    "no TERM": Place("this terminal (TERM) cannot draw it", {"TERM": ""}),
    "narrow": Place("it needs 40 columns and 16 lines, not 39 x 24", columns=39),
    "low": Place("it needs 40 columns and 16 lines, not 80 x 15", lines=15),
    "errors elsewhere": Place("it needs a terminal", shell='"$@" 2>errors'),
    "output elsewhere": Place("it needs a terminal", shell='"$@" >output'),
    "input elsewhere": Place("it needs a terminal", shell='"$@" <empty'),
    "no Textual": Place("Textual is not installed; install it with: pip install"),
}


def on(place: str, folder: Path, *args: object) -> Any:
    found = PLACES[place]
    env = without_textual(folder) if place == "no Textual" else found.env
    (folder / "empty").write_text("")
    words = [*PROGRAM, *map(str, args)]
    if found.shell:
        words = ["sh", "-c", f"cd {folder} && {found.shell}", "sh", *words]
    return full_screen(command=words, columns=found.columns, lines=found.lines, env=env)


def told(folder: Path, screen: FullScreen) -> str:
    """All that was said, wherever it went."""
    files = [folder / name for name in ("errors", "output") if (folder / name).exists()]
    return "".join([screen.after, *(file.read_text() for file in files)])


def left_clean(screen: FullScreen) -> None:
    """The terminal is as it was: its own screen, a cursor, no mouse, no traceback."""
    assert screen.raw.rfind(BACK) > screen.raw.rfind(ALTERNATE) >= 0
    assert screen.raw.rfind(SEEN) > screen.raw.rfind(HIDDEN)
    assert screen.raw.rfind(b"\x1b[?1000l") > screen.raw.rfind(b"\x1b[?1000h")
    assert b"Traceback" not in screen.raw


# --- where it opens ---------------------------------------------------------------------------


@pytest.mark.parametrize(("columns", "lines"), [(40, 16), (200, 60)])
def test_the_app_opens_where_it_can(columns: int, lines: int) -> None:
    with full_screen(columns=columns, lines=lines) as screen:
        screen.wait("Whoever cannot")
        screen.press("q")
        assert screen.end() == 0
        left_clean(screen)


def menu_opens(screen: FullScreen) -> None:
    """It asks, and takes the end of the input for an answer."""
    while "Choose" not in screen.after:
        assert screen.read(), screen.after
    screen.press("\x04")
    assert screen.end() == 0
    assert ALTERNATE not in screen.raw


@pytest.mark.parametrize("place", [place for place in PLACES if "elsewhere" not in place])
def test_the_line_menu_opens_where_the_app_cannot(place: str, tmp_path: Path) -> None:
    with on(place, tmp_path) as screen:
        menu_opens(screen)


def test_the_line_menu_opens_if_errors_go_elsewhere(tmp_path: Path) -> None:
    with on("errors elsewhere", tmp_path) as screen:
        menu_opens(screen)
        assert (tmp_path / "errors").read_text() == ""


def test_the_line_menu_opens_if_it_is_asked_for() -> None:
    with full_screen("--plain") as screen:
        menu_opens(screen)


@pytest.mark.parametrize("place", PLACES)
def test_a_board_that_cannot_open_is_refused_in_a_sentence(place: str, tmp_path: Path) -> None:
    with on(place, tmp_path, "play", "divisor-duel", "--full") as screen:
        assert screen.end() == 2
        said = " ".join(told(tmp_path, screen).split())  # lines are wrapped on a narrow one
        assert said.startswith(f"lastpick: the full screen cannot open: {PLACES[place].why}")
        assert len(said) < 140


def test_a_board_without_a_terminal_is_refused_in_a_line() -> None:
    done = run("play", "divisor-duel", "--full")
    assert (done.out, done.code) == ("", 2)
    assert done.err == "lastpick: the full screen cannot open: it needs a terminal\n"
