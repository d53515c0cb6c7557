"""The app with one of its screens, driven by keys and the mouse."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping
from io import StringIO
from time import monotonic
from typing import Any
from unittest.mock import patch

from rich.text import Text
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static

from lastpick.terminal import screen as line_mode
from lastpick.terminal.full.app import LastpickApp
from lastpick.terminal.full.board_screen import BoardScreen
from lastpick.terminal.full.key_bar import KeyBar
from lastpick.terminal.settings import PACES
from support.at_rest import at_rest
from support.painted import COLOURFUL

SIZES = ((40, 16), (80, 24), (160, 50), (200, 60))
PATIENCE = 60.0  # seconds after which something hangs, however busy the machine is


class Driver:
    """An app under a pilot; after everything it waits until nothing is being worked out."""

    def __init__(self, app: LastpickApp, pilot: Pilot[int]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def screen(self) -> Any:
        """The screen that is shown now."""
        return self.app.screen

    async def settle(self) -> None:
        await self.pilot.pause()
        await self.until(lambda: not (isinstance(self.screen, BoardScreen) and self.screen.busy))
        await self.until(lambda: at_rest(self.app))

    async def until(self, holds: Callable[[], bool]) -> None:
        end = monotonic() + PATIENCE
        while not holds():
            assert monotonic() < end, "it does not come to that"
            await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def pick(self, n: int) -> None:
        """By a typed number and Enter."""
        for key in (*str(n), "enter"):
            await self.pilot.press(key)
        await self.settle()

    async def click_tile(self, n: int) -> None:
        board = self.screen.board
        assert board.arranged is not None
        box = board.arranged.box(n)
        at = (box.x + box.width // 2, box.y + box.height // 2 - board.scroll_offset.y)
        assert await self.pilot.click("#board", offset=at)
        await self.settle()

    async def click_key(self, words: str) -> None:
        """Click on what a key at the foot does."""
        bar = self.screen.query_one(KeyBar)
        lines = [
            "".join(piece.text for piece in bar.render_line(y)) for y in range(bar.size.height)
        ]
        y, line = next((y, line) for y, line in enumerate(lines) if words in line)
        at = (line.index(words) + bar.content_offset.x - bar.region.x, y)
        assert await self.pilot.click(bar, offset=at)
        await self.settle()

    def part(self, name: str) -> str:
        """What a part of the panel says."""
        shown = self.screen.query_one(f"#{name}", Static)
        text = shown.content
        return text.plain if isinstance(text, Text) else str(text)

    def key_bar(self) -> str:
        return str(self.screen.query_one(KeyBar).render())


Script = Callable[[Driver], Awaitable[None]]


def driven(
    script: Script,
    make: Callable[[], Screen[Any]],
    size: tuple[int, int] = (80, 24),
    theme: str | None = None,
    settled: bool = True,
    environment: Mapping[str, str] | None = None,
) -> None:
    """Run a script on a screen of the app; bots answer quickly, and the terminal has colours."""

    async def run() -> None:
        app = LastpickApp(make)
        app.settings = app.settings._replace(pace=min(PACES, key=lambda pace: PACES[pace]))
        if theme:
            app.theme = theme
        async with app.run_test(size=size) as pilot:
            driver = Driver(app, pilot)
            await (driver.settle() if settled else pilot.pause())
            await script(driver)

    with patch.dict(os.environ, {**COLOURFUL, **(environment or {})}):
        asyncio.run(run())


def at_the_prompt(entries: list[str]) -> tuple[line_mode.Screen, StringIO]:
    """Line mode's screen with what is entered there, and what it has shown."""
    target = StringIO()
    return line_mode.Screen(StringIO("\n".join(entries) + "\n"), target), target
