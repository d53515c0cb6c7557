"""Nimbers of positions where anything may follow, on at most 64 numbers.

A position is a 64-bit mask. It falls into parts that cannot affect each other; the nimber
of a part is the mex, the least value not among those of the positions that one pick leads
to, and the nimber of a position is the xor of its parts' (Sprague and Grundy). Parts are
kept in one hash table; those of a sieve in a canonical form (see `sieve_form`).

Two questions: `value` finds a nimber, and so visits every position below; `equals` asks
only whether a nimber is a given one, and leaves out whatever that does not depend on. It
looks up what every pick leaves before it works out any of it, and begins with the least.
"""

from __future__ import annotations

import mmap
from array import array
from collections.abc import Callable, Sequence

from .binary_fuse import BinaryFuse
from .budget import Budget
from .sieve_form import SieveForm

M64 = (1 << 64) - 1
UNKNOWN = 255
_LARGEST_EXCLUDED = 55  # targets up to this are remembered as excluded
_ASK = 0xFF  # the budget is asked whenever so many parts are new
_ASK_GROWING = 0xFFFF
_LARGE = 1 << 22  # bytes
_GOLDEN = 0x9E3779B97F4A7C15
_DEBRUIJN = 0x03F79D71B4CB0A89
_LOWEST = bytearray(64)
for _i in range(64):
    _LOWEST[(0x03F79D71B4CB0A89 << _i & (1 << 64) - 1) >> 58] = _i


def _ignore(count: int) -> None:
    pass


def _zeros(size: int) -> memoryview:
    """So many bytes as words, all 0; in large pages where the system has them."""
    if size < _LARGE or not hasattr(mmap, "MADV_HUGEPAGE"):
        return memoryview(bytearray(size)).cast("Q")
    room = mmap.mmap(-1, size)
    room.madvise(mmap.MADV_HUGEPAGE)
    return memoryview(room).cast("Q")


