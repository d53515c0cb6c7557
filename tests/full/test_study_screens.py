"""Review, lesson, puzzle and solo game at every size and in every theme: nothing is cut off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from support.full_screen import SIZES, Driver, driven
from support.painted import characters
from textual.screen import Screen

from lastpick.catalog import open_book
from lastpick.coach.lesson_file import open_lesson
from lastpick.record import Person, Record
from lastpick.terminal.full.lesson_screen import LessonScreen
from lastpick.terminal.full.lessons import Lessons
from lastpick.terminal.full.puzzle_screen import PuzzleScreen
from lastpick.terminal.full.puzzles import Puzzles
from lastpick.terminal.full.review import ReviewScreen
from lastpick.terminal.full.solo import SoloScreen
from lastpick.terminal.full.themes import COLOURS, NONE
from lastpick.terminal.start import set_up_solo

PICKS = (6, 3, 9, 18, 2, 12, 4, 8, 16, 1, 5, 10, 20)
PEOPLE = (Person("Bartholomew Featherstonehaugh-Smythe"), Person("You"))


def reviewed() -> ReviewScreen:
    return ReviewScreen([Record(open_book("divisor-duel").game, PEOPLE, "2026-11-17", PICKS)] * 2)


def alone() -> SoloScreen:
    return SoloScreen(set_up_solo(open_book("number-knockout"), print))


SCREENS: dict[str, Callable[[], Screen[Any]]] = {
    "review": reviewed,
    "lesson": lambda: LessonScreen(open_lesson("partner")),
    "lessons": Lessons,
    "puzzle": lambda: PuzzleScreen(open_book("number-knockout"), 3, seed=1),
    "puzzles": Puzzles,
    "solo": alone,
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SCREENS)
def test_every_size(name: str, size: tuple[int, int]) -> None:
    async def script(driver: Driver) -> None:
        if name == "review":
            await driver.press("n", "w")
        lines = characters(driver.app)
        assert len(lines) == size[1]
        assert {len(line) for line in lines} == {size[0]}
        foot = " ".join(lines[-2:])
        assert "Esc back" in foot
        shown = "\n".join(lines)
        if name in ("review", "lesson", "puzzle", "solo"):
            first = driver.part("status").split()[0]
            assert first in shown
            numbers = driver.screen.tiles.numbers
            assert all(f"{n}" in shown for n in (numbers.first, numbers.last)) or size[0] >= 160

    driven(script, SCREENS[name], size)


@pytest.mark.parametrize("theme", [*COLOURS, NONE])
@pytest.mark.parametrize("name", SCREENS)
def test_every_theme(name: str, theme: str) -> None:
    async def script(driver: Driver) -> None:
        assert driver.app.theme == theme
        await driver.press("right", "down")
        assert any(line.strip() for line in characters(driver.app))

    driven(script, SCREENS[name], theme=theme)


def test_a_long_text_is_scrolled_by_keys_and_all_of_it_can_be_read() -> None:
    lesson = open_lesson("partner")
    text = " ".join(f"word{n}" for n in range(200))
    lesson = lesson._replace(steps=(lesson.steps[0]._replace(text=text), *lesson.steps[1:]))

    async def script(driver: Driver) -> None:
        seen = ""
        for _ in range(60):
            seen += "\n".join(characters(driver.app))
            await driver.press("pagedown")
        assert all(f"word{n}" in seen for n in range(200))
        await driver.press("ctrl+up")
        assert driver.screen.query_one("#panel").scroll_y > 0

    driven(script, lambda: LessonScreen(lesson), (40, 16))


def test_rules_are_read_without_leaving() -> None:
    async def script(driver: Driver) -> None:
        screen = driver.screen
        await driver.press("r")
        assert driver.screen is not screen
        await driver.press("escape")
        assert driver.screen is screen

    for name in ("review", "lesson", "puzzle", "solo"):
        driven(script, SCREENS[name])
