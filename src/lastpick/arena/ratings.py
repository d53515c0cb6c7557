"""Ratings: Bradley and Terry's model with a term for moving first, and a prior.

Player i, moving first in game g, beats player j with probability

    1 / (1 + exp(-(s[i] - s[j] + f[g])))

where s are strengths and f[g] is what moving first is worth in game g. Before any game is
played, each s is taken as normal around 0 with a standard deviation of 400 rating points,
each f with one of 200: with that no win is infinitely convincing, and the strengths have
one best value, at a mean of 0. Newton's method finds it. The intervals are 1.96 standard
deviations either way, from the inverse of the curvature there (Laplace), for a player's
strength compared with the mean of all; a rating is 400 / ln 10 times a strength, as Elo's.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import exp, log, log1p, sqrt
from typing import NamedTuple

from .intervals import Z, effective

POINTS = 400 / log(10)  # for a strength of 1
PLAYER_SPREAD = 400.0  # standard deviations of the prior, in rating points
FIRST_SPREAD = 200.0
_STEPS = 100

Counts = Sequence[Sequence[Sequence[int]]]
Matrix = list[list[float]]


class Estimate(NamedTuple):
    """A value in rating points, and its interval of 95%."""

    value: float
    low: float
    high: float


class Ratings(NamedTuple):
    """What each player is worth, and what moving first is worth in each game."""

    players: list[Estimate]
    first: list[Estimate]


def rate(won: Counts, lost: Counts, repeats: Counts | None = None) -> Ratings:
    """Fit to won[game][i][j] and lost[game][i][j]: games of i, moving first, against j.

    `repeats` is the number of ordered pairs of equal games among them. The share that was won
    is taken from all games, its weight from what they are worth as different ones.
    """
    players, games = len(won[0]), len(won)
    met = []
    for g, i, j in product(range(games), range(players), range(players)):
        if played := won[g][i][j] + lost[g][i][j]:
            weight = effective(played, repeats[g][i][j]) if repeats else played
            met.append((g, i, j, weight * (won[g][i][j] / played), weight))
    precision = [(POINTS / PLAYER_SPREAD) ** 2] * players + [(POINTS / FIRST_SPREAD) ** 2] * games
    at = [0.0] * (players + games)
    height = _height(at, met, players, precision)
    for _ in range(_STEPS):
        slope, curve = _derivatives(at, met, players, precision)
        step = _solve(_cholesky(curve), slope)
        length = 1.0
        while True:
            there = [x + length * s for x, s in zip(at, step, strict=True)]
            higher = _height(there, met, players, precision)
            if higher >= height or length < 1e-6:
                break
            length /= 2  # too far: the height is concave, so a shorter step goes up
        at, height = there, higher
        if max(map(abs, step)) < 1e-12:
            break
    _, curve = _derivatives(at, met, players, precision)
    spread = _inverse(_cholesky(curve))
    estimates = [
        _estimate(at[k], variance) for k, variance in enumerate(_variances(spread, players))
    ]
    return Ratings(estimates[:players], estimates[players:])


def _variances(spread: Matrix, players: int) -> list[float]:
    """Of each player's strength compared with the mean, and of moving first."""
    everybody = range(players)
    rows = [sum(spread[i][j] for j in everybody) / players for i in everybody]
    whole = sum(rows) / players
    found = [spread[i][i] - 2 * rows[i] + whole for i in everybody]
    return found + [spread[k][k] for k in range(players, len(spread))]


def _estimate(value: float, variance: float) -> Estimate:
    middle, half = POINTS * value, POINTS * Z * sqrt(max(0.0, variance))
    return Estimate(middle, middle - half, middle + half)


Met = Sequence[tuple[int, int, int, float, float]]


def _height(at: list[float], met: Met, players: int, precision: list[float]) -> float:
    """The logarithm of the posterior, but for a constant."""
    total = -sum(p * x * x for p, x in zip(precision, at, strict=True)) / 2
    for g, i, j, wins, games in met:
        x = at[i] - at[j] + at[players + g]
        total += wins * x - games * (max(x, 0.0) + log1p(exp(-abs(x))))
    return total


def _derivatives(
    at: list[float], met: Met, players: int, precision: list[float]
) -> tuple[list[float], Matrix]:
    """The slope of the height, and its curvature downwards."""
    slope = [-p * x for p, x in zip(precision, at, strict=True)]
    curve = [[0.0] * len(at) for _ in at]
    for k, p in enumerate(precision):
        curve[k][k] = p
    for g, i, j, wins, games in met:
        f = players + g
        chance = 1 / (1 + exp(-(at[i] - at[j] + at[f])))
        surplus, weight = wins - games * chance, games * chance * (1 - chance)
        signs = ((i, 1), (j, -1), (f, 1))
        for a, sign in signs:
            slope[a] += sign * surplus
            for b, other in signs:
                curve[a][b] += sign * other * weight
    return slope, curve


# --- a little linear algebra: all matrices are symmetric and positive -----------------------------


def _cholesky(matrix: Matrix) -> Matrix:
    """The lower triangle L with L L' = matrix."""
    lower: Matrix = []
    for i, row in enumerate(matrix):
        found: list[float] = []
        for j in range(i):
            rest = row[j] - sum(a * b for a, b in zip(found, lower[j], strict=False))
            found.append(rest / lower[j][j])
        found.append(sqrt(row[i] - sum(a * a for a in found)))
        lower.append(found)
    return lower


def _solve(lower: Matrix, right: Sequence[float]) -> list[float]:
    """x with L L' x = right."""
    size = len(lower)
    x = list(right)
    for i in range(size):
        x[i] = (x[i] - sum(lower[i][k] * x[k] for k in range(i))) / lower[i][i]
    for i in reversed(range(size)):
        x[i] = (x[i] - sum(lower[k][i] * x[k] for k in range(i + 1, size))) / lower[i][i]
    return x


def _inverse(lower: Matrix) -> Matrix:
    size = range(len(lower))
    return [_solve(lower, [float(k == i) for k in size]) for i in size]
