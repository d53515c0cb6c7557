"""Bands: unbroken runs of numbers, where a pick takes along all within some distance.

The nimber of a run of n is g(n) = mex of g(max(0, i - k)) ^ g(max(0, n - 1 - i - k)) over the
places i of the pick, k being the width of the band. For k = 1 this is Dawson's Chess, the octal
game 0.137. By the theorem of Guy and Smith (1956), if g(n + p) = g(n) for all n from s up to
2s + p + 2k + 1, then for all n from s up; only what that proves is extrapolated.
"""

from __future__ import annotations

from array import array
from functools import cache
from operator import xor

from ..errors import BudgetError
from .budget import NO_DEADLINE, Budget

_FIRST_LOOK = 64
_SHORT = 128
_LARGEST = (1 << 16) - 1  # nimber that is kept: two bytes a run


class Band:
    """The nimbers of runs under a band of one width."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.values = array("H", [0])
        self.period: tuple[int, int] | None = None  # from where on, and how long
        self._next_look = _FIRST_LOOK
        self._runs: dict[int, tuple[int, list[int]]] = {}  # short ones, as they are asked for

    def value(self, n: int, budget: Budget = NO_DEADLINE) -> int:
        """g(n), as long as the budget lasts."""
        before = len(self.values)
        while len(self.values) <= n:
            if self.period:
                start, length = self.period
                return self.values[start + (n - start) % length]
            budget.tick(len(self.values) - before)
            self._extend()
        return self.values[n]

    def upto(self, n: int, budget: Budget = NO_DEADLINE) -> list[int]:
        """g(0), ..., g(n)."""
        self.value(n, budget)
        known = self.values[: n + 1]
        if len(known) <= n and self.period:
            start, length = self.period
            cycle = self.values[start : start + length]
            known = self.values[:start]
            known += cycle * ((n + 1 - start) // length + 1)
        return list(known[: n + 1])

    def run(self, n: int, budget: Budget = NO_DEADLINE) -> tuple[int, list[int]]:
        """g(n), and what each pick leaves of a run of n."""
        found = self._runs.get(n)
        if found is None:
            g, k = self.upto(n, budget), self.width
            left = ([0] * k + g[: n - k])[:n] if n > k else [0] * n
            found = g[n], list(map(xor, left, reversed(left)))
            if n <= _SHORT:
                self._runs[n] = found
        return found

    def _extend(self) -> None:
        """One value more: the mex of two rows laid over each other by xor."""
        n, k, g = len(self.values), self.width, self.values
        half = max(0, (n + 1) // 2 - k)  # picks from the one that just clears the left side on
        rest = max(0, n - 2 * k)
        left, right = g[:half].tobytes(), g[rest - half : rest][::-1].tobytes()
        xored = int.from_bytes(left, "big") ^ int.from_bytes(right, "big")
        reached = set(array("H", xored.to_bytes(2 * half, "big")))
        reached.update(g[max(0, n - 1 - 2 * k) : max(0, n - k)])  # picks that clear the left side
        if n <= k:
            reached.add(0)
        value = next(v for v in range(len(reached) + 1) if v not in reached)
        if value > _LARGEST:
            raise BudgetError(f"nimbers above {_LARGEST:,} are not kept")
        g.append(value)
        if n >= self._next_look:
            self._next_look *= 2
            self._look_for_period()

    def _look_for_period(self) -> None:
        g, n = self.values, len(self.values)
        for length in range(1, n // 2):
            start = n - length
            while start > 0 and g[start - 1] == g[start - 1 + length]:
                start -= 1
            if 2 * start + length + 2 * self.width + 1 < n - length:
                self.period = (start, length)
                return


@cache
def band_of(width: int) -> Band:
    """The one band of that width."""
    return Band(width)
