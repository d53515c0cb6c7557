"""The file of a sequence: a line a pool, on disk before it is printed, and gone on with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..errors import LastpickError
from ..files import Agreed, Log, LogKind, open_agreed
from .sequences import PoolSequence, Term

_AGREED = Agreed(LogKind("the results file", LastpickError), about="sequence", entry="term")


class KeptTerms:
    """What is known of a sequence, from its file if it has one."""

    def __init__(self, first: int, log: Log | None = None) -> None:
        self._first = first
        self._log = log
        self._values: dict[int, int] = {}

    def known(self, last: int) -> int | None:
        return self._values.get(last)

    def keep(self, terms: list[Term]) -> None:
        """Make terms durable; unknown ones are asked for again the next time."""
        new = [(last, value) for last, value in terms if value is not None]
        new = [(last, value) for last, value in new if last not in self._values]
        if self._log and new:
            self._log.append([json.dumps(term) for term in new])
        self._values.update(new)

    def _take(self, line: bytes) -> None:
        last, value = json.loads(line)
        if type(last) is not int or type(value) is not int or last < self._first or value < 0:
            raise ValueError("it is no term")
        if self._values.setdefault(last, value) != value:
            raise ValueError(f"{last} stands twice")


@contextmanager
def open_kept(path: str | None, sequence: PoolSequence) -> Iterator[KeptTerms]:
    """The terms in a file, new or gone on with; without a path nothing is kept."""
    found = KeptTerms(sequence.first)
    if path is None:
        yield found
        return
    with open_agreed(path, _AGREED, _header(sequence), found._take) as log:
        found._log = log
        yield found


def _header(sequence: PoolSequence) -> dict[str, Any]:
    """All that the terms depend on; where the pools begin and end is no part of it."""
    opens, follows, removes, start_from, last_pick = sequence.game.rules
    return {
        "lastpick-sequence": 1,
        "what": sequence.what,
        "first": sequence.first,
        "opens": opens.text,
        "follows": follows.text,
        "removes": removes.text,
        "start": start_from,
        "last_pick": last_pick,
    }
