"""The app on a real terminal: where it opens, how it is left, and what it shares with line mode."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from full_screen import FullScreen, full_screen
from support.running import PROGRAM, events, latest, run

from lastpick.record import RESIGN, SWAP

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


# --- how it is left ---------------------------------------------------------------------------


@pytest.mark.parametrize("keys", [("ctrl+c",), ("q", "q")])
def test_leaving_a_game_keeps_it_and_restores_the_terminal(keys: tuple[str, ...]) -> None:
    with full_screen("play", "number-knockout", "--full") as screen:
        screen.wait("Player 1's turn")
        screen.press(6)
        screen.wait("Player 2's turn")
        screen.press(keys[0])
        for key in keys[1:]:
            screen.wait("Whoever cannot")
            screen.press(key)
        assert screen.end() == 0
        left_clean(screen)
    assert events() == [6]


# --- what it shares with line mode ------------------------------------------------------------


def test_line_mode_goes_on_with_what_the_app_began() -> None:
    with full_screen("play", "number-knockout", "--full") as screen:
        screen.wait("Player 1's turn")
        screen.press(6, 3)
        screen.wait("■2")
        screen.press("ctrl+c")
        assert screen.end() == 0
    done = run("resume", stdin=[9, 18, 2, 4, 8, 16, 1, 17])
    assert (done.code, done.lines[-1]) == (0, "Player 2 wins the game!")
    assert events() == [6, 3, 9, 18, 2, 4, 8, 16, 1, 17]


def test_the_app_goes_on_with_what_line_mode_began() -> None:
    run("play", "number-knockout", stdin=[6, 3])
    with full_screen() as screen:
        screen.wait("Continue")
        screen.press("enter")
        screen.wait("Games to go on with")
        screen.press("enter")
        screen.wait("Player 1's turn")
        screen.press(9)
        screen.wait("Player 2's turn")
        screen.press("ctrl+c")
        assert screen.end() == 0
    assert events() == [6, 3, 9]


# --- every option of play ---------------------------------------------------------------------


class Asked(NamedTuple):
    """Options of play, what the screen shows by them, keys, and what it shows then."""

    options: tuple[object, ...]
    shows: str
    keys: tuple[object, ...] = ()
    then: str = ""
    game: str = "divisor-duel"


OPTIONS = {
    "names": Asked(("--name1", "Ada", "--name2", "Emmy"), "Ada's turn", (6,), "Emmy's turn"),
    "numbers": Asked(("--numbers", "1-30"), "Divisor Duel 1-30", (30,), "Player 2's turn"),
    "best of": Asked(("--best-of", "3"), "game 1, best of 3"),
    "a toss": Asked(("--first", "toss", "--seed", "1"), "Coin toss"),
    "a bot": Asked(("--p2", "greedy", "--seed", "1"), "Your turn", (6,), "picked"),
    "a bot first": Asked(("--p1", "random", "--seed", "4"), "picked"),
    "two bots": Asked(("--p1", "random", "--p2", "greedy", "--numbers", "1-3"), "wins!"),
    "the second first": Asked(("--p2", "random", "--first", "2"), "Random bot picked"),
    "swap": Asked(("--swap",), "Player 1's turn", (6, "w"), "takes over 6"),
    "exact": Asked(("--exact",), "Player 1's turn", ("h",), "Hint 1"),
    "strikes": Asked(("--strikes", "2"), "turn", (99,), "1 of 2", "prime-rumble"),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_of_play(name: str) -> None:
    asked = OPTIONS[name]
    with full_screen("play", asked.game, "--full", *asked.options, columns=110, lines=30) as screen:
        screen.wait(asked.shows)
        if asked.keys:
            screen.press(*asked.keys)
            screen.wait(asked.then)
        screen.press("ctrl+c")
        assert screen.end() == 0
        left_clean(screen)


def test_the_record_is_written(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    with full_screen("play", "divisor-duel", "--full", "--record", record) as screen:
        screen.wait("Player 1's turn")
        screen.press(6, "g")
        screen.wait("Give up this game?")
        screen.press("right", "enter")
        screen.wait("wins!")
        screen.press("ctrl+c")
        assert screen.end() == 0
    assert RESIGN in record.read_text()
    assert events() == [6, RESIGN]


def test_a_program_of_ones_own_plays() -> None:
    """By the engines' protocol, as in line mode."""
    engine = Path(__file__).parents[1].parent / "examples" / "engines" / "simple.py"
    assert engine.exists()
    bot = f"exec:{sys.executable} {engine}"
    with full_screen("play", "divisor-duel", "--full", "--p2", bot) as screen:
        screen.wait("Your turn")
        screen.press(6)
        screen.wait("■2")
        screen.press("ctrl+c")
        assert screen.end() == 0
    assert len(latest().match.play.moves) == 2


def test_swapping_is_in_the_journal() -> None:
    with full_screen("play", "divisor-duel", "--full", "--swap") as screen:
        screen.wait("Player 1's turn")
        screen.press(6, "w")
        screen.wait("takes over 6")
        screen.press("ctrl+c")
        assert screen.end() == 0
    assert events() == [6, SWAP]
