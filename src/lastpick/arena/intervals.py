"""Intervals of 95%: what chance leaves open."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

Z = 1.959963984540054  # a normal value is within so many standard deviations 95 times in 100


class Interval(NamedTuple):
    """Where a share lies, with 95% confidence."""

    low: float
    high: float


def wilson(share: float, count: int) -> Interval:
    """Wilson's score interval for a share of `count` observations, sound near nought and one."""
    if not count:
        return Interval(0.0, 1.0)
    square = Z * Z / count
    middle = (share + square / 2) / (1 + square)
    reach = Z * sqrt(share * (1 - share) / count + square / (4 * count)) / (1 + square)
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))
