"""Nimbers of positions where anything may follow, on at most 64 numbers.

A position is a 64-bit mask. It falls into parts that cannot affect each other; the nimber
of a part is the mex, the least value not among those of the positions that one pick leads
to, and the nimber of a position is the xor of its parts' (Sprague and Grundy). Parts are
kept in one hash table, in a canonical form where numbers can be exchanged for each other.

Two questions: `value` finds a nimber, and so visits every position below; `equals` asks
only whether a nimber is a given one, and leaves out whatever that does not depend on.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from .binary_fuse import BinaryFuse

M64 = (1 << 64) - 1
UNKNOWN = 255
_GOLDEN = 0x9E3779B97F4A7C15
_DEBRUIJN = 0x03F79D71B4CB0A89
_LOWEST = bytearray(64)
for _i in range(64):
    _LOWEST[(0x03F79D71B4CB0A89 << _i & (1 << 64) - 1) >> 58] = _i


Groups = Sequence[Sequence[Sequence[int]]]


def _ignore(count: int) -> None:
    pass


def _shape(groups: Groups) -> array[int]:
    """Groups as one row of integers: how many lists, how long, their numbers; then a 0."""
    row = []
    for group in groups:
        row += [len(group), len(group[0]), *(n for bundle in group for n in bundle)]
    return array("i", [*row, 0])


class Nimbers:
    """The values of all parts met so far.

    `keeps[i]` is what picking number i leaves, `near[i]` what i affects or is affected by.
    `groups` hold lists of numbers; the lists of a group can be exchanged for each other.
    A `table` knows the parts below `below` beforehand, with exchanges of its own.
    """

    def __init__(
        self,
        keeps: Sequence[int],
        near: Sequence[int],
        groups: Groups = (),
        table: BinaryFuse | None = None,
        table_groups: Groups = (),
        below: int = 0,
    ) -> None:
        self.most = 1 << 22
        self.tick: Callable[[int], object] = _ignore
        self.count = 0
        self.table = table
        self.below = below if table is not None else 0
        self.lowest = _LOWEST
        self.keeps = array("Q", [keep & (1 << 64) - 1 for keep in keeps])
        self.near = array("Q", near)
        self.shape = _shape(groups)
        self.table_shape = _shape(table_groups)
        self.patterns = array("Q", bytes(8 * 64))
        self._room(12)  # little at first: a memory for one game is soon made and dropped

    def _room(self, bits: int) -> None:
        self.shift = 64 - bits
        self.slots = (1 << bits) - 1
        self.keys = array("Q", bytes(8 << bits))
        self.values = bytearray(b"\xff") * (1 << bits)
        self.excluded = array("Q", bytes(8 << bits))

    def _grow(self) -> None:
        keys, values, excluded = self.keys, self.values, self.excluded
        old = self.slots + 1
        self._room(64 - self.shift + 1)
        for i in range(old):
            if keys[i]:
                slot = self._slot(keys[i])
                self.keys[slot] = keys[i]
                self.values[slot] = values[i]
                self.excluded[slot] = excluded[i]

    def _slot(self, key: int) -> int:
        slot = (key * _GOLDEN & M64) >> self.shift
        while self.keys[slot] != 0 and self.keys[slot] != key:
            slot = (slot + 1) & self.slots
        return slot

    def _enter(self, part: int) -> int:
        """The slot of a part, taken for it if it is new."""
        slot = self._slot(part)
        if self.keys[slot] == 0:
            if self.count * 4 > self.slots * 3:
                self._grow()
                slot = self._slot(part)
            self.keys[slot] = part
            self.count += 1
            if self.count & 0x3FFF == 0 or self.count > self.most:
                self.tick(self.count)
            if self.count > self.most:
                raise MemoryError
        return slot

    def part_of(self, rest: int) -> int:
        """The part that holds the lowest number."""
        part = rest & -rest & M64
        fresh = part
        while fresh:
            low = fresh & -fresh & M64
            near = self.near[self.lowest[(low * _DEBRUIJN & M64) >> 58]] & rest & ~part & M64
            part |= near
            fresh = (fresh ^ low) | near
        return part

    def canonical(self, part: int, shape: array[int]) -> int:
        """The same part for all ways to exchange bundles."""
        at = 0
        while shape[at]:
            bundles, length = shape[at], shape[at + 1]
            at += 2
            for i in range(bundles):
                pattern = 0
                for k in range(length):
                    pattern |= (part >> shape[at + i * length + k] & 1) << k
                j = i
                while j > 0 and self.patterns[j - 1] < pattern:
                    self.patterns[j] = self.patterns[j - 1]
                    j -= 1
                self.patterns[j] = pattern
            for i in range(bundles):
                pattern = self.patterns[i]
                for k in range(length):
                    low = 1
                    low <<= shape[at + i * length + k]
                    if pattern >> k & 1:
                        part |= low
                    else:
                        part &= ~low & M64
            at += bundles * length
        return part

    def value(self, rest: int) -> int:
        """The nimber of any position."""
        total = 0
        while rest:
            part = self.part_of(rest)
            rest &= ~part & M64
            total ^= self.part_value(part)
        return total

    def part_value(self, part: int) -> int:
        if part & (part - 1) == 0:
            return 1
        if self.table is not None and part < self.below:
            return self.table.value(self.canonical(part, self.table_shape))
        part = self.canonical(part, self.shape)
        slot = self._slot(part)
        if self.keys[slot] == part and self.values[slot] != UNKNOWN:
            return self.values[slot]
        value = self._mex(part)
        slot = self._enter(part)
        self.values[slot] = value
        return value

    def _mex(self, part: int) -> int:
        """The least value that no pick in a part leads to."""
        seen = 0
        left = part
        while left:
            low = left & -left & M64
            left ^= low
            one = 1
            seen |= one << self.value(part & self.keeps[self.lowest[(low * _DEBRUIJN & M64) >> 58]])
        value = 0
        while value < 64 and seen >> value & 1:
            value += 1
        return value

    def equals(self, rest: int, target: int) -> bool:
        """Whether a position has this nimber."""
        large = 0
        while rest:
            part = self.part_of(rest)
            rest &= ~part & M64
            # all parts but the largest are worked out; the largest is only asked about
            if part > large:
                part, large = large, part
            if part:
                target ^= self.part_value(part)
        if large == 0:
            return target == 0
        return self.part_equals(large, target)

    def part_equals(self, part: int, target: int) -> bool:
        if part & (part - 1) == 0 or part < self.below or target > 63:
            return self.part_value(part) == target
        part = self.canonical(part, self.shape)
        slot = self._slot(part)
        if self.keys[slot] == part:
            if self.values[slot] != UNKNOWN:
                return self.values[slot] == target
            if self.excluded[slot] >> target & 1:
                return False
        answer = True
        smaller = 0
        while smaller < target and answer:
            answer = self._leads_to(part, smaller)
            smaller += 1
        if answer:
            answer = not self._leads_to(part, target)
        slot = self._enter(part)
        if answer:
            self.values[slot] = target
        else:
            one = 1
            self.excluded[slot] |= one << target
        return answer

    def _leads_to(self, part: int, target: int) -> bool:
        """Whether some pick leads from a part to a position with this nimber."""
        left = part
        while left:
            low = left & -left & M64
            left ^= low
            if self.equals(part & self.keeps[self.lowest[(low * _DEBRUIJN & M64) >> 58]], target):
                return True
        return False

    def sorted_entries(self) -> tuple[array[int], bytearray]:
        """Every part whose value is known, ascending, and the values."""
        keys = array("Q", bytes(8 * self.count))
        parts = keys
        found = 0
        for i in range(self.slots + 1):
            if self.keys[i] != 0 and self.values[i] != UNKNOWN:
                parts[found] = self.keys[i]
                found += 1
        ordered = array("Q", sorted(keys[:found]))
        parts = ordered
        values = bytearray(found)
        filled = values
        for i in range(found):
            filled[i] = self.values[self._slot(parts[i])]
        return ordered, values

    def first_wrong(self, keys: array[int], start: int, end: int) -> int:
        """The first of these parts whose value is not the mex of its picks'; -1 if none."""
        for i in range(start, end):
            if self.part_value(keys[i]) != self._mex(keys[i]):
                return i
        return -1
