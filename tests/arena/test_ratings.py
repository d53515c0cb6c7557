"""Ratings: small cases that can be worked out, and strengths that are known because we set them."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import exp, isfinite, log
from random import Random
from typing import Any

import pytest

from lastpick.arena import ratings
from lastpick.arena.ratings import FIRST_SPREAD, PLAYER_SPREAD, POINTS, Ratings, rate

Counts = list[list[list[int]]]


def chance(points: float) -> float:
    """How often a lead of so many points wins."""
    return 1 / (1 + 10 ** (-points / 400))


def simulated(
    strengths: list[float], first: list[float], rounds: int, rng: Random
) -> tuple[Counts, Counts]:
    n = len(strengths)
    won = [[[0] * n for _ in range(n)] for _ in first]
    lost = [[[0] * n for _ in range(n)] for _ in first]
    for g, worth in enumerate(first):
        for i in range(n):
            for j in range(n):
                p = chance(strengths[i] - strengths[j] + worth)
                for _ in range(rounds if i != j else 0):
                    (won if rng.random() < p else lost)[g][i][j] += 1
    return won, lost


def height(at: list[float], won: Counts, lost: Counts) -> float:
    """The logarithm of the posterior in points, written down a second time."""
    n = len(won[0])
    total = -sum(x * x for x in at[:n]) / (2 * PLAYER_SPREAD**2)
    total -= sum(x * x for x in at[n:]) / (2 * FIRST_SPREAD**2)
    for g in range(len(won)):
        for i in range(n):
            for j in range(n):
                p = chance(at[i] - at[j] + at[n + g])
                total += won[g][i][j] * log(p) + lost[g][i][j] * log(1 - p)
    return total


def values(found: Ratings) -> list[float]:
    return [estimate.value for estimate in (*found.players, *found.first)]


def test_a_case_worked_out_by_halving() -> None:
    """Three wins of four with either seat: one equation in the lead, solved without Newton."""
    found = rate([[[0, 3], [1, 0]]], [[[0, 1], [3, 0]]])
    low, high = 0.0, 1000.0
    for _ in range(100):
        lead = (low + high) / 2
        # d/d(lead) of 6 log p + 2 log(1 - p) - 2 (lead / 2)^2 / (2 * 400^2)
        rising = (6 - 8 * chance(lead)) / POINTS - lead / (2 * PLAYER_SPREAD**2)
        low, high = (lead, high) if rising > 0 else (low, lead)
    better, worse = found.players
    assert better.value - worse.value == pytest.approx(lead, abs=1e-6)
    assert better.value == pytest.approx(-worse.value, abs=1e-9)
    assert found.first[0].value == pytest.approx(0, abs=1e-9)
    assert lead < POINTS * log(3)  # the prior draws it towards nought


def test_the_best_value_and_its_curvature() -> None:
    """Nowhere near is higher, and the intervals are those of the inverse curvature."""
    won, lost = simulated([200, -50, 0], [80, -30], 12, Random(3))
    found = rate(won, lost)
    at = values(found)
    step = 0.5
    size = range(len(at))

    def moved(*changes: tuple[int, float]) -> float:
        there = list(at)
        for k, by in changes:
            there[k] += by
        return height(there, won, lost)

    for k in size:
        assert (moved((k, step)) - moved((k, -step))) / (2 * step) == pytest.approx(0, abs=1e-7)
    curve = [
        [
            -(
                moved((a, step), (b, step))
                - moved((a, step), (b, -step))
                - moved((a, -step), (b, step))
                + moved((a, -step), (b, -step))
            )
            / (4 * step * step)
            for b in size
        ]
        for a in size
    ]
    spread = inverse(curve)
    for i, estimate in enumerate(found.players):
        weights = [(k == i) - 1 / 3 for k in range(3)]
        variance = sum(weights[a] * weights[b] * spread[a][b] for a in range(3) for b in range(3))
        assert estimate.high - estimate.low == pytest.approx(2 * 1.96 * variance**0.5, rel=1e-3)
    for g, estimate in enumerate(found.first):
        width = 2 * 1.96 * spread[3 + g][3 + g] ** 0.5
        assert estimate.high - estimate.low == pytest.approx(width, rel=1e-3)


def test_the_height_that_is_climbed_is_that_of_the_posterior() -> None:
    won, lost = [[[0, 3], [1, 0]]], [[[0, 2], [4, 0]]]
    met = [(0, 0, 1, 3, 5), (0, 1, 0, 1, 5)]
    precision = [(POINTS / PLAYER_SPREAD) ** 2] * 2 + [(POINTS / FIRST_SPREAD) ** 2]
    for at in ([0.0, 0.0, 0.0], [500.0, -200.0, 90.0], [-900.0, 400.0, -150.0], [0.0, 300.0, 5.0]):
        climbed = ratings._height([x / POINTS for x in at], met, 2, precision)
        assert climbed == pytest.approx(height(at, won, lost), rel=1e-12)


def test_a_few_whole_steps_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Newton's method doubles the digits that are right with each of them."""
    derivatives, steps = ratings._derivatives, 0

    def counted(*asked: Any) -> Any:
        nonlocal steps
        steps += 1
        return derivatives(*asked)

    monkeypatch.setattr(ratings, "_derivatives", counted)
    rate(*simulated([200, -50, 0], [80, -30], 12, Random(3)))
    assert steps <= 8


