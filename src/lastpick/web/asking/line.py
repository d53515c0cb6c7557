"""Who waits for a process, and who is next.

Visitors take turns by the time that was spent on them: whoever has used least of it lately is
next, so that hard questions, however many and from however many addresses, come after those of
somebody who has asked little.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from math import ceil, inf, log2
from time import monotonic
from typing import Any

from ..errors import Busy, TooFast

MOST_WAITING = 200  # questions in all
MOST_OF_ONE = 50  # of them from one visitor
HALF_LIFE = 60.0  # seconds in which half of what a visitor has used is forgotten
_MOST_VISITORS = 100_000  # whose time is remembered

Place = asyncio.Future[Any]


class TimeUsed:
    """How many seconds of work each visitor has caused, of which half is forgotten in a minute."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.total = 0.0  # of all visitors, since the start
        self._clock = clock
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def of(self, who: str) -> float:
        used, at = self._used.get(who, (0.0, 0.0))
        return used * 2 ** ((at - self._clock()) / HALF_LIFE) if used else 0.0

    def add(self, who: str, seconds: float) -> None:
        self.total += seconds
        self._used[who] = (self.of(who) + seconds, self._clock())
        self._used.move_to_end(who)
        if len(self._used) > _MOST_VISITORS:
            self._used.popitem(last=False)


class Line:
    """The places of those who wait before one lane.

    Those who are patient (bots, and games that are opened) are never refused, and take turns with
    the others, so that neither waits for many of the other kind. The others are refused while
    they have used `most_seconds`, or wait already in too large a number.
    """

    def __init__(self, most_seconds: float = inf, clock: Callable[[], float] = monotonic) -> None:
        self.used = TimeUsed(clock)
        self._most_seconds = most_seconds
        self._patient: OrderedDict[str, deque[Place]] = OrderedDict()
        self._others: OrderedDict[str, deque[Place]] = OrderedDict()
        self._others_turn = False

    @property
    def waiting(self) -> int:
        return sum(len(line) for lines in (self._patient, self._others) for line in lines.values())

    @property
    def visitors(self) -> int:
        """How many wait."""
        return len(self._patient.keys() | self._others.keys())

    def check(self, who: str) -> None:
        """Whether somebody who is not patient may ask."""
        used = self.used.of(who)
        if used > self._most_seconds:
            wait = ceil(HALF_LIFE * log2(used / self._most_seconds))
            raise TooFast(
                "your questions have taken much of the server's time; wait for a little while"
                " before the next one",
                wait,
            )
        if len(self._others.get(who, ())) >= MOST_OF_ONE:
            raise _too_many()

    def enter(self, who: str, patient: bool) -> Place:
        """A place, to be awaited."""
        if not patient:
            self._make_room(who)
        place: Place = asyncio.get_running_loop().create_future()
        lines = self._patient if patient else self._others
        lines.setdefault(who, deque()).append(place)
        return place

    def _make_room(self, who: str) -> None:
        """Where too many wait already, the latest of whoever has most of them is refused."""
        waiting = {other: len(line) for other, line in self._others.items()}
        if sum(waiting.values()) < MOST_WAITING:
            return
        waiting[who] = waiting.get(who, 0) + 1
        greedy = max(waiting, key=lambda one: (waiting[one], self.used.of(one), one == who))
        if greedy == who:
            raise _too_many()
        refused = self._others[greedy][-1]
        self.leave(greedy, refused)
        refused.set_exception(_too_many())

    def leave(self, who: str, place: Place) -> None:
        """Give a place up."""
        for lines in (self._patient, self._others):
            if place in lines.get(who, ()):
                lines[who].remove(place)
                if not lines[who]:
                    del lines[who]

    def next(self) -> Place | None:
        """The place of whoever is next, which is no longer in the line; None, if nobody waits."""
        others = bool(self._others) and (self._others_turn or not self._patient)
        lines = self._others if others else self._patient
        if not lines:
            return None
        self._others_turn = not others and bool(self._others)
        who = min(lines, key=self.used.of)  # of equals, who has waited longest since its last turn
        line = lines.pop(who)
        place = line.popleft()
        if line:
            lines[who] = line  # behind the others
        return place


def _too_many() -> Busy:
    return Busy("too many questions are being asked at once; try again in a moment")
