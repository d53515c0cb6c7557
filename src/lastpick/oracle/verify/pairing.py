"""Check the certificate of a chain: a pairing, and the barrier that proves it largest.

Let M be the pairs, A the barrier, P the pool. If M is a matching and P without A has |A| +
|P| - 2|M| components of odd size, then M is a maximum matching (Tutte and Berge), and every
maximum matching pairs each number of A with one odd component of its own, leaves at most
one number of an odd component without a partner, and covers everything else. A is the
barrier of Gallai and Edmonds, and the odd components are exactly the numbers that some
maximum matching misses, if besides

- each odd component K is left unpaired with A by some maximum matching: by M, or by one
  that is reached from M over numbers of A and their partners; and
- K without any one number w has a perfect matching. The Tutte matrix of K, with random
  entries modulo a prime, has rank |K| - 1, and its null vector is nowhere 0: that proves it
  (a minor that is not 0 cannot come from the zero polynomial).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

from ...errors import BudgetError
from ...game import Position
from ...relations import Numbers, Relation
from ..budget import NO_DEADLINE, Budget
from ..union_find import UnionFind
from ..verdict import Verdict
from .misere_chains import same_as_normal

_PRIME = (1 << 61) - 1
_TRIES = 4
_MOST_STEPS = 20_000_000
_LARGEST_BY_ROWS = 12_000
_LARGEST = 2_000_000  # numbers, each with its place in several sets


def pairing_holds(position: Position, verdict: Verdict, budget: Budget = NO_DEADLINE) -> bool:
    game, reason = position.game, verdict.reason
    if game.misere is not (reason["kind"] == "misere pairing"):
        return False
    if game.misere and not same_as_normal(position):
        return False
    if game.numbers.size > _LARGEST:
        raise BudgetError(f"too large to be checked: {game.numbers.size:,} numbers")
    if not game.removes.trivial or not game.follows.symmetric(game.numbers):
        return False
    partner = _partners(position, reason["pairs"])
    if partner is None or reason["pick"] in partner:
        return False
    missed = _missed(position, partner, reason["barrier"], budget)
    if missed is None:
        return False
    if verdict.complete:
        return missed == set(verdict.winning)
    return missed >= set(verdict.winning)


def _partners(position: Position, pairs: Iterable[tuple[int, int]]) -> dict[int, int] | None:
    """The partner of each paired number; None if this is no matching of the pool."""
    pool, holds = set(position.pool), position.game.follows.holds
    partner: dict[int, int] = {}
    for a, b in pairs:
        if a == b or not {a, b} <= pool or a in partner or b in partner or not holds(a, b):
            return None
        partner[a], partner[b] = b, a
    return partner


def _missed(
    position: Position,
    partner: dict[int, int],
    barrier: list[int],
    budget: Budget = NO_DEADLINE,
) -> set[int] | None:
    """The legal picks that some maximum matching misses; None if the barrier proves nothing."""
    pool = set(position.pool)
    inner = set(barrier)
    if len(inner) < len(barrier) or not inner <= pool:
        return None
    follows = position.game.follows
    joined, crossing = UnionFind(n for n in position.pool if n not in inner), []
    for n, m in _edges(follows, position.game.numbers, position.bits, budget):
        if n in inner or m in inner:
            crossing.append((m, n) if n in inner else (n, m))
        else:
            joined.join(n, m)
    odd = [group for group in joined.groups() if len(group) % 2]
    if len(pool) - len(partner) != len(odd) - len(inner):
        return None
    place = {n: i for i, group in enumerate(odd) for n in group}
    touched: list[set[int]] = [set() for _ in odd]  # the numbers of A next to each
    for n, a in crossing:
        if n in place:
            touched[place[n]].add(a)
    fresh = [place[n] for n in pool - partner.keys()]
    reached = set(fresh)
    while fresh:
        further = {place[partner[a]] for a in touched[fresh.pop()]} - reached
        reached |= further
        fresh += further
    if len(reached) < len(odd) or not all(_critical(group, follows, budget) for group in odd):
        return None
    return place.keys() & set(position.legal)


def _edges(
    relation: Relation, numbers: Numbers, bits: int, budget: Budget = NO_DEADLINE
) -> Iterator[tuple[int, int]]:
    """Each two numbers of a bitset that are related, once; the relation is symmetric."""
    pool, first, last = numbers.decode(bits), numbers.first, numbers.last
    alive = numbers.flags(bits)
    if relation.name == "divisor or multiple":
        for n in pool:
            multiples = range(2 * n, last + 1, n) if n else range(1, last + 1)
            yield from ((n, m) for m in multiples if alive[m - first])
    elif relation.band is not None:
        for n in pool:
            most = min(last, n + relation.band)
            yield from ((n, m) for m in range(n + 1, most + 1) if alive[m - first])
    elif len(pool) > _LARGEST_BY_ROWS:
        raise BudgetError(f"too large to be checked: {len(pool):,} numbers")
    else:
        holds = relation.holds
        for i, n in enumerate(pool):
            budget.tick(0)
            yield from ((n, m) for m in pool[i + 1 :] if holds(m, n))


# --- components that can leave out any number ----------------------------------------------


def _critical(component: list[int], follows: Relation, budget: Budget = NO_DEADLINE) -> bool:
    """Whether an odd component has a perfect matching without any one of its numbers."""
    if len(component) == 1:
        return True
    if len(component) > _LARGEST_BY_ROWS // 4:
        raise BudgetError(f"too large to be checked: a component of {len(component):,} numbers")
    holds = follows.holds
    vectors = (null_vector(component, holds, Random(seed), budget) for seed in range(_TRIES))
    return any(len(vector) and all(vector.values()) for vector in vectors)


def null_vector(
    component: list[int],
    related: Callable[[int, int], object],
    rng: Random,
    budget: Budget = NO_DEADLINE,
) -> dict[int, int]:
    """A vector that a random Tutte matrix takes to 0; empty if there is not just one.

    Pairs of rows and columns are eliminated, those with the fewest entries first, so that
    the matrix stays skew-symmetric and sparse.
    """
    rows: dict[int, dict[int, int]] = {n: {} for n in component}
    for i, n in enumerate(component):
        budget.tick(0)
        for m in component[i + 1 :]:
            if related(m, n):
                rows[n][m] = rng.randrange(1, _PRIME)
                rows[m][n] = _PRIME - rows[n][m]
    vector: dict[int, int] = {}
    done, steps = [], 0
    while rows:
        budget.tick(0)
        v = min(rows, key=lambda n: len(rows[n]))
        if not rows[v]:
            if vector:
                return {}
            vector[v] = 1
            del rows[v]
            continue
        w = min(rows[v], key=lambda n: len(rows[n]))
        by_v, by_w = rows.pop(v), rows.pop(w)
        unit = pow(by_v[w], -1, _PRIME)
        del by_v[w], by_w[v]
        done.append((v, by_v, w, by_w, unit))
        for n in by_v:
            del rows[n][v]
        for n in by_w:
            del rows[n][w]
        steps += len(by_v) * len(by_w)
        if steps > _MOST_STEPS:
            raise BudgetError(f"too large to be checked: a component of {len(component):,} numbers")
        for n, x in by_v.items():
            scaled = x * unit % _PRIME
            for m, y in by_w.items():
                if n != m:
                    _put(rows, n, m, (rows[n].get(m, 0) - scaled * y) % _PRIME)
    if not vector:
        return {}
    for v, by_v, w, by_w, unit in reversed(done):
        vector[v] = sum(x * vector[n] for n, x in by_w.items()) * unit % _PRIME
        vector[w] = -sum(x * vector[n] for n, x in by_v.items()) * unit % _PRIME
    return vector


def _put(rows: dict[int, dict[int, int]], n: int, m: int, value: int) -> None:
    """Write an entry, and its opposite across the diagonal; 0 is left out."""
    if value:
        rows[n][m] = value
        rows[m][n] = _PRIME - value
    else:
        rows[n].pop(m, None)
        rows[m].pop(n, None)
