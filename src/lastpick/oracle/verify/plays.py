"""Check what was found by trying everything: by trying everything again, plainly.

Positions are told apart by what may be picked and what can be reached, worked out from the
relations; there are no cuts, no order, and no kernel.
"""

from __future__ import annotations

from ...errors import BudgetError
from ...game import Position
from ..budget import NO_DEADLINE, Budget
from ..verdict import Verdict

_MOST_SEARCHED = 150_000


def plays_hold(position: Position, verdict: Verdict, budget: Budget = NO_DEADLINE) -> bool:
    plays = _Plays(position, budget)
    asked = position.legal if verdict.complete else verdict.winning
    try:
        found = tuple(n for n in asked if not plays.won(*plays.after(position.bits, n)))
    except RecursionError:
        raise BudgetError("too large to be checked: games on this pool are too long") from None
    return found == tuple(verdict.winning)


class _Plays:
    def __init__(self, position: Position, budget: Budget) -> None:
        self._game = position.game
        self._budget = budget
        self._seen: dict[tuple[int, int], bool] = {}

    def after(self, left: int, n: int) -> tuple[int, int]:
        """What may be picked after n, and what can be reached."""
        keep, follow = self._game.move(n)
        left &= keep
        return left & follow, self._reach(left & follow, left)

    def _reach(self, choices: int, left: int) -> int:
        decode, move = self._game.numbers.decode, self._game.move
        seen, fresh = choices, choices
        while fresh:
            more = 0
            for n in decode(fresh):
                more |= move(n)[1]
            fresh = more & left & ~seen
            seen |= fresh
        return seen

    def won(self, choices: int, left: int) -> bool:
        """Whether the player to move wins."""
        if not choices:
            return self._game.misere
        key = (choices, left)
        if key not in self._seen:
            self._budget.tick(0)
            picks = self._game.numbers.decode(choices)
            self._seen[key] = any(not self.won(*self.after(left, n)) for n in picks)
            if len(self._seen) > _MOST_SEARCHED:
                raise BudgetError(
                    f"too large to be checked: more than {_MOST_SEARCHED:,} positions follow"
                )
        return self._seen[key]
