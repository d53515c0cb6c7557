"""The interval between two players: how often it has the truth in it, counted and simulated."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, sqrt
from random import Random

import pytest

from lastpick.evaluation.compare.paired import Pair, difference, interval, student

SHARES = (0.0, 0.01, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 1.0)


def coverage(count: int, better: float, worse: float) -> float:
    """How often so many positions lead to an interval that has the truth in it: exactly.

    A position is better with one probability, worse with another, and else the same.
    """
    same = 1 - better - worse
    truth, found = better - worse, 0.0
    for more in range(count + 1):
        for less in range(count + 1 - more):
            left = count - more - less
            mean = (more - less) / count
            variance = ((more + less) / count - mean * mean) / count
            low, high = interval(mean, max(0.0, variance), count)
            if low - 1e-12 <= truth <= high + 1e-12:
                ways = comb(count, more) * comb(count - more, less)
                found += ways * better**more * worse**less * max(0.0, same) ** left
    return found


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 14, 22])
def test_the_interval_has_the_truth_in_it_at_least_95_times_of_100(count: int) -> None:
    for better in SHARES:
        for worse in SHARES:
            if better + worse <= 1 and worse <= better:
                assert coverage(count, better, worse) >= 0.95, (better, worse)


@pytest.mark.parametrize(("better", "worse"), [(0.5, 0.5), (0.95, 0.05), (0.3, 0.2), (0.02, 0)])
def test_many_positions_miss_no_more(better: float, worse: float) -> None:
    """The first two are the worst that a finer grid has shown."""
    assert coverage(96, better, worse) >= 0.95


# --- strata, versions, and players who go the same way ----------------------------------


class Players:
    """Two players of known strength; `alike`: how often they go the same way."""

    def __init__(self, mine: Sequence[float], theirs: Sequence[float], alike: float) -> None:
        self.mine, self.theirs, self.alike = mine, theirs, alike
        strata = zip(mine, theirs, strict=True)
        self.truth = sum(one - other for one, other in strata) / len(mine)

    def decide(self, stratum: int, rng: Random) -> tuple[bool, bool]:
        chance = rng.random()
        other = chance if rng.random() < self.alike else rng.random()
        return chance < self.mine[stratum], other < self.theirs[stratum]


def answers(players: Players, sizes: Sequence[int], apart: float, rng: Random) -> list[Pair]:
    """Three versions of each position, each decided by itself with the probability `apart`."""
    found, position = [], 0
    for stratum, size in enumerate(sizes):
        for _ in range(size):
            position += 1
            usual = players.decide(stratum, rng)
            for version in "abc":
                mine, theirs = players.decide(stratum, rng) if rng.random() < apart else usual
                found.append(Pair((str(stratum), version), position, mine, theirs))
    return found


def held(players: Players, sizes: Sequence[int], apart: float, times: int) -> float:
    """The share of simulated comparisons whose interval has the truth in it."""
    rng = Random(f"{sizes}/{apart}/{players.alike}")
    hits = 0
    for _ in range(times):
        found = difference(answers(players, sizes, apart, rng))
        hits += found.low <= players.truth <= found.high
    return hits / times


STRONG, WEAK = [0.9, 0.7, 0.6, 0.95] * 6, [0.7, 0.3, 0.6, 0.9] * 6


@pytest.mark.parametrize(
    ("sizes", "times"),
    [([1] * 24, 800), ([8] * 24, 200), ([1, 2, 4, 9] * 6, 250)],
    ids=["each 1", "each 8", "strata of several sizes"],
)
@pytest.mark.parametrize("alike", [0.0, 1.0])
@pytest.mark.parametrize("apart", [0.0, 0.5])
def test_simulated_players_lie_inside(
    sizes: list[int], times: int, alike: float, apart: float
) -> None:
    error = sqrt(0.95 * 0.05 / times)
    assert held(Players(STRONG, WEAK, alike), sizes, apart, times) >= 0.95 - 2 * error


def test_what_only_a_few_heavy_positions_could_tell_is_not_taken_for_proved() -> None:
    """Five strata of 2 positions weigh as much as five of 20, and nowhere is a difference.

    Players who differ in a quarter of the small strata's positions show none in those ten once
    in twenty times.
    """
    share = 1 - 0.05 ** (1 / 10)
    same = Players([1.0] * 10, [1.0] * 10, 1.0)
    found = difference(answers(same, [2] * 5 + [20] * 5, 0.0, Random(1)))
    assert found.high > share / 2


def test_no_difference_in_a_few_positions_proves_little() -> None:
    same = [Pair(("a",), at, 1, 1) for at in range(8)]
    found = difference(same)
    assert (found.value, found.same) == (0, 8)
    assert found.high == -found.low > 0.3
    assert difference(same * 100).high == pytest.approx(found.high)  # versions are no evidence
    many = [Pair(("a",), at, 1, 1) for at in range(800)]
    assert 0 < difference(many).high < 0.01


def test_strata_weigh_the_same_and_versions_count_once() -> None:
    pairs = [Pair(("a",), at, 1, 0) for at in range(9)] + [Pair(("b",), 9, 0, 1)]
    found = difference(pairs)
    assert found.value == pytest.approx(0)  # not 8 of 10
    assert (found.positions, found.better, found.worse, found.same) == (10, 9, 1, 0)
    versions = [Pair((v,), 1, v == "b", v == "a") for v in "abc"]
    assert difference(versions).same == 1


def test_the_interval_has_what_was_found_in_it_and_turns_with_the_players() -> None:
    rng = Random(3)
    for _ in range(200):
        sizes = [rng.randint(1, 4) for _ in range(rng.randint(1, 6))]
        strength = [rng.random() for _ in sizes]
        players = Players(strength, [rng.random() for _ in sizes], rng.random())
        pairs = answers(players, sizes, rng.random(), rng)
        one = difference(pairs)
        other = difference([pair._replace(mine=pair.theirs, theirs=pair.mine) for pair in pairs])
        assert -1 <= one.low <= one.value <= one.high <= 1
        turned = (-one.value, -one.high, -one.low, one.worse, one.better)
        found = (other.value, other.low, other.high, other.better, other.worse)
        assert found == pytest.approx(turned)


@pytest.mark.parametrize(
    ("freedom", "published"), [(2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (120, 1.980)]
)
def test_student(freedom: int, published: float) -> None:
    assert student(freedom) == pytest.approx(published, rel=0.01)
