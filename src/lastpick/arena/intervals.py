"""Intervals of 95%: what chance leaves open."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

Z = 1.959963984540054  # a normal value is within so many standard deviations 95 times in 100

_NOUGHT = 1e-9  # what a share that is nought may miss it by


class Interval(NamedTuple):
    """Where a share lies, with 95% confidence."""

    low: float
    high: float


def effective(count: int, repeats: int) -> float:
    """How many different observations weigh as much as `count` with repeats (Kish's formula).

    `repeats` is the number of ordered pairs of equal ones: without any it is `count`, and
    1 where all are the same.
    """
    return count * count / (count + repeats) if count else 0.0


def wilson(share: float, count: float) -> Interval:
    """Wilson's score interval for a share of `count` observations, sound near nought and one."""
    if not count:
        return Interval(0.0, 1.0)
    square = Z * Z / count
    middle = (share + square / 2) / (1 + square)
    reach = Z * sqrt(share * (1 - share) / count + square / (4 * count)) / (1 + square)
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))


def cautious(share: float, count: int) -> Interval:
    """The same, corrected for the steps that a share takes (Newcombe, 1998, his method 4).

    Wilson's own has the truth in it 95 times in 100 on the average of all truths, but for some
    of them, near nought and one above all, only 80 or 90 times. This one has it for each.
    """
    if not count:
        return Interval(0.0, 1.0)
    square, divided = Z * Z, 2 * (count + Z * Z)
    middle, spread = 2 * count * share + square, 4 * share * count * (1 - share)
    low = middle - 1 - Z * sqrt(max(0.0, square - 2 - 1 / count + spread + 4 * share))
    high = middle + 1 + Z * sqrt(max(0.0, square + 2 - 1 / count + spread - 4 * share))
    usual = wilson(share, count)
    return Interval(
        0.0 if share < _NOUGHT else max(0.0, min(low / divided, usual.low)),
        1.0 if share > 1 - _NOUGHT else min(1.0, max(high / divided, usual.high)),
    )
