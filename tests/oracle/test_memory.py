"""What the oracle remembers: its owner can be told apart from another, and changes no answer."""

import gc
import weakref
from math import inf

import pytest
from support.brute import game_of

from lastpick.catalog import load
from lastpick.oracle import Budget, solve
from lastpick.oracle.memory import SHARED, Memory
from lastpick.oracle.solve import nimber_of, sets_of

SUMMED = game_of(1, 30, removes="abs(m - n) == 2 or abs(m - n) == 5")
ENOUGH = Budget(inf, positions=40_000)
LITTLE = Budget(inf, positions=100)


def test_what_is_remembered_costs_nothing() -> None:
    memory = Memory()
    assert solve(SUMMED.start(), LITTLE, memory=memory).wins is None
    known = solve(SUMMED.start(), ENOUGH, memory=memory)
    assert known.wins is not None
    assert solve(SUMMED.start(), LITTLE, memory=memory) == known


def test_a_fresh_memory_knows_nothing_of_another() -> None:
    memory = Memory()
    solve(SUMMED.start(), ENOUGH, memory=memory)
    solve(SUMMED.start(), ENOUGH)
    assert solve(SUMMED.start(), LITTLE, memory=Memory()).wins is None
    assert solve(SUMMED.start(), LITTLE).wins is not None, "the shared one remembers"
    assert SHARED.nimbers(SUMMED) is SHARED.nimbers(SUMMED)
    assert SHARED.nimbers(SUMMED) is not memory.nimbers(SUMMED)


@pytest.mark.parametrize("numbers", ["2-50", "2-20", "3-28"])
def test_what_the_table_knows_is_not_learned(numbers: str) -> None:
    memory, game = Memory(), load("prime-rumble", numbers)
    solve(game.play([5]), memory=memory)
    assert (memory.nimbers(game).count == 0) is numbers.startswith("2")


def test_sieves_learn_from_each_other() -> None:
    """Parts are told apart by what survives, not by their pool."""
    memory = Memory()
    assert solve(load("prime-rumble", "2-56").play([2, 3]), memory=memory).wins is not None
    before = memory.nimbers(load("prime-rumble", "2-56")).count
    solve(load("prime-rumble", "2-54").play([2, 3]), memory=memory)
    assert memory.nimbers(load("prime-rumble", "2-54")).count == before


def test_pairings_are_remembered_too() -> None:
    memory, position = Memory(), load("divisor-duel").start()
    assert sets_of(position, memory) is sets_of(position, memory)
    assert sets_of(position, memory) == sets_of(position, Memory())
    assert sets_of(position, memory) is not sets_of(position, Memory())


def test_a_large_pairing_starts_from_the_latest_whatever_was_asked_before() -> None:
    """Also from one of fewer numbers, or of another game: the sets are the same in any order."""
    chain, other = load("divisor-duel", "1-2100"), load("divisor-duel", "1-2200")
    positions = [chain.play(picks) for picks in ((), (6, 3, 9, 18), (2,), (6, 12, 24, 48))]
    positions += [other.start(), *positions[1:2], other.play((14,))]
    expected = [sets_of(position, Memory())[:3] for position in positions]
    for order in (1, -1):
        memory = Memory()
        found = [sets_of(position, memory)[:3] for position in positions[::order]]
        assert found[::order] == expected


def test_nimbers_come_from_the_memory_that_is_given() -> None:
    game = game_of(1, 30, removes="abs(m - n) == 3 or abs(m - n) == 4")
    memory = Memory()
    assert solve(game.start(), ENOUGH, memory=memory).nimber is None, "it would take long"
    value = nimber_of(game.start(), ENOUGH, memory)
    assert value == nimber_of(game.start(), LITTLE, memory)
    assert SHARED.nimbers(game).count == 0


def test_a_memory_that_nobody_needs_is_gone_at_once() -> None:
    """Each holds a megabyte and more: it must not wait to be collected."""
    gc.collect()
    gc.disable()
    try:
        memory = Memory()
        solve(load("divisor-duel").start(), memory=memory)
        solve(load("non-consecutive").start(), memory=memory)
        gone = weakref.ref(memory)
        del memory
        assert gone() is None
    finally:
        gc.enable()
