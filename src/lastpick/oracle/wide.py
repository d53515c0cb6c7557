"""Nimbers of positions of any size where anything may follow.

A position is split into parts. A part of up to 64 numbers goes to a kernel; any other is searched
pick by pick, smallest remainders first, until what is left of it is small. With a good budget that
solves much that looks too large, and with a small one it ends in time.

A kernel is made for the part that needs one and what is nearest to it, so that it serves the next
parts too. Where only differences decide what a pick removes, parts that are shifted are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..errors import BudgetError
from .budget import Budget
from .nimbers import Nimbers

WORD = 64  # numbers that a kernel takes
_KERNELS = 32  # that are kept, the latest
LARGEST_SPLIT = 5_000
_TOO_LONG = "games on this pool are too long to be searched"


def members(bits: int) -> Iterator[int]:
    """The places of the ones, ascending."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def joined(near: Sequence[int], bits: int) -> int:
    """The part that holds the lowest number."""
    part = fresh = bits & -bits
    while fresh:
        low = fresh & -fresh
        found = near[low.bit_length() - 1] & bits & ~part
        part |= found
        fresh = fresh ^ low | found
    return part


class WideNimbers:
    """The nimbers of what may be left of some numbers.

    `keeps[i]` is what picking number i leaves, `near[i]` what i affects or is affected by;
    `shifts` says that neither changes where all numbers are shifted.
    """

    def __init__(self, keeps: Sequence[int], near: Sequence[int], shifts: bool = False) -> None:
        self.keeps = keeps
        self.near = near
        self.shifts = shifts
        self._values: dict[int, int] = {}
        self._excluded: dict[int, set[int]] = {}
        self._kernels: list[tuple[int, list[int], Nimbers]] = []
        self._left_behind = 0  # positions in kernels that are no longer kept
        self._budget = Budget()
        self._before = 0

    @property
    def count(self) -> int:
        """How many parts were worked out."""
        here = len(self._values) + len(self._excluded)
        return here + self._left_behind + sum(kernel.count for _, _, kernel in self._kernels)

    def within(self, budget: Budget) -> None:
        """Keep to a budget from now on."""
        self._budget = budget
        self._before = self.count
        for _, _, kernel in self._kernels:
            self._limit(kernel)

    def _limit(self, kernel: Nimbers) -> None:
        kernel.most = kernel.count + self._budget.positions
        kernel.tick = self._tick

    def _tick(self, _: int = 0) -> None:
        self._budget.tick(self.count + 1 - self._before)

    def value(self, bits: int) -> int:
        """The nimber of any position."""
        try:
            return self._value(bits)
        except RecursionError:
            raise BudgetError(_TOO_LONG) from None

    def equals(self, bits: int, target: int) -> bool:
        """Whether a position has this nimber."""
        try:
            return self._equals(bits, target)
        except RecursionError:
            raise BudgetError(_TOO_LONG) from None

    def parts(self, bits: int) -> Iterator[int]:
        """What the nimber of a position is the sum of."""
        while bits:
            part = joined(self.near, bits)
            bits &= ~part
            yield part // (part & -part) if self.shifts else part

    def _value(self, bits: int) -> int:
        total = 0
        for part in self.parts(bits):
            total ^= self._part_value(part)
        return total

    def _equals(self, bits: int, target: int) -> bool:
        found = sorted(self.parts(bits), key=int.bit_count)
        if not found:
            return target == 0
        for part in found[:-1]:
            target ^= self._part_value(part)
        return self._part_equals(found[-1], target)

    def _part_value(self, part: int) -> int:
        if part & (part - 1) == 0:
            return 1
        asked = self._placed(part)
        if asked is not None:
            kernel, word = asked
            return kernel.value(word)
        found = self._values.get(part)
        if found is None:
            reached = {self._value(left) for left in self._left_by(part)}
            found = next(v for v in range(len(reached) + 1) if v not in reached)
            self._values[part] = found
        return found

    def _part_equals(self, part: int, target: int) -> bool:
        if part & (part - 1) == 0:
            return target == 1
        asked = self._placed(part)
        if asked is not None:
            kernel, word = asked
            return bool(kernel.equals(word, target))
        if part in self._values:
            return self._values[part] == target
        excluded = self._excluded.setdefault(part, set())
        if target not in excluded:
            found = self._decide(part, target)
            if found is not None:
                self._values[part] = found
                return found == target
            excluded.add(target)
        return False

    def _decide(self, part: int, target: int) -> int | None:
        """The value of a part; or None, if some pick leaves the target."""
        left = sorted(self._left_by(part), key=int.bit_count)
        for wanted in range(target):
            if not any(self._equals(bits, wanted) for bits in left):
                return wanted
        return None if any(self._equals(bits, target) for bits in left) else target

    def _left_by(self, part: int) -> list[int]:
        """What each pick leaves of a part."""
        self._tick()
        return [part & self.keeps[i] for i in members(part)]

    def _placed(self, part: int) -> tuple[Nimbers, int] | None:
        """A kernel that knows a part, and the part as a word of it; None if it is too large."""
        for mask, places, kernel in self._kernels:
            if part & ~mask == 0:
                return kernel, _packed(part, places)
        if part.bit_count() > WORD:
            return None
        window = self._around(part)
        places = list(members(window))
        keeps, near = (
            [_packed(rows[i], places) for i in places] for rows in (self.keeps, self.near)
        )
        kernel = Nimbers(keeps, near)
        self._keep(window, places, kernel)
        return kernel, _packed(part, places)

    def _around(self, part: int) -> int:
        """A part and the numbers nearest to it, as many as a kernel takes."""
        fresh = part
        while fresh and part.bit_count() < WORD:
            reached = 0
            for i in members(fresh):
                reached |= self.near[i]
            fresh = 0
            for i in members(reached & ~part):
                if part.bit_count() < WORD:
                    fresh |= 1 << i
                    part |= 1 << i
        return part

    def _keep(self, part: int, places: list[int], kernel: Nimbers) -> None:
        self._limit(kernel)
        self._kernels.insert(0, (part, places, kernel))
        if len(self._kernels) > _KERNELS:
            self._left_behind += self._kernels.pop()[2].count


def _packed(bits: int, places: Sequence[int]) -> int:
    """The bits at some places, side by side."""
    return sum(1 << i for i, place in enumerate(places) if bits >> place & 1)
