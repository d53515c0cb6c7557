"""From answers to figures. Every formula is stated in docs/evaluation.md.

A decision is worth 1 if the pick kept the win; 0 if it threw it away, was illegal or never came.
Figures are averaged within each stratum, then over the strata, each of which weighs the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from statistics import fmean
from typing import NamedTuple

from ..arena.intervals import Interval, wilson
from .decision import Score
from .suite import Item


class Rate(NamedTuple):
    """A group of decisions; shares from 0 to 1, averaged over the group's strata."""

    decisions: int
    positions: int  # different ones: the versions of a position count once
    legal: float
    kept: float
    chance: float  # what picking any legal number would keep, in expectation

    @property
    def interval(self) -> Interval:
        """Of `kept`."""
        return wilson(self.kept, self.positions)

    @property
    def skill(self) -> float:
        return corrected(self.kept, self.chance)


def corrected(kept: float, chance: float) -> float:
    """A share corrected for chance: picking at random is 0 in expectation, no mistake is 1."""
    return (kept - chance) / (1 - chance)


def rate(graded: Sequence[Score]) -> Rate:
    """The figures of a group of decisions."""
    return Rate(
        len(graded),
        len({entry.item.position for entry in graded}),
        _over_strata(graded, lambda entry: entry.legal),
        _over_strata(graded, lambda entry: entry.kept),
        _over_strata(graded, lambda entry: entry.item.chance),
    )


def _over_strata(graded: Iterable[Score], value: Callable[[Score], float]) -> float:
    strata: dict[tuple[str, ...], list[float]] = {}
    for entry in graded:
        strata.setdefault(entry.item.stratum, []).append(value(entry))
    return fmean(map(fmean, strata.values()))


def random_score(items: Sequence[Item]) -> tuple[float, float]:
    """What picking at random scores from 0 to 100: its expectation and its standard error."""
    strata: dict[tuple[str, ...], list[float]] = {}
    for item in items:
        strata.setdefault(item.stratum, []).append(item.chance)
    mean = fmean(map(fmean, strata.values()))
    variance = sum(
        sum(chance * (1 - chance) for chance in chances) / len(chances) ** 2
        for chances in strata.values()
    )
    return 100 * mean, 100 * sqrt(variance) / len(strata)
