"""Published values, and those that independent programs agreed on."""

from array import array
from itertools import pairwise
from random import Random

import pytest
from support.brute import Parts, game_of, mex
from support.model import FOLLOWERS, OPENINGS, Rules

from lastpick.catalog import load
from lastpick.errors import BudgetError
from lastpick.oracle import Budget, solve
from lastpick.oracle.band import Band, band_of
from lastpick.oracle.memory import Memory
from lastpick.oracle.solve import nimber_of
from lastpick.oracle.verify import sums
from lastpick.oracle.verify.sums import _first_values, _period
from lastpick.oracle.wide import WideNimbers

# OEIS A002187, the nimbers of Dawson's Chess for 0, 1, 2, ... numbers
DAWSON = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0]
SIEVE = [1, 0, 3, 2, 1, 0, 4, 5, 1, 0, 7, 6, 4, 8, 7]  # 2-N for N = 2 to 16


def test_dawsons_chess() -> None:
    assert band_of(1).upto(20) == DAWSON
    for n in range(1, 21):
        assert solve(load("non-consecutive", f"1-{n}").start()).nimber == DAWSON[n]
        assert solve(load("non-consecutive", f"5-{n + 4}").start()).nimber == DAWSON[n]


def test_the_period_of_dawsons_chess() -> None:
    fresh = Band(1)
    far = fresh.upto(2000)
    assert max(n for n in range(1900) if far[n] != far[n + 34]) == 51
    assert all(any(far[n] != far[n + p] for n in range(52, 1900)) for p in range(1, 34))
    assert fresh.period == (52, 34)
    assert len(fresh.values) > 2 * 52 + 34 + 3 + 34, "as far as the theorem asks"
    assert _period(1) == (52, 34)


@pytest.mark.parametrize("width", [1, 2, 3, 4, 5])
def test_bands_by_two_programs(width: int) -> None:
    assert Band(width).upto(400) == _first_values(width, 400)


def test_a_period_says_what_working_it_out_says() -> None:
    fresh = Band(1)
    fresh.value(300)
    assert fresh.period
    assert len(fresh.values) < 300
    assert fresh.upto(1500) == _first_values(1, 1500)
    assert [fresh.value(n) for n in range(1500)] == _first_values(1, 1500)[:-1]


def test_bands_without_a_period_are_not_extrapolated() -> None:
    fresh = Band(2)
    assert fresh.value(1000) == fresh.upto(1000)[-1]
    assert fresh.period is None
    with pytest.raises(BudgetError, match="more than 10 positions"):
        fresh.value(1100, Budget(positions=10))
    assert len(fresh.values) < 1100
    assert fresh.value(1100) == Band(2).value(1100)


# Rows that begin otherwise, and look periodic until a few values before the theorem's bound: the
# width, the first values, from where on and with which period they repeat, and until where.
DECEPTIVE = [
    (0, [0, 0, 3, 0, 0, 2, 1, 0, 2, 1], 4, 3, 13),
    (1, [0, 0, 3, 1, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1], 6, 1, 14),
    (2, [0, 0, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1], 5, 1, 14),
]


@pytest.mark.parametrize(("width", "begun", "start", "length", "until"), DECEPTIVE)
def test_what_only_looks_periodic_is_not_extrapolated(
    width: int, begun: list[int], start: int, length: int, until: int
) -> None:
    plain, eager = Band(width), Band(width)
    plain.values, plain._next_look = array("H", begun), 1000
    eager.values, eager._next_look = array("H", begun), 0  # it looks after every value
    eager._look_for_period()
    values = plain.upto(60)
    assert all(values[n] == values[n + length] for n in range(start, until - length))
    assert values[until] != values[until - length]
    assert [eager.value(n) for n in range(61)] == values


