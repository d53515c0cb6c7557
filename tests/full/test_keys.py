"""Keys that come in one burst, as a fast hand, a paste or a slow line sends them."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.full_screen import Driver, driven
from support.running import events as kept
from textual import events
from textual.widgets import OptionList

from lastpick.terminal.full.dialogs import Entering, Question, Reading
from lastpick.terminal.full.game import GameScreen
from lastpick.terminal.full.home import Home
from lastpick.terminal.full.new_game import GameSetup
from lastpick.terminal.start import HUMAN, PlayRequest, set_up


def game() -> GameScreen:
    return GameScreen(set_up(PlayRequest("divisor-duel", kinds=(HUMAN, HUMAN)), print))


async def burst(driver: Driver, *keys: str) -> None:
    """All keys at once; what is longer than a key's name is pasted."""
    for key in keys:
        named = len(key) == 1 or key in ("enter", "escape", "right", "down", "space")
        event = events.Key(key, key if len(key) == 1 else None) if named else events.Paste(key)
        driver.app.post_message(event)
    await driver.settle()


def test_keys_go_to_the_window_that_an_earlier_key_of_the_burst_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # where s saves

    async def script(driver: Driver) -> None:
        board = driver.screen
        for key, window in (("r", Reading), ("g", Question), ("s", Entering)):
            await burst(driver, key)
            assert isinstance(driver.screen, window)
            await burst(driver, "escape", key, "enter")  # closes it, plays on, saves
            assert driver.screen is board
        await burst(driver, "s", "somewhere.txt")
        assert driver.screen.query_one("Input").value == "somewhere.txt"
        await burst(driver, "escape", "g", "right", "enter")
        assert kept() == ["resign"]

    driven(script, game)


def test_a_screen_is_opened_once_and_set_going_by_the_next_key() -> None:
    async def script(driver: Driver) -> None:
        driver.screen.query_one("#choices").highlighted = 0
        await burst(driver, "enter", "down", "escape")
        assert isinstance(driver.screen, Home)
        await burst(driver, "enter")
        assert isinstance(driver.screen, GameSetup)
        assert sum(isinstance(each, GameSetup) for each in driver.app.screen_stack) == 1

    driven(script, Home)


@pytest.mark.parametrize("key", ["enter", "space"])
def test_a_burst_picks_what_was_seen_or_typed_and_nothing_else(key: str) -> None:
    async def script(driver: Driver) -> None:
        await burst(driver, "6", key, key, key)  # the cursor went on to a number that nobody chose
        assert kept() == [6]
        await burst(driver, "3", key, "9", key)
        assert kept() == [6, 3, 9]
        await burst(driver, "1\n2\n")
        assert kept() == [6, 3, 9]
        await burst(driver, key)
        assert len(kept()) == 4

    driven(script, game)


def test_keys_that_do_nothing_and_a_screen_that_goes_away_hold_nothing_up() -> None:
    async def script(driver: Driver) -> None:
        await burst(driver, "x", "escape", "down", "down")
        assert isinstance(driver.screen, Home)
        assert driver.screen.query_one(OptionList).highlighted == 2

    driven(script, game)
