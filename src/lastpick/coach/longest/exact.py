"""Small positions tried out in full: the longest and the shortest way to an end.

What is left is looked at as bitsets over the numbers that can still be reached; two positions
with the same of these and the same choices go on alike.
"""

from __future__ import annotations

from ...errors import BudgetError
from ...oracle import Budget
from ...oracle.reach import Reachable
from ...oracle.wide import members

MOST_POSITIONS = 200_000
_DEEPEST = 300  # picks; each is a call within a call
_TICKS = 0xFF


class Exact:
    """The lengths of all games that go on from the positions of a board; BudgetError if many."""

    def __init__(self, board: Reachable, budget: Budget, shortest: bool) -> None:
        self.board = board
        self._budget = budget
        self._best = min if shortest else max
        self._known: dict[tuple[int, int], int] = {}

    def picks(self, left: int, choices: int) -> list[int]:
        """One of the best games from here, as places of the board."""
        found: list[int] = []
        rest = self._length(left, choices)
        while rest:
            rest -= 1
            for i in members(choices):
                kept = left & self.board.keeps[i]
                if self._length(kept, kept & self.board.after[i]) == rest:
                    break
            found.append(i)
            left, choices = kept, kept & self.board.after[i]
        return found

    def _length(self, left: int, choices: int) -> int:
        if not choices:
            return 0
        left = self.board.reached(left, choices)
        at = left, choices
        if at in self._known:
            return self._known[at]
        keeps, after = self.board.keeps, self.board.after
        lengths = []
        for i in members(choices):
            kept = left & keeps[i]
            lengths.append(1 + self._length(kept, kept & after[i]))
        if len(self._known) >= MOST_POSITIONS:
            raise BudgetError("too many positions to try all of them")
        if len(self._known) & _TICKS == 0:
            self._budget.tick(len(self._known))
        self._known[at] = found = self._best(lengths)
        return found


def shortest_first(board: Reachable, budget: Budget, below: int) -> tuple[list[int] | None, int]:
    """A shortest game with fewer than `below` picks, or None; and what none can be shorter than.

    One pick more is allowed in each round, so the first game that is found is the shortest.
    """
    for most in range(1, min(below, _DEEPEST)):
        try:
            found = _Deepening(board, budget).picks(board.everything, board.choices, most)
        except BudgetError:
            return None, most
        if found is not None:
            return found, most
    return None, min(below, _DEEPEST)


class _Deepening:
    """Games with at most so many picks."""

    def __init__(self, board: Reachable, budget: Budget) -> None:
        self.board = board
        self._budget = budget
        self._apart = board.apart
        self._failed: dict[tuple[int, int], int] = {}  # positions, and picks that were too few
        self._looked = 0

    def picks(self, left: int, choices: int, most: int) -> list[int] | None:
        if not choices:
            return []
        if most <= 0 or self._failed.get((left, choices), 0) >= most:
            return None
        self._looked += 1
        if self._looked & _TICKS == 0:
            self._budget.tick(self._looked)
        keeps, after = self.board.keeps, self.board.after
        if not self._apart or self._can_end(left, most):
            for i in members(choices):
                kept = left & keeps[i]
                rest = self.picks(kept, kept & after[i], most - 1)
                if rest is not None:
                    return [i, *rest]
        if len(self._failed) < MOST_POSITIONS:
            self._failed[left, choices] = most
        return None

    def _can_end(self, left: int, most: int) -> bool:
        """Whether some number could be the last: all that may follow it has to be picked before.

        That holds where a pick removes only itself.
        """
        after = self.board.after
        return any((after[i] & left & ~(1 << i)).bit_count() < most for i in members(left))
