"""Load on this machine: many games live at once, their news read, and durable picks a second.

Each game has two people at addresses of their own, each with a stream of news and a connection
for calls. They pick at random until the game is over, and then make the next one. The time of
a pick runs from the moment it was due, so that a server that falls behind cannot hide it.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import random
import signal
import sys
import tempfile
import time
from array import array
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

import uvloop
from playing import GAMES
from processes import family, memory, pin, processor
from rig import Server, end, postgres, postgres_process
from wire import Answer, Client, Listener, Place, listen, request, source

_AT_ONCE = 50  # games that are being made at the same time


class Refused(Exception):
    """The server had something else to say than was expected."""


class Plan(NamedTuple):
    """What one generator does."""

    place: Place
    first: int  # the number of its first game
    games: int
    rate: float  # picks a second, of all its games together; 0: as fast as they are answered
    warm: float
    seconds: float
    seed: int


class Counts:
    """What one generator saw."""

    def __init__(self) -> None:
        self.times = array("d")  # of each pick, in seconds
        self.within = 0  # picks that were acknowledged within the counted time, however long due
        self.news = 0
        self.made = 0
        self.refused = 0


class Table:
    """One game after another, with two people."""

    def __init__(self, plan: Plan, number: int, counts: Counts) -> None:
        self.plan = plan
        self.counts = counts
        self.rng = random.Random(f"{plan.seed}/{number}")
        self.addresses = [source(2 * number), source(2 * number + 1)]
        self.clients = [Client(plan.place, address) for address in self.addresses]
        self.streams: list[Listener] = []

    async def open(self) -> None:
        """Make a game, let the friend join, and open both streams."""
        for stream in self.streams:
            if stream.transport:
                stream.transport.abort()
        body = {"game": self.rng.choice(GAMES), "seats": ["me", "friend"]}
        made = expect(201, await self.clients[0].again(request("POST", "/api/games", body))).json()
        self.id = made["id"]
        join = {"invite": made["invite"], "key": "friend"}
        path = f"/api/games/{self.id}/join"
        joined = expect(201, await self.clients[1].again(request("POST", path, join))).json()
        self.tokens = [made["tokens"]["1"], joined["tokens"]["2"]]
        self.streams = [
            await listen(self.plan.place, self.id, self._hear, token, address)
            for token, address in zip(self.tokens, self.addresses, strict=True)
        ]
        for stream in self.streams:
            await stream.begun  # else picks would be made before anybody listens
        self.legal = joined["state"]["legal"]
        self.version = 0
        self.counts.made += 1

    def _hear(self, data: bytes) -> None:
        self.counts.news += data.count(b"event: change\n")

    async def play(self, began: float) -> None:
        plan, clock = self.plan, time.perf_counter
        every = plan.games / plan.rate if plan.rate else 0.0
        due = began + self.rng.random() * every
        counted, end = began + plan.warm, began + plan.warm + plan.seconds
        while True:
            now = clock()
            if due > now:
                await asyncio.sleep(due - now)
            if not every:
                due = clock()
            if due >= end:
                return
            answer = await self._pick()
            if answer.status != 201:
                self.counts.refused += 1
                print(f"refused: {answer}", file=sys.stderr)
                return
            done = clock()
            self.counts.within += counted <= done <= end
            if counted <= due and done <= end:
                self.counts.times.append(done - due)
            self.legal = legal(answer.body)
            self.version += 1
            if not self.legal:
                try:
                    await self.open()
                except Refused as error:
                    self.counts.refused += 1
                    print(error, file=sys.stderr)
                    return
            due += every

    async def _pick(self) -> Answer:
        seat = self.version % 2
        body = {
            "pick": self.rng.choice(self.legal),
            "version": self.version,
            "key": f"k{self.version}",
        }
        path = f"/api/games/{self.id}/picks"
        return await self.clients[seat].again(request("POST", path, body, self.tokens[seat]))


def expect(status: int, answer: Answer) -> Answer:
    if answer.status != status:
        raise Refused(f"expected {status}, got {answer.status}: {answer.body[:200]!r}")
    return answer


def legal(state: bytes) -> list[int]:
    """The legal picks, without reading the rest of the state."""
    start = state.index(b'"legal":[') + 9
    found = state[start : state.index(b"]", start)]
    return [int(n) for n in found.split(b",")] if found else []


# --- generators, each in a process of its own ----------------------------------------------


def generate(plan: Plan, wire: Connection) -> None:
    uvloop.run(_generate(plan, wire))


async def _generate(plan: Plan, wire: Connection) -> None:
    counts = Counts()
    tables = [Table(plan, plan.first + number, counts) for number in range(plan.games)]
    gate = asyncio.Semaphore(_AT_ONCE)

    async def opened(table: Table) -> None:
        async with gate:
            await table.open()

    await asyncio.gather(*(opened(table) for table in tables))
    wire.send("ready")
    began = await asyncio.to_thread(wire.recv)
    counts.made = counts.news = 0
    await asyncio.gather(*(table.play(began) for table in tables))
    wire.send(counts)
    await asyncio.to_thread(wire.recv)  # the streams stay open until the memory was measured


# --- a run ------------------------------------------------------------------------------------


class Parts(NamedTuple):
    """The processor time of each part: a sum, or what a pick has taken of it."""

    server: float
    database: float
    generator: float

    def each(self, before: Parts, count: float) -> Parts:
        return Parts(
            *(max(0.0, now - then) / count for now, then in zip(self, before, strict=True))
        )


class Figures(NamedTuple):
    """What one run came to."""

    picks: float  # a second
    times: tuple[float, float, float, float]  # of a pick, in ms: half, 95 %, 99 %, the longest
    made: float  # games a second
    news: float  # changes a second that arrived
    memory: float
    cores: float  # that the server kept busy
    costs: Parts  # ms of processor time that a pick took, with its share of everything else
    refused: int


class Served(NamedTuple):
    """What is measured: a server, and the process of its database if that is another one."""

    server: Server
    database: int | None

    def spent(self, generators: list[int]) -> Parts:
        database = family(self.database) if self.database else []
        return Parts(
            processor(family(self.server.process.pid)), processor(database), processor(generators)
        )


def measure(served: Served, asked: argparse.Namespace, rate: float) -> Figures:
    server = served.server
    context = multiprocessing.get_context("spawn")
    place, count = Place.of(server.url), asked.generators
    share, wires, processes = asked.games // count, [], []
    for number in range(count):
        plan = Plan(
            place, number * share, share, rate / count, asked.warm, asked.seconds, asked.seed
        )
        ours, theirs = context.Pipe()
        process = context.Process(target=generate, args=(plan, theirs), daemon=True)
        process.start()
        theirs.close()  # so that its end shows here
        wires.append(ours)
        processes.append(process)
    for wire in wires:
        wire.recv()
    pids = family(server.process.pid)
    generators = [int(process.pid or 0) for process in processes]
    if asked.apart:
        keep_apart(served, generators)
    began = time.perf_counter() + 0.5
    for wire in wires:
        wire.send(began)
    time.sleep(max(0.0, began + asked.warm - time.perf_counter()))
    before = served.spent(generators)
    time.sleep(asked.seconds)
    after = served.spent(generators)
    counts: list[Counts] = [wire.recv() for wire in wires]
    resident = memory(pids)
    for wire, process in zip(wires, processes, strict=True):
        wire.send("end")
        process.join()
    times = sorted(1000 * one for found in counts for one in found.times)
    whole = asked.warm + asked.seconds
    done = sum(one.within for one in counts)

    def below(part: float) -> float:
        return times[min(len(times) - 1, int(part * len(times)))] if times else 0.0

    return Figures(
        len(times) / asked.seconds,
        (below(0.5), below(0.95), below(0.99), below(1.0)),
        sum(one.made for one in counts) / whole,
        sum(one.news for one in counts) / whole,
        resident,
        (after.server - before.server) / asked.seconds,
        after.each(before, max(1, done) / 1000),
        sum(one.refused for one in counts),
    )


def keep_apart(served: Served, generators: list[int]) -> None:
    """The server's processes on the first half of the cores, everything else on the second."""
    cores = sorted(os.sched_getaffinity(0))
    ours, theirs = cores[: len(cores) // 2], cores[len(cores) // 2 :]
    if not ours:
        raise SystemExit("--apart needs two cores")
    pin(family(served.server.process.pid), ours)
    pin([*(family(served.database) if served.database else []), *generators], theirs)


@contextmanager
def serving(store: str, workers: int) -> Iterator[Served]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="lastpick-load-")))
        address = stack.enter_context(postgres()) if store == "PostgreSQL" else None
        more = ["--workers", workers] if workers > 1 else []
        server = stack.enter_context(Server(folder, "--quiet", *more, database=address))
        stack.callback(end, server)
        yield Served(server, postgres_process(address) if address else None)


