"""What the server counts of itself, for Prometheus. Without `--metrics` nothing imports this.

Calls are counted by the guard and commits by the store, as they happen; the rest is read off the
games, limits and lanes once a second, so that nothing else need know of it. Labels are routes,
classes of status, kinds of errors and lanes: there are only so many of them, and none is anybody's.

With several workers each writes what it counts to a file of its own, and `metrics_endpoint` adds
them up: prometheus_client does that by itself where PROMETHEUS_MULTIPROC_DIR is set.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from itertools import count

import prometheus_client
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from starlette.responses import Response

from ..errors import Busy, StoreError, TooFast
from ..game.entry import PICK, Entry
from ..games.games import Games
from ..store.rows import DATABASE_FAILED
from . import logging_setup
from .error_answers import RefusedAnswer
from .limits import Limits
from .route import Function, Route

REGISTRY = CollectorRegistry()  # of the one server in this process

_CALLS = (0.005, 0.02, 0.1, 0.25, 1.0, 5.0)  # seconds
_COMMITS = (0.002, 0.01, 0.05, 0.25, 1.0, 5.0)
_BATCHES = (1, 2, 5, 10, 20, 50, 100)

_BEAT = 0.1  # seconds: a loop that stands still for longer is always seen
_BEATS_A_READING = 10
_BEATS_A_WINDOW = 600  # a minute: longer than between two visits of Prometheus

# When each was made is half of all lines, and nobody asks.
prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """Everything that is measured in one process of the server."""

    def __init__(
        self, games: Games, limits: Limits, registry: CollectorRegistry = REGISTRY
    ) -> None:
        self._games, self._limits = games, limits
        new = _Maker(registry)
        self._calls = new.counter("calls", "Calls answered.", "route", "status")
        self._call_seconds = new.histogram(
            "call_seconds", "Seconds until an answer was ready to be sent.", _CALLS, "route"
        )
        self._refusals = new.counter("refusals", "Calls refused, by kind.", "kind")
        self._picks = new.counter("picks", "Picks made durable, those of bots too.")
        self._commit_seconds = new.histogram("commit_seconds", "Seconds of a commit.", _COMMITS)
        self._commit_size = new.histogram("commit_size", "Work that shared a commit.", _BATCHES)
        self._errors = new.counter("errors", "Errors that were logged.", "event")
        self._open_games = new.gauge("open_games", "Games in memory.")
        self._streams = new.gauge("streams", "Streams of news that are open.")
        self._waiting = new.gauge("waiting", "Questions that wait to be thought about.", "lane")
        self._thinking = new.counter("thinking_seconds", "Seconds of thinking.", "lane")
        self._lag = new.gauge(
            "loop_lag_seconds", "The longest that the event loop stood still, of late.", most=True
        )
        self._log_lines = new.counter("log_lines_dropped", "Lines of the log that nobody read.")
        self._longest = LongestLag()
        self._known: dict[tuple[Function, int], tuple[Counter, Histogram]] = {}  # asked for once
        self._thought: dict[str, float] = {}
        self._dropped = 0
        for kind in (Busy, TooFast, StoreError):  # what starts at 0 can be seen to grow
            self._refusals.labels(kind.__name__)
        self._errors.labels(DATABASE_FAILED)
        games.keeper.on_added = self.added
        games.store.on_commit = self.committed
        logging.getLogger().addHandler(_Errors(self))

    # --- as it happens --------------------------------------------------------------------------

    def answered(self, route: Route, response: Response, seconds: float) -> None:
        """A call has its answer: the guard says so of each."""
        known = route.function, response.status_code // 100
        if known not in self._known:
            name = f"{route.methods[0] if route.methods else 'other'} {route.path or 'elsewhere'}"
            calls = self._calls.labels(name, f"{known[1]}xx")
            self._known[known] = calls, self._call_seconds.labels(name)
        calls, histogram = self._known[known]
        calls.inc()
        histogram.observe(seconds)
        if isinstance(response, RefusedAnswer):
            self._refusals.labels(response.kind).inc()

    def added(self, entries: Sequence[Entry]) -> None:
        self._picks.inc(sum(entry.kind == PICK for entry in entries))

    def committed(self, size: int, seconds: float) -> None:
        self._commit_size.observe(size)
        self._commit_seconds.observe(seconds)

    def logged(self, event: str) -> None:
        self._errors.labels(event).inc()

    # --- now and then ---------------------------------------------------------------------------

    async def keep_reading(self) -> None:
        """Read what the server's parts know, and see how late the event loop is for that."""
        loop = asyncio.get_running_loop()
        for beat in count(1):
            due = loop.time() + _BEAT
            await asyncio.sleep(_BEAT)
            longest = self._longest.of(loop.time() - due)
            if beat % _BEATS_A_READING == 0:
                self._lag.set(longest)
                self.read()

    def read(self) -> None:
        self._open_games.set(len(self._games.keeper.open_games))
        self._streams.set(self._limits.streams.total)
        before, self._dropped = self._dropped, logging_setup.dropped()
        self._log_lines.inc(self._dropped - before)
        for name, lane in self._games.pool.lanes.items():
            self._waiting.labels(name).set(lane.queue.waiting)
            thought = lane.queue.used.total
            self._thinking.labels(name).inc(thought - self._thought.get(name, 0.0))
            self._thought[name] = thought


class LongestLag:
    """The longest delay of late: between one and two windows of beats are remembered."""

    def __init__(self) -> None:
        self._beats = 0
        self._now = self._before = 0.0

    def of(self, late: float) -> float:
        """The longest of this one and those remembered."""
        if self._beats == _BEATS_A_WINDOW:
            self._beats, self._now, self._before = 0, 0.0, self._now
        self._beats += 1
        self._now = max(self._now, late)
        return max(self._now, self._before)


class _Maker:
    """Makes what is shown, each with its name in full."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry = registry

    def counter(self, name: str, told: str, *labels: str) -> Counter:
        return Counter(f"lastpick_{name}", told, labels, registry=self._registry)

    def histogram(self, name: str, told: str, buckets: Sequence[float], *labels: str) -> Histogram:
        name = f"lastpick_{name}"
        return Histogram(name, told, labels, buckets=buckets, registry=self._registry)

    def gauge(self, name: str, told: str, *labels: str, most: bool = False) -> Gauge:
        """Of several workers that live, the sum, or else the one with the most."""
        return Gauge(
            f"lastpick_{name}", told, labels, registry=self._registry,
            multiprocess_mode="livemax" if most else "livesum",
        )  # fmt: skip


class _Errors(logging.Handler):
    """Counts what is logged as an error: ours by what happened, others' by who says it, since
    what they say may hold anything.
    """

    def __init__(self, metrics: Metrics) -> None:
        super().__init__(logging.ERROR)
        self._metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        self._metrics.logged(str(record.msg) if record.name == "lastpick.web" else record.name)
