"""Attacks by games: long logs, bots that think for ever, questions, large files, a locked store."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from itertools import count as counter
from typing import Any

from attack import ATTACKER, Scene, attacked, beside
from playing import Person, Wrong
from processes import family
from rig import Progress, Run, Server, end_all
from wire import Client, Place, listen, request

HARD = 'numbers = "1-60"\nfollows = "(n * 5 + last * last) % 13 < 4"\n'  # 4 s do not solve it
LARGE = 'numbers = "1-1000"\nremoves = "abs(m - n) <= 14"\n'  # a state as large as can be
_TABS = 16  # connections of one attacker
_SECONDS = 20.0  # that an attack lasts
_LATE = 10.0  # seconds after it in which answers still count
MOST_GROWN = 30.0  # megabytes of one visitor's files
_LOCKED = 6.0  # seconds
MOST_LOADING = 1.0  # seconds for the first look at a long game after a restart


# --- old keys ---------------------------------------------------------------------------------


async def oldkeys(run: Run, count: int) -> str:
    """A game with a long log: its first key again and again, undo, and a restart."""
    with run.server("--rate", "0") as server:
        long = await _long_game(server, count)
        await asyncio.to_thread(_restart, server)
        person = Person(long.person.client.place, ATTACKER + 1, "oldkeys")
        await person.persist(request("GET", "/healthz"))  # it listens before it is ready
        began = time.perf_counter()
        await person.persist(request("GET", f"/api/games/{long.game.id}"))
        loading = time.perf_counter() - began
        person.close()
        async with beside(run, server) as scene:
            spent = await _repeat(scene, long)
            scene.notes.append(f"loading it after a restart took {1000 * loading:.0f} ms")
            scene.notes.append(f"the attacker's longest call took {1000 * spent:.0f} ms")
    if loading > MOST_LOADING:
        raise Wrong(f"a game of {count} events is slow to load; {scene}")
    return f"old keys and undo in a game of {count} events; {scene}"


def _restart(server: Server) -> None:
    pids = family(server.process.pid)
    server.kill()
    end_all(pids[1:])
    server.args = [arg for arg in server.args if arg not in ("--rate", "0")]
    server.start()


class Long:
    """A game of many events, and the calls that made it."""

    def __init__(self, place: Place) -> None:
        self.person = Person(place, ATTACKER, "long")
        self.calls: list[bytes] = []

    async def make(self, events: int) -> None:
        """Picks to nearly the end, then one back and one again."""
        self.game = await self.person.new_game(
            ["me", "me"], game="non-consecutive", numbers="1-1000"
        )
        self.version, picked = 0, 0
        progress = Progress("oldkeys: the long game", events)
        for n in range(1, 961, 2):
            await self.step(picked, n)
            picked += 1
            if self.version >= events:
                return
        while self.version < events - 1:
            await self.step(picked, None)
            await self.step(picked - 1, 959)
            progress(self.version)

    async def step(self, picked: int, n: int | None) -> None:
        answer = await self.person.persist(self.call(picked, n))
        if answer.status != 201:
            raise Wrong(f"a step of the long game was answered with {answer}")
        self.version += 1

    def call(self, picked: int, n: int | None) -> bytes:
        body: dict[str, Any] = {"version": self.version, "key": f"k{self.version}"}
        name = "takeback" if n is None else "picks"
        if n is not None:
            body["pick"] = n
        token = self.game.tokens[str(1 + picked % 2)]
        content = request("POST", f"/api/games/{self.game.id}/{name}", body, token)
        self.calls.append(content)
        return content


async def _long_game(server: Server, events: int) -> Long:
    long = Long(Place.of(server.url))
    await long.make(events)
    long.person.close()
    return long


async def _repeat(scene: Scene, long: Long) -> float:
    """Old keys by both seats from one address, and undo, as fast as the limits allow."""
    until, longest, numbers = time.monotonic() + _SECONDS, 0.0, counter()
    old = [long.calls[0], long.calls[1], long.calls[-2], long.calls[-1]]

    async def tab() -> None:
        nonlocal longest
        client = scene.client()
        while time.monotonic() < until:
            began = time.perf_counter()
            answer = await scene.send(client, old[next(numbers) % len(old)])
            longest = max(longest, time.perf_counter() - began)
            if answer is None or answer.status == 429:
                await asyncio.sleep(0.05)
        client.close()

    await asyncio.gather(*(tab() for _ in range(_TABS)))
    return longest


# --- thinking -----------------------------------------------------------------------------------


async def thinking(run: Run, count: int) -> str:
    """Bots against bots, in a game that they cannot work out."""
    async with attacked(run) as scene:
        progress = Progress("thinking", count)
        body = {"toml": HARD, "seats": ["perfect", "perfect"]}
        games = []
        client = scene.client()
        for number in range(count):
            answer = await scene.send(client, request("POST", "/api/games", body))
            if answer and answer.status == 201:
                games.append(answer.json()["id"])
            progress(number + 1)
        for game in games:  # whoever looks keeps it going
            await scene.send(client, request("GET", f"/api/games/{game}"))
        client.close()
        await asyncio.sleep(_SECONDS)
    return f"{count} games of bots against bots that cannot be worked out; {scene}"


# --- questions ----------------------------------------------------------------------------------


async def questions(run: Run, count: int) -> str:
    """Hard puzzles from many addresses at once."""
    async with attacked(run) as scene:
        await _ask(scene, [[scene.client(number)] for number in range(count)], lambda _: "")
    return f"hard puzzles from {count} addresses; {scene}"


async def prefix(run: Run, count: int) -> str:
    """One IPv6 /64 as so many addresses, as a proxy tells of them."""
    async with attacked(run, proxied=True) as scene:
        clients = [[Client(scene.place)] for _ in range(count)]

        def address(number: int) -> str:
            return f"x-forwarded-for: 2001:db8:1:2:{number:x}:{number * 7919 % 65536:x}::1\r\n"

        passed = await _open_streams(scene, count, address)
        scene.notes.append(f"{passed} of {count} streams of one game were opened")
        await _ask(scene, clients, address)
    if passed == count:
        raise Wrong(f"an IPv6 /64 passes a limit as {count} addresses; {scene}")
    return f"hard puzzles from {count} addresses of one IPv6 /64, through a proxy; {scene}"


async def _open_streams(scene: Scene, count: int, extra: Callable[[int], str]) -> int:
    """One stream of the same game from each address; how many were let in."""
    person = Person(scene.place, ATTACKER, "prefix")
    game = await person.new_game()
    heard: list[bytes] = []
    listeners = [
        await listen(scene.place, game.id, heard.append, extra=extra(number))
        for number in range(count)
    ]
    await asyncio.sleep(2)
    for listener in listeners:
        if listener.transport:
            listener.transport.abort()
    person.close()
    return sum(data.startswith(b"HTTP/1.1 200") for data in heard)


async def _ask(scene: Scene, askers: list[list[Client]], extra: Callable[[int], str]) -> None:
    until, seeds = time.monotonic() + _SECONDS, counter(1)
    progress = Progress("questions", len(askers))

    async def one(number: int, client: Client) -> None:
        while time.monotonic() < until:
            path = f"/api/puzzles?game=prime-rumble&numbers=2-70&level=5&seed={next(seeds)}"
            content = request("GET", path, extra=extra(number))
            try:
                async with asyncio.timeout(until + _LATE - time.monotonic()):
                    answer = await scene.send(client, content)
            except TimeoutError:
                scene.answered["no answer"] += 1
                client.close()
                return
            if answer is None or answer.status == 429:
                await asyncio.sleep(0.2)
        progress(number + 1)

    tasks = [
        asyncio.ensure_future(one(number, client))
        for number, clients in enumerate(askers) for client in clients
    ]  # fmt: skip
    try:
        await asyncio.wait(tasks, timeout=_SECONDS + 2 * _LATE)
    finally:
        for task in tasks:
            task.cancel()
        for clients in askers:
            for client in clients:
                client.close()


# --- files ----------------------------------------------------------------------------------------


async def files(run: Run, count: int) -> str:
    """Large game files, each different and kept with a game."""
    async with attacked(run) as scene:
        before, progress = _size(scene), Progress("files", count)
        numbers = iter(range(count))

        async def tab() -> None:
            client = scene.client()
            for number in numbers:
                tips = "\n".join(f'"{number} {i} {"x" * 1000}",' for i in range(60))
                toml = f'numbers = "1-12"\nfollows = "divisor or multiple"\ntips = [\n{tips}\n]\n'
                body = {"toml": toml, "seats": ["me", "me"]}
                answer = await scene.send(client, request("POST", "/api/games", body))
                if answer is None or answer.status == 429:
                    await asyncio.sleep(0.02)
                progress(number + 1)
            client.close()

        await asyncio.gather(*(tab() for _ in range(_TABS)))
        grown = (_size(scene) - before) / 1e6
        scene.notes.append(f"the store grew by {grown:.1f} MB")
    if grown > MOST_GROWN:
        raise Wrong(f"the store took {grown:.0f} MB of files; {scene}")
    return f"{count} games with files of 62 kB; {scene}"


def _size(scene: Scene) -> int:
    """Bytes of the store's files."""
    folder = scene.server.folder
    return sum(file.stat().st_size for file in folder.glob("web.sqlite*"))


