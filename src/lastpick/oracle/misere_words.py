"""Who loses where anything may follow and the last pick loses, on at most 64 numbers.

A nimber says nothing here, so whole positions are searched, in canonical form: primes of a sieve
are renamed (`sieve_form`; they do not cancel under misère play), pieces of a row are sorted
(`row_form`). One thing cancels: two numbers, or parts, that are gone with any one pick. Proof: who
wins without them goes on as before, and answers one of the two by the other; who would win by
having no pick left takes one of them, is answered by the other, and has no pick left again.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from .budget import Budget
from .row_form import RowForm
from .sieve_form import SieveForm

M64 = (1 << 64) - 1
_ASK = 0xFF  # the budget is asked whenever so many positions are new
_ASK_GROWING = 0xFFFF
_GOLDEN = 0x9E3779B97F4A7C15
_DEBRUIJN = 0x03F79D71B4CB0A89
_LOWEST = bytearray(64)
for _i in range(64):
    _LOWEST[(0x03F79D71B4CB0A89 << _i & (1 << 64) - 1) >> 58] = _i

UNKNOWN, LOST, WON = 0, 1, 2  # for the player to move; two bits each, without and with one single


def _ignore(count: int) -> None:
    pass


class MisereWords:
    """All positions met so far, and who loses them."""

    def __init__(
        self,
        keeps: Sequence[int],
        near: Sequence[int],
        sieve: SieveForm | None = None,
        row: RowForm | None = None,
    ) -> None:
        self.most = 1 << 22
        self.tick: Callable[[int], object] = _ignore
        self.count = 0
        self.sieve = sieve
        self.row = row
        self.lowest = _LOWEST
        self.keeps = array("Q", [keep & M64 for keep in keeps])
        self.near = array("Q", [around & M64 for around in near])
        self.single = 0
        self.waiting = array("Q", bytes(8 * 65 * 66))
        self.singles = array("i", bytes(4 * 65 * 66))
        self.top = 0
        self._room(12)

    def within(self, budget: Budget) -> None:
        """Keep to a budget from now on; what is known costs nothing."""
        before = self.count
        self.most = before + budget.positions
        self.tick = lambda count: budget.tick(count - before)

    def _room(self, bits: int) -> None:
        self.shift = 64 - bits
        self.slots = (1 << bits) - 1
        self.keys = memoryview(bytearray(8 * (self.slots + 1))).cast("Q")
        self.values = bytearray(self.slots + 1)

    def _grow(self) -> None:
        keys, values, old = self.keys, self.values, self.slots + 1
        shift, slots = self.shift, self.slots
        self._room(64 - self.shift + 1)
        try:
            for i in range(old):
                if keys[i]:
                    slot = self._slot(keys[i])
                    self.keys[slot] = keys[i]
                    self.values[slot] = values[i]
                if i & _ASK_GROWING == _ASK_GROWING:
                    self.tick(self.count)
        except BaseException:
            self.keys, self.values, self.shift, self.slots = keys, values, shift, slots
            raise

    def _slot(self, key: int) -> int:
        slot = key * _GOLDEN & M64
        slot = ((slot ^ slot >> 32) * _GOLDEN & M64) >> self.shift
        while self.keys[slot] != 0 and self.keys[slot] != key:
            slot = (slot + 1) & self.slots
        return slot

    def _enter(self, rest: int, single: int, value: int) -> None:
        slot = self._slot(rest)
        if self.keys[slot] == 0:
            if self.count * 4 > self.slots * 3:
                self._grow()
                slot = self._slot(rest)
            if self.count & _ASK == _ASK or self.count >= self.most:
                self.tick(self.count + 1)
            if self.count >= self.most:
                raise MemoryError
            self.keys[slot] = rest
            self.count += 1
        self.values[slot] |= value << 2 * single

    def _reduced(self, rest: int) -> int:
        """The canonical form without what any pick clears; of that, `single` is 0 or 1."""
        if self.row is not None:
            rest = self.row.reduced(rest)
            self.single = self.row.single & 1
            return rest
        self.single = 0
        left = rest
        while left:
            low = left & -left & M64
            left ^= low
            if self.near[self.lowest[(low * _DEBRUIJN & M64) >> 58]] & rest == low:
                rest ^= low
                self.single ^= 1
        if self.sieve is not None:
            rest = self.sieve.reduced(rest)
        return rest

    def lost(self, rest: int) -> bool:
        """Whether the player to move loses a position."""
        self.top = 0
        rest = self._reduced(rest)
        return self._value(rest, self.single) == LOST

    def _known(self, rest: int, single: int) -> int:
        if rest == 0:
            return LOST if single else WON
        slot = self._slot(rest)
        if self.keys[slot] == 0:
            return UNKNOWN
        return self.values[slot] >> 2 * single & 3

    def _value(self, rest: int, single: int) -> int:
        value = self._known(rest, single)
        if value == UNKNOWN:
            value = WON if self._wins(rest, single) else LOST
            self._enter(rest, single, value)
        return value

    def _wins(self, rest: int, single: int) -> bool:
        """Whether some pick leaves a lost position: first those known, then the least."""
        begin = self.top
        end = begin
        left = rest
        if single:
            value = self._known(rest, 0)
            if value == LOST:
                return True
            if value == UNKNOWN:
                self.waiting[end] = rest
                self.singles[end] = 0
                end += 1
        while left:
            low = left & -left & M64
            left ^= low
            after = self._reduced(rest & self.keeps[self.lowest[(low * _DEBRUIJN & M64) >> 58]])
            odd = self.single ^ single
            value = self._known(after, odd)
            if value == LOST:
                return True
            if value == UNKNOWN:
                size = self._size(after)
                i = end
                while i > begin and self._size(self.waiting[i - 1]) > size:
                    self.waiting[i] = self.waiting[i - 1]
                    self.singles[i] = self.singles[i - 1]
                    i -= 1
                self.waiting[i] = after
                self.singles[i] = odd
                end += 1
        self.top = end
        found = False
        for i in range(begin, end):
            if self._value(self.waiting[i], self.singles[i]) == LOST:
                found = True
                break
        self.top = begin
        return found

    def _size(self, rest: int) -> int:
        size = 0
        while rest:
            rest &= rest - 1
            size += 1
        return size
