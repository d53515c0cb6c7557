"""From answers to figures. Every formula is stated in docs/evaluation-figures.md.

A decision is worth 1 if the pick kept the win; 0 if it threw it away, was illegal or never came.
Figures are averaged within each stratum, then over the strata, each of which weighs the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from statistics import fmean
from typing import Any, NamedTuple, TypeVar

from ..arena.intervals import Interval, cautious
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


def figures_data(one: Rate) -> dict[str, Any]:
    """The three figures with their intervals, as --json tells them."""
    return {
        "score": 100 * one.kept,
        "skill": 100 * one.skill,
        "legal": one.legal,
        "intervals": {
            "score": [100 * end for end in one.interval],
            "skill": [100 * corrected(end, one.chance) for end in one.interval],
            "legal": list(one.legal_interval),
        },
    }


def rate(graded: Sequence[Score]) -> Rate:
    """The figures of a group of decisions."""
    strata = _strata(graded, lambda entry: entry.item)
    alike = _alike(strata)
    return Rate(
        len(graded),
        sum(map(len, alike.values())),
        _over(strata, lambda entry: entry.legal),
        _over(strata, lambda entry: entry.kept),
        _over(strata, lambda entry: entry.item.chance),
        _interval(alike, len(strata), lambda entry: entry.kept),
        _interval(alike, len(strata), lambda entry: entry.legal),
    )


def _strata(entries: Iterable[E], item: Callable[[E], Item]) -> list[list[E]]:
    found: dict[tuple[str, ...], list[E]] = {}
    for entry in entries:
        found.setdefault(item(entry).stratum, []).append(entry)
    return list(found.values())


def _over(strata: Iterable[Iterable[E]], value: Callable[[E], float]) -> float:
    """An average over strata, each of which weighs the same."""
    return fmean(fmean(map(value, entries)) for entries in strata)


Alike = dict[tuple[int, ...], list[list[Score]]]


def _alike(strata: Iterable[Sequence[Score]]) -> Alike:
    """Positions with all their versions, together with those that weigh the same.

    What a version weighs depends on how many there are in its stratum.
    """
    versions: dict[int, list[tuple[int, Score]]] = {}
    for entries in strata:
        for entry in entries:
            versions.setdefault(entry.item.position, []).append((len(entries), entry))
    found: Alike = {}
    for pairs in versions.values():
        sizes = tuple(size for size, _ in pairs)
        found.setdefault(sizes, []).append([entry for _, entry in pairs])
    return found


def _interval(alike: Alike, strata: int, value: Callable[[Score], bool]) -> Interval:
    """Of an average over strata; a position and its versions are one observation.

    Positions that weigh the same have one interval together. Where strata differ in size,
    positions of small ones weigh more: the intervals of all weights are put together as the
    distances of their ends from the average, squared and added (Zou and Donner, 2008).
    """
    total, below, above = 0.0, 0.0, 0.0
    for sizes, positions in alike.items():
        weights = [1 / (strata * size) for size in sizes]
        most = len(positions) * sum(weights)
        kept = sum(
            weight
            for entries in positions
            for weight, entry in zip(weights, entries, strict=True)
            if value(entry)
        )
        share = min(1.0, kept / most)
        low, high = cautious(share, len(positions))
        if len(alike) == 1:
            return Interval(low, high)
        total += kept
        below += (most * (share - low)) ** 2
        above += (most * (high - share)) ** 2
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


def random_score(items: Sequence[Item]) -> tuple[float, float]:
    """What picking at random scores from 0 to 100: its expectation and its standard error."""
    strata = _strata(items, lambda item: item)
    variance = sum(
        sum(item.chance * (1 - item.chance) for item in part) / len(part) ** 2 for part in strata
    )
    return 100 * _over(strata, lambda item: item.chance), 100 * sqrt(variance) / len(strata)
