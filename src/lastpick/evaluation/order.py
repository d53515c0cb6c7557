"""The order in which answers are kept: that of the tasks, whichever is answered first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Lock

from .ask import Answer

Keep = Callable[..., object]  # of answers


class InOrder:
    """Tasks by their numbers, from 0 on; what comes early waits for its turn.

    Answers of the first task that has not ended are kept as they come. So what is kept is
    always a beginning of the whole, and the same whoever answered, and in which order.
    Several threads may use it.
    """

    def __init__(self, keep: Keep) -> None:
        self.first = 0  # the first task that has not ended
        self._keep = keep
        self._early: dict[int, list[Answer]] = {}
        self._ended: set[int] = set()
        self._broken = False
        self._stopped = False
        self._lock = Lock()

    def stop(self) -> None:
        """Keep nothing any more, whatever still comes."""
        self._stopped = True

    def take(self, task: int, answers: Iterable[Answer], ended: bool = False) -> None:
        """Further answers of a task, in their own order, and whether it has ended with them."""
        with self._lock:
            self._early.setdefault(task, []).extend(answers)
            if ended:
                self._ended.add(task)
            ready: list[Answer] = []
            while True:
                ready += self._early.pop(self.first, ())
                if self.first not in self._ended:
                    break
                self._ended.remove(self.first)
                self.first += 1
            if ready and not self._broken and not self._stopped:
                self._broken = True  # nothing may follow what could not be kept
                self._keep(*ready)
                self._broken = False
