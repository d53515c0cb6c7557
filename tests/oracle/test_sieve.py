"""Sieves: cancelling and renaming change no nimber, whatever is left of whatever pool."""

from __future__ import annotations

import os
from functools import cache
from random import Random

import pytest
from support.brute import game_of, mex, reachable

from lastpick.catalog import load
from lastpick.oracle import Budget, solve, verify
from lastpick.oracle.memory import Memory
from lastpick.oracle.nimbers import Nimbers
from lastpick.oracle.sieve import (
    SieveKernels,
    WideSieve,
    cancelled,
    common_form,
    divisibility,
    kernel_for,
    renamed,
)
from lastpick.oracle.sieve_form import SieveForm
from lastpick.oracle.solve import nimber_of

# 2-N for N = 2, 3, ...: from two programs, one of them without cancelling
NIMBERS = [1, 0, 3, 2, 1, 0, 4, 5, 1, 0, 7, 6, 4, 8, 7]
THOROUGH = bool(os.environ.get("LASTPICK_THOROUGH"))


@cache
def nimber(left: frozenset[int]) -> int:
    """By the definition."""
    return mex({nimber(after(left, n)) for n in left})


def after(left: frozenset[int], n: int) -> frozenset[int]:
    """What picking a number leaves; of 0, which all numbers divide, nothing is a multiple."""
    return frozenset(m for m in left if m != n and (n == 0 or m % n))


def some(rng: Random, last: int, most: int) -> list[int]:
    """Any numbers, whether play leads to them or not; related ones for the most part."""
    pool = [n for n in range(rng.randrange(1, 4), last + 1) if n % rng.choice((1, 2, 3)) == 0]
    return sorted(rng.sample(pool, min(len(pool), rng.randrange(1, most))))


def test_cancelling_and_renaming_change_no_nimber() -> None:
    rng, shrunk = Random(1), 0
    for _ in range(250):
        pool = some(rng, 130, 11)
        left = cancelled(pool)
        assert set(left) <= set(pool)
        assert nimber(frozenset(left)) == nimber(frozenset(pool)), pool
        image = renamed(pool)
        assert sorted(set(image)) == sorted(image)
        pairs = [(a % b == 0, x % y == 0) for a, x in zip(pool, image, strict=True)
                 for b, y in zip(pool, image, strict=True)]  # fmt: skip
        assert all(before == after for before, after in pairs), pool
        assert max(image) <= max(pool)
        shrunk += len(left) < len(pool)
    assert shrunk > 20


def test_squares_alone_do_not_cancel() -> None:
    """Each number on its own would: 2 and 3, 4 and 9; but not with 8."""
    assert cancelled([2, 3, 4, 8, 9]) == [2, 3, 4, 8, 9]
    assert nimber(frozenset([2, 3, 4, 8, 9])) == 1
    assert cancelled([2, 3, 4, 9]) == []
    assert cancelled([5, 7, 35]) == [5, 7, 35], "35 is divisible by both"
    assert nimber(frozenset([5, 7, 35])) != 0


@pytest.mark.parametrize("cancels", [True, False])
def test_the_canonical_form_of_a_word(cancels: bool) -> None:
    form = SieveForm(common_form().numbers, cancels)
    rng, changed = Random(2), 0
    for _ in range(250):
        pool = some(rng, 64, 11)
        word = form.placed(sum(1 << n - 1 for n in pool), 1)
        reduced = form.reduced(word)
        assert form.reduced(reduced) == reduced
        assert sorted(form.listed(word)) == pool
        assert nimber(frozenset(form.listed(reduced))) == nimber(frozenset(pool)), pool
        if not cancels:
            assert reduced.bit_count() == word.bit_count()
        changed += reduced != word
    assert changed > 50


def test_what_play_leaves_is_closed_and_what_it_does_not_leave_is_not() -> None:
    form = common_form()
    for position in reachable(load("prime-rumble", "2-12")):
        assert form.closed(form.placed(position.bits, 2))
    for pool in ([1], [1, 2], [4], [2, 6], [3, 6], [2, 3, 6, 12], [25]):
        assert not form.closed(form.placed(sum(1 << n for n in pool), 0)), pool
    assert form.closed(0)