def inverse(matrix: list[list[float]]) -> list[list[float]]:
    """By Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for j in range(size):
            if j != i:
                rows[j] = [x - rows[j][i] * y for x, y in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]


def test_known_strengths_are_found_and_covered() -> None:
    """Over many simulated tournaments, 95 of 100 intervals hold the truth, and none is biased."""
    strengths, first = [250.0, 60.0, -20.0, -90.0, -200.0], [70.0, -110.0]
    rng, inside, times = Random(11), 0, 120
    sums = [0.0] * 7
    for _ in range(times):
        found = rate(*simulated(strengths, first, 15, rng))
        for k, (estimate, true) in enumerate(
            zip((*found.players, *found.first), (*strengths, *first), strict=True)
        ):
            inside += estimate.low <= true <= estimate.high
            sums[k] += estimate.value
    assert 0.925 <= inside / (7 * times) <= 0.975
    for total, true in zip(sums, (*strengths, *first), strict=True):
        assert total / times == pytest.approx(true, abs=12)


def repeating(
    strengths: list[float], lines: int, rounds: int, rng: Random
) -> tuple[Counts, Counts, Counts]:
    """As `simulated`, but each pair knows few lines, and plays some more often than others.

    Who wins a line is drawn once, as it is where nothing is left to chance in it.
    """
    n = len(strengths)
    won, lost, repeats = ([[[0] * n for _ in range(n)]] for _ in range(3))
    for i, j in permutations(range(n), 2):
        p = chance(strengths[i] - strengths[j])
        wins = [rng.random() < p for _ in range(lines)]
        drawn = Counter(rng.choices(range(lines), range(1, lines + 1), k=rounds))
        won[0][i][j] = sum(times for line, times in drawn.items() if wins[line])
        lost[0][i][j] = rounds - won[0][i][j]
        repeats[0][i][j] = sum(times * (times - 1) for times in drawn.values())
    return won, lost, repeats


def test_games_that_are_repeated_are_no_new_evidence() -> None:
    """Of pairs with six lines, played 200 times, 95 of 100 intervals hold the truth."""
    strengths, rng, times = [200.0, 50.0, -80.0, -170.0], Random(7), 60
    inside = 0
    for _ in range(times):
        found = rate(*repeating(strengths, 6, 200, rng))
        inside += sum(
            e.low <= true <= e.high for e, true in zip(found.players, strengths, strict=True)
        )
    assert 0.92 <= inside / (4 * times) <= 0.985, inside
    once, often = ([[[0, n], [n, 0]]] for n in (1, 100))
    nothing, pairs = [[[0, 0], [0, 0]]], [[[0, 9900], [9900, 0]]]
    assert rate(often, nothing, pairs) == rate(once, nothing)


def test_the_worth_of_moving_first_is_found() -> None:
    won, lost = simulated([0, 0], [150], 4000, Random(2))
    found = rate(won, lost)
    assert found.first[0].value == pytest.approx(150, abs=15)
    assert found.first[0].low < 150 < found.first[0].high
    assert abs(found.players[0].value) < 10


def test_who_is_listed_first_does_not_matter() -> None:
    won, lost = simulated([100, 0, -100], [20], 10, Random(4))
    order = [2, 0, 1]
    turned = ([[[c[0][i][j] for j in order] for i in order]] for c in (won, lost))
    plain, other = rate(won, lost), rate(*turned)
    for place, player in enumerate(order):
        assert other.players[place] == pytest.approx(plain.players[player], abs=1e-6)


def test_equals_are_equal() -> None:
    half = [[[0, 5, 5], [5, 0, 5], [5, 5, 0]]]
    found = rate(half, half)
    assert values(found) == pytest.approx([0, 0, 0, 0], abs=1e-9)
    assert len({round(e.high, 6) for e in found.players}) == 1
    nothing = [[[0] * 3] * 3]
    assert found.players[0].high < rate(nothing, nothing).players[0].high / 3  # it was evidence


def test_no_win_is_infinitely_convincing() -> None:
    leads = []
    for games in (1, 10, 1000, 1_000_000):
        found = rate([[[0, games], [0, 0]]], [[[0, 0], [games, 0]]])
        better, worse = found.players
        assert all(map(isfinite, (*better, *worse, *found.first[0])))
        assert better.low < better.value < better.high
        leads.append(better.value - worse.value)
    assert leads == sorted(leads)
    assert leads[-1] < 4000


def test_no_game_says_nothing() -> None:
    nothing = [[[0, 0], [0, 0]]]
    found = rate(nothing, nothing)
    assert values(found) == [0, 0, 0]
    half = 1.96 * PLAYER_SPREAD / 2**0.5  # of one compared with the mean of two
    assert found.players[0].high == pytest.approx(half, rel=1e-4)


def test_the_mean_is_nought() -> None:
    found = rate(*simulated([300, 300, -10, 0], [0, 50, -50], 6, Random(8)))
    assert sum(e.value for e in found.players) == pytest.approx(0, abs=1e-6)


def test_points_are_elos() -> None:
    assert 1 / (1 + exp(-400 / POINTS)) == pytest.approx(10 / 11)
    assert chance(100) == pytest.approx(0.64, abs=0.001)
