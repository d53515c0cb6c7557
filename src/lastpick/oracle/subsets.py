"""Every subset of the pool at once, where a pick removes only itself.

Let m be a set of numbers that are left. A pick j of m is good if whoever then has to follow j, with
m without j left, loses: that is so if nothing good in m without j may follow j (in misère play
something must be able to follow it besides). So which picks are good is known for m if it is known
for all smaller sets, and the sets are gone through in the order of their binary numbers.

64 sets go into one word: those that differ in the first six numbers only. For each other number i,
`won` has a bit for each set that does not hold i: whether picking i wins if that set is what it
leaves. It is asked for once, when the set with i in it comes up, which is 2 ** i sets later, and
until then no other set has the same last i bits and lacks i. So 2 ** i sets are room enough for i,
and all numbers together take one word for 64 subsets: 8 MB for 26 numbers, 0.5 GB for 32.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

M64 = (1 << 64) - 1
FIRST = 6  # numbers whose sets share a word
_LANES = (
    0xAAAAAAAAAAAAAAAA,
    0xCCCCCCCCCCCCCCCC,
    0xF0F0F0F0F0F0F0F0,
    0xFF00FF00FF00FF00,
    0xFFFF0000FFFF0000,
    0xFFFFFFFF00000000,
)
_BREATH = 1 << 12  # words between two questions to the budget
_DEBRUIJN = 0x03F79D71B4CB0A89
_LOWEST = bytearray(64)
for _i in range(64):
    _LOWEST[(0x03F79D71B4CB0A89 << _i & (1 << 64) - 1) >> 58] = _i


def words_for(size: int) -> int:
    """Into how many words all subsets of so many numbers go."""
    return 1 << max(0, size - FIRST)


def bytes_for(size: int) -> int:
    """How much memory the table for so many numbers takes."""
    return 8 * words_for(size)


class Subsets:
    """Which picks are good in each subset; `after[i]` is what may follow place i."""

    def __init__(self, after: Sequence[int], misere: bool = False) -> None:
        self.numbers = len(after)
        self.size = max(FIRST, self.numbers)
        self.misere = misere
        rows = [row & ~(1 << i) for i, row in enumerate(after)]
        self.after = array("Q", rows + [0] * (self.size - len(rows)))
        self.more = self.size - FIRST
        self.won = array("Q", [0]) * words_for(self.size)  # from 2 ** i on, the sets without i
        self.good = array("Q", [0]) * self.size
        self.answers = array("Q", [0]) * FIRST
        self.some = array("Q", [0]) * FIRST
        self.lanes = array("Q", _LANES)
        self.lowest = _LOWEST

    def best(self, tick: Callable[[int], object]) -> int:
        """The picks that win if everything is left."""
        words = 1
        words <<= self.more
        for high in range(words):
            if high & (_BREATH - 1) == 0:
                tick(high)
            self._fill(high)
        found = 0
        for j in range(self.numbers):
            found |= (self.good[j] >> 63) << j
        return found

    def _fill(self, high: int) -> None:
        """Work out the sets that hold these of the numbers after the first six."""
        place = 1
        for j in range(FIRST, self.size):
            if high & place:
                self.good[j] = self.won[place | high & (place - 1)]
            place <<= 1
        self._fill_first(high)
        place = 1
        for i in range(FIRST, self.size):
            if not high & place:
                answers = self._answers(i, high)
                some = M64 if self.after[i] >> FIRST & high else 0
                for j in range(FIRST):
                    if self.after[i] >> j & 1:
                        answers |= self.good[j]
                        some |= self.lanes[j]
                if not self.misere:
                    some = M64
                self.won[place | high & (place - 1)] = ~answers & some & M64
            place <<= 1

    def _fill_first(self, high: int) -> None:
        """Which of the first six are good."""
        for i in range(FIRST):
            self.good[i] = 0
            self.answers[i] = self._answers(i, high)
            self.some[i] = M64
            if self.misere and not self.after[i] >> FIRST & high:
                self.some[i] = 0
                for j in range(FIRST):
                    if self.after[i] >> j & 1:
                        self.some[i] |= self.lanes[j]
        one, changed = 1, 1
        while changed:  # each time the sets with one more of the first six come right
            changed = 0
            for i in range(FIRST):
                answers = self.answers[i]
                for j in range(FIRST):
                    if self.after[i] >> j & 1:
                        answers |= self.good[j]
                answers = (~answers & self.some[i] & M64) << (one << i) & self.lanes[i]
                changed |= answers ^ self.good[i]
                self.good[i] = answers

    def _answers(self, i: int, high: int) -> int:
        """For each of 64 sets, whether one of the numbers after the first six answers i."""
        found = 0
        rest = self.after[i] >> FIRST & high
        while rest:
            low = rest & -rest
            rest ^= low
            found |= self.good[FIRST + self.lowest[(low * _DEBRUIJN & M64) >> 58]]
        return found
