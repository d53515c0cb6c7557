"""`kill -9` at random moments, while people play on and try again by the same key."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Awaitable
from typing import Any

from playing import Game, Person, Wrong, logs, patience
from processes import alive, family, workers
from recorder import Recorder, verdict
from rig import Progress, Run, Server, end_all
from wire import Place, close_all

PEOPLE = 6


class Crowd:
    """People who play one game after the other, each both seats."""

    def __init__(self, place: Place, seed: int, recorder: Recorder) -> None:
        self.people = [Person(place, number, seed, recorder) for number in range(PEOPLE)]
        self.games: list[Game] = []
        self.picks = 0
        self.moved = asyncio.Event()
        self.stopping = False

    async def play(self, person: Person) -> None:
        while not self.stopping:
            game = await person.new_game()
            self.games.append(game)
            while game.state["legal"] and not self.stopping:
                await person.pick(game)
                self.picks += 1
                person.answered += 1
                self.moved.set()

    async def wait_for(self, picks: int) -> None:
        """Until everybody has got an answer from this server, and so many more were given."""
        before = [person.answered for person in self.people]
        upto = self.picks + picks
        async with patience("an answer for everybody after a kill"):
            while self.picks < upto or any(
                person.answered == had for person, had in zip(self.people, before, strict=True)
            ):
                self.moved.clear()
                await self.moved.wait()


async def kills(run: Run, count: int) -> str:
    with run.server("--rate", "0") as server:
        rng = random.Random(f"kills {run.seed} {run.name}")
        recorder = Recorder(run.folder / "history.jsonl")
        crowd = Crowd(Place.of(server.url), run.seed, recorder)
        players = asyncio.gather(*(crowd.play(person) for person in crowd.people))
        progress = Progress(f"kills, {run.name}", count)
        try:
            for done in range(1, count + 1):
                early = done % 8 == 0  # some are killed while they start
                if not early:
                    await _first(players, crowd.wait_for(rng.choice((1, 10, 20, 40))))
                await asyncio.sleep(rng.random() * (0.5 if early else 0.02))  # any moment
                await kill(server, rng, run.workers)
                progress(done)
            crowd.stopping = True
            await players
        finally:
            players.cancel()
            await asyncio.wait([players])
            await close_all(crowd.people)
        found = await logs(server.database)
        for game in crowd.games:
            game.check(found.pop(game.id, []))
        if found:
            raise Wrong(f"there are events of {len(found)} games that nobody was told of")
        checked = await verdict(recorder, Place.of(server.url))
        tried = sum(person.tried_again for person in crowd.people)
        return (
            f"{count} kills: {crowd.picks} acknowledged picks in {len(crowd.games)} games,"
            f" 0 lost, 0 doubled ({tried} calls tried again by the same key); {checked}"
        )


async def _first(players: asyncio.Future[list[None]], waiting: Awaitable[None]) -> None:
    """Wait, unless a player fails meanwhile."""
    task = asyncio.ensure_future(waiting)
    both: set[asyncio.Future[Any]] = {players, task}
    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    if players.done():
        task.cancel()
        players.result()
    await task


async def kill(server: Server, rng: random.Random, count: int) -> None:
    parent = server.process.pid
    how = rng.choice(("all", "parent", "worker")) if count > 1 else "all"
    if how == "worker":  # the supervisor starts another one
        if found := workers(parent):
            os.kill(rng.choice(found), signal.SIGKILL)
        return
    pids = family(parent)
    await asyncio.to_thread(server.kill)
    if how == "all":
        end_all(pids[1:])
    try:
        async with patience("the end of the workers after a kill of their supervisor"):
            while any(alive(pid) for pid in pids):
                await asyncio.sleep(0.01)
    finally:
        end_all(pids)
    await asyncio.to_thread(server.start)
