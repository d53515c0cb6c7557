"""How much an answer may cost: time and positions, past which it is "unknown"."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import monotonic

from ..errors import BudgetError


class Budget:
    """A limit that is asked now and then; `progress` hears of the positions seen."""

    deadline = inf  # of the whole process, for one that answers others: no budget outlasts it

    def __init__(
        self,
        seconds: float = 60.0,
        positions: int = 1 << 26,
        progress: Callable[[int], object] | None = None,
    ) -> None:
        self.positions = positions
        self._progress = progress
        self._end = min(monotonic() + seconds, self.deadline)

    def tick(self, positions: int) -> None:
        """Go on, or raise BudgetError."""
        if self._progress:
            self._progress(positions)
        if positions > self.positions:
            raise BudgetError(f"more than {self.positions:,} positions would have to be looked at")
        if monotonic() > self._end:
            raise BudgetError("there was no time to look at all positions")
