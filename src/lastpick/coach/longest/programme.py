"""Integer programmes, which HiGHS solves within a budget; the only file that imports highspy."""

from __future__ import annotations

import atexit
from math import ceil, floor
from typing import Any

from ...errors import BudgetError
from ...oracle import Budget

_LOOK = 0.05  # seconds between two looks at the time
_TO_STOP = 0.2  # seconds that the solver has to stop, for its bound to be heard
_WHOLE = 1e-6  # what a whole number may be off in its arithmetic
Terms = list[tuple[int, float]]


def solver_is_there() -> bool:
    """Whether highspy can be imported."""
    try:
        import highspy  # noqa: F401
    except ImportError:
        return False
    return True


class Programme:
    """Variables that are 0 or 1, of which `count` the first are counted, and rows over them."""

    def __init__(self, size: int, count: int, largest: bool) -> None:
        import highspy

        self._api: Any = highspy
        self._solver: Any = highspy.Highs()
        self._solver.silent()
        for option, value in (("threads", 1), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.999)):
            self._solver.setOptionValue(option, value)
        self._solver.HandleUserInterrupt = True
        none: list[int] = []
        for column in range(size):
            self._solver.addCol(float(column < count), 0.0, 1.0, 0, none, none)
            self._solver.changeColIntegrality(column, highspy.HighsVarType.kInteger)
        sense = highspy.ObjSense.kMaximize if largest else highspy.ObjSense.kMinimize
        self._solver.changeObjectiveSense(sense)
        self.largest = largest
        self._rows = 0
        self._running = False  # still, though nobody waits for it

    def measure(self, most: float) -> None:
        """Add a variable that is any number up to this."""
        none: list[int] = []
        self._solver.addCol(0.0, 0.0, most, 0, none, none)

    def row(self, terms: Terms, low: float | None = None, high: float | None = None) -> int:
        """Let a sum lie between two bounds; the number of the row."""
        inf = self._api.kHighsInf
        self._solver.addRow(
            -inf if low is None else low,
            inf if high is None else high,
            len(terms),
            [column for column, _ in terms],
            [weight for _, weight in terms],
        )
        self._rows += 1
        return self._rows - 1

    def at_least(self, row: int, low: float) -> None:
        self._solver.changeRowBounds(row, low, self._api.kHighsInf)

    def solve(self, budget: Budget) -> list[float] | None:
        """The values of a best solution; None if there is none; a BudgetError if time is up."""
        solver, status = self._solver, self._api.HighsModelStatus
        while not solver.wait(_LOOK)[0]:  # one that was stopped, and still takes its time
            budget.tick(0)
        solver.startSolve()
        try:
            while not solver.wait(_LOOK)[0]:
                budget.tick(0)  # whoever waits is told so
        except BaseException:
            self._stop()
            raise
        found = solver.getModelStatus()
        if found in (status.kInfeasible, status.kUnboundedOrInfeasible):
            return None
        if found != status.kOptimal:
            raise BudgetError(f"the solver gave up: {found}")
        values: list[float] = list(solver.getSolution().col_value)
        return values

    def _stop(self) -> None:
        """Have the solver stop, and let it end by itself if it takes its time.

        The program must not end before it, which would pull the ground from under its feet.
        """
        self._solver.cancelSolve()
        if not self._solver.wait(_TO_STOP)[0]:
            self._running = True
            atexit.register(self._solver.wait)

    @property
    def bound(self) -> int | None:
        """What no solution exceeds (or none falls below), as far as is known."""
        if self._running:
            return None
        dual = float(self._solver.getInfo().mip_dual_bound)
        if abs(dual) > 1e15 or dual != dual:
            return None
        return floor(dual + _WHOLE) if self.largest else ceil(dual - _WHOLE)
