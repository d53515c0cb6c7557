"""Every subset of the pool at once, where a pick removes only itself.

Let m be a set of numbers that are left. A pick j of m is good if whoever then has to follow j, with
m without j left, loses: that is so if nothing good in m without j may follow j (in misère play
something must be able to follow it besides). So which picks are good is known for m if it is known
for all smaller sets, and the table is filled upwards.

64 sets go into one word: those that differ in the first six numbers only. For each other number i
and each word, `won` has a bit for each set that does not hold i: whether picking i wins if that
set is what it leaves. On n numbers that is (n - 6) * 2 ** (n - 6) words: 168 MB for 26.
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
_BREATH = 1 << 13  # words between two questions to the budget


def words_for(size: int) -> int:
    """Into how many words all subsets of so many numbers go."""
    return 1 << max(0, size - FIRST)


def bytes_for(size: int) -> int:
    """How much memory the table for so many numbers takes."""
    return 8 * max(0, size - FIRST) * words_for(size)


class Subsets:
    """Which picks are good in each subset; `after[i]` is what may follow place i."""

    def __init__(self, after: Sequence[int], misere: bool = False) -> None:
        self.numbers = len(after)
        self.size = max(FIRST, self.numbers)
        self.misere = misere
        rows = [row & ~(1 << i) for i, row in enumerate(after)]
        self.after = array("Q", rows + [0] * (self.size - len(rows)))
        self.more = self.size - FIRST
        self.won = array("Q", [0]) * max(1, self.more << self.more)
        self.good = array("Q", [0]) * self.size
        self.lanes = array("Q", _LANES)

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
        size, words = self.size, 1
        words <<= self.more
        one = 1
        for j in range(FIRST, size):
            place = one << j - FIRST
            self.good[j] = self.won[(j - FIRST) * words + (high ^ place)] if high & place else 0
        for j in range(FIRST):
            self.good[j] = 0
        for _ in range(FIRST):  # each time the sets with one more of the first six come right
            for j in range(FIRST):
                self.good[j] = self._wins(j, high) << (one << j) & self.lanes[j]
        for i in range(FIRST, size):
            if not high >> i - FIRST & 1:
                self.won[(i - FIRST) * words + high] = self._wins(i, high)

    def _wins(self, i: int, high: int) -> int:
        """For each of 64 sets, whether picking i wins if that is what it leaves."""
        answers, some = 0, 0
        row = self.after[i]
        for j in range(FIRST):
            if row >> j & 1:
                answers |= self.good[j]
                some |= self.lanes[j]
        rest = row >> FIRST & high
        if rest:
            some = M64
        j = FIRST
        while rest:
            if rest & 1:
                answers |= self.good[j]
            rest >>= 1
            j += 1
        if self.misere:
            return ~answers & some & M64
        return ~answers & M64
