"""How much one address or one seat may ask for: calls, the server's time, streams of news."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Generator
from typing import Any, Generic, TypeVar

from ..errors import TooFast

_SEAT_RATE, _SEAT_BURST = 30.0, 120.0
_MOST_BUCKETS = 100_000

Result = TypeVar("Result")


class Buckets:
    """How much each of many callers may still ask for.

    A bucket fills up at `rate` a second, to `burst`: four seconds' worth if nothing else is said.
    """

    def __init__(self, rate: float, burst: float | None = None) -> None:
        self.rate = rate
        self.burst = 4 * rate if burst is None else burst
        self._levels: OrderedDict[object, tuple[float, float]] = OrderedDict()

    def take(self, who: object, cost: float = 1.0) -> None:
        if not self.rate:
            return
        now = time.monotonic()
        level, at = self._levels.pop(who, (self.burst, now))
        level = min(self.burst, level + (now - at) * self.rate)
        self._levels[who] = (level - cost if level >= cost else level, now)
        if len(self._levels) > _MOST_BUCKETS:
            self._levels.popitem(last=False)
        if level < cost:
            raise TooFast("too many requests from your side; slow down, and try again in a moment")

    def charge(self, who: object, cost: float) -> None:
        """What turned out dearer than thought: up to one burst can be owed."""
        if who in self._levels:
            level, at = self._levels[who]
            self._levels[who] = (max(level - cost, -self.burst), at)


class Streams:
    """The streams of news that each address holds."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    @property
    def total(self) -> int:
        return self._open.total()

    def enter(self, address: str) -> None:
        if self._open[address] >= self._most:
            raise TooFast(f"{self._most} streams of news are open from your side; close some")
        self._open[address] += 1

    def leave(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


class Limits:
    """All of them, for one server; a `rate` of 0 is no limit on calls."""

    def __init__(self, rate: float, streams: int, dearest: float) -> None:
        self.addresses = Buckets(rate, max(4 * rate, dearest))  # no call is out of reach
        self.seats = Buckets(_SEAT_RATE if rate else 0.0, _SEAT_BURST)
        self.streams = Streams(streams)


class Metered(Generic[Result]):
    """Something to await, and the processor time that its own steps have taken."""

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
                self.seconds += time.thread_time() - began
            try:
                value = yield awaited
                step = steps.send
            except BaseException as error:
                step, value = steps.throw, error
