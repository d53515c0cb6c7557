"""Clients that stop reading beside people who play: those are cut off, these notice nothing.

The games that are not read have large pools, so that every change fills the sockets; those who
stopped come back at the end, and must get everything that they missed.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import socket
import statistics
import time
from typing import Any, NamedTuple

from load import Plan, generate
from playing import Game, News, Person, Wrong, logs, patience
from processes import established, family, memory
from rig import Progress, Run
from wire import Place, listen, request, source

LARGE = 5  # games with large pools, which the slow ones share
LIVE = 200
MOST = 100  # ms that 99 of 100 picks of the others may take
TOLERANCE = 1.5  # how many times the memory of the first half the second may take
_PACE = 0.2  # seconds between two picks of a large game
_BURST = 20  # picks between two looks at who is left
_POOL = {"game": "prime-rumble", "numbers": "2-1000"}


class Slow:
    """A client that asks for news and then never reads."""

    def __init__(self, place: Place, game: str, address: str) -> None:
        self.game = game
        self.place = place
        self.address = address
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.bind((address, 0))
        self.socket.connect(place)
        path = f"/api/games/{game}/events"
        self.socket.sendall(request("GET", path, extra="last-event-id: 0\r\n"))

    async def come_back(self, version: int) -> list[dict[str, Any]]:
        """Read what had arrived, find the stream ended, and get the rest; all changes."""
        loop, news = asyncio.get_running_loop(), News()
        news.last = 0
        self.socket.setblocking(False)
        async with patience("the end of a stream that was not read"):
            try:
                while data := await loop.sock_recv(self.socket, 1 << 16):
                    news.hear(data)
            except ConnectionError:
                pass
        self.socket.close()
        if news.last == version:
            raise Wrong("a client that did not read got everything nevertheless")
        news.restart()
        listener = await listen(
            self.place, self.game, news.hear, address=self.address, last=news.last
        )
        async with patience("what a client has missed"):
            while news.last != version or news.state.get("version") != version:
                news.wake.clear()
                await news.wake.wait()
        if listener.transport:
            listener.transport.abort()
        return news.changes


class Stage:
    """A game with a large pool that is played until nobody who does not read is left."""

    def __init__(self, place: Place, number: int, slow: int, seed: int, pace: float) -> None:
        self.place, self.number, self.count, self.pace = place, number, slow, pace
        self.person = Person(place, number, seed)
        self.rng = random.Random(f"slow {seed}/{number}")
        self.slow: list[Slow] = []

    async def open(self) -> None:
        self.game: Game = await self.person.new_game(**_POOL)
        self.state = self.game.state
        self.slow = [
            Slow(self.place, self.game.id, source(1_000 + self.number * 100 + n))
            for n in range(self.count)
        ]

    async def play(self) -> None:
        """Pick and take back, so that there is always something new, until none is served."""
        async with patience("that those who do not read are cut off"):
            while self._served():
                for _ in range(_BURST):
                    await self._step()
                    await asyncio.sleep(self.pace)

    def _served(self) -> bool:
        """Whether the server still holds a connection to one who does not read."""
        open_ones = established(self.place.port)
        return any(one.socket.getsockname() in open_ones for one in self.slow)

    def close(self) -> None:
        self.person.close()
        for one in self.slow:
            one.socket.close()

    async def _step(self) -> None:
        state = self.state
        back = len(state["picks"]) > 3
        body: dict[str, Any] = {"version": state["version"], "key": f"{self.rng.getrandbits(60):x}"}
        if not back:
            body["pick"] = self.rng.choice(state["legal"][-20:])
        path = f"/api/games/{state['id']}/{'takeback' if back else 'picks'}"
        token = self.game.tokens[str(state["turn"])]
        answer = await self.person.persist(request("POST", path, body, token))
        if answer.status != 201:
            raise Wrong(f"{body} was answered with {answer}")
        self.state = answer.json()

    async def check(self, database: str) -> None:
        version = self.state["version"]
        found = await logs(database, self.game.id)
        log = [tuple(entry[:4]) for entry in found.get(self.game.id, [])]
        for told in await asyncio.gather(*(one.come_back(version) for one in self.slow)):
            ours = [(c["version"], c["seat"], c["kind"], c.get("pick")) for c in told]
            if ours != log:
                raise Wrong(f"a slow client ended with {len(ours)} changes of {len(log)}")


async def slow(run: Run, count: int) -> str:
    found = await torment(run, count, LIVE, 30.0, _PACE)
    if found.slowest >= MOST:
        raise Wrong(str(found))
    return str(found)


class Found(NamedTuple):
    """How it went for the others."""

    slow: int
    live: int
    picks: int
    times: list[float]  # in ms, of the picks that were due and done in the counted time; sorted
    memory: list[float]  # in MB, every half second

    def below(self, part: float) -> float:
        most = len(self.times) - 1
        return self.times[min(most, int(part * (most + 1)))] if self.times else float("inf")

    @property
    def slowest(self) -> float:
        return self.below(0.99)

    def __str__(self) -> str:
        return (
            f"{self.slow} clients stopped reading beside {self.live} live games: all were cut off"
            f" and caught up; {len(self.times)} picks of the others took {self.below(0.5):.0f} ms"
            f" (95 %: {self.below(0.95):.0f}, 99 %: {self.slowest:.0f}; to be under {MOST});"
            f" memory {self.memory[0]:.0f} MB at first, {max(self.memory):.0f} at most,"
            f" {self.memory[-1]:.0f} at last"
        )


async def torment(run: Run, count: int, live: int, seconds: float, pace: float) -> Found:
    with run.server() as server:
        place, pid = Place.of(server.url), server.process.pid
        ours, theirs = multiprocessing.get_context("spawn").Pipe()
        plan = Plan(place, 10_000, live, float(live), 2.0, seconds, run.seed)
        process = multiprocessing.get_context("spawn").Process(
            target=generate, args=(plan, theirs), daemon=True
        )
        process.start()
        theirs.close()
        sampler, stages = None, []
        try:
            await asyncio.to_thread(ours.recv)
            stages = [Stage(place, n, count // LARGE, run.seed, pace) for n in range(LARGE)]
            await asyncio.gather(*(stage.open() for stage in stages))
            samples: list[float] = []
            sampler = asyncio.ensure_future(_sample(pid, samples))
            ours.send(time.perf_counter() + 0.5)
            progress = Progress(f"slow, {run.name}", 3)
            await asyncio.gather(*(stage.play() for stage in stages))
            progress(1)
            counts = await asyncio.to_thread(ours.recv)
            progress(2)
            await asyncio.gather(*(stage.check(server.database) for stage in stages))
            progress(3)
            ours.send("end")
            await asyncio.to_thread(process.join)
        except EOFError:
            raise Wrong("the others could not play") from None
        finally:
            if sampler:
                sampler.cancel()
            process.kill()
            for stage in stages:
                stage.close()
        if counts.refused:
            raise Wrong(f"{counts.refused} picks of the others were refused")
        _check_memory(samples)
        times = sorted(1000 * one for one in counts.times)
        return Found(count, live, counts.within, times, samples)


async def _sample(pid: int, samples: list[float]) -> None:
    while True:
        samples.append(memory(family(pid)))
        await asyncio.sleep(0.5)


def _check_memory(samples: list[float]) -> None:
    """It may rise as the sockets fill, and must not go on rising."""
    half = len(samples) // 2
    first, second = statistics.median(samples[:half] or samples), max(samples[half:])
    if second > TOLERANCE * first:
        raise Wrong(f"memory rose from {first:.0f} MB to {second:.0f} MB")
