"""How much one address or one seat may ask for: calls, the server's time, streams of news.

What an address has is shared by its seats and connections (`Shares`), so that one of them takes
nothing from the others. Seats have a share of calls that nobody else has, and streams of their own.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Generator, Iterator
from itertools import islice
from math import ceil, exp, inf, log
from typing import Any, Generic, TypeVar

from ..errors import TooFast
from ..networks import Caller, excess

_SEAT_RATE, _SEAT_BURST = 30.0, 120.0
_LATELY = 4.0  # seconds' worth of calls that can be made at once
_OF_SEATS = 0.5  # times as much as an address has for calls, its seats have besides
_STREAMS_OF_SEAT = 16  # as many tabs of one player
_MOST_REMEMBERED = 100_000
_FAR = 1e3  # times too much: to wait longer is not asked for
_NOTHING = 1e-4  # a use that has become as small beside what is allowed is forgotten

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
SeatOf = Callable[
    [str, str], int
]  # which seat of a game has this token; 0: none, or not known here


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
        self._forget(now)
        if level < cost:
            raise TooFast(_TOO_MANY, ceil((cost - level) / self.rate))

    def _forget(self, now: float) -> None:
        """A bucket that is full again says no more than none; two looks keep up with each call."""
        for level, at in list(islice(self._levels.values(), 2)):
            full = level + (now - at) * self.rate >= self.burst
            if not full and len(self._levels) <= _MOST_REMEMBERED:
                return
            self._levels.popitem(last=False)


class Shares:
    """What all behind each address have used lately, and how much more each of them may use.

    A use is forgotten little by little: what remains of it after `lately` seconds is a third
    (1 / e), so that they have `most` in each of these times at most.
    """

    def __init__(self, most: float, lately: float, refusal: str = _TOO_MANY) -> None:
        self._most, self._lately, self._refusal = most, lately, refusal
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, caller: Caller, cost: float = 1.0) -> None:
        if wait := self.wait(caller, cost):
            raise TooFast(self._refusal, ceil(wait))
        self.add(caller, cost)

    def wait(self, caller: Caller, cost: float) -> float:
        """For how many seconds to wait until that is allowed; 0: for none."""
        now, longest = time.monotonic(), 0.0
        mine = self._of(caller.name, now)
        for network in caller.networks:
            used, most = self._of(network.name, now), self._most * network.factor
            if (more := excess(mine, used, most, cost)) > 1:
                longest = max(longest, self._lately * log(min(more, _FAR)))
            mine = used
        return longest

    def add(self, caller: Caller, cost: float) -> None:
        now = time.monotonic()
        for name in caller.names:
            self._used[name] = self._of(name, now) + cost, now
            self._used.move_to_end(name)
        self._forget(now)

    def _of(self, name: str, now: float) -> float:
        known = self._used.get(name)
        return known[0] * exp((known[1] - now) / self._lately) if known else 0.0

    def _forget(self, now: float) -> None:
        for name in list(islice(self._used, 4)):  # as many as a charge remembers
            few = len(self._used) <= _MOST_REMEMBERED
            if few and self._of(name, now) > _NOTHING * self._most:
                return
            del self._used[name]


class Streams:
    """The streams of news that are open: each is told of everything that happens in its game.

    Those of players are counted for their seats alone: no stranger keeps them out.
    """

    def __init__(self, most: int, on_game_of_one: int = 64, on_game: int = 500) -> None:
        self._most, self._on_game_of_one, self._on_game = most, on_game_of_one, on_game
        self._open: Counter[_Place] = Counter()
        self.total = 0

    def enter(self, caller: Caller, game: str) -> None:
        for place, most, where in self._bounds(caller, game):
            if self._open[place] >= most:
                raise TooFast(f"{most} streams of news are open {where}")
        self._count(caller, game, 1)

    def leave(self, caller: Caller, game: str) -> None:
        self._count(caller, game, -1)

    def _count(self, caller: Caller, game: str, change: int) -> None:
        self.total += change
        for place, _, _ in self._bounds(caller, game):
            self._open[place] += change
            if not self._open[place]:
                del self._open[place]

    def _bounds(self, caller: Caller, game: str) -> Iterator[tuple[_Place, int, str]]:
        if caller.seated:
            yield (caller.name, game), _STREAMS_OF_SEAT, "with your seat; close some"
            return
        for name, factor in caller.networks:
            yield (name, None), factor * self._most, "from your side; close some"
            most = factor * self._on_game_of_one
            yield (name, game), most, "on this game from your side; close some"
        yield (None, game), self._on_game, "on this game, and no more can be; try again later"


class Limits:
    """All of them, for one server; a `rate` of 0 is no limit on calls."""

    def __init__(
        self, rate: float, streams: int, dearest: float, seat_of: SeatOf = lambda *_: 0
    ) -> None:
        most = max(_LATELY * rate, 1.5 * dearest) if rate else inf  # no call is out of reach
        self._calls = Shares(most, _LATELY)
        self._playing = Shares(_OF_SEATS * most, _LATELY)
        self._seats = Buckets(_SEAT_RATE if rate else 0.0, _SEAT_BURST)
        self.kept = Shares(_KEPT_A_DAY if rate else inf, _DAY, _TOO_MUCH)
        self.files = Shares(_FILES_A_DAY if rate else inf, _DAY, _TOO_MANY_FILES)
        self.streams = Streams(streams)
        self._seat_of = seat_of

    def caller(self, address: str, port: int, game: str, token: str) -> Caller:
        """Whom a call counts for; with a token that is not known here it is the connection."""
        found = Caller.connected(address, port)
        seat = self._seat_of(game, token) if game and token else 0
        return found.in_seat(game, seat) if seat else found

    def take(self, caller: Caller, cost: float) -> None:
        """Let a call in: a seat's if it is within its pace, by what seats or else all have."""
        if caller.seated:
            self._seats.take(caller.name)
            if not self._playing.wait(caller, cost):
                self._playing.add(caller, cost)
                return
        self._calls.take(caller, cost)

    def charge(self, caller: Caller, cost: float) -> None:
        """What a call turned out to cost besides."""
        (self._playing if caller.seated else self._calls).add(caller, cost)


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
