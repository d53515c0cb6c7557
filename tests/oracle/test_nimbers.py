"""The nimber kernel and the static function, by their definitions."""

from __future__ import annotations

from array import array
from random import Random

import pytest
from support.model import REMOVALS, Rules, always
from support.naive import Brute, game_of, reachable

from lastpick.oracle import Budget, solve
from lastpick.oracle.binary_fuse import Static, build
from lastpick.oracle.nimbers import Nimbers
from lastpick.oracle.parts import _by_kernel, _by_parts, affected
from lastpick.oracle.sieve_table import sieve, sieve_groups


@pytest.mark.parametrize("removes", REMOVALS)
def test_values_by_the_definition(removes: str) -> None:
    brute = Brute(Rules(1, 11, always, always, REMOVALS[removes]))
    kernel = Nimbers(*affected(game_of(1, 11, removes=removes)))
    for left in range(1 << 11):
        assert kernel.value(left) == brute._nimber(left)


@pytest.mark.parametrize("removes", REMOVALS)
@pytest.mark.parametrize("order", [1, -1])
def test_equals_agrees_with_value(removes: str, order: int) -> None:
    """Whether asked from small positions to large ones or the other way, and twice."""
    game = game_of(1, 9, removes=removes)
    kernel, other = Nimbers(*affected(game)), Nimbers(*affected(game))
    for left in range(1 << 9)[::order]:
        value = other.value(left)
        for target in (*range(10), value):
            assert bool(kernel.equals(left, target)) is (value == target)
        assert kernel.value(left) == value


def test_exchanges_change_no_value() -> None:
    keeps, near = sieve(2, 26)
    plain, grouped = Nimbers(keeps, near), Nimbers(keeps, near, sieve_groups(26))
    rng = Random(3)
    for _ in range(200):
        left = (1 << 25) - 1
        for _ in range(rng.randrange(1, 7)):
            left &= keeps[rng.choice([i for i in range(25) if left >> i & 1])] if left else 0
        assert grouped.value(left) == plain.value(left)
    assert grouped.value((1 << 25) - 1) == plain.value((1 << 25) - 1)
    assert grouped.count < plain.count


def test_many_positions_make_room() -> None:
    """More positions than the first table has slots."""
    game = game_of(1, 22, removes="gcd(m, n) > 1 and abs(m - n) < 9")
    kernel = Nimbers(*affected(game))
    value = kernel.value(game.numbers.everything)
    assert kernel.count > 0
    keys, values = kernel.sorted_entries()
    assert len(keys) == len(values) == kernel.count
    assert list(keys) == sorted(set(keys))
    assert all(Nimbers.part_value(kernel, key) == v for key, v in zip(keys, values, strict=True))
    assert value == Nimbers(*affected(game)).value(game.numbers.everything)


@pytest.mark.parametrize("size", [1, 2, 63, 64])
def test_the_largest_nimber_on_64_numbers(size: int) -> None:
    """A heap of Nim: picking n removes all above it, so the nimber is the size."""
    verdict = solve(game_of(1, size, removes="m > n").start())
    assert verdict.winning == (1,)
    assert verdict.nimber in (size, None)
    kernel = Nimbers(*affected(game_of(1, size, removes="m > n")))
    everything = (1 << size) - 1
    assert [v for v in range(130) if kernel.equals(everything, v)] == [size]
    assert kernel.value(everything) == size


@pytest.mark.parametrize("removes", REMOVALS)
@pytest.mark.parametrize("opens", ["any", "n % 2 == 0"])
def test_both_ways_to_solve_parts_agree(removes: str, opens: str) -> None:
    """Pools of more than 64 numbers are solved part by part; here, small ones are too."""
    game = game_of(1, 9, opens, removes=removes)
    kernel = Nimbers(*affected(game))
    for position in reachable(game):
        one = _by_kernel(position, Budget(), False, kernel)
        other = _by_parts(position, Budget())
        assert one[:4] == other[:4], position
        assert one.reason["xor"] == other.reason["xor"]
        parts = [sorted(v.reason["parts"], key=lambda p: p["numbers"][0]) for v in (one, other)]
        assert parts[0] == parts[1]


def keys_of(count: int, rng: Random) -> array[int]:
    found = {rng.randrange(1, 1 << 64) for _ in range(count)}
    return array("Q", sorted(found))


@pytest.mark.parametrize("count", [1, 2, 100, 5000])
def test_a_static_function_gives_back_what_was_put_in(count: int) -> None:
    rng = Random(count)
    keys = keys_of(count, rng)
    values = bytearray(rng.randrange(32) for _ in keys)
    length, seed, words = 256, 0, None
    segments = max(1, count * 5 // 4 // length)
    while words is None and seed < 50:
        words = build(keys, values, seed, length, segments)
        seed += 1
    assert words is not None
    found = Static(words, seed - 1, length, segments)
    assert [found.value(key) for key in keys] == list(values)


def test_a_static_function_that_is_too_full_is_not_built() -> None:
    keys = keys_of(2000, Random(1))
    assert build(keys, bytearray(2000), 0, 256, 1) is None
