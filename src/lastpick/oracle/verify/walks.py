"""Check a walk: that no way leads back, and that each value follows from those after it."""

from __future__ import annotations

from ...errors import BudgetError
from ...game import Position
from ..budget import Budget
from ..verdict import Verdict

_MOST_PAIRS = 4_000_000


def walk_holds(position: Position, verdict: Verdict, budget: Budget) -> bool:
    game = position.game
    if not game.removes.trivial:
        return False
    values = _values(position, budget)
    if values is None:
        return False
    told = verdict.reason["values"]
    if told is not None and told != [[n, values[n]] for n in sorted(values)]:
        return False
    legal = position.legal
    winning = tuple(n for n in legal if values[n] == 0)
    if verdict.complete and winning != tuple(verdict.winning):
        return False
    nimber = None if game.misere else _mex({values[n] for n in legal})
    return set(verdict.winning) <= set(winning) and verdict.nimber == nimber


def _mex(values: set[int]) -> int:
    value = 0
    while value in values:
        value += 1
    return value


def _values(position: Position, budget: Budget) -> dict[int, int] | None:
    """The value of each number that can be reached; None if some way leads back."""
    game, numbers = position.game, position.game.numbers
    alive, holds = numbers.flags(position.bits), game.follows.holds
    low, high = game.follows.span
    asked = 0
    values: dict[int, int] = {}
    after: dict[int, list[int]] = {}
    way = list(position.legal)
    while way:
        n = way[-1]
        if n in values:
            way.pop()
        elif n in after:
            found = {values[m] for m in after[n]}
            values[n] = int(not found or 0 in found) if game.misere else _mex(found)
            way.pop()
        else:
            first = numbers.first if low is None else max(numbers.first, n + low)
            last = numbers.last if high is None else min(numbers.last, n + high)
            budget.tick(0)
            asked += max(0, last + 1 - first)
            if asked > _MOST_PAIRS:
                raise BudgetError(f"too large to be checked: more than {_MOST_PAIRS:,} pairs")
            pool = (m for m in range(first, last + 1) if alive[m - numbers.first] and m != n)
            after[n] = [m for m in pool if holds(m, n)]
            if any(m in after and m not in values for m in after[n]):
                return None
            way += [m for m in after[n] if m not in values]
    return values
