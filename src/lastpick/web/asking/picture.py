"""A position as a picture, for whoever shows a link: 1,200 by 630, as PNG.

Drawn beside the oracle's questions and not in the server: it takes a tenth of a second. The font
is the one that comes with Pillow. It knows few letters beyond ASCII; the others are left out.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from ...record.board import LEGAL, OPEN, PICKED, START, Tile, Tiles
from ...relations import Numbers

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

WIDTH, HEIGHT = 1200, 630
_MOST = 120  # numbers that are large enough to be read; of a larger pool a part is shown
_PART = 100
_FINE = 2  # drawn so many times as large and made smaller, so that edges are smooth
_EDGE = 56
_BOARD = (600, 518)  # the room for the board, at the right
_LARGEST = 104  # of a tile
_LONGEST = 200  # letters of a text
_COLOURS = 128

# The colours of page/shared/tokens.css, light.
_PAPER, _SURFACE, _INK, _SOFT, _LINE = "#f7f5ef", "#ffffff", "#191b25", "#646877", "#c9c4b4"
_PLAYERS = {1: ("#b8430a", "#98370a"), 2: ("#1d5bbf", "#184d9f")}  # a fill, and ink on paper
_ICON = (("#191b25", "round"), ("#ff8a45", "circle"), ("#6fa8ff", "square"))


class Texts(NamedTuple):
    """What stands beside the board."""

    title: str
    rule: str
    note: str


def draw(texts: Sequence[str], tiles: Tiles) -> str:
    """The picture as base64."""
    from PIL import Image
    from PIL.ImageDraw import Draw

    image = Image.new("RGB", (WIDTH * _FINE, HEIGHT * _FINE), _PAPER)
    pen = Pen(Draw(image))
    _draw_texts(pen, Texts(*map(plain, texts)))
    _draw_board(pen, tiles)
    small = image.reduce(_FINE).quantize(_COLOURS, dither=Image.Dither.NONE)
    png = BytesIO()
    small.save(png, "PNG", optimize=True)
    return b64encode(png.getvalue()).decode()


class Pen:
    """Draws in the measures of the finished picture."""

    def __init__(self, draw: ImageDraw) -> None:
        self._draw = draw

    def text(
        self, x: float, y: float, text: str, size: float, colour: str, anchor: str, bold: float = 0
    ) -> None:
        where = (x * _FINE, y * _FINE)
        self._draw.text(
            where, text, colour, _font(size), anchor, stroke_width=bold * _FINE, stroke_fill=colour
        )

    def width(self, text: str, size: float) -> float:
        return self._draw.textlength(text, _font(size)) / _FINE

    def shape(
        self, kind: str, x: float, y: float, size: float,
        fill: str | None, outline: str | None = None, width: float = 2,
    ) -> None:  # fmt: skip
        """A circle, a square with sharp corners, or a round one, by its upper left corner."""
        box = (x * _FINE, y * _FINE, (x + size) * _FINE, (y + size) * _FINE)
        thick = round(width * _FINE)
        if kind == "circle":
            self._draw.ellipse(box, fill, outline, thick)
        else:
            radius = size * (0.06 if kind == "square" else 0.24) * _FINE
            self._draw.rounded_rectangle(box, radius, fill, outline, thick)

    def line(self, x: float, y: float, to_x: float, to_y: float, colour: str) -> None:
        points = (x * _FINE, y * _FINE, to_x * _FINE, to_y * _FINE)
        self._draw.line(points, colour, 2 * _FINE)


@lru_cache(maxsize=32)
def _font(size: float) -> Any:
    from PIL.ImageFont import load_default

    return load_default(size * _FINE)


# --- the texts ------------------------------------------------------------------------------------


def _draw_texts(pen: Pen, texts: Texts) -> None:
    room = WIDTH - _BOARD[0] - 3 * _EDGE
    pen.shape("round", _EDGE, _EDGE, 44, _ICON[0][0])
    pen.shape("circle", _EDGE + 8, _EDGE + 8, 16, _ICON[1][0])
    pen.shape("square", _EDGE + 20, _EDGE + 20, 16, _ICON[2][0])
    pen.text(_EDGE + 60, _EDGE + 22, "Lastpick", 32, _INK, "lm", bold=0.6)
    y = 160.0
    size = 68 if max(pen.width(word, 68) for word in texts.title.split() or [""]) <= room else 48
    for line in _lines(pen, texts.title, size, room, 3):
        pen.text(_EDGE, y, line, size, _INK, "lt", bold=1)
        y += size * 1.12
    y += 20
    for line in _lines(pen, texts.rule, 30, room, 4):
        pen.text(_EDGE, y, line, 30, _SOFT, "lt")
        y += 40
    for line in _lines(pen, texts.note, 30, room, 1):
        pen.text(_EDGE, HEIGHT - _EDGE, line, 30, _INK, "ls", bold=0.5)


def _lines(pen: Pen, text: str, size: float, room: float, most: int) -> list[str]:
    """A text in lines of at most this width; what does not fit ends in dots."""
    found = [""]
    for word in text.split():
        longer = f"{found[-1]} {word}".strip()
        if pen.width(longer, size) <= room or not found[-1]:
            found[-1] = longer
        else:
            found.append(word)
    cut = len(found) > most
    found = found[:most]
    if cut:
        found[-1] += "..."
    return [_fitted(pen, line, size, room) for line in found]


def _fitted(pen: Pen, line: str, size: float, room: float) -> str:
    if pen.width(line, size) <= room:
        return line
    while line and pen.width(line + "...", size) > room:
        line = line[:-1]
    return line + "..."


def plain(text: str) -> str:
    """A text in the letters that the font has."""
    few = text.translate(_LIKE)[:_LONGEST]
    return " ".join(
        "".join(c for c in few if c == "·" or (c.isascii() and c.isprintable())).split()
    )


_LIKE = str.maketrans({"–": "-", "’": "'", "“": '"', "”": '"', "…": "..."})  # noqa: RUF001


# --- the board ------------------------------------------------------------------------------------


def shown_part(numbers: Numbers, last: int | None) -> range:
    """The numbers that are drawn: all, or of a large pool those around the last pick."""
    if numbers.size <= _MOST:
        return range(numbers.first, numbers.last + 1)
    focus = last if last is not None and last in numbers else numbers.first
    first = min(focus - (focus - 1) % _PART, numbers.last - _PART + 1)
    first = max(first, numbers.first)
    return range(first, min(first + _PART, numbers.last + 1))


def _draw_board(pen: Pen, tiles: Tiles) -> None:
    pool = shown_part(tiles.numbers, tiles.position.last)
    columns = 5 if len(pool) <= 30 else 10
    blanks = max(pool[0] - 1, 0) % columns if len(pool) > columns else 0
    rows = -(-(len(pool) + blanks) // columns)
    pitch = min(_BOARD[0] / columns, _BOARD[1] / rows, _LARGEST + 10)
    left = WIDTH - _EDGE - _BOARD[0] / 2 - pitch * columns / 2
    top = HEIGHT / 2 - pitch * rows / 2
    for at, n in enumerate(pool, blanks):
        row, column = divmod(at, columns)
        _draw_tile(pen, tiles[n], n, left + column * pitch, top + row * pitch, pitch)


def _draw_tile(pen: Pen, tile: Tile, n: int, left: float, top: float, pitch: float) -> None:
    gap = pitch * 0.1
    x, y, size = left + gap / 2, top + gap / 2, pitch - gap
    fill, ink = _PLAYERS.get(tile.seat, (_LINE, _SOFT))
    number, small = size * (0.42 if n < 1000 else 0.3), size * 0.2
    middle = (x + size / 2, y + size / 2)
    if tile.kind == PICKED:
        kind = "circle" if tile.seat == 1 else "square"
        pen.shape(kind, x, y, size, fill)
        if tile.last:
            pen.shape(kind, x + size * 0.05, y + size * 0.05, size * 0.9, None, _SURFACE, size / 32)
        pen.text(*middle, str(n), number, _SURFACE, "mm", bold=0.5)
    elif tile.kind == LEGAL:
        pen.shape("round", x, y + size * 0.04, size, _LINE)
        pen.shape("round", x, y, size, _SURFACE, _LINE)
        pen.text(*middle, str(n), number, _INK, "mm", bold=0.5)
    elif tile.kind == OPEN:
        pen.shape("round", x, y, size, None, _LINE)
        pen.text(*middle, str(n), number, _SOFT, "mm")
    else:
        pen.text(*middle, str(n), number, _SOFT, "mm")
        half = pen.width(str(n), number) / 2 + size * 0.05
        if tile.kind == START:
            pen.shape("round", x, y, size, None, _INK)
        else:
            pen.line(middle[0] - half, middle[1], middle[0] + half, middle[1], ink)
            if tile.by is not None and size > 60:
                pen.text(middle[0], y + size * 0.84, f"by {tile.by}", small, ink, "mm")
