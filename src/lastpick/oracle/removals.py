"""Who wins where picks remove others: a search on at most 64 numbers, told apart by what is left.

What a pick is worth depends on what can be reached alone, not on the last pick. So for each set of
numbers that can be reached it is kept which picks are good (they win) and which are bad, as far as
anybody asked: whoever comes there after another last pick finds them known.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

M64 = (1 << 64) - 1
MOST_NUMBERS = 64
_GOLDEN = 0x9E3779B97F4A7C15
_DEBRUIJN = 0x03F79D71B4CB0A89
_LOWEST = bytearray(64)
for _i in range(64):
    _LOWEST[(0x03F79D71B4CB0A89 << _i & (1 << 64) - 1) >> 58] = _i
_FIVES, _THREES, _NIBBLES = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F
_ONES = 0x0101010101010101
_BREATH = 0xFF  # positions between two questions to the budget, less one
_FEWEST_SLOTS = 12  # bits
_PROBED = 64  # slots that are looked at where the table may not grow


def _ignore(count: int) -> None:
    pass


class Removals:
    """The sets of one game that were met, with their good and bad picks.

    `after[i]` is what may follow place i, `keeps[i]` what stays when it is picked.
    """

    def __init__(self, after: Sequence[int], keeps: Sequence[int], misere: bool = False) -> None:
        size = len(after)
        everything = (1 << size) - 1
        kept = [keep & everything & ~(1 << i) for i, keep in enumerate(keeps)]
        follows = [row & keep for row, keep in zip(after, kept, strict=True)]
        self.keeps = array("Q", kept or [0])
        self.after = array("Q", follows or [0])
        self.misere = misere
        self.lowest = _LOWEST
        self.tick: Callable[[int], object] = _ignore
        self.most_bytes = 1 << 30
        self.count = 0
        self._room(_FEWEST_SLOTS)

    # --- the table ------------------------------------------------------------------------

    def _room(self, bits: int) -> None:
        self.shift = 64 - bits
        self.slots = (1 << bits) - 1
        self.filled = 0
        self.table = array(
            "Q", bytes(24 * (self.slots + 1))
        )  # what is left, the good picks, the bad ones

    def _grow(self) -> None:
        table, old = self.table, self.slots + 1
        self._room(64 - self.shift + 1)
        for i in range(old):
            if table[3 * i]:
                slot = self._slot(table[3 * i])
                self.table[slot + 1] = table[3 * i + 1]
                self.table[slot + 2] = table[3 * i + 2]

    def _find(self, left: int) -> int:
        """Where the picks of a set are kept; -1 if they are not."""
        slot = self._home(left)
        tried = 0
        while self.table[3 * slot] != left:
            if self.table[3 * slot] == 0 or tried == _PROBED:
                return -1
            slot = (slot + 1) & self.slots
            tried += 1
        return 3 * slot

    def _slot(self, left: int) -> int:
        """The same; if they are not kept, a new place, or that of another set if need be."""
        slot = self._home(left)
        tried = 0
        while self.table[3 * slot] != left:
            if self.table[3 * slot] == 0 or tried == _PROBED:
                self.filled += self.table[3 * slot] == 0
                self.table[3 * slot] = left
                self.table[3 * slot + 1] = 0
                self.table[3 * slot + 2] = 0
                break
            slot = (slot + 1) & self.slots
            tried += 1
        return 3 * slot

    def _home(self, left: int) -> int:
        mixed = left * _GOLDEN & M64
        mixed ^= mixed >> 29
        return (mixed * _GOLDEN & M64) >> self.shift

    # --- one position ---------------------------------------------------------------------

    def wins(self, choices: int, left: int) -> bool:
        """Whether the player to move wins, who has these choices among what is left."""
        choices &= left
        if choices == 0:
            return bool(self.misere)
        return self._won(choices, self._reach(choices, left))

    def _won(self, choices: int, left: int) -> bool:
        self.count += 1
        if self.count & _BREATH == 0:
            self.tick(self.count)
            if self.filled * 2 > self.slots and (self.slots + 1) * 72 <= self.most_bytes:
                self._grow()
        known = self._look(choices, left)
        if known >= 0:
            return known == 1
        slot = self._slot(left)
        rest = choices & ~self.table[slot + 2]
        while rest:
            low = self._easiest(rest, left)
            rest ^= low
            n = self.lowest[(low * _DEBRUIJN & M64) >> 58]
            fewer = left & self.keeps[n]
            won = self._won(self.after[n] & left, self._reach(self.after[n] & left, fewer))
            slot = self._slot(left)
            if not won:
                self.table[slot + 1] |= low
                return True
            self.table[slot + 2] |= low
        return False

    def _look(self, choices: int, left: int) -> int:
        """Who wins, if that is known or plain to see from one pick more: 1, 0, or -1 if not."""
        slot = self._slot(left)
        if choices & self.table[slot + 1]:
            return 1
        rest = choices & ~self.table[slot + 2]
        while rest:
            low = rest & -rest
            rest ^= low
            n = self.lowest[(low * _DEBRUIJN & M64) >> 58]
            answers = self.after[n] & left
            if answers == 0:
                self.table[slot + 1 + self.misere] |= low
                if not self.misere:
                    return 1
                continue
            fewer = left & self.keeps[n]
            if not self.misere and self._ends(answers, fewer):
                self.table[slot + 2] |= low
                continue
            at = self._find(self._reach(answers, fewer))
            if at < 0:
                continue
            if answers & self.table[at + 1]:
                self.table[slot + 2] |= low
            elif answers & ~self.table[at + 2] == 0:
                self.table[slot + 1] |= low
                return 1
        return -1 if choices & ~self.table[slot + 2] else 0

    def _ends(self, choices: int, left: int) -> bool:
        """Whether one of the choices leaves nothing that may follow it."""
        while choices:
            low = choices & -choices
            choices ^= low
            if self.after[self.lowest[(low * _DEBRUIJN & M64) >> 58]] & left == 0:
                return True
        return False

    def _easiest(self, rest: int, left: int) -> int:
        """The pick with the fewest answers."""
        best, fewest = 0, 65
        while rest:
            low = rest & -rest
            rest ^= low
            n = self.lowest[(low * _DEBRUIJN & M64) >> 58]
            answers = self.after[n] & left
            at = self._find(self._reach(answers, left & self.keeps[n]))
            if at >= 0:
                answers &= ~self.table[at + 2]
            count = self._ones(answers)
            if count < fewest:
                best, fewest = low, count
        return best

    def _ones(self, word: int) -> int:
        word -= word >> 1 & _FIVES
        word = (word & _THREES) + (word >> 2 & _THREES)
        word = word + (word >> 4) & _NIBBLES
        return (word * _ONES & M64) >> 56

    def _reach(self, choices: int, left: int) -> int:
        """What can be reached of what is left."""
        seen = choices & left
        fresh = seen
        while fresh and seen != left:
            low = fresh & -fresh
            fresh ^= low
            more = self.after[self.lowest[(low * _DEBRUIJN & M64) >> 58]] & left & ~seen
            seen |= more
            fresh |= more
        return seen
