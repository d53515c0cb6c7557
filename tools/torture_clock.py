"""The system's clock jumps by years, at a restart and while the server runs.

The server alone sees another time, by libfaketime. Nothing may be deleted for it, and neither a
player's clock nor a player's silence may jump with it.
"""

from __future__ import annotations

import asyncio
import glob
import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playing import Game, Person, Wrong
from processes import family
from recorder import verdict
from rig import Progress, Run, Server, end_all
from torture_faults import playing
from wire import Place, request

JUMPS = ("+3650d", "-3650d", "+40d", "-1d", "+2h", "-2h")
_CLOCK = {"seconds": 600, "increment": 0}
_SLACK = 20.0  # seconds that a player's clock may have lost while this went on


@contextmanager
def faked(file: Path) -> Iterator[None]:
    """Programs that are started now read their time from a file."""
    library = next(iter(sorted(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1"))), None)
    if library is None:
        raise FileNotFoundError("libfaketime was not found; apt-get install libfaketime")
    said = {
        "LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": str(file), "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1",
    }  # fmt: skip
    os.environ.update(said)
    try:
        yield
    finally:
        for name in said:
            del os.environ[name]


def _jump(file: Path, to: str) -> None:
    new = file.with_suffix(".new")
    new.write_text(to + "\n")
    new.replace(file)


async def clock(run: Run, count: int) -> str:
    """Jumps, half of them at a restart."""
    rng = random.Random(f"clock {run.seed}")
    run.folder.mkdir(parents=True, exist_ok=True)
    file = run.folder / "time"
    _jump(file, "+0")
    try:
        with faked(file):
            serving = run.server("--rate", "0", "--keep-days", "1")
            server = serving.__enter__()
    except FileNotFoundError as error:
        return f"left out: {error}"
    try:
        place = Place.of(server.url)
        kept = Kept(place, run.seed)
        await kept.make()
        progress = Progress(f"clock, {run.name}", count)
        async with playing(place, run) as table:
            for done in range(1, count + 1):
                await table.going()
                to = JUMPS[done % len(JUMPS)] if done > 2 else JUMPS[done - 1]
                if done % 2 or rng.random() < 0.2:
                    await _restart(server, file, to)
                else:
                    _jump(file, to)
                await table.going()
                await kept.check(f"a jump to {to}")
                progress(done)
        kept.person.close()
        checked = await verdict(table.recorder, place)
        return (
            f"{count} jumps of the clock by up to ten years, half of them at a restart:"
            f" {sum(table.picks)} picks, no game deleted, no clock or claim run out; {checked}"
        )
    finally:
        serving.__exit__(None, None, None)


async def _restart(server: Server, file: Path, to: str) -> None:
    pids = family(server.process.pid)
    await asyncio.to_thread(server.kill)
    end_all(pids[1:])
    _jump(file, to)
    with faked(file):
        await asyncio.to_thread(server.start)


class Kept:
    """Games that nobody touches any more: one with a clock, and one that could be claimed."""

    def __init__(self, place: Place, seed: int) -> None:
        self.person = Person(place, 9_000, f"clock {seed}")

    async def make(self) -> None:
        self.timed = await self._pair(clock=_CLOCK)
        self.silent = await self._pair()
        self.began = time.monotonic()

    async def _pair(self, **terms: object) -> Game:
        """A game of two people who both came, the first of whom has picked."""
        body = {"game": "prime-rumble", "seats": ["me", "friend"], **terms}
        made = (await self.person.persist(request("POST", "/api/games", body))).json()
        join = {"invite": made["invite"], "key": "friend"}
        path = f"/api/games/{made['id']}/join"
        other = (await self.person.persist(request("POST", path, join))).json()
        game = Game(made, {**made["tokens"], **other["tokens"]})
        game.state = other["state"]
        await self.person.pick(game)
        return game

    async def check(self, after: str) -> None:
        for game in (self.timed, self.silent):
            answer = await self.person.persist(request("GET", f"/api/games/{game.id}"))
            if answer.status != 200:
                raise Wrong(f"after {after} a game is answered with {answer}")
            state = answer.json()
            if state["version"] != game.version or state["outcome"]:
                raise Wrong(f"after {after} a game has gone on by itself: {state}")
        await self._claim(self.silent, after)
        await self._claim(self.timed, after)

    async def _claim(self, game: Game, after: str) -> None:
        """Who waits cannot claim: the other is neither out of time nor away for a minute."""
        if time.monotonic() - self.began > 45:  # by now it could be true
            return
        body = {"version": game.version, "key": f"c{time.monotonic_ns()}"}
        seat = str(3 - game.state["turn"])
        path = f"/api/games/{game.id}/claim"
        answer = await self.person.persist(request("POST", path, body, game.tokens[seat]))
        if answer.status != 422:
            raise Wrong(f"after {after} a claim is answered with {answer}")
