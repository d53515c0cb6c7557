"""Wilson's interval, by published values, and as the report of a tournament shows it."""

from __future__ import annotations

import pytest

from lastpick.arena.intervals import effective, wilson
from lastpick.arena.played import Decisions
from lastpick.arena.report.data import Share


@pytest.mark.parametrize(
    ("share", "count", "low", "high"),
    [
        (0.0, 10, 0.0, 0.27753),
        (0.5, 10, 0.23659, 0.76341),
        (1.0, 10, 0.72247, 1.0),
        (0.1, 100, 0.05523, 0.17437),
        (1.0, 1, 0.20655, 1.0),
    ],
)
def test_wilson_intervals_are_the_published_ones(
    share: float, count: int, low: float, high: float
) -> None:
    found = wilson(share, count)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-5)


def test_repeats_weigh_less() -> None:
    """As Kish has it: the square of the sum of the weights over the sum of their squares."""
    for times in ([1] * 7, [7], [3, 3, 1], [90] + [1] * 10):
        repeats = sum(n * (n - 1) for n in times)
        expected = sum(times) ** 2 / sum(n * n for n in times)
        assert effective(sum(times), repeats) == pytest.approx(expected)
    assert effective(0, 0) == 0


def test_without_observations_nothing_is_known() -> None:
    assert wilson(0.3, 0) == (0, 1)


def test_a_share_of_kept_wins_has_its_interval() -> None:
    assert Share(Decisions(10, 5)).kept == pytest.approx((0.5, 0.23659, 0.76341), abs=1e-5)
    assert Share(Decisions(10, 10)).kept == pytest.approx((1, 0.72247, 1), abs=1e-5)
    assert Share(Decisions()).kept is None


def test_an_interval_stays_between_nought_and_one() -> None:
    """Also where rounding would carry it out: of 16 observations, for one."""
    for count in range(1, 60):
        assert wilson(1.0, count).high <= 1
        assert wilson(0.0, count).low >= 0
