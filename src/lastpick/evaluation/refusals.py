"""Refusals: whether an endpoint will not answer one question, or will not answer at all.

One says something about the model and costs it that item; the other says nothing about it, and
must not be held against it. So a refusal waits, with nothing of it on disk, until the endpoint
has answered something after it. Where that takes long, or nothing is left to ask, it is asked
once more what it has answered before.
"""

from __future__ import annotations

from collections.abc import Callable

from ..errors import ArenaError
from ..players.player import REFUSED
from .ask import MEND, Answer
from .results import Results

IN_A_ROW = 5  # refusals after which the endpoint is tried

Again = Callable[[int], Answer]


class Refusals:
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
            if not _refused(answer):
                sure += self._waiting
                self._waiting = []
            elif len(self._waiting) == IN_A_ROW:
                self._results.keep(*sure)
                sure = []
                self.settle()
        self._results.keep(*sure)

    def settle(self) -> None:
        """Find out about the refusals that wait; ArenaError, if all is refused now."""
        if not self._waiting:
            return
        waiting = self._waiting
        count, last = len(waiting), (waiting[-1].later or waiting)[-1].text
        known = (a for a in self._results.answers.values() if a.failure != REFUSED)
        best = min(known, key=lambda answer: answer.pick is None, default=None)
        if best is None:
            none = "nothing" if count == 1 else f"none of {count} questions"
            raise ArenaError(f"{last}; it has answered {none}; {MEND}")
        if self._again(best.item).failure == REFUSED:
            row = "this" if count == 1 else f"{count} in a row"
            raise ArenaError(f"{last}; it refused {row}, and now what it had answered; {MEND}")
        self._results.keep(*self._waiting)
        self._waiting = []


def _refused(answer: Answer) -> bool:
    """Whether the last try was, which may have been the only one."""
    return (answer.later or (answer,))[-1].failure == REFUSED
