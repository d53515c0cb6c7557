"""How much an answer may cost: time, positions and memory, past which it is "unknown"."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import monotonic

from ..errors import BudgetError

MINUTE = 60.0
A_LOOK = 10.0  # seconds that one look at a position may take while somebody waits for it
A_GLANCE = 5.0  # and where many positions are looked at for one answer,
FEW_POSITIONS = 1 << 20  # with so many to be searched each
MOST_POSITIONS = 1 << 26
MOST_BYTES = 1 << 30  # of large tables
FEW_BYTES = 1 << 26  # where many processes work side by side


class Budget:
    """A limit that is asked now and then; `progress` hears of the positions seen.

    It is handed down from whoever wants an answer to whatever works it out: a part of the work
    gets a `part` of the budget, which never outlasts the whole.
    """

    def __init__(
        self,
        seconds: float = MINUTE,
        positions: int = MOST_POSITIONS,
        progress: Callable[[int], object] | None = None,
        clock: Callable[[], float] = monotonic,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self.positions = positions
        self.most_bytes = most_bytes
        self._progress = progress
        self._clock = clock
        self._end = clock() + seconds

    def part(self, seconds: float = MINUTE, positions: int = MOST_POSITIONS) -> Budget:
        """A budget for one of several questions; it ends when this one does, or before."""
        most = min(positions, self.positions)
        found = Budget(seconds, most, self._progress, self._clock, self.most_bytes)
        found._end = min(found._end, self._end)
        return found

    @property
    def left(self) -> float:
        """How many seconds there are left."""
        return max(0.0, self._end - self._clock())

    @property
    def over(self) -> bool:
        """Whether there is no time left."""
        return self._clock() > self._end

    def tick(self, positions: int) -> None:
        """Go on, or raise BudgetError."""
        if self._progress:
            self._progress(positions)
        if positions > self.positions:
            raise BudgetError(f"more than {self.positions:,} positions would have to be looked at")
        if self.over:
            raise BudgetError("there was no time to look at all positions")


NO_DEADLINE = Budget(seconds=inf)  # nobody waits; each part still has limits of its own
