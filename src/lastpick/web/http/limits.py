"""How much one address or one seat may ask for: calls, the server's time, streams of news."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Generator
from itertools import islice
from math import ceil
from typing import Any, Generic, TypeVar

from ..errors import TooFast

_SEAT_RATE, _SEAT_BURST = 30.0, 120.0
_MOST_BUCKETS = 100_000

# Bytes that one address can have stored in a day: what the pace alone allows is 40 GB of games or
# 10 GB of picks. A class of thirty needs 5 MB, a school of a thousand 170.
_DAY = 86400.0
_KEPT_A_DAY = 256 << 20
_FILES_A_DAY = 8 << 20  # of new game files besides: 2,000 as people write them, 128 of the largest

_TOO_MANY = "too many requests from your side; slow down, and try again in a moment"
_TOO_MUCH = "your side has stored very much within a day; try again in some minutes"
_TOO_MANY_FILES = (
    "your side has brought as many new game files as one may in a day; play one of those that are"
    " here, or bring this one in an hour"
)

Result = TypeVar("Result")
_Place = tuple[str | None, str | None]  # whose streams, and on which game; None: anybody's, any


class Buckets:
    """How much each of many callers may still ask for.

    A bucket fills up at `rate` a second, to `burst`: four seconds' worth if nothing else is said.
    """

    def __init__(self, rate: float, burst: float | None = None, refusal: str = _TOO_MANY) -> None:
        self.rate = rate
        self.burst = 4 * rate if burst is None else burst
        self._refusal = refusal
        self._levels: OrderedDict[object, tuple[float, float]] = OrderedDict()

    def take(self, who: object, cost: float = 1.0) -> None:
        if not self.rate:
            return
        now = time.monotonic()
        level, at = self._levels.pop(who, (self.burst, now))
        level = min(self.burst, level + (now - at) * self.rate)
        self._levels[who] = (level - cost if level >= cost else level, now)
        self._forget(now)
        if level < cost:
            raise TooFast(self._refusal, ceil((cost - level) / self.rate))

    def charge(self, who: object, cost: float) -> None:
        """What turned out dearer than thought: up to one burst can be owed."""
        if self.rate:
            level, at = self._levels.get(who, (self.burst, time.monotonic()))
            self._levels[who] = (max(level - cost, -self.burst), at)

    def _forget(self, now: float) -> None:
        """A bucket that is full again says no more than none; two looks keep up with each call."""
        for level, at in list(islice(self._levels.values(), 2)):
            full = level + (now - at) * self.rate >= self.burst
            if not full and len(self._levels) <= _MOST_BUCKETS:
                return
            self._levels.popitem(last=False)


class Streams:
    """The streams of news that are open: each is told of everything that happens in its game."""

    def __init__(self, most: int, on_game_of_one: int = 64, on_game: int = 500) -> None:
        self._most, self._on_game_of_one, self._on_game = most, on_game_of_one, on_game
        self._open: Counter[_Place] = Counter()
        self.total = 0

    def enter(self, visitor: str, game: str) -> None:
        for place, most, where in (
            ((visitor, None), self._most, "from your side; close some"),
            ((visitor, game), self._on_game_of_one, "on this game from your side; close some"),
            ((None, game), self._on_game, "on this game, and no more can be; try again later"),
        ):
            if self._open[place] >= most:
                raise TooFast(f"{most} streams of news are open {where}")
        self._open.update(_places(visitor, game))
        self.total += 1

    def leave(self, visitor: str, game: str) -> None:
        self.total -= 1
        for place in _places(visitor, game):
            self._open[place] -= 1
            if not self._open[place]:
                del self._open[place]


def _places(visitor: str, game: str) -> tuple[_Place, ...]:
    return (visitor, None), (visitor, game), (None, game)


class Limits:
    """All of them, for one server; a `rate` of 0 is no limit on calls."""

    def __init__(self, rate: float, streams: int, dearest: float) -> None:
        self.addresses = Buckets(rate, max(4 * rate, dearest))  # no call is out of reach
        self.seats = Buckets(_SEAT_RATE if rate else 0.0, _SEAT_BURST)
        self.kept = _daily(_KEPT_A_DAY if rate else 0, _TOO_MUCH)
        self.files = _daily(_FILES_A_DAY if rate else 0, _TOO_MANY_FILES)
        self.streams = Streams(streams)


def _daily(most: int, refusal: str) -> Buckets:
    """So many bytes at once, and as many again within a day."""
    return Buckets(most / _DAY, most, refusal)


class Metered(Generic[Result]):
    """Something to await, and the processor time that its own steps have taken.

    An error's traceback holds this frame, which holds neither the error nor whatever it came from:
    in a circle they would stay for an hour (`app`), with all that the call had sent.
    """

    def __init__(self, work: Awaitable[Result]) -> None:
        self.work = work
        self.seconds = 0.0

    def __await__(self) -> Generator[Any, Any, Result]:
        steps = self.work.__await__()
        step: Any = steps.send
        value: Any = None
        while True:
            began = time.thread_time()
            try:
                awaited = step(value)
            except StopIteration as end:
                result: Result = end.value
                return result
            finally:
                value = None
                self.seconds += time.thread_time() - began
            try:
                value = yield awaited
                step = steps.send
            except BaseException as error:
                step, value = steps.throw, error
            finally:
                del awaited
