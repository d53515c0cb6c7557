"""What is true of a position, by definition; of large pools, by a verdict."""

from __future__ import annotations

from functools import cache

from lastpick.game import Game, Position
from lastpick.oracle import solve
from support.brute import loses, mex

SMALL = 15  # numbers of a position that is tried out by brute force


def wins(position: Position, pick: int) -> bool:
    """Whether a pick wins: by brute force, or on a large pool by the oracle's verdict."""
    after = position.pick(pick)
    if len(after.pool) <= SMALL:
        return loses(after)
    return solve(after).wins is False


def winning(position: Position) -> list[int]:
    if len(position.pool) <= SMALL:
        return [n for n in position.legal if wins(position, n)]
    return list(solve(position).winning)


def removed(game: Game, n: int) -> set[int]:
    pool = range(game.numbers.first, game.numbers.last + 1)
    return {m for m in pool if m == n or game.removes.holds(m, n)}


def parts_of(game: Game, pool: frozenset[int]) -> list[frozenset[int]]:
    """What is linked: numbers of which a pick takes out another."""
    near: dict[int, set[int]] = {n: set() for n in pool}
    for n in pool:
        for m in removed_by(game)[n] & pool:
            near[n].add(m)
            near[m].add(n)
    found, left = [], set(pool)
    while left:
        fresh = {min(left)}
        part: set[int] = set()
        while fresh:
            part |= fresh
            fresh = set().union(*(near[n] for n in fresh)) - part
        found.append(frozenset(part))
        left -= part
    return sorted(found, key=min)


@cache
def removed_by(game: Game) -> dict[int, frozenset[int]]:
    pool = range(game.numbers.first, game.numbers.last + 1)
    return {n: frozenset(removed(game, n)) for n in pool}


def nimber(game: Game, pool: frozenset[int]) -> int:
    """By definition; in a row it depends on the gaps alone."""
    width = game.removes.band
    return _nimber_of(game, pool) if width is None else _pieces(width, sorted(pool))


@cache
def _row(width: int, piece: tuple[int, ...]) -> int:
    found = set()
    for n in piece:
        left, right = ([m for m in piece if m < n - width], [m for m in piece if m > n + width])
        found.add(_pieces(width, left) ^ _pieces(width, right))
    return mex(found)


def _pieces(width: int, row: list[int]) -> int:
    total = 0
    while row:
        at = next((i for i, n in enumerate(row[1:], 1) if n - row[i - 1] > width), len(row))
        total ^= _row(width, tuple(n - row[0] for n in row[:at]))
        row = row[at:]
    return total


@cache
def _nimber_of(game: Game, pool: frozenset[int]) -> int:
    total = 0
    for part in parts_of(game, pool):
        total ^= _nimber(game, part)
    return total


@cache
def _nimber(game: Game, part: frozenset[int]) -> int:
    return mex({_nimber_of(game, part - removed_by(game)[n]) for n in part})
