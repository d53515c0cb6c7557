"""Words in tiles: the name of the program as two players would pick it in turn, and who has won."""

from __future__ import annotations

from itertools import cycle

from rich.style import Style
from rich.text import Text
from textual.geometry import Size
from textual.widget import Widget

from .themes import COLOURS

_HIGH = 22  # lines of a screen that has room for edges
_PACE = 0.08  # seconds from a letter to the next
# The edges of tiles of Player 1 and Player 2 as on the board, with colours and without.
_FILLED = ("▗▄▖", "▐▌", "▝▀▘"), ("▄▄▄", "██", "▀▀▀")
_BARE = ("╭─╮", "││", "╰─╯"), ("┌─┐", "││", "└─┘")


class Letters(Widget):
    """A letter a tile, each of the seat that is next; in one line, where there is little room."""

    DEFAULT_CSS = "Letters { height: auto; }"

    def __init__(self, text: str = "", seats: tuple[int, ...] = (1, 2), id: str | None = None):  # noqa: A002
        super().__init__(id=id)
        self.show(text, seats)

    def show(self, text: str, seats: tuple[int, ...]) -> None:
        self.text, self.seats = text, seats
        self.shown = len(text)
        self.display = bool(text)
        self.refresh(layout=True)

    def spell(self) -> None:
        """Show one letter after the other, if anything may move by itself."""
        if self.app.animation_level != "none":
            self.shown = 0
            self.set_interval(_PACE, self._next, repeat=len(self.text))

    def _next(self) -> None:
        self.shown = min(self.shown + 1, len(self.text))
        self.refresh()

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002
        tiles = _tiles(self.text)
        return tiles if tiles <= container.width * 3 // 4 else len(self.text)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        return 3 if viewport.height >= _HIGH and 6 * len(self.text) <= width else 1

    def render(self) -> Text:
        bare = self.app.no_color or self.app.native_ansi_color
        colours = None if bare else COLOURS.get(self.app.theme)
        boxed = self.size.height >= 3
        if not boxed and _tiles(self.text) > self.size.width:
            return Text(self.text, "bold", no_wrap=True, overflow="ellipsis")
        blank = " " * boxed
        lines = [Text(no_wrap=True) for _ in range(3)]
        for letter, seat in zip(self.text[: self.shown], cycle(self.seats), strict=False):
            if letter == " ":
                for line in lines:
                    line.append("  ")
                continue
            top, sides, bottom = (_FILLED if colours else _BARE)[seat - 1]
            edge, inside = Style(), Style(bold=True)
            if colours:
                edge = Style(color=colours[f"p{seat}"])
                inside += Style(color=colours[f"on{seat}"], bgcolor=colours[f"p{seat}"])
            lines[0].append(f"{top[0]}{top[1] * 3}{top[2]}{blank}", edge)
            lines[1].append(sides[0], edge)
            lines[1].append(f"{blank}{letter}{blank}", inside)
            lines[1].append(f"{sides[1]}{blank}", edge)
            lines[2].append(f"{bottom[0]}{bottom[1] * 3}{bottom[2]}{blank}", edge)
        return Text("\n").join(lines) if boxed else lines[1]


def _tiles(text: str) -> int:
    """How many columns a word's tiles take in one line."""
    return sum(2 if letter == " " else 3 for letter in text)
