"""A position as an array: what a learning agent sees.

Three rows with a column for each number of the pool, ascending, all of them 0 or 1:

    LEFT   the number is still in the pool
    LEGAL  it may be picked now
    LAST   it was the last pick (before the first pick nothing is, or the number that the game
           starts from, if that lies in the pool)

Left and last are the whole position; legal follows from them and is there for convenience.
All environments show the same rows.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..game import Game, Position

LEFT, LEGAL, LAST = range(3)
ROWS = 3

Rows = NDArray[np.int8]
Mask = NDArray[np.int8]


class View:
    """Turns the positions of one game into rows."""

    def __init__(self, game: Game) -> None:
        numbers = game.numbers
        self.size = numbers.size
        self.first = numbers.first
        self.shape = (ROWS, self.size)
        self._flags = numbers.flags
        self._nothing = bytes(self.size)
        self._picked: dict[int | None, bytes] = {None: self._nothing}

    def rows(self, position: Position) -> Rows:
        """The three rows, in an array of their own."""
        last = self._picked.get(position.last)
        if last is None:
            last = self._picked[position.last] = self._one(position.last)
        flags = self._flags
        data = bytearray().join((flags(position.bits), flags(position.choices), last))
        return np.frombuffer(data, np.int8).reshape(self.shape)

    def mask(self, position: Position) -> Mask:
        """1 where a number may be picked, in an array of its own."""
        return np.frombuffer(bytearray(self._flags(position.choices)), np.int8)

    def no_mask(self) -> Mask:
        """The mask of somebody who may not pick."""
        return np.frombuffer(bytearray(self._nothing), np.int8)

    def _one(self, last: Any) -> bytes:
        row = bytearray(self.size)
        if 0 <= last - self.first < self.size:  # a game may start from a number outside its pool
            row[last - self.first] = 1
        return bytes(row)
