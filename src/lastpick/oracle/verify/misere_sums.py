"""Check a verdict where anything may follow and the last pick loses, by a plain search."""

from __future__ import annotations

from ...errors import BudgetError
from ...game import Position
from ..budget import Budget
from ..verdict import Verdict

_MOST_SEARCHED = 100_000


def misere_sum_holds(position: Position, verdict: Verdict, budget: Budget) -> bool:
    """Whether the picks that are said to win do, and if that is said, no others."""
    game, seen = position.game, {0: False}
    if not (game.misere and game.follows.trivial):
        return False

    def lost(left: int) -> bool:
        """Whether every pick leaves a position that is not lost; no pick at all wins."""
        if left not in seen:
            budget.tick(0)
            picks = game.numbers.decode(left)
            seen[left] = not any(lost(left & game.move(n)[0]) for n in picks)
            if len(seen) > _MOST_SEARCHED:
                raise BudgetError(
                    f"too large to be checked: more than {_MOST_SEARCHED:,} positions follow"
                )
        return seen[left]

    asked = position.legal if verdict.complete else verdict.winning
    try:
        found = tuple(n for n in asked if lost(position.bits & game.move(n)[0]))
    except RecursionError:
        raise BudgetError("too large to be checked: games on this pool are too long") from None
    return found == tuple(verdict.winning)
