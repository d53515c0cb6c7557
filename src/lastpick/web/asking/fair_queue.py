"""The questions that wait for a lane, and which of them is asked next.

Each visitor has one question in the race at a time, and a wider network as many as its factor; its
other questions wait behind them. In the race a question is due when it joined, and later by what
its networks have used of the lane lately, `_LATEST` seconds at most. What is due first is asked
next, so whoever joins after a question is due does not delay it. docs/web.md derives from this how
long a question can wait.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable
from math import ceil, inf, log2
from time import monotonic
from typing import Any

from ..errors import Busy, TooFast
from ..networks import Asker

MOST_WAITING = 100  # questions in all
MOST_OF_ONE = 50  # of them from one visitor
HALF_LIFE = 60.0  # seconds in which half of what a visitor has used is forgotten
_LATER = 4.0  # seconds that a question is due later for each second that its visitor has used
_LATEST = 20.0  # seconds that it is due later at most
_KEPT = 60.0  # seconds for which it is remembered when a visitor that was refused came first
_MOST_VISITORS = 100_000  # whose time is remembered, and whose first try


class TimeUsed:
    """Seconds of work that each network has caused, of which half is forgotten in a minute."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.total = 0.0  # of all visitors, since the start
        self._clock = clock
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def of(self, asker: Asker) -> float:
        """What a visitor has used: of its networks, the one with most for its factor counts."""
        return max(self._of(network.name) / network.factor for network in asker)

    def _of(self, name: str) -> float:
        used, at = self._used.get(name, (0.0, 0.0))
        return used * 2 ** ((at - self._clock()) / HALF_LIFE) if used else 0.0

    def add(self, asker: Asker, seconds: float) -> None:
        self.total += seconds
        for name, _ in asker:
            self._used[name] = (self._of(name) + seconds, self._clock())
            self._used.move_to_end(name)
        while len(self._used) > _MOST_VISITORS:
            self._used.popitem(last=False)


class FirstTries:
    """When visitors that were refused came first."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._tries: OrderedDict[str, tuple[float, float]] = OrderedDict()  # the first, the last

    def take(self, asker: Asker) -> float:
        """When a visitor came first: now, unless it was refused a while ago."""
        now = self._clock()
        first, last = self._tries.pop(asker[0].name, (now, now))
        return first if now - last <= _KEPT else now

    def keep(self, asker: Asker, first: float) -> None:
        now, name = self._clock(), asker[0].name
        known, _ = self._tries.pop(name, (first, now))
        self._tries[name] = (min(first, known), now)
        while len(self._tries) > _MOST_VISITORS or self._oldest < now - _KEPT:
            self._tries.popitem(last=False)

    @property
    def _oldest(self) -> float:
        return next(iter(self._tries.values()))[1]


class Ticket:
    """A question that waits; `turn` is done when it is asked or refused."""

    def __init__(self, asker: Asker, came: float) -> None:
        self.turn: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.asker = asker
        self.came = came  # when its visitor first tried
        self.due = inf  # not in the race yet


class FairQueue:
    """The places before one lane.

    Visitors are refused while they have used `most_seconds`. Where too many wait, it is one of the
    network that has most places for its factor; of equals, the one that first came last. In a
    `patient` queue, of bots and of stored games, nobody is refused: the lane bounds how long they
    wait, and whoever has waited in vain is due since then.
    """

    def __init__(
        self,
        most_seconds: float = inf,
        clock: Callable[[], float] = monotonic,
        patient: bool = False,
    ) -> None:
        self.used = TimeUsed(clock)
        self._tries = FirstTries(clock)
        self._most_seconds = most_seconds
        self._clock = clock
        self._patient = patient
        self._waiting: dict[Ticket, None] = {}
        self._racing: dict[Ticket, None] = {}  # those that wait and are due
        self._behind: dict[str, dict[Ticket, None]] = {}  # the others, by widest network
        self._waiting_of: Counter[str] = Counter()  # of each network
        self._racing_of: Counter[str] = Counter()  # and what is being answered

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def racing(self) -> int:
        """How many of those that wait are in the race."""
        return len(self._racing)

    def enter(self, asker: Asker) -> Ticket:
        """A place, whose turn is to be awaited."""
        if not self._patient:
            self._check(asker)
        place = Ticket(asker, self._tries.take(asker))
        self._waiting[place] = None
        _count(self._waiting_of, asker, 1)
        self._behind.setdefault(asker[-1].name, {})[place] = None
        self._join(place, place.came if self._patient else self._clock())
        if not self._patient and len(self._waiting) > MOST_WAITING:
            last = max(reversed(self._waiting), key=lambda one: (self._share(one), one.came))
            self.leave(last, refused=True)
            if not last.turn.done():
                last.turn.set_exception(_too_many())
        return place

    def _check(self, asker: Asker) -> None:
        used = self.used.of(asker[:1])  # nobody is refused for what others have used
        if used > self._most_seconds:
            wait = ceil(HALF_LIFE * log2(used / self._most_seconds))
            raise TooFast(
                "your questions have taken much of the server's time; wait for a little while"
                " before the next one",
                wait,
            )
        if any(self._waiting_of[name] >= MOST_OF_ONE * factor for name, factor in asker):
            raise _too_many()

    def _share(self, place: Ticket) -> float:
        """Places that are taken by the network that has most for its factor."""
        return max(self._waiting_of[name] / factor for name, factor in place.asker)

    def _join(self, place: Ticket, since: float) -> None:
        """Into the race, if its networks have not as many in it as they may."""
        if all(self._racing_of[name] < factor for name, factor in place.asker):
            place.due = since + min(_LATEST, _LATER * self.used.of(place.asker))
            self._racing[place] = None
            _count(self._racing_of, place.asker, 1)
            self._leave_behind(place)

    def _leave_behind(self, place: Ticket) -> None:
        home = place.asker[-1].name
        del self._behind[home][place]
        if not self._behind[home]:
            del self._behind[home]

    def _release(self, place: Ticket) -> None:
        """Let another place of the same networks join the race."""
        _count(self._racing_of, place.asker, -1)
        widest = place.asker[-1]
        for other in list(self._behind.get(widest.name, ())):
            if self._racing_of[widest.name] >= widest.factor:
                return
            self._join(other, self._clock())

    def leave(self, place: Ticket, refused: bool = False) -> None:
        """Give a place up; who is refused is remembered."""
        if place in self._waiting:
            self._remove(place)
            if place.due < inf:
                self._release(place)
            if refused:
                self._tries.keep(place.asker, place.came)

    def _remove(self, place: Ticket) -> None:
        del self._waiting[place]
        _count(self._waiting_of, place.asker, -1)
        if place in self._racing:
            del self._racing[place]
        else:
            self._leave_behind(place)

    def next(self) -> Ticket | None:
        """The place that is asked next, which waits no longer; None, if nobody waits.

        `done` is to be called for it. What waits behind another is asked if nothing else waits.
        """
        waiting = self._racing or self._waiting
        if not waiting:
            return None
        place = min(waiting, key=lambda one: one.due)
        self._remove(place)
        return place

    def done(self, place: Ticket, seconds: float = 0.0) -> None:
        """It has been answered, or nobody wants to know any more."""
        if seconds:
            self.used.add(place.asker, seconds)
        if place.due < inf:
            self._release(place)


def _count(counts: Counter[str], asker: Asker, change: int) -> None:
    for name, _ in asker:
        counts[name] += change
        if not counts[name]:
            del counts[name]


def _too_many() -> Busy:
    return Busy("too many questions are being asked at once; try again in a moment")
