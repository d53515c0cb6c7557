"""The canonical form of a position in which a pick takes along all within some distance.

Bits are places in a row. Where `width` or more places in a row are empty, nothing on one side
affects anything on the other; so only the pieces between count, not where they stand, in which
order, or which way round. A piece no longer than `width + 1` is cleared by any pick in it; so is
a number on its own, and all of those are alike. Their number is told apart, the rest is packed to
the low end, the largest piece first.
"""

from __future__ import annotations

from array import array

M64 = (1 << 64) - 1


class RowForm:
    """Positions in a row as words of 64 bits."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.single = 0  # how many pieces the latest position had that any pick clears
        self.pieces = array("Q", bytes(8 * 66))
        self.sizes = array("i", bytes(4 * 66))

    def reduced(self, rest: int) -> int:
        """The canonical form of a position, without the pieces that any pick clears."""
        self.single = 0
        count = 0
        while rest:
            while not rest & 1:
                rest >>= 1
            piece = 0
            size = 0
            gap = 0
            one = 1
            while rest and gap < self.width:
                if rest & 1:
                    piece |= one << (size + gap)
                    size += gap + 1
                    gap = 0
                else:
                    gap += 1
                rest >>= 1
            if size <= self.width + 1:
                self.single += 1
                continue
            mirrored = 0
            for i in range(size):
                mirrored |= (piece >> i & 1) << (size - 1 - i)
            if mirrored < piece:
                piece = mirrored
            i = count
            while i > 0 and self.pieces[i - 1] < piece:
                self.pieces[i] = self.pieces[i - 1]
                self.sizes[i] = self.sizes[i - 1]
                i -= 1
            self.pieces[i] = piece
            self.sizes[i] = size
            count += 1
        at = 0
        for i in range(count):
            rest |= self.pieces[i] << at
            at += self.sizes[i] + self.width
        return rest