STORES = {
    "sqlite": ("SQLite", 1),
    "postgres": ("PostgreSQL", 1),
    "postgres:2": ("PostgreSQL", 2),
    "postgres:4": ("PostgreSQL", 4),
}
HEADS = (
    "store", "processes", "games live", "asked for", "picks/s", "half in ms", "95 %", "99 %",
    "longest", "new games/s", "news/s", "memory MB", "cores", "ms of server", "of database",
    "of generator", "refused",
)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="live at once (default 1000)")
    parser.add_argument("--rate", type=float, default=1000.0, help="picks a second asked for, of"
                        " all games; each store is also driven as fast as it answers")  # fmt: skip
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--warm", type=float, default=5.0, help="seconds before that")
    parser.add_argument("--generators", type=int, default=1, help="processes that make the load")
    fitting = [name for name, (_, workers) in STORES.items() if workers <= (os.cpu_count() or 1)]
    parser.add_argument("--stores", default=",".join(fitting), help=f"of {', '.join(STORES)}"
                        " (default: those with a core for each process)")  # fmt: skip
    parser.add_argument("--apart", action="store_true", help="keep the server's processes on the"
                        " first half of the cores, database and load on the second")  # fmt: skip
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the server is ended too
    busy = os.getloadavg()[0]
    print(f"{os.cpu_count()} cores, shared with the load; load average before: {busy:.1f}")
    print(f"each run {asked.seconds:.0f} s, after {asked.warm:.0f} s to warm up;"
          " ms: the processor time of a pick, with its share of all else\n")  # fmt: skip
    print("| " + " | ".join(HEADS) + " |\n" + "| --- " * len(HEADS) + "|", flush=True)
    for name in asked.stores.split(","):
        store, workers = STORES[name]
        for rate in sorted({asked.rate, 0.0}, reverse=True):
            with serving(store, workers) as served:
                found = measure(served, asked, rate)
            cells = [
                store, workers, f"{asked.games:,}", f"{rate:,.0f}" if rate else "all it can",
                f"{found.picks:,.0f}", *(f"{one:,.0f}" for one in found.times),
                f"{found.made:,.0f}", f"{found.news:,.0f}", f"{found.memory:,.0f}",
                f"{found.cores:.2f}", *(f"{cost:.2f}" for cost in found.costs), found.refused,
            ]  # fmt: skip
            print("| " + " | ".join(map(str, cells)) + " |", flush=True)


if __name__ == "__main__":
    main()
