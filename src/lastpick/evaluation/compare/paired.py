"""What lies between two players who answered the same items, with an interval of 95%.

The unit of evidence is a position: its versions count once, by their mean. The formula is
stated in docs/evaluation-compare.md, and the tests hold how often the interval has the truth in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from ...arena.intervals import Z

_NOUGHT = 1e-9  # what a sum that is nought may miss it by


class Difference(NamedTuple):
    """How much more of a share one player has than another; all from -1 to 1."""

    value: float
    low: float
    high: float
    positions: int
    better: int  # positions in which it did better than the other player
    worse: int

    @property
    def same(self) -> int:
        return self.positions - self.better - self.worse


class Pair(NamedTuple):
    """What two players made of one item: nought to one each."""

    stratum: tuple[str, ...]
    position: int
    mine: float
    theirs: float


def difference(pairs: Sequence[Pair]) -> Difference:
    """The mean difference, in which strata weigh the same, as they do in the score."""
    sizes: dict[tuple[str, ...], int] = {}
    for pair in pairs:
        sizes[pair.stratum] = sizes.get(pair.stratum, 0) + 1
    weights: dict[int, float] = {}
    sums: dict[int, float] = {}
    for pair in pairs:
        weight = 1 / (len(sizes) * sizes[pair.stratum])
        weights[pair.position] = weights.get(pair.position, 0.0) + weight
        more = weight * (pair.mine - pair.theirs)
        sums[pair.position] = sums.get(pair.position, 0.0) + more
    means = {at: sums[at] / weight for at, weight in weights.items()}
    value = sum(sums.values())
    variance = sum((weight * (means[at] - value)) ** 2 for at, weight in weights.items())
    low, high = interval(value, variance, 1 / max(weights.values()))
    return Difference(
        value=value,
        low=low,
        high=high,
        positions=len(means),
        better=sum(mean > _NOUGHT for mean in means.values()),
        worse=sum(mean < -_NOUGHT for mean in means.values()),
    )


def interval(mean: float, variance: float, count: float) -> tuple[float, float]:
    """Of a mean of differences from -1 to 1, of which the heaviest is one of `count`.

    `variance` is the mean's. Two more differences are added, 1 and -1, as heavy as the heaviest,
    so that a few positions without a difference prove little. A mean of so few moves in steps, of
    two positions' weight if they all go one way or the other: half a step is added at either end.
    """
    more = count + 2
    middle = count * mean / more
    added = (count * mean * mean + 2) / more - middle * middle
    reach = student(more - 1) * sqrt(variance * (count / more) ** 2 + added / more) + 1 / more
    return max(-1.0, middle - reach), min(1.0, middle + reach)


def student(freedom: float) -> float:
    """The 97.5% point of Student's distribution, less than 1% off from 2 degrees of freedom on.

    It is the normal one's, with the first terms of its expansion in 1/freedom.
    """
    terms = (
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
        (79 * Z**9 + 776 * Z**7 + 1482 * Z**5 - 1920 * Z**3 - 945 * Z) / 92160,
    )
    return Z + sum(term / freedom**power for power, term in enumerate(terms, 1))
