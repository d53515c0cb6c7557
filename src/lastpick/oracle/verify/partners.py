"""Check partners: whatever the player to move can come to pick has one that answers it."""

from __future__ import annotations

from ...errors import BudgetError
from ...game import Position
from ..budget import Budget
from ..verdict import Verdict

_LARGEST_BY_PAIRS = 12_000


def partners_hold(position: Position, verdict: Verdict, budget: Budget) -> bool:
    game, pool = position.game, position.pool
    if game.misere or not game.removes.trivial or verdict.winning or not position.legal:
        return False
    if len(pool) > _LARGEST_BY_PAIRS:
        raise BudgetError(f"too large to be checked: {len(pool):,} numbers")
    holds, left = game.follows.holds, set(pool)
    partner: dict[int, int] = {}
    for a, b in verdict.reason["pairs"]:
        if a == b or not {a, b} <= left or a in partner or b in partner:
            return False
        if not (holds(a, b) and holds(b, a)):
            return False
        partner[a], partner[b] = b, a
    fresh, seen = set(position.legal), set(position.legal)
    while fresh:
        n = fresh.pop()
        if n not in partner:
            return False
        budget.tick(0)
        answer = partner[n]  # which may be related to itself, but has gone then
        more = {m for m in pool if m not in seen and m != answer and holds(m, answer)}
        fresh |= more
        seen |= more
    return True
