"""A position to look at: as text (`ansi`) and as a picture (`rgb_array`).

Both show the pool as a board in rows. The picture is drawn with NumPy alone, its digits from
a font of five by seven dots.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..catalog import Book
from ..game import NO_LEGAL_PICK, Outcome, Position
from ..record import Tiles
from ..record.board import LEGAL, OPEN, columns_for, drawn

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]

# --- text -------------------------------------------------------------------------------


def text(book: Book, position: Position, forfeit: Outcome | None = None) -> str:
    """The board in characters: [n] may be picked, (n) was picked last, a dot is gone.

    `forfeit` is how a game ended that the rules did not end.
    """
    title = f"{book.title} {position.game.numbers}: {_state(position, forfeit)}"
    return "\n".join([title, *drawn(Tiles(position))]) + "\n"


def _state(position: Position, forfeit: Outcome | None) -> str:
    if (outcome := forfeit or position.outcome) and outcome.reason != NO_LEGAL_PICK:
        return f"player {outcome.winner} wins by forfeit ({outcome.reason})"
    if outcome:
        return f"player {outcome.winner} wins, {outcome.reason} for player {position.turn}"
    after = "" if position.last is None else f" after {position.last}"
    return f"player {position.turn} to pick{after}"


# --- the picture ------------------------------------------------------------------------

_FONT = (  # the ten digits, seven rows of five dots each
    (0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110),
    (0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110),
    (0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111),
    (0b11111, 0b00010, 0b00100, 0b00010, 0b00001, 0b10001, 0b01110),
    (0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010),
    (0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110),
    (0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110),
    (0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000),
    (0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110),
    (0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100),
)
_DOT = 2  # pixels for each dot of the font
_GAP = 4  # pixels between cells
_HEIGHT = 7 * _DOT + 14  # of a cell

_PAPER, _INK, _FAINT = (250, 249, 246), (34, 34, 34), (188, 186, 180)
_LEGAL, _LEFT, _GONE, _LAST = (183, 223, 189), (255, 255, 255), (236, 234, 228), (59, 110, 165)
_EDGE, _LEGAL_EDGE, _WINNER = (150, 148, 142), (46, 125, 62), (240, 180, 41)


def picture(position: Position, forfeit: Outcome | None = None) -> Picture:
    """The board in colours, under the two players.

    Green with a thick edge may be picked, white is left, faint is gone, blue was picked last.
    The player to move has a thick edge; the winner is gold.
    """
    numbers = position.game.numbers
    columns = min(columns_for(numbers.size), numbers.size)
    rows = -(-numbers.size // columns)
    width = (6 * len(str(numbers.last)) - 1) * _DOT + 14
    step_x, step_y = width + _GAP, _HEIGHT + _GAP
    canvas = np.empty(
        (_GAP + (rows + 1) * step_y + _GAP, _GAP + max(2, columns) * step_x, 3), np.uint8
    )
    canvas[:] = _PAPER
    _players(canvas, position.turn, forfeit or position.outcome, width)
    tiles = Tiles(position)
    for i in range(numbers.size):
        n = numbers.first + i
        top = _GAP + (1 + i // columns) * step_y + _GAP
        cell = canvas[top : top + _HEIGHT, _GAP + i % columns * step_x :][:, :width]
        tile = tiles[n]
        if tile.kind == LEGAL:
            _cell(cell, n, _LEGAL, _INK, _LEGAL_EDGE, 3)
        elif tile.last:
            _cell(cell, n, _LAST, _LEFT, _LAST, 1)
        elif tile.kind == OPEN:
            _cell(cell, n, _LEFT, _INK, _EDGE, 1)
        else:
            _cell(cell, n, _GONE, _FAINT, _GONE, 1)
    return canvas


def _players(canvas: Picture, turn: int, outcome: Outcome | None, width: int) -> None:
    for seat in (1, 2):
        cell = canvas[_GAP : _GAP + _HEIGHT, _GAP + (seat - 1) * (width + _GAP) :][:, :width]
        if outcome:
            won = outcome.winner == seat
            _cell(cell, seat, _WINNER if won else _GONE, _INK if won else _FAINT, _EDGE, 1)
        else:
            moves = turn == seat
            _cell(cell, seat, _LEFT, _INK if moves else _FAINT, _INK if moves else _EDGE,
                  3 if moves else 1)  # fmt: skip


def _cell(cell: Picture, n: int, fill: Colour, ink: Colour, edge: Colour, thick: int) -> None:
    cell[:] = edge
    cell[thick:-thick, thick:-thick] = fill
    dots = _dots(n)
    height, width = dots.shape
    top, side = (cell.shape[0] - height) // 2, (cell.shape[1] - width) // 2
    cell[top : top + height, side : side + width][dots] = ink


def _dots(n: int) -> NDArray[np.bool_]:
    """A number in pixels: True where it is inked."""
    shapes = [_FONT[int(digit)] for digit in str(n)]
    lines = [[bit for shape in shapes for bit in (*_bits(shape[row]), 0)][:-1] for row in range(7)]
    return np.array(lines, bool).repeat(_DOT, axis=0).repeat(_DOT, axis=1)


def _bits(row: int) -> tuple[int, ...]:
    return tuple(row >> 4 - i & 1 for i in range(5))
