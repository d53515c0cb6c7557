"""How far ahead a player sees: up to how many picks a win may take for it to be found.

A band of remoteness is passed if the lower end of the interval lies above the middle between
chance and no mistake. The horizon is the last band before the first that is not passed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .scoring import Rate
from .suite import BANDS


def halfway(one: Rate) -> float:
    """Chance, and half of what is left."""
    return one.chance + (1 - one.chance) / 2


def passes(one: Rate) -> bool:
    return one.interval.low > halfway(one)


def passed(bands: Mapping[str, Rate]) -> Iterator[str]:
    """The bands up to the first that is not passed; a band without items is not there."""
    for band in BANDS:
        if band in bands:
            if not passes(bands[band]):
                return
            yield band


def picks_of(band: str) -> int:
    """How many picks the wins of a band take, at least."""
    return int(band.removesuffix("+"))


def horizon(bands: Mapping[str, Rate]) -> int | None:
    """The most picks that a win may take and is found; 0: not even one; None: nothing is known."""
    if not bands:
        return None
    return max(map(picks_of, passed(bands)), default=0)
