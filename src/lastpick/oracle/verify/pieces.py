"""The nimbers of what may be left of up to 64 numbers, by their definition, for the verifier.

A position is a 64-bit mask. It falls into pieces that cannot affect each other; the nimber of
a piece is the mex over its picks, that of a position the xor of its pieces'. Each piece is worked
out once. There is no table, no order, and no question but this one.

In a sieve, where a number takes its multiples along, the two theorems of `sieve_form` make the
pieces fewer. Each prime p from 5 up may have a block of bits for its multiples p * k by numbers k
that only 2 and 3 divide; what survives of the block is its pattern. Where no other multiple of p
is left, p is free: patterns of free primes may be exchanged, and two equal ones cancel.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

M64 = (1 << 64) - 1
_ASK = 0xFFF  # the budget is asked whenever so many pieces are new
_GOLDEN = 0x9E3779B97F4A7C15
_DEBRUIJN = 0x03F79D71B4CB0A89
_LOWEST = bytearray(64)
for _i in range(64):
    _LOWEST[(_DEBRUIJN << _i & M64) >> 58] = _i


def _ignore(count: int) -> None:
    pass


class Pieces:
    """The nimbers of all pieces that were met so far.

    `keeps[i]` is what picking number i leaves, `near[i]` what i affects or is affected by.
    A block is where it starts, its mask from there, and the other multiples of its prime; the
    longest block comes first.
    """

    def __init__(
        self,
        keeps: Sequence[int],
        near: Sequence[int],
        blocks: Sequence[tuple[int, int, int]] = (),
    ) -> None:
        self.tick: Callable[[int], object] = _ignore
        self.count = 0
        self.lowest = _LOWEST
        self.keeps = array("Q", [keep & M64 for keep in keeps])
        self.near = array("Q", near)
        self.blocks = len(blocks)
        self.starts = array("i", [start for start, _, _ in blocks] or [0])
        self.masks = array("Q", [mask for _, mask, _ in blocks] or [0])
        self.tied = array("Q", [tied for _, _, tied in blocks] or [0])
        self.patterns = array("Q", bytes(8 * (len(blocks) + 1)))
        self._room(12)

    def _room(self, bits: int) -> None:
        self.shift = 64 - bits
        self.slots = (1 << bits) - 1
        self.keys = array("Q", bytes(8 << bits))
        self.values = bytearray(1 << bits)

    def _grow(self) -> None:
        keys, values, old = self.keys, self.values, self.slots + 1
        self._room(65 - self.shift)
        for i in range(old):
            if keys[i]:
                slot = self._slot(keys[i])
                self.keys[slot] = keys[i]
                self.values[slot] = values[i]

    def _slot(self, piece: int) -> int:
        """Where a piece is, or would be."""
        mixed = piece * _GOLDEN & M64
        slot = ((mixed ^ mixed >> 32) * _GOLDEN & M64) >> self.shift
        while self.keys[slot] != 0 and self.keys[slot] != piece:
            slot = (slot + 1) & self.slots
        return slot

    def value(self, rest: int) -> int:
        """The nimber of a position."""
        total = 0
        while rest:
            piece = self._piece_of(rest)
            rest ^= piece
            total ^= self._piece_value(piece)
        return total

    def _piece_of(self, rest: int) -> int:
        """The piece that holds the lowest number."""
        piece = rest & -rest & M64
        fresh = piece
        while fresh:
            low = fresh & -fresh & M64
            near = self.near[self.lowest[(low * _DEBRUIJN & M64) >> 58]] & rest & ~piece & M64
            piece |= near
            fresh = (fresh ^ low) | near
        return piece

    def _piece_value(self, piece: int) -> int:
        if piece & (piece - 1) == 0:
            return 1
        if self.blocks:
            canonical = self._canonical(piece)
            if canonical != piece:  # and perhaps several pieces now
                return self.value(canonical)
        slot = self._slot(piece)
        if self.keys[slot] == 0:
            value = self._mex(piece)
            if self.count * 4 > self.slots * 3:
                self._grow()
            if self.count & _ASK == _ASK:
                self.tick(self.count)
            slot = self._slot(piece)
            self.keys[slot] = piece
            self.values[slot] = value
            self.count += 1
        return self.values[slot]

    def _mex(self, piece: int) -> int:
        """The least value that no pick leads to."""
        seen = 0
        left = piece
        while left:
            low = left & -left & M64
            left ^= low
            one = 1
            keep = self.keeps[self.lowest[(low * _DEBRUIJN & M64) >> 58]]
            seen |= one << self.value(piece & keep)
        value = 0
        while value < 64 and seen >> value & 1:
            value += 1
        return value

    def _canonical(self, piece: int) -> int:
        """The same without patterns that cancel, the others in descending order.

        They fit: of the first i patterns each comes from a block that is long enough for the i-th,
        so the i-th longest block is too.
        """
        found = piece
        free, count = 0, 0
        for b in range(self.blocks):
            if piece & self.tied[b]:
                continue
            one = 1
            free |= one << b
            pattern = piece >> self.starts[b] & self.masks[b]
            if pattern == 0:
                continue
            found ^= pattern << self.starts[b]
            i = 0
            while i < count and self.patterns[i] > pattern:
                i += 1
            if i < count and self.patterns[i] == pattern:
                count -= 1
                while i < count:
                    self.patterns[i] = self.patterns[i + 1]
                    i += 1
                continue
            j = count
            while j > i:
                self.patterns[j] = self.patterns[j - 1]
                j -= 1
            self.patterns[i] = pattern
            count += 1
        i = 0
        for b in range(self.blocks):
            if i < count and free >> b & 1:
                found |= self.patterns[i] << self.starts[b]
                i += 1
        return found
