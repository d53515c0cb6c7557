"""Structures: positions that are one under other names, by networkx; and sheets without repeats."""

from random import Random

import networkx
import pytest
from support.brute import game_of

from lastpick import Game, Position, load
from lastpick.coach.puzzles import Puzzle, each_puzzle, find_puzzles
from lastpick.coach.structure import structure
from lastpick.errors import BudgetError
from lastpick.oracle import Budget, solve


def key(game: Game, pool: set[int], last: int | None = None) -> object:
    return structure(game.position(pool, last), Budget())


def graph(position: Position) -> networkx.MultiDiGraph:
    """All that the play depends on: who may come next, after what, and what goes with it."""
    found, left = networkx.MultiDiGraph(), {*position.legal}
    while new := left - {*found}:
        for n in new:
            found.add_node(n, legal=n in position.legal)
            keep, after = position.game.move(n)
            left |= {*position.game.numbers.decode(keep & after & position.bits)}
    for n in [*found]:
        keep, after = position.game.move(n)
        for m in found:
            bit = 1 << m - position.game.numbers.first
            kind = (not keep & bit and m != n, bool(after & bit))
            if any(kind):
                found.add_edge(n, m, kind=kind)
    return found


def test_renamed_chains_have_one_structure() -> None:
    """On random positions of chains, with and without numbers that go along: as networkx says."""
    rng, seen = Random(4), [0, 0]
    for removes in ("itself", "multiple"):
        game = game_of(1, 14, follows="divisor or multiple", removes=removes)
        positions: list[tuple[Position, networkx.MultiDiGraph, object]] = []
        while len(positions) < 40:
            position = game.start()
            for n in position.playout(rng).picks[: rng.randrange(1, 8)]:
                position = position.pick(n)
            if position.legal:
                positions.append((position, graph(position), structure(position, Budget())))
        for i, (_, one, mine) in enumerate(positions):
            for _, other, yours in positions[:i]:
                alike = networkx.is_isomorphic(
                    one, other, lambda a, b: a["legal"] == b["legal"],
                    lambda a, b: a[0]["kind"] == b[0]["kind"],
                )  # fmt: skip
                assert (mine == yours) == alike
                seen[alike] += 1
    assert min(seen) > 20, seen


def test_equal_parts_cancel_where_anything_may_follow() -> None:
    rumble, row = load("prime-rumble"), load("non-consecutive")
    wanted = key(rumble, {2, 4, 8, 31})
    for pool in ({3, 9, 27, 37}, {2, 4, 8, 31, 37, 41}, {3, 9, 27, 43, 5, 25, 7, 49}):
        assert key(rumble, pool) == wanted
    for pool in ({2, 4, 31}, {2, 4, 8, 31, 37}, {2, 4, 8}, {2, 4, 6, 31}):
        assert key(rumble, pool) != wanted
    assert key(row, {1, 2, 3, 5, 6, 8, 9}) == key(row, {10, 11, 12}) != key(row, {10, 11})
    loses = game_of(1, 20, removes="neighbour", last_pick="loses")
    assert key(loses, {1, 3, 5}) == key(loses, {9, 11, 14}) != key(loses, {1})
    first = game_of(1, 9, opens="n % 2 == 0", removes="neighbour")
    assert key(first, {1, 2}) == key(first, {8, 9}) == key(first, {4, 5}) != key(first, {2, 4})


def test_positions_of_one_structure_have_one_value() -> None:
    rng, known = Random(1), dict[object, set[int | None]]()
    for game in (load("prime-rumble", "2-16"), load("non-consecutive", "1-14")):
        for _ in range(150):
            pool = {n for n in game.start().pool if rng.random() < 0.5}
            position = game.position(pool, max({*game.start().pool} - pool, default=None))
            value = solve(position).nimber
            known.setdefault((game, structure(position, Budget())), set()).add(value)
    assert all(len(values) == 1 for values in known.values())
    assert len(known) < 200


def test_large_positions_are_told_apart_by_their_numbers() -> None:
    row = load("non-consecutive", "1-1000")
    assert key(row, {*range(2, 400)}) != key(row, {*range(3, 401)})
    assert key(row, {*range(2, 200)}) == key(row, {*range(3, 201)})


def test_a_sheet_repeats_no_puzzle() -> None:
    game = load("prime-rumble", "2-30")
    keys = [structure(p.position, Budget()) for p in find_puzzles(game, 12, seed=1)]
    assert len({*keys}) < len(keys)
    keys = [structure(p.position, Budget()) for p in find_puzzles(game, 12, seed=1, alike=False)]
    assert len({*keys}) == len(keys) == 12
    found: list[Puzzle] = []
    with pytest.raises(
        BudgetError, match=r"^1 of 3 .*; the others are the same with other numbers;"
    ):
        found.extend(each_puzzle(load("non-consecutive"), 3, 1, 1, alike=False))