@pytest.mark.parametrize("start", [0, 1, 5, 40])
@pytest.mark.parametrize("length", [1, 2, 7])
@pytest.mark.parametrize("width", [0, 1, 4])
def test_the_bound_of_guy_and_smith(
    width: int, start: int, length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """g(n + p) = g(n) up to n = 2s + p + 2k + 1, and not one n less; by both programs."""
    last = 2 * start + length + 2 * width + 1 + length  # the n + p of the last n
    cycle = [n % length for n in range(last + 1)]
    whole = [100 + n if n < start else cycle[n - start] for n in range(last + 1)]
    for values, proved in ((whole[:-1], None), (whole, (start, length))):
        fresh = Band(width)
        fresh.values = array("H", values)
        fresh._look_for_period()
        assert fresh.period == proved
        monkeypatch.setattr(sums, "_first_values", lambda *_, told=values: told)
        assert sums._period.__wrapped__(width) == proved


def test_a_run_of_a_million() -> None:
    position = load("non-consecutive", "1-1000000").start()
    verdict = solve(position)
    assert verdict.nimber == band_of(1).upto(1000)[52 + (1_000_000 - 52) % 34]
    assert verdict.winning
    for n in (verdict.winning[0], verdict.winning[-1]):
        assert solve(position.pick(n)).wins is False


def test_the_sieve() -> None:
    for last, nimber in enumerate(SIEVE, start=2):
        verdict = solve(load("prime-rumble", f"2-{last}").start())
        assert verdict.nimber == nimber
        assert verdict.wins is (nimber != 0)


@pytest.mark.parametrize(
    ("last", "nimber", "winning"),
    [(30, 13, (2, 21)), (32, 0, ()), (50, 17, (5, 17, 19, 23, 42))],
)
def test_the_sieve_on_larger_pools(last: int, nimber: int, winning: tuple[int, ...]) -> None:
    verdict = solve(load("prime-rumble", f"2-{last}").start())
    assert (verdict.nimber, verdict.winning) == (nimber, winning)
    assert verdict.method == "table"


def test_nobody_wins_a_run_of_20_by_opening() -> None:
    verdict = solve(load("non-consecutive").start())
    assert (verdict.wins, verdict.winning, verdict.nimber) == (False, (), 0)


@pytest.mark.parametrize("name", ["number-knockout", "divisor-duel", "number-bind"])
def test_every_opening_but_1_and_14_wins_the_chain(name: str) -> None:
    verdict = solve(load(name).start())
    assert verdict.winning == tuple(n for n in range(1, 21) if n not in (1, 14))


def test_juniper_green() -> None:
    verdict = solve(load("juniper-green").start())
    losing = {2, 52, 68, 70, 74, 76, 78, 82, 86, 92, 94, 98}
    assert verdict.winning == tuple(n for n in range(2, 101, 2) if n not in losing)
    assert len(verdict.winning) == 38


@pytest.mark.parametrize(("last", "count"), [(10, 0), (50, 43), (100, 73)])
def test_openings_of_larger_chains(last: int, count: int) -> None:
    verdict = solve(load("divisor-duel", f"1-{last}").start())
    assert len(verdict.winning) == count
    assert verdict.wins is (count > 0)


def test_winning_picks_are_ascending() -> None:
    for name in ("divisor-duel", "prime-rumble", "juniper-green"):
        winning = solve(load(name).start()).winning
        assert all(a < b for a, b in pairwise(winning))


def test_rows_whose_picks_go_one_way_have_the_values_of_their_recurrence() -> None:
    """On more than 64 numbers; what picks leave of a row are rows, wherever they lie."""
    for last, gap, removes in (
        (100, 1, "m == n + 1"),
        (70, 3, "n <= m and m <= n + 3"),
        (75, 2, "m == n - 2 or m == n - 1"),
    ):
        g = [0]
        for size in range(1, last + 1):
            g.append(mex({g[i] ^ g[max(0, size - 1 - i - gap)] for i in range(size)}))
        won = [n for n in range(1, last + 1) if g[n - 1] == g[max(0, last - n - gap)]]
        if "-" in removes:
            won = sorted(last + 1 - n for n in won)
        position = game_of(1, last, removes=removes).start()
        verdict = solve(position, Budget(positions=50_000), memory=Memory())
        assert list(verdict.winning) == won, removes
        assert nimber_of(position, Budget(), Memory()) == g[last]


def test_two_rows_that_lie_in_each_other() -> None:
    """Node Kayles on the odd and on the even numbers."""
    dawson = band_of(1).upto(97)
    position = game_of(1, 193, removes="abs(m - n) == 2").start()
    won = []
    for n in range(1, 194):
        place, size = (n - 1) // 2, 97 - (n + 1) % 2
        after = dawson[max(0, place - 1)] ^ dawson[max(0, size - 2 - place)]
        won += [n] * (after == dawson[193 - size])
    verdict = solve(position, Budget(positions=50_000), memory=Memory())
    assert list(verdict.winning) == won
    assert verdict.winning


def test_parts_of_large_pools_with_holes_against_brute_force() -> None:
    rng = Random(6)
    for removes, holds in (
        ("m == n + 1 or m == n + 3", lambda m, n: m - n in (1, 3)),
        ("abs(m - n) == 2", lambda m, n: abs(m - n) == 2),
        ("m == n + 1 and n > 40", lambda m, n: m == n + 1 and n > 40),
    ):
        game = game_of(3, 132, removes=removes)
        brute = Parts(Rules(3, 132, OPENINGS["any"], FOLLOWERS["any"], holds))
        for _ in range(8):
            start = rng.randrange(3, 52)
            left = [n for n in range(start, start + 80) if rng.random() < 0.8 or n % 7 == 0]
            few = rng.sample(left, 14)
            for pool in (few, left[:20]):
                position = game.position(pool)
                assert solve(position, memory=Memory()).winning == brute.winning(position)
                assert nimber_of(position, Budget(), Memory()) == brute.nimber(position)


def test_a_kernel_serves_the_parts_next_to_the_one_that_it_was_made_for() -> None:
    keeps = [~(3 << i) for i in range(100)]
    near = [7 << i >> 1 & (1 << 100) - 1 for i in range(100)]
    wide = WideNimbers(keeps, near)
    assert wide._around(1 << 50) == (1 << 64) - 1 << 18
    assert wide._around(1) == (1 << 64) - 1
    assert wide._around((1 << 64) - 1 << 7) == (1 << 64) - 1 << 7
    assert WideNimbers(keeps, [1 << i for i in range(100)])._around(8) == 8
    wide.value((1 << 10) - 1)
    wide.value((1 << 30) - 1 << 20)
    assert len(wide._kernels) == 1