def test_positions_that_play_does_not_lead_to_are_not_looked_up() -> None:
    rng = Random(3)
    for first, last in ((0, 50), (1, 50), (2, 50), (3, 60), (2, 64), (1, 64), (2, 90), (0, 90)):
        game = game_of(first, last, removes="multiple")
        for _ in range(15):
            pool = [n for n in some(rng, last, 11) if n >= first]
            pool += [0] * (first == 0 and rng.random() < 0.3)
            position = game.position(pool)
            verdict = solve(position, memory=Memory())
            values = {n: nimber(after(frozenset(pool), n)) for n in position.pool}
            assert verdict.winning == tuple(n for n, value in values.items() if not value)
            assert verdict.nimber == mex(set(values.values()))
            assert verify(position, verdict)


def test_every_value_up_to_2_50() -> None:
    """The table against what is known, and against the kernel without cancelling."""
    found = [solve(load("prime-rumble", f"2-{n}").start()).nimber for n in range(2, 51)]
    assert found[:15] == NIMBERS
    assert (found[28], found[30], found[48]) == (13, 0, 17)
    form = common_form()
    plain = Nimbers(*divisibility(form.numbers), SieveForm(form.numbers, cancels=False))
    last = 44 if THOROUGH else 32
    for n in range(2, last + 1):
        assert found[n - 2] == plain.value(form.placed((1 << n - 1) - 1, 2))


@pytest.mark.skipif(not THOROUGH, reason="takes a minute")
def test_values_beyond_the_table() -> None:
    for last, nimber_, winning in ((52, 17, (4, 11, 13)), (54, 0, ())):
        start = load("prime-rumble", f"2-{last}").start()
        assert solve(start, Budget(600)).winning == winning
        assert nimber_of(start, Budget(600)) == nimber_


def test_pools_beyond_64_give_the_same_nimbers() -> None:
    """The same positions as part of a larger pool, and as words."""
    small, large = load("prime-rumble", "2-50"), load("prime-rumble", "2-100")
    rng = Random(4)
    for _ in range(30):
        position = small.play([])
        for _ in range(rng.randrange(4, 12)):
            if position.legal:
                position = position.pick(rng.choice(position.legal))
        same = large.position(position.pool, 99)
        expected = solve(position)
        found = solve(same, memory=Memory())
        assert (found.wins, found.winning) == (expected.wins, expected.winning)
        assert found.nimber in (expected.nimber, None)


def test_a_form_of_its_own_beyond_64() -> None:
    """2-70 in the middle of a game: other words than those of 1-64, the same nimbers."""
    rng, seen = Random(5), 0
    pool = range(2, 71)
    for _ in range(120):
        left = set(pool)
        for n in rng.sample(pool, 7):
            left = {m for m in left if m % n} if n in left else left
        image = renamed(cancelled(left))
        if len(left) > 36 or not image:
            continue
        keeps, near = divisibility(pool)
        wide = WideSieve(pool, keeps, near, SieveKernels())
        wide.within(Budget())
        if wide._form is not None and set(image) <= set(wide._form.numbers):
            kernel = kernel_for(wide._form, closed=False)
            word = sum(1 << wide._form.numbers.index(n) for n in image)
            assert kernel.value(word) == wide.value(sum(1 << n - 2 for n in left))
            seen += 1
    assert seen > 5


def test_large_numbers_with_several_large_primes() -> None:
    """What remains of pools such as 2-1000: primes that are tied to each other, closed or not."""
    rng, tied = Random(6), 0
    factors = [n for n in range(2, 900) if n % 2 == 0 or n % 23 == 0 or n % 5 == 0]
    for _ in range(200):
        top = rng.sample(factors, rng.randrange(2, 6))
        pool = sorted({d for n in top for d in range(2, n + 1) if n % d == 0})[-12:]
        if rng.random() < 0.3:
            pool = rng.sample(pool, max(1, len(pool) * 2 // 3))
        numbers = sorted(pool)
        wide = WideSieve(numbers, *divisibility(numbers), SieveKernels())
        wide.within(Budget())
        expected = nimber(frozenset(numbers))
        assert wide.value((1 << len(numbers)) - 1) == expected, numbers
        assert [wide.equals((1 << len(numbers)) - 1, v) for v in range(8)] == [
            v == expected for v in range(8)
        ]
        tied += max(renamed(numbers)) > 64
    assert tied > 50


def test_numbers_that_nothing_divides_are_not_factored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Near 10^12 that takes a second for a few of them."""

    def factored(n: int) -> list[int]:
        raise AssertionError(n)

    for name in ("primes_of", "large_primes_of"):
        monkeypatch.setattr(f"lastpick.oracle.sieve.{name}", factored)
    start = load("prime-rumble", f"{10**12 - 400}-{10**12}").start()
    verdict = solve(start, memory=Memory())
    assert (verdict.nimber, len(verdict.winning)) == (1, 401)
