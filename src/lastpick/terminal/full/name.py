"""The name of the program in tiles, as two players would pick them in turn."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text
from textual.geometry import Size
from textual.widget import Widget

from .themes import COLOURS

_NAME = "LASTPICK"
_WIDE, _HIGH = 6 * len(_NAME) + 2, 22  # columns and lines of a screen with room for edges
# The edges of tiles of Player 1 and Player 2 as on the board, with colours and without.
_FILLED = ("▗▄▖", "▐▌", "▝▀▘"), ("▄▄▄", "██", "▀▀▀")
_BARE = ("╭─╮", "││", "╰─╯"), ("┌─┐", "││", "└─┘")


class Name(Widget):
    """A letter a tile; where there is little room, all of them in one line."""

    DEFAULT_CSS = "Name { height: auto; }"

    @property
    def _boxed(self) -> bool:
        return self.app.size.width >= _WIDE and self.app.size.height >= _HIGH

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        return 3 if self._boxed else 1

    def render(self) -> Text:
        bare = self.app.no_color or self.app.native_ansi_color
        colours = None if bare else COLOURS.get(self.app.theme)
        lines = [Text(no_wrap=True) for _ in range(3)]
        for at, letter in enumerate(_NAME):
            seat = 1 + at % 2
            top, sides, bottom = (_FILLED if colours else _BARE)[at % 2]
            edge = Style(color=colours[f"p{seat}"]) if colours else Style()
            inside = Style(bold=True)
            if colours:
                inside += Style(color=colours[f"on{seat}"], bgcolor=colours[f"p{seat}"])
            blank = " " * self._boxed
            lines[0].append(f"{top[0]}{top[1] * 3}{top[2]}{blank}", edge)
            lines[1].append(sides[0], edge)
            lines[1].append(f"{blank}{letter}{blank}", inside)
            lines[1].append(f"{sides[1]}{blank}", edge)
            lines[2].append(f"{bottom[0]}{bottom[1] * 3}{bottom[2]}{blank}", edge)
        return Text("\n").join(lines) if self._boxed else lines[1]
