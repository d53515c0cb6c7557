"""Simulated players of known skill lie inside their intervals as often as is said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb
from random import Random
from statistics import fmean

import pytest

from lastpick.arena.intervals import cautious, wilson
from lastpick.evaluation.decision import Score
from lastpick.evaluation.scoring import Rate, corrected, grouped, rate
from lastpick.evaluation.suite import Item

DISGUISES = ("plain", "relabelled", "restated")
BANDS = (1, 5, 9)
Skill = Callable[[Item], float]


def suite(each: Callable[[int], int]) -> list[Item]:
    """Two games in three bands; `each` says how many positions each of the six cells has."""
    found: list[Item] = []
    cells = [(game, far) for game in ("a", "b") for far in BANDS]
    places = [(game, far, n) for at, (game, far) in enumerate(cells) for n in range(each(at))]
    for position, (game, far, n) in enumerate(places):
        for disguise in DISGUISES:
            found.append(
                Item(len(found), position, game, "shipped", None, disguise, game, None, "1-9", (),
                     4, (1, 2) if n % 2 else (1,), far)
            )  # fmt: skip
    return found


def played(items: Sequence[Item], skill: Skill, together: bool, rng: Random) -> list[Score]:
    """A player that keeps each win with its own probability; versions go together or do not."""
    luck: dict[int, float] = {}
    found = []
    for item in items:
        drawn = luck.setdefault(item.position, rng.random()) if together else rng.random()
        kept = drawn < skill(item)
        found.append(Score(item, "kept" if kept else "lost", 1 if kept else 3))
    return found


def truth(items: Sequence[Item], value: Skill) -> float:
    strata: dict[tuple[str, ...], list[float]] = {}
    for item in items:
        strata.setdefault(item.stratum, []).append(value(item))
    return fmean(map(fmean, strata.values()))


def inside(one: Rate, kept: float) -> bool:
    """Whether the score is inside its interval, and the skill inside its own."""
    low, high = (corrected(end, one.chance) for end in one.interval)
    return one.interval.low <= kept <= one.interval.high and (
        low - 1e-9 <= corrected(kept, one.chance) <= high + 1e-9
    )


def coverage(items: list[Item], skill: Skill, together: bool, times: int) -> tuple[float, float]:
    """How often the whole, and how often a band, has the truth in its interval."""
    rng, whole, parts = Random(5), [], []
    all_of_it = truth(items, skill)
    bands = grouped(items, "remoteness", lambda item: item)
    of_bands = {band: truth(part, skill) for band, part in bands.items()}
    for _ in range(times):
        scores = played(items, skill, together, rng)
        whole.append(inside(rate(scores), all_of_it))
        for band, entries in grouped(scores, "remoteness", lambda score: score.item).items():
            parts.append(inside(rate(entries), of_bands[band]))
    return fmean(whole), fmean(parts)


SKILLS: dict[str, Skill] = {
    "poor": lambda item: 0.3,
    "good": lambda item: 0.93,
    "falling": lambda item: 1 - 0.08 * (item.remoteness or 0),
    "one-sided": lambda item: 0.5 if item.game == "a" else 0.98,
}


def evenly(count: int) -> Callable[[int], int]:
    return lambda at: count


def unevenly(count: int) -> Callable[[int], int]:
    return lambda at: count if at % 3 else max(1, count // 8)


@pytest.mark.parametrize("make", [evenly, unevenly])
@pytest.mark.parametrize("each", [1, 4, 8, 32])
def test_players_lie_inside_their_intervals_as_often_as_said(
    each: int, make: Callable[[int], Callable[[int], int]]
) -> None:
    """The versions of a position all go the same way: nothing spreads more."""
    items, times = suite(make(each)), max(25, 300 // each)
    held = [coverage(items, skill, True, times) for skill in SKILLS.values()]
    allowed = 0.95 - 2.5 * (0.95 * 0.05 / times) ** 0.5
    assert all(whole > allowed and parts > allowed for whole, parts in held), held
    assert fmean(whole for whole, _ in held) > 0.95
    assert fmean(parts for _, parts in held) > 0.95


def test_where_versions_are_independent_they_lie_inside_nearly_always() -> None:
    items = suite(evenly(4))
    assert min(coverage(items, SKILLS["poor"], False, 60)) > 0.98


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 13, 24, 60, 150])
def test_whoever_the_player_is_the_interval_has_the_truth_in_it(count: int) -> None:
    """By the sum over all that can happen; Wilson's own falls to 80 of 100 for some."""
    intervals = [cautious(k / count, count) for k in range(count + 1)]
    for hundredths in range(1, 100):
        p = hundredths / 100
        held = sum(
            comb(count, k) * p**k * (1 - p) ** (count - k)
            for k, (low, high) in enumerate(intervals)
            if low <= p <= high
        )
        assert held > 0.947
        assert 0 < held <= 1 + 1e-9


def test_it_is_hardly_wider_than_wilsons_and_ends_at_nought_and_one() -> None:
    for count in (1, 4, 30, 1000):
        for share in (0.0, 0.2, 0.5, 1.0):
            (low, high), (lower, higher) = wilson(share, count), cautious(share, count)
            assert 0 <= lower <= low + 1e-12 < high - 1e-12 <= higher <= 1
            assert higher - lower < high - low + 1.2 / count
    assert cautious(1 - 1e-12, 50).high == cautious(1.0, 50).high == 1
    assert cautious(1e-12, 50).low == cautious(0.0, 50).low == 0
    assert cautious(0.5, 0) == (0, 1)


def test_the_more_positions_the_narrower() -> None:
    widths = []
    for each in (1, 4, 16, 64):
        items = suite(evenly(each))
        scores = [Score(item, "kept" if item.position % 2 else "lost", 1) for item in items]
        low, high = rate(scores).interval
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < widths[1] / 3


def test_a_stratum_of_few_positions_is_not_taken_for_one_of_many() -> None:
    """One position stands for a third of the score here, as much as the forty others."""
    lonely = suite(lambda at: (1, 40, 40, 0, 0, 0)[at])
    scores = [Score(item, "kept", 1) for item in lonely]
    low = rate(scores).interval.low
    assert low < 1 - (1 - cautious(1.0, 1).low) / 3
    assert cautious(1.0, 3).low < low < cautious(1.0, 81).low
