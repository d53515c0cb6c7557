"""Questions without an answer: whether it is the question, or the endpoint answers none at all.

A refusal or a silence costs a model that item, but only if the endpoint still answers others; else
it says nothing about the model, and must not be held against it. So it waits, with nothing of it on
disk, until something after it was answered. Where that takes long, or nothing is left to ask, an
item that was answered before is asked about once more.
"""

from __future__ import annotations

from collections.abc import Callable

from ..errors import ArenaError
from ..players.player import FLOOD, HANG, REFUSED
from .ask import MEND, Answer
from .results import Results

IN_A_ROW = 5  # unanswered questions after which the endpoint is tried
UNHEARD = (REFUSED, HANG, FLOOD)  # failures in which a model's own words were not read

Again = Callable[[int], Answer]


class Unanswered:
    """Between the answers, which come in order, and their results."""

    def __init__(self, results: Results, again: Again) -> None:
        self._results = results
        self._again = again  # asks about an item once more, whatever was answered before
        self._waiting: list[Answer] = []

    def keep(self, *answers: Answer) -> None:
        """Make answers durable as soon as it is sure that they are the model's.

        Several come at once where an earlier one was late; it makes no difference.
        """
        sure: list[Answer] = []
        for answer in answers:
            self._waiting.append(answer)
            if not _unheard(answer):
                sure += self._waiting
                self._waiting = []
            elif len(self._waiting) == IN_A_ROW:
                self._results.keep(*sure)
                sure = []
                self.settle()
        self._results.keep(*sure)

    def settle(self) -> None:
        """Find out about what waits; ArenaError, if nothing is answered now."""
        if not self._waiting:
            return
        count, last = len(self._waiting), self._waiting[-1].tries[-1]
        mend = f"{MEND} or a longer --pick-seconds" if last.failure == HANG else MEND
        known = (a for a in self._results.answers.values() if a.failure not in UNHEARD)
        best = min(known, key=lambda answer: answer.pick is None, default=None)
        if best is None:
            none = "nothing" if count == 1 else f"none of {count} questions"
            raise ArenaError(f"{last.text}; it has answered {none}; {mend}")
        if _unheard(self._again(best.item)):
            row = "this" if count == 1 else f"any of {count} in a row"
            raise ArenaError(f"{last.text}; it did not answer {row}, nor now what it had; {mend}")
        self._results.keep(*self._waiting)
        self._waiting = []


def _unheard(answer: Answer) -> bool:
    """Whether the last try was, which may have been the only one."""
    return answer.tries[-1].failure in UNHEARD