class Nimbers:
    """The values of all parts met so far.

    `keeps[i]` is what picking number i leaves, `near[i]` what i affects or is affected by.
    With a `form` positions are brought into canonical form; a `table` knows beforehand the
    parts in that form that lie within `inside`.
    """

    def __init__(
        self,
        keeps: Sequence[int],
        near: Sequence[int],
        form: SieveForm | None = None,
        table: BinaryFuse | None = None,
        inside: int = 0,
    ) -> None:
        self.most = 1 << 22
        self.tick: Callable[[int], object] = _ignore
        self.count = 0
        self.form = form
        self.table = table
        self.outside = ~inside & M64
        self.lowest = _LOWEST
        self.keeps = array("Q", [keep & M64 for keep in keeps])
        self.near = array("Q", [around & M64 for around in near])
        self.hub, self.around = 0, 0
        if form is not None:
            self.hub = sum(1 << i for i, n in enumerate(form.numbers) if n in (2, 3, 6))
            for i, n in enumerate(form.numbers):
                if n in (2, 3):
                    self.around |= near[i]
            if self.hub.bit_count() < 3:
                self.hub = 0
        self.waiting = array("Q", bytes(8 * 64 * 66))
        self.top = 0
        self.touched = 0
        self._room(12)  # little at first: a memory for one game is soon made and dropped

    def within(self, budget: Budget) -> None:
        """Keep to a budget from now on; what is known costs nothing."""
        before = self.count
        self.most = before + budget.positions
        self.tick = lambda count: budget.tick(count - before)

    def _room(self, bits: int) -> None:
        """Two words a slot: the part; and its value plus one, above which what it is not."""
        self.shift = 64 - bits
        self.slots = (1 << bits) - 1
        self.words = _zeros(16 * (self.slots + 1))

    def _grow(self) -> None:
        words, old = self.words, self.slots + 1
        shift, slots = self.shift, self.slots
        self._room(64 - self.shift + 1)
        try:
            for i in range(old):
                if words[2 * i]:
                    slot = self._slot(words[2 * i])
                    self.words[2 * slot] = words[2 * i]
                    self.words[2 * slot + 1] = words[2 * i + 1]
                if i & _ASK_GROWING == _ASK_GROWING:
                    self.tick(self.count)
        except BaseException:
            self.words, self.shift, self.slots = words, shift, slots
            raise

    def _home(self, key: int) -> int:
        """Where to begin to look for a part."""
        mixed = key * _GOLDEN & M64
        return ((mixed ^ mixed >> 32) * _GOLDEN & M64) >> self.shift

    def _slot(self, key: int) -> int:
        slot = self._home(key)
        while self.words[2 * slot] != 0 and self.words[2 * slot] != key:
            slot = (slot + 1) & self.slots
        return slot

    def _enter(self, part: int) -> int:
        """The slot of a part, taken for it if it is new."""
        slot = self._slot(part)
        if self.words[2 * slot] == 0:
            if self.count * 4 > self.slots * 3:
                self._grow()
                slot = self._slot(part)
            if self.count & _ASK == _ASK or self.count >= self.most:
                self.tick(self.count + 1)
            if self.count >= self.most:
                raise MemoryError
            self.words[2 * slot] = part
            self.count += 1
        return slot

    def part_of(self, rest: int) -> int:
        """The part that holds the lowest number."""
        if self.hub and rest & self.hub == self.hub:
            return self._hub_part(rest)
        part = rest & -rest & M64
        fresh = part
        while fresh:
            low = fresh & -fresh & M64
            near = self.near[self.lowest[(low * _DEBRUIJN & M64) >> 58]] & rest & ~part & M64
            part |= near
            fresh = (fresh ^ low) | near
        return part

    def _hub_part(self, rest: int) -> int:
        """The part of 2 in a sieve that holds 2, 3 and 6: all their multiples, to begin with."""
        part = rest & self.around
        others = rest ^ part
        grown = True
        while grown and others:
            grown = False
            left = others
            while left:
                low = left & -left & M64
                left ^= low
                if self.near[self.lowest[(low * _DEBRUIJN & M64) >> 58]] & part:
                    part |= low
                    others ^= low
                    grown = True
        return part

    def known(self, part: int) -> int:
        """The value of a part in canonical form, if it is known; else UNKNOWN."""
        if part & (part - 1) == 0:
            return 1
        if self.table is not None and part & self.outside == 0:
            return self.table.value(part)
        slot = self._slot(part)
        if self.words[2 * slot] != 0:
            return (self.words[2 * slot + 1] - 1) & 255
        return UNKNOWN

    def value(self, rest: int) -> int:
        """The nimber of any position."""
        self.top = 0
        if self.form is not None:
            rest = self.form.reduced(rest)
        return self._value(rest)

    def _value(self, rest: int) -> int:
        total = 0
        while rest:
            part = self.part_of(rest)
            if part != rest:
                rest ^= part
                if self.form is not None:
                    part = self.form.reduced(part)
            else:
                rest = 0
            total ^= self._part_value(part)
        return total

    def options(self, rest: int) -> list[int]:
        """The nimber that each pick leaves of a position, by ascending bits."""
        found = []
        left = rest
        while left:
            low = left & -left & M64
            left ^= low
            keep = self.keeps[self.lowest[(low * _DEBRUIJN & M64) >> 58]]
            found.append(self.value(rest & keep))
        return found

    def _part_value(self, part: int) -> int:
        value = self.known(part)
        if value == UNKNOWN:
            value = self._mex(part)
            slot = self._enter(part)
            self.words[2 * slot + 1] = value + 1
        return value

    def _mex(self, part: int) -> int:
        """The least value that no pick in a part leads to."""
        begin = self.top
        end = begin
        left = part
        while left:
            low = left & -left & M64
            left ^= low
            rest = part & self.keeps[self.lowest[(low * _DEBRUIJN & M64) >> 58]]
            if self.form is not None:
                rest = self.form.reduced(rest)
            self.waiting[end] = rest
            end += 1
            if rest & self.outside:  # so that it is on its way from memory when it is needed
                self.touched ^= self.words[2 * self._home(rest)]
        self.top = end
        seen = 0
        for i in range(begin, end):
            one = 1
            seen |= one << self._value(self.waiting[i])
        self.top = begin
        value = 0
        while value < 64 and seen >> value & 1:
            value += 1
        return value

    def equals(self, rest: int, target: int) -> bool:
        """Whether a position has this nimber."""
        self.top = 0
        if self.form is not None:
            rest = self.form.reduced(rest)
        return self._equals(rest, target)

    def _equals(self, rest: int, target: int) -> bool:
        large = 0
        while rest:
            part = self.part_of(rest)
            if part != rest:
                rest ^= part
                if self.form is not None:
                    part = self.form.reduced(part)
            else:
                rest = 0
            value = self.known(part)
            if value != UNKNOWN:
                target ^= value
                continue
            # all unknown parts but the largest are worked out; the largest is only asked about
            if self._size(part) > self._size(large):
                part, large = large, part
            if part:
                target ^= self._part_value(part)
        if large == 0:
            return target == 0
        return self._part_equals(large, target)

    def _size(self, part: int) -> int:
        size = 0
        while part:
            part &= part - 1
            size += 1
        return size

    def _probe(self, rest: int) -> int:
        """The nimber of a position in canonical form, if all its parts are known."""
        total = 0
        while rest:
            part = self.part_of(rest)
            if part != rest:
                rest ^= part
                if self.form is not None:
                    part = self.form.reduced(part)
            else:
                rest = 0
            value = self.known(part)
            if value == UNKNOWN:
                return UNKNOWN
            total ^= value
        return total

    def _part_equals(self, part: int, target: int) -> bool:
        """The same of one part, in canonical form, whose value is not known."""
        if target > _LARGEST_EXCLUDED:
            return self._part_value(part) == target
        slot = self._slot(part)
        if self.words[2 * slot] != 0 and self.words[2 * slot + 1] >> (8 + target) & 1:
            return False
        value = self._decide(part, target)
        slot = self._enter(part)
        if value == UNKNOWN:
            one = 1
            self.words[2 * slot + 1] |= one << (8 + target)
        else:
            self.words[2 * slot + 1] = value + 1
        return value == target

    def _decide(self, part: int, target: int) -> int:
        """The value of a part; or UNKNOWN, if some pick leaves the target."""
        begin = self.top
        end = begin
        seen = 0
        left = part
        while left:
            low = left & -left & M64
            left ^= low
            one = 1
            rest = part & self.keeps[self.lowest[(low * _DEBRUIJN & M64) >> 58]]
            if self.form is not None:
                rest = self.form.reduced(rest)
            value = self._probe(rest)
            if value == target:
                return UNKNOWN
            if value != UNKNOWN:
                seen |= one << value
                continue
            size = self._size(rest)
            i = end
            while i > begin and self._size(self.waiting[i - 1]) > size:
                self.waiting[i] = self.waiting[i - 1]
                i -= 1
            self.waiting[i] = rest
            end += 1
        self.top = end
        wanted = 0
        while wanted < target:
            one = 1
            if not seen >> wanted & 1 and not self._leads_to(begin, end, wanted):
                self.top = begin
                return wanted
            wanted += 1
        found = self._leads_to(begin, end, target)
        self.top = begin
        return UNKNOWN if found else target

    def _leads_to(self, begin: int, end: int, target: int) -> bool:
        """Whether some position among those that wait has this nimber."""
        i = begin
        while i < end and not self._equals(self.waiting[i], target):
            i += 1
        return i < end

    def sorted_entries(self) -> tuple[array[int], bytearray]:
        """Every part whose value is known, ascending, and the values."""
        keys = array("Q", bytes(8 * self.count))
        parts = keys
        found = 0
        for i in range(self.slots + 1):
            if self.words[2 * i] != 0 and self.words[2 * i + 1] & 255:
                parts[found] = self.words[2 * i]
                found += 1
        ordered = array("Q", sorted(keys[:found]))
        parts = ordered
        values = bytearray(found)
        filled = values
        for i in range(found):
            filled[i] = (self.words[2 * self._slot(parts[i]) + 1] - 1) & 255
        return ordered, values

    def first_wrong(self, keys: array[int], start: int, end: int) -> int:
        """The first of these parts whose value is not the mex of its picks'; -1 if none."""
        for i in range(start, end):
            if self.known(keys[i]) != self._mex(keys[i]):
                return i
        return -1
