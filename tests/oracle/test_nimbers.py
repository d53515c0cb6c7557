"""The nimber kernel and the binary fuse, by their definitions."""

from __future__ import annotations

from array import array
from random import Random

import pytest
from support.brute import Brute, game_of
from support.model import REMOVALS, Rules, always

from lastpick.game import Game
from lastpick.oracle import solve
from lastpick.oracle.binary_fuse import BinaryFuse, build
from lastpick.oracle.nimbers import Nimbers
from lastpick.oracle.parts import affected as affected_by
from lastpick.oracle.wide import WideNimbers


def affected(game: Game) -> tuple[list[int], list[int]]:
    return affected_by(game.numbers, game.numbers.everything, game.removes)


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


def test_many_positions_make_room() -> None:
    """More positions than the first table has slots."""
    game = game_of(1, 22, removes="gcd(m, n) > 1 and abs(m - n) < 9")
    kernel = Nimbers(*affected(game))
    value = kernel.value(game.numbers.everything)
    assert kernel.count > 0
    keys, values = kernel.sorted_entries()
    assert len(keys) == len(values) == kernel.count
    assert list(keys) == sorted(set(keys))
    assert [kernel.known(key) for key in keys] == list(values)
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
@pytest.mark.parametrize("most", [0, 3, 6])
def test_parts_too_large_for_a_kernel_are_searched(
    removes: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parts of more than 64 numbers; here, of more than a few."""
    monkeypatch.setattr("lastpick.oracle.wide.WORD", most)
    game = game_of(1, 9, removes=removes)
    kernel, wide, other = Nimbers(*affected(game)), *(WideNimbers(*affected(game)) for _ in "ab")
    for left in range(1 << 9):
        value = kernel.value(left)
        assert wide.value(left) == value
        assert [v for v in range(10) if other.equals(left, v)] == [value]


def test_options_are_what_each_pick_leaves() -> None:
    keeps, near = affected(game_of(1, 11, removes="multiple"))
    kernel = Nimbers(keeps, near)
    for left in range(0, 1 << 11, 3):
        picks = [i for i in range(11) if left >> i & 1]
        assert kernel.options(left) == [kernel.value(left & keeps[i]) for i in picks]


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
    found = BinaryFuse(words, seed - 1, length, segments)
    assert [found.value(key) for key in keys] == list(values)


def test_a_static_function_that_is_too_full_is_not_built() -> None:
    keys = keys_of(2000, Random(1))
    assert build(keys, bytearray(2000), 0, 256, 1) is None
