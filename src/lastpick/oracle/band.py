"""Bands: unbroken runs of numbers, where a pick takes along all within some distance.

The nimber of a run of n is g(n) = mex of g(max(0, i - k)) ^ g(max(0, n - 1 - i - k)) over the
places i of the pick, k being the width of the band. For k = 1 this is Dawson's Chess, the octal
game 0.137. By the theorem of Guy and Smith (1956), if g(n + p) = g(n) for all n from s up to
2s + p + 2k + 1, then for all n from s up; only what that proves is extrapolated.
"""

from __future__ import annotations

from functools import cache

from ..errors import BudgetError

_MOST_WORKED_OUT = 6_000
_FIRST_LOOK = 64


class Band:
    """The nimbers of runs under a band of one width."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.values = [0]
        self.period: tuple[int, int] | None = None  # from where on, and how long
        self._next_look = _FIRST_LOOK

    def value(self, n: int) -> int:
        """g(n); a BudgetError where it is neither worked out nor proved."""
        while len(self.values) <= n:
            if self.period:
                start, length = self.period
                return self.values[start + (n - start) % length]
            if len(self.values) > _MOST_WORKED_OUT:
                raise BudgetError(
                    f"runs of more than {_MOST_WORKED_OUT:,} numbers are not worked out"
                    f" for a band of width {self.width}"
                )
            self._extend()
        return self.values[n]

    def upto(self, n: int) -> list[int]:
        """g(0), ..., g(n)."""
        self.value(n)
        known = self.values[: n + 1]
        if len(known) <= n and self.period:
            start, length = self.period
            cycle = self.values[start : start + length]
            known = self.values[:start]
            known += cycle * ((n + 1 - start) // length + 1)
        return known[: n + 1]

    def _extend(self) -> None:
        n, k, g = len(self.values), self.width, self.values
        reached = {g[max(0, i - k)] ^ g[max(0, n - 1 - i - k)] for i in range((n + 1) // 2)}
        g.append(next(v for v in range(n + 2) if v not in reached))
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
