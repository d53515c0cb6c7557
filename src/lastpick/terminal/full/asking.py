"""Work beside the screen: a bot's pick, a hint, a review. It ends when nobody wants it any more."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from threading import Condition, Thread
from time import monotonic
from typing import Any

from textual.app import App

from ...errors import BudgetError
from ...oracle import Budget
from ...oracle.budget import A_LOOK


class _Turns:
    """Who may use the oracle: one thread at a time, since what it remembers is shared."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._taken = False
        self._waiting = 0

    def __enter__(self) -> None:
        with self._changed:
            self._waiting += 1
            self._changed.wait_for(lambda: not self._taken)
            self._waiting -= 1
            self._taken = True

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._taken = False
            self._changed.notify_all()

    def let_others(self) -> None:
        """In the middle of long work, between two questions: let those who wait go first."""
        with self._changed:
            if self._waiting:
                self._taken = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: not self._taken and not self._waiting)
                self._taken = True


_turns = _Turns()
let_others = _turns.let_others


class Asking:
    """One question at a time, in a thread that ends with the program; a new one ends the old."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._wanted: object = None  # which question, so that old answers are dropped
        self.doing = ""  # what is being worked on
        self.found = 0  # how many positions have been looked at

    @property
    def busy(self) -> bool:
        return self._wanted is not None

    def ask(
        self,
        doing: str,
        work: Callable[[Budget], Any],
        then: Callable[[Any], object],
        failed: Callable[[Exception], object] | None = None,
        seconds: float = A_LOOK,
    ) -> None:
        """Have something worked out; `then` gets it, back in the app, unless it was given up."""
        wanted = self._wanted = object()
        self.doing, self.found = doing, 0

        def clock() -> float:
            return monotonic() if self._wanted is wanted else inf

        def count(found: int) -> None:
            self.found = found

        def run() -> None:
            answer: Any = None
            error: Exception | None = None
            try:
                with _turns:
                    answer = work(Budget(seconds, progress=count, clock=clock))
            except (MemoryError, RecursionError):  # what remembered so much is gone by now
                error = BudgetError("there is not enough memory to answer that")
            except Exception as trouble:  # told in the app, where somebody sees it
                error = trouble
            if self._wanted is wanted:
                self._app.call_later(told, answer, error)

        def told(answer: Any, error: Exception | None) -> None:
            if self._wanted is not wanted:
                return
            self._wanted = None
            if error is None:
                then(answer)
            elif failed is not None:
                failed(error)
            elif not isinstance(error, BudgetError):
                raise error

        Thread(target=run, daemon=True).start()

    def give_up(self) -> None:
        """Nobody wants the answer any more."""
        self._wanted = None
