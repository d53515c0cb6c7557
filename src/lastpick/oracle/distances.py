"""The kernel behind `remoteness`: positions on at most 64 numbers, and how far from the end.

Positions are told apart by what may be picked and what can be reached. Nothing that wins or
loses is left out, since what is only slower counts here; but a question is asked within bounds:
a value that could not change the answer is not worked out in full.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

M64 = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_DEBRUIJN = 0x03F79D71B4CB0A89
_LOWEST = bytearray(64)
for _i in range(64):
    _LOWEST[(0x03F79D71B4CB0A89 << _i & (1 << 64) - 1) >> 58] = _i


def _ignore(count: int) -> None:
    pass


class Distances:
    """The remoteness of the positions of one game; `anything` says that all may follow."""

    def __init__(
        self, after: Sequence[int], keeps: Sequence[int], misere: bool, anything: bool
    ) -> None:
        size = len(after)
        everything = (1 << size) - 1
        self.misere = 1 if misere else 0
        self.anything = anything
        self.keeps = array("Q", [keep & everything & ~(1 << i) for i, keep in enumerate(keeps)])
        self.after = array("Q", [row & everything for row in after])
        self.lowest = _LOWEST
        self.tick: Callable[[int], object] = _ignore
        self.most_bytes = 1 << 30
        self.count = 0
        self._room(12)

    def _room(self, bits: int) -> None:
        self.shift = 64 - bits
        self.slots = (1 << bits) - 1
        self.keys = array("Q", bytes(16 * (self.slots + 1)))
        self.values = bytearray(self.slots + 1)

    def _grow(self) -> None:
        if (self.slots + 1) * 51 > self.most_bytes:
            raise MemoryError
        keys, values, old = self.keys, self.values, self.slots + 1
        self._room(64 - self.shift + 1)
        for i in range(old):
            if values[i]:
                slot = self._slot(keys[2 * i], keys[2 * i + 1])
                self.keys[2 * slot] = keys[2 * i]
                self.keys[2 * slot + 1] = keys[2 * i + 1]
                self.values[slot] = values[i]

    def _slot(self, choices: int, left: int) -> int:
        mixed = (choices * _GOLDEN ^ left) * _GOLDEN & M64
        mixed ^= mixed >> 31
        slot = (mixed * _GOLDEN & M64) >> self.shift
        while self.values[slot] and (
            self.keys[2 * slot] != choices or self.keys[2 * slot + 1] != left
        ):
            slot = (slot + 1) & self.slots
        return slot

    def remoteness(self, choices: int, left: int) -> int:
        """How many picks are made from here if the winner hurries and the loser delays."""
        choices &= left
        if choices == 0:
            return 0
        left = self._reach(choices, left)
        slot = self._slot(choices, left)
        if self.values[slot]:
            return self.values[slot]
        nearest, farthest = 255, 0
        picks = choices
        while picks:
            low = picks & -picks
            picks ^= low
            n = self.lowest[(low * _DEBRUIJN & M64) >> 58]
            found = self.remoteness(self.after[n], left & self.keeps[n])
            if found & 1 == self.misere:  # lost for whoever has to answer
                if found < nearest:
                    nearest = found
                if found == self.misere:
                    break  # no win is nearer
            elif found > farthest:
                farthest = found
        value = 1 + (nearest if nearest < 255 else farthest)
        self.count += 1
        if self.count & 0xFFF == 0:
            self.tick(self.count)
        if self.count * 4 > self.slots * 3:
            self._grow()
        slot = self._slot(choices, left)
        self.keys[2 * slot] = choices
        self.keys[2 * slot + 1] = left
        self.values[slot] = value
        return value

    def _reach(self, choices: int, left: int) -> int:
        if self.anything:
            return left
        seen = choices
        fresh = choices
        while fresh:
            low = fresh & -fresh
            fresh ^= low
            n = self.lowest[(low * _DEBRUIJN & M64) >> 58]
            more = self.after[n] & self.keeps[n] & left & ~seen
            seen |= more
            fresh |= more
        return seen
