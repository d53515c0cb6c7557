"""Games where anything may follow, as integer programmes.

Numbers can all be picked in one game exactly if no ring of them removes one another: then each is
picked before whatever removes it. A longest game is a largest such set; a shortest one is a
smallest among those that remove all others. Each ring that appears is forbidden.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import BudgetError
from ...oracle import Budget
from ...oracle.wide import members
from .programme import Programme


def extreme_set(
    keeps: Sequence[int], part: int, budget: Budget, shortest: bool
) -> tuple[int | None, int | None]:
    """The largest or smallest set that makes a complete game, if it is found in time.

    And the bound on its size that is known by then, if there is one.
    """
    places = list(members(part))
    at = {i: k for k, i in enumerate(places)}
    gone = {i: part & ~keeps[i] & ~(1 << i) for i in places}
    programme = Programme(len(places), len(places), largest=not shortest)
    for i in places:
        for j in members(gone[i]):
            if j < i and gone[j] >> i & 1:
                programme.row([(at[i], 1.0), (at[j], 1.0)], high=1.0)
    if shortest:
        for j in places:
            by = [(at[i], 1.0) for i in places if i == j or gone[i] >> j & 1]
            programme.row(by, 1.0)
    while True:
        try:
            values = programme.solve(budget)
        except BudgetError:
            return None, programme.bound
        if values is None:  # cannot be: every position has a complete game
            raise BudgetError("the solver found no game")
        chosen = sum(1 << i for i in places if values[at[i]] > 0.5)
        ring = _ring(gone, chosen)
        if not ring:
            return chosen, chosen.bit_count()
        programme.row([(at[i], 1.0) for i in ring], high=len(ring) - 1.0)


def in_order(keeps: Sequence[int], chosen: int) -> list[int]:
    """The picks of a set without rings: each before those that remove it."""
    found: list[int] = []
    while chosen:
        i = next(i for i in members(chosen) if not chosen & ~keeps[i] & ~(1 << i))
        found.append(i)
        chosen ^= 1 << i
    return found


def _ring(gone: dict[int, int], chosen: int) -> list[int]:
    """Numbers of which each removes the next, and the last the first; none if there is no ring."""
    while True:
        last = next((i for i in members(chosen) if not gone[i] & chosen), None)
        if last is None:
            break
        chosen ^= 1 << last
    if not chosen:
        return []
    way = [next(members(chosen))]
    while True:
        onward = next(members(gone[way[-1]] & chosen))
        if onward in way:
            return way[way.index(onward) :]
        way.append(onward)
