"""Windows over a screen: however long their text, all of it can be read on a small terminal."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy

import pytest
from support.full_screen import Driver, driven
from support.painted import characters
from textual import events
from textual.widgets import Static

from lastpick.catalog import names, open_book
from lastpick.terminal.full.board_screen import rules_text
from lastpick.terminal.full.dialogs import Choosing, Entering, Question, Reading, Window
from lastpick.terminal.full.game import GameScreen
from lastpick.terminal.full.home import Home
from lastpick.terminal.start import PlayRequest, set_up

LONG = [f"This is line {n}." for n in range(40)]


def rules() -> Reading:
    """Those of the game that has the most to say."""
    book = max(map(open_book, names()), key=lambda book: len(rules_text(book)))
    return Reading(book.title, rules_text(book))


WINDOWS: list[tuple[Callable[[], Window[str] | Window[None]], str]] = [
    (rules, ""),
    (lambda: Question("\n".join(LONG), ["Play on", "Give up"]), LONG[-1]),
    (lambda: Entering("\n".join(LONG), "game.txt"), LONG[-1]),
    (lambda: Choosing("One of them", {line: line for line in LONG}), LONG[-1]),
]


def wheel(driver: Driver) -> None:
    """Turn the wheel over the window's text."""
    x, y, *_ = driver.screen.query_one("#window").region
    event = events.MouseScrollDown(None, x + 5, y + 3, 0, 1, 0, False, False, False, x + 5, y + 3)
    for _ in range(10):
        driver.app.post_message(copy(event))


@pytest.mark.parametrize("size", [(80, 24), (40, 20)], ids=str)
def test_every_window_is_read_to_its_end_by_keys_and_by_the_wheel(size: tuple[int, int]) -> None:
    async def script(driver: Driver) -> None:
        app = driver.app
        for make, last in WINDOWS:
            for by_wheel in (False, True):
                window = make()
                app.push_screen(window)
                await driver.settle()
                end = last or str(window.query_one("#text", Static).content).split()[-1]
                before = None
                while (now := characters(app)) != before:
                    before = now
                    if by_wheel:
                        wheel(driver)
                    else:
                        app.post_message(events.Key("pagedown", None))
                    await driver.settle()
                    await app.animator.wait_until_complete()
                    await driver.settle()
                shown = "\n".join(now)
                assert end in shown, (size, by_wheel, shown)
                if isinstance(window, Question):
                    assert "Give up" in shown
                app.pop_screen()
                await driver.settle()

    driven(script, Home, size)


@pytest.mark.parametrize("size", [(40, 16), (80, 24)], ids=str)
def test_the_keys_at_the_foot_are_those_of_the_window(size: tuple[int, int]) -> None:
    """Not one of the board's is left, a click does what they say, and then the board's are back."""

    async def script(driver: Driver) -> None:
        boards = driver.key_bar()
        for make, _ in WINDOWS:
            for click in ("back", ""):
                driver.app.push_screen(make())
                await driver.settle()
                keys = driver.key_bar()
                foot = "\n".join(characters(driver.app)[-boards.count("\n") - 1 :])
                assert foot.split() == keys.split()
                await driver.click_key(click or keys.split("  ")[-2].split(" ", 1)[1])
                if driver.screen is not board and not click:
                    await driver.press("escape")  # it only scrolled
                assert driver.screen is board
        assert driver.key_bar() == boards

    board = GameScreen(set_up(PlayRequest("divisor-duel"), print))
    driven(script, lambda: board, size)
