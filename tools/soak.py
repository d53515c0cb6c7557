"""Half an hour at half load: do memory, open files and latency stay as they are?

    python tools/soak.py                         30 minutes at 500 picks a second, on SQLite
    python tools/soak.py --minutes 2 --store postgresql
    python tools/soak.py --share 0.5             half of what the server does when driven all out

A sample every ten seconds. Flat means, over the second half of the run, by the line of least
squares: memory rises by at most 5 % and open files by at most 2 % (or ten); and the median of the
samples' 99 % latency is, in the last quarter, at most one and a half times that of the quarter
before, or 20 ms more. Some of the games are played by people whose history is checked afterwards.
The store grows, because games are kept.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import uvloop
from load import Counts, Plan, Table, serving
from playing import Wrong
from plot import Curve, Panel, drawn, scale
from processes import family, memory, open_files
from recorder import verdict
from rig import Run
from torture_faults import playing
from wire import Place

EVERY = 10.0  # seconds between two samples
_AT_ONCE = 50
_SHORT = 10.0  # minutes below which nothing is said about flatness: caches still fill
STORES = {"sqlite": ("SQLite", 1), "postgresql": ("PostgreSQL", 1)}


class Sample(NamedTuple):
    """Ten seconds."""

    minute: float
    memory: float  # MB
    files: int
    picks: float  # a second
    median: float  # ms, as the next two
    most: float  # 99 % took less
    longest: float


class Soak:
    """The load, and what is sampled beside it."""

    def __init__(self, place: Place, pid: int, plan: Plan) -> None:
        self.place, self.pid, self.plan = place, pid, plan
        self.counts = Counts()
        self.tables = [Table(plan, plan.first + n, self.counts) for n in range(plan.games)]
        self.samples: list[Sample] = []

    async def open(self) -> None:
        gate = asyncio.Semaphore(_AT_ONCE)

        async def one(table: Table) -> None:
            async with gate:
                await table.open()

        await asyncio.gather(*map(one, self.tables))

    async def run(self) -> None:
        began = time.perf_counter() + 0.5
        sampler = asyncio.ensure_future(self._sample(began))
        try:
            await asyncio.gather(*(table.play(began) for table in self.tables))
        finally:
            sampler.cancel()

    async def _sample(self, began: float) -> None:
        taken, due = 0, began
        while due < began + self.plan.seconds:  # what comes later was late
            due += EVERY
            await asyncio.sleep(due - time.perf_counter())
            times = sorted(1000 * one for one in self.counts.times[taken:])
            taken += len(times)
            self.samples.append(await asyncio.to_thread(self._one, due - began, times))
            last = self.samples[-1]
            print(
                f"{last.minute:5.1f} min: {last.picks:,.0f} picks/s, {last.memory:.0f} MB,"
                f" {last.files} files, median {last.median:.1f} ms, 99 % {last.most:.0f} ms,"
                f" longest {last.longest:.0f} ms",
                file=sys.stderr, flush=True,
            )  # fmt: skip

    def _one(self, seconds: float, times: list[float]) -> Sample:
        pids = family(self.pid)
        times = times or [0.0]
        return Sample(
            seconds / 60, memory(pids), open_files(pids), len(times) / EVERY,
            times[len(times) // 2], times[int(0.99 * len(times))], times[-1],
        )  # fmt: skip


# --- flat? ----------------------------------------------------------------------------------------


def rise(values: Sequence[float]) -> float:
    """By how much the line of least squares rises from the first value to the last."""
    if len(values) < 2:
        return 0.0
    return statistics.linear_regression(range(len(values)), values).slope * (len(values) - 1)


def judged(samples: Sequence[Sample]) -> tuple[bool, list[str]]:
    """Whether everything is flat, and a line on each."""
    half = samples[len(samples) // 2 :]
    quarter = len(half) // 2
    lines, held = [], True
    for name, values, most in (
        ("memory", [one.memory for one in half], 0.05 * half[0].memory),
        ("open files", [float(one.files) for one in half], max(10.0, 0.02 * half[0].files)),
    ):
        risen = rise(values)
        held = held and risen <= most
        lines.append(f"{name} {values[0]:,.0f} to {values[-1]:,.0f}, risen by {risen:+.1f}")
    before, after = (
        statistics.median(one.most for one in part) for part in (half[:quarter], half[quarter:])
    )
    held = held and after <= max(1.5 * before, before + 20)
    lines.append(f"99 % of picks within {before:.0f} ms, then {after:.0f} ms")
    return held, lines


def picture(samples: Sequence[Sample], what: str) -> str:
    minutes = [one.minute for one in samples]
    megabytes = [one.memory for one in samples]
    files = [float(one.files) for one in samples]
    times = [
        Curve("median", [one.median for one in samples]),
        Curve("99 %", [one.most for one in samples]),
        Curve("longest", [one.longest for one in samples]),
    ]
    return drawn(what, minutes, [
        Panel("Memory of the server", [Curve("", megabytes)], *scale(max(megabytes), " MB")),
        Panel("Open files", [Curve("", files)], *scale(max(files), "")),
        Panel("Time of a pick", times, (1, 10, 100, 1_000, 10_000),
              ("1 ms", "10 ms", "100 ms", "1 s", "10 s"), logarithmic=True),
    ])  # fmt: skip


# --- the run --------------------------------------------------------------------------------------


async def soak(asked: argparse.Namespace, folder: Path) -> bool:
    store, workers = STORES[asked.store]
    seconds = 60.0 * asked.minutes
    with serving(store, workers) as served:
        server = served.server
        place = Place.of(server.url)
        rate = asked.rate
        if asked.share:
            rate = asked.share * await _all_out(place, asked)
            print(f"{rate:,.0f} picks a second, {asked.share:g} of all out", file=sys.stderr)
        plan = Plan(place, 1_000, asked.games, rate, 0.0, seconds, asked.seed)
        load = Soak(place, server.process.pid, plan)
        await load.open()
        run = Run(store, folder, None, workers, asked.seed)
        async with playing(place, run, pause=0.2) as table:
            await load.run()
        checked = await verdict(table.recorder, place)
    if load.counts.refused:
        raise Wrong(f"{load.counts.refused} calls of the load were refused")
    done = len(load.counts.times) / seconds
    what = f"{asked.minutes:g} minutes at {rate:,.0f} picks a second on {store}"
    if asked.svg:
        asked.svg.parent.mkdir(parents=True, exist_ok=True)
        asked.svg.write_text(picture(load.samples, what))
    flat, lines = judged(load.samples)
    longest = max(one.longest for one in load.samples)
    short = asked.minutes < _SHORT
    verdict_on = "too short to say whether flat" if short else "flat" if flat else "NOT FLAT"
    print(f"{what}: {done:,.0f} done, {verdict_on}: {'; '.join(lines)};"
          f" longest of all {longest:,.0f} ms; {checked}")  # fmt: skip
    return flat or short


async def _all_out(place: Place, asked: argparse.Namespace) -> float:
    """Picks a second when each answer is followed by the next call."""
    seconds = 20.0
    load = Soak(place, 0, Plan(place, 50_000, asked.games, 0.0, 0.0, seconds, asked.seed))
    await load.open()
    began = time.perf_counter()
    await asyncio.gather(*(table.play(began) for table in load.tables))
    for table in load.tables:
        for stream in table.streams:
            if stream.transport:
                stream.transport.abort()
    return len(load.counts.times) / seconds


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--rate", type=float, default=500.0, help="picks a second (default 500)")
    parser.add_argument("--share", type=float, help="in its place: of what is done all out")
    parser.add_argument("--games", type=int, default=500, help="live at once (default 500)")
    parser.add_argument("--store", choices=STORES, default="sqlite")
    parser.add_argument("--svg", type=Path, help="where to draw the curves")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the server is ended too
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="lastpick-soak-")))
        try:
            held = uvloop.run(soak(asked, folder))
        except Wrong as error:
            sys.exit(f"FAILED: {error}")
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main()
