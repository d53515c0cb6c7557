"""Screens of the full-screen app, kept as text: characters, and their styles in each theme.

make stored-screens                     writes those that are missing
make stored-screens SCREENS="home end"  writes these anew; read the difference
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

from lastpick.catalog import names, open_book
from lastpick.coach.lesson_file import open_lesson, shipped
from lastpick.record import Person, Record
from lastpick.terminal import settings as settings_file
from lastpick.terminal.full.app import LastpickApp
from lastpick.terminal.full.game import GameScreen
from lastpick.terminal.full.lesson_screen import LessonScreen
from lastpick.terminal.full.new_game import GameSetup
from lastpick.terminal.full.puzzle_screen import PuzzleScreen
from lastpick.terminal.full.review import ReviewScreen
from lastpick.terminal.full.settings_screen import SettingsScreen
from lastpick.terminal.full.solo import SoloScreen
from lastpick.terminal.settings import DARK, LIGHT, NONE, UserSettings
from lastpick.terminal.start import PlayRequest, set_up, set_up_solo
from support.at_rest import at_rest
from support.painted import COLOURFUL, Grid, grid, told

FOLDER = Path(__file__).parents[1] / "full" / "screens"
SIZES = ((40, 16), (80, 24), (160, 50))
THEMES = (LIGHT, DARK, NONE)

First = Callable[[], Screen[Any]]
Script = Callable[[Pilot[int]], Awaitable[None]]


class Scene(NamedTuple):
    """What the app opens with, and what is done until it looks as it is stored."""

    first: First | None = None  # home, if nothing else
    script: Script | None = None


# --- running the app --------------------------------------------------------------------------


@contextmanager
def a_home(**settings: Any) -> Iterator[str]:
    """A home of its own with these settings, where nothing changes colours or moves by itself."""
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.dict(os.environ, COLOURFUL, LASTPICK_HOME=folder),
    ):
        settings_file.save(UserSettings(motion=False, **settings))
        yield folder


async def idle(pilot: Pilot[int]) -> None:
    """Wait until the app has drawn all there is, and nothing is being worked out beside it."""
    before = None
    while (now := grid(pilot.app)) != before:
        before = now
        await pilot.pause()
        while getattr(pilot.app.screen, "busy", False) or not at_rest(pilot.app):
            await pilot.pause(0.01)


async def keys(pilot: Pilot[int], *pressed: object) -> None:
    """Press keys, and wait for what comes of each; numbers are typed and entered."""
    for key in pressed:
        await pilot.press(*([*str(key), "enter"] if isinstance(key, int) else [str(key)]))
    await idle(pilot)


def friends(game: str, numbers: str | None = None, **more: Any) -> First:
    """A game for two at one keyboard."""

    def first() -> Screen[Any]:
        request = PlayRequest(game, numbers, names=("Ada", "Emmy"), **more)
        return GameScreen(set_up(request, print))

    return first


def pressing(*pressed: object) -> Script:
    return lambda pilot: keys(pilot, *pressed)


# --- the scenes -------------------------------------------------------------------------------


def scenes() -> dict[str, Scene]:
    found = {
        "home": Scene(),
        "new-game": Scene(GameSetup, pressing("down", "left", "left")),
    }
    for name in names():
        example = open_book(name).example
        found[f"board-{name}"] = Scene(friends(name), pressing(*example[:4], "right"))
    return found | {
        "rules": Scene(friends("prime-rumble"), pressing("r")),
        "give-up": Scene(friends("divisor-duel"), pressing(6, "g")),
        "save": Scene(friends("divisor-duel"), _save),
        "settings": Scene(SettingsScreen, pressing("down")),
        "end": Scene(friends("divisor-duel"), pressing(*open_book("divisor-duel").example)),
        "review": Scene(_review, pressing("w")),
        "lesson": Scene(_lesson, pressing("enter")),
        "puzzle": Scene(_puzzle, pressing("h", "h")),
        "solo": Scene(_solo, pressing(12, 6)),
    }


async def _save(pilot: Pilot[int]) -> None:
    """A line to enter, whose cursor does not blink."""
    await keys(pilot, 6, "s")
    pilot.app.screen.query_one(Input).cursor_blink = False
    await idle(pilot)


def _review() -> Screen[Any]:
    book = open_book("number-knockout")
    people = (Person("Ada"), Person("Emmy"))
    return ReviewScreen(Record(book.game, people, "2026-01-31", tuple(book.example)))


def _lesson() -> Screen[Any]:
    return LessonScreen(open_lesson(list(shipped())[2]))


def _puzzle() -> Screen[Any]:
    return PuzzleScreen(open_book("number-knockout"), level=2, seed=1)


def _solo() -> Screen[Any]:
    return SoloScreen(set_up_solo(open_book("number-bind"), print))


def screen(name: str) -> str:
    """A scene at every size and in every theme."""
    grids = [_grids(scenes()[name], theme) for theme in THEMES]
    parts = []
    for at, (width, height) in enumerate(SIZES):
        drawn = {theme: each[at] for theme, each in zip(THEMES, grids, strict=True)}
        parts.append(f"{name}, {width} x {height}\n{told(drawn)}")
    return "\n".join(parts)


def _grids(scene: Scene, theme: str) -> list[Grid]:
    async def run() -> list[Grid]:
        app = LastpickApp(scene.first)
        found = []
        async with app.run_test(size=SIZES[1]) as pilot:
            await idle(pilot)
            if scene.script:
                await scene.script(pilot)
            for size in SIZES:
                await pilot.resize_terminal(*size)
                await idle(pilot)
                found.append(grid(app))
        return found

    with a_home(colours=theme):
        return asyncio.run(run())


def missing() -> list[str]:
    return [name for name in scenes() if not (FOLDER / f"{name}.txt").exists()]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or missing():
        (FOLDER / f"{name}.txt").write_text(screen(name))
        print(f"full/screens/{name}.txt")