# --- a locked store -------------------------------------------------------------------------------


async def locked(run: Run, count: int) -> str:
    """Another process holds SQLite's lock for some seconds, again and again."""
    may = ("pick 503", "own game 503", "stream lost")
    writes = dict.fromkeys(("pick", "news", "own game"), _LOCKED + 4)  # these have to wait
    async with attacked(run, forgiven=may, most=writes) as scene:
        progress = Progress("locked", count)
        watch = asyncio.ensure_future(_watch(scene))
        for number in range(count):
            await asyncio.to_thread(_hold, scene.server.database, _LOCKED)
            progress(number + 1)
            await asyncio.sleep(1.0)
        watch.cancel()
        longest = await watch
        scene.notes.append(f"a look at another game took {1000 * longest:.0f} ms at most")
    if longest > 1.0:
        raise Wrong(f"everybody waits for a locked store; {scene}")
    return f"{count} times locked for {_LOCKED:.0f} s by another process; {scene}"


def _hold(database: str, seconds: float) -> None:
    db = sqlite3.connect(database, isolation_level=None)
    try:
        db.execute("PRAGMA busy_timeout = 10000")
        db.execute("BEGIN IMMEDIATE")
        time.sleep(seconds)
        db.execute("ROLLBACK")
    finally:
        db.close()


async def _watch(scene: Scene) -> float:
    """Look at what needs no writing, all the time; the longest that it took."""
    client, longest = scene.client(), 0.0
    try:
        while True:
            began = time.perf_counter()
            await scene.send(client, request("GET", "/api/catalog"))
            longest = max(longest, time.perf_counter() - began)
            await asyncio.sleep(0.02)
    except asyncio.CancelledError:
        return max(longest, time.perf_counter() - began)
    finally:
        client.close()
