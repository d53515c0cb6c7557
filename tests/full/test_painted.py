"""The screen as text, which stored screens are compared by."""

from __future__ import annotations

import asyncio

from support.painted import Grid, painted, told
from textual.app import App, ComposeResult
from textual.widgets import Static

SCREEN = """\
+------------
|one two
|界 end
+------------
+------------
|aaabbba
|aaaaaa
+------------
. default on #000000
a #ffffff on #000000
b #ff0000 on #000000 bold
"""

IN_TWO = """\
+---
|ab
|  (2 times)
+---
in two, line  1: |aB
+---
|ab
|  (2 times)
+---
  one  two
. ink  paint
a red  paint
b red  bold
"""


class TwoLines(App[None]):
    CSS = """
    Screen { background: #000000; color: #ffffff; }
    Static { width: 100%; height: 1; color: #ffffff; background: #000000; }
    """

    def compose(self) -> ComposeResult:
        yield Static("one[bold #ff0000] tw[/]o")
        yield Static("界 end")


def test_a_screen_is_told_in_characters_and_styles() -> None:
    async def run() -> str:
        app = TwoLines()
        async with app.run_test(size=(12, 2)) as pilot:
            await pilot.pause()
            return painted(app)

    assert asyncio.run(run()) == SCREEN
    assert asyncio.run(run()) == SCREEN


def test_a_screen_in_two_themes_is_told_once() -> None:
    """Their letters tell both styles, and a line that differs stands by itself."""
    one: Grid = [[("a", "red"), ("b", "red"), (" ", "ink")], *[[(" ", "ink")] * 3] * 2]
    two: Grid = [[("a", "paint"), ("B", "bold"), (" ", "paint")], *[[(" ", "paint")] * 3] * 2]
    assert told({"one": one, "two": two}) == IN_TWO
