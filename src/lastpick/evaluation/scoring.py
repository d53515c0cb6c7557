"""From answers to figures. Every formula is stated in docs/evaluation.md.

A decision is worth 1 if the pick kept the win; 0 if it threw it away, was illegal or never came.
Figures are averaged within each stratum, then over the strata, each of which weighs the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from statistics import fmean
from typing import NamedTuple, TypeVar

from ..arena.intervals import Interval, wilson
from .decision import Score
from .suite import BANDS, Item

GROUPS = ("game", "size", "depth", "remoteness", "disguise")
E = TypeVar("E")


class Rate(NamedTuple):
    """A group of decisions; shares from 0 to 1, averaged over the group's strata."""

    decisions: int
    positions: int  # different ones: the versions of a position count once
    legal: float
    kept: float
    chance: float  # what picking any legal number would keep, in expectation
    interval: Interval  # of `kept`
    legal_interval: Interval

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
        _interval(graded, lambda entry: entry.kept),
        _interval(graded, lambda entry: entry.legal),
    )


def _interval(graded: Sequence[Score], value: Callable[[Score], bool]) -> Interval:
    """Of an average over strata; a position and its versions are one observation.

    Positions that weigh the same have Wilson's interval together. Where strata differ in size,
    positions of small ones weigh more: the intervals of each weight are put together as the
    distances of their ends from the average, squared and added (Zou and Donner, 2008).
    """
    sizes = Counter(entry.item.stratum for entry in graded)
    versions: dict[int, list[Score]] = {}
    for entry in graded:
        versions.setdefault(entry.item.position, []).append(entry)
    alike: dict[tuple[int, ...], list[list[Score]]] = {}
    for entries in versions.values():
        weight = tuple(sorted(sizes[entry.item.stratum] for entry in entries))
        alike.setdefault(weight, []).append(entries)
    total, below, above = 0.0, 0.0, 0.0
    for weight, positions in alike.items():
        part = len(positions) * sum(1 / size for size in weight) / len(sizes)
        kept = sum(
            value(entry) / sizes[entry.item.stratum]
            for entries in positions
            for entry in entries
        ) / len(sizes)  # fmt: skip
        share = min(1.0, kept / part)
        low, high = wilson(share, len(positions))
        if len(alike) == 1:
            return Interval(low, high)
        total += kept
        below += (part * (share - low)) ** 2
        above += (part * (high - share)) ** 2
    return Interval(max(0.0, total - sqrt(below)), min(1.0, total + sqrt(above)))


def grouped(entries: Iterable[E], name: str, item: Callable[[E], Item]) -> dict[str, list[E]]:
    """The entries of each game, or size, or depth, or remoteness, or disguise.

    Those of which it is not known are in none.
    """
    found: dict[str, list[E]] = {band: [] for band in BANDS} if name == "remoteness" else {}
    for entry in entries:
        one = item(entry)
        key = one.band if name == "remoteness" else getattr(one, name)
        if key is not None:
            found.setdefault(key, []).append(entry)
    return {key: part for key, part in found.items() if part}


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
