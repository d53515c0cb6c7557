"""Where each number of a pool stands on a board of so many columns and lines.

The columns are a round number, and blanks stand before the first number, so that multiples line
up. Of the ways to show the whole pool the one with the largest tiles is taken; a pool that cannot
be shown whole scrolls.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

_ROUND = (10, 5, 20, 25)  # columns, the best liked first
_SMALL = (4, 2, 1)  # where the numbers are long, or the board narrow
_WIDEST, _TALLEST = 32, 12  # steps from a tile to the next
_SCROLLBAR = 1


class Box(NamedTuple):
    """A tile's place: its upper left corner and its size, in columns and lines."""

    x: int
    y: int
    width: int
    height: int


class Layout(NamedTuple):
    """A grid of tiles. Lines count from the top of the board, scrolled or not."""

    first: int
    last: int
    columns: int
    step_x: int  # from a tile to the next
    step_y: int
    tile_width: int
    tile_height: int
    left: int
    top: int
    width: int  # of the area
    height: int

    @property
    def digits(self) -> int:
        return len(str(self.last))

    @property
    def blanks(self) -> int:
        """Empty places before the first number."""
        return _blanks(self.first, self.last, self.columns)

    @property
    def rows(self) -> int:
        return _rows(self.first, self.last, self.columns)

    @property
    def lines(self) -> int:
        """How many lines the board has in all."""
        return self.top + (self.rows - 1) * self.step_y + self.tile_height

    @property
    def scrolls(self) -> bool:
        return self.lines > self.height

    @property
    def boxed(self) -> bool:
        """Whether tiles have an edge of their own around the number."""
        return self.tile_height >= 3 and self.tile_width >= self.digits + 4

    def row(self, n: int) -> int:
        return (n - self.first + self.blanks) // self.columns

    def in_row(self, row: int) -> range:
        """The numbers of a row."""
        begin = self.first - self.blanks + row * self.columns
        return range(max(begin, self.first), min(begin + self.columns, self.last + 1))

    def box(self, n: int) -> Box:
        """Where a number stands."""
        row, column = divmod(n - self.first + self.blanks, self.columns)
        x, y = self.left + column * self.step_x, self.top + row * self.step_y
        return Box(x, y, self.tile_width, self.tile_height)

    def at(self, x: int, y: int) -> int | None:
        """The number that stands there, if one does."""
        column, in_x = divmod(x - self.left, self.step_x)
        row, in_y = divmod(y - self.top, self.step_y)
        if not 0 <= column < self.columns or in_x >= self.tile_width or in_y >= self.tile_height:
            return None
        n = self.first - self.blanks + row * self.columns + column
        return n if self.first <= n <= self.last else None

    def row_at(self, y: int) -> tuple[int, int] | None:
        """The row that a line belongs to, and which line of its tiles it is."""
        row, line = divmod(y - self.top, self.step_y)
        return (row, line) if 0 <= row < self.rows and line < self.tile_height else None


@lru_cache(maxsize=64)
def arrange(first: int, last: int, width: int, height: int) -> Layout:
    """The best layout of a pool for an area."""
    narrowest = len(str(last)) + 1  # a sign and the number
    for choices in (_few(last - first + 1) + _ROUND, _SMALL):
        whole = [
            _layout(first, last, columns, width, height, height // _rows(first, last, columns))
            for columns in choices
            if width // columns >= narrowest and _rows(first, last, columns) <= height
        ]
        if whole:
            return max(whole, key=_merit)
    width -= _SCROLLBAR
    most = [columns for columns in _ROUND + _SMALL if width // columns >= narrowest]
    columns = max(most, default=1)
    return _layout(first, last, columns, max(width, narrowest), height, 1)


def _few(size: int) -> tuple[int, ...]:
    """A few numbers stand in one row."""
    return (size,) if size < _ROUND[0] else ()


def _blanks(first: int, last: int, columns: int) -> int:
    return max(first - 1, 0) % columns if last - first + 1 > columns else 0


def _rows(first: int, last: int, columns: int) -> int:
    return -(-(last - first + 1 + _blanks(first, last, columns)) // columns)


def _layout(first: int, last: int, columns: int, width: int, height: int, step_y: int) -> Layout:
    digits, step_x = len(str(last)), min(width // columns, _WIDEST)
    if step_y >= 3 and step_x >= digits + 5:
        step_y = min(step_y, _TALLEST, step_x // 2 + 1)
        step_x = min(step_x, max(digits + 5, 3 * step_y + 2))
        tile_width = step_x - (2 if step_x >= 12 else 1)
        tile_height = step_y - (step_y > 5)
    else:
        step_y = min(step_y, 3)
        step_x = min(step_x, digits + 5)
        tile_width = step_x - (step_x > digits + 2)
        tile_height = min(step_y, 2)
    rows = _rows(first, last, columns)
    used_x = (columns - 1) * step_x + tile_width
    used_y = (rows - 1) * step_y + tile_height
    left, top = max(width - used_x, 0) // 2, max(height - used_y, 0) // 2
    return Layout(
        first, last, columns, step_x, step_y, tile_width, tile_height, left, top, width, height
    )


def _merit(layout: Layout) -> tuple[int, float]:
    """The size of the tiles, and then how much of the area they fill the shorter way."""
    across = layout.columns * layout.step_x / layout.width
    down = layout.rows * layout.step_y / layout.height
    size = min(layout.tile_width, 2 * layout.tile_height + 2)
    return size, min(across, down)
