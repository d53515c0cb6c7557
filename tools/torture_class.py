"""A class behind one address, one of whom is hostile: does anybody else notice?"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count as counter
from pathlib import Path
from typing import NamedTuple

from playing import Game, Person, Wrong
from recorder import Asked, Recorder, verdict
from rig import Progress, Run
from torture_games import HARD
from victim import RECORD
from wire import Answer, Lost, Place, close_all, request, source

PUPILS = 30
_ADDRESS = 190_000  # the number of the address of all of them
_EVERY = 1.0  # seconds between two picks of a pupil
_RARELY = 3.0  # seconds between two hints or reviews of one of them
_PIPELINED = 16
MOST = {"pick": 0.25, "bot": 10.0, "page": 15.0, "hint": 15.0, "review": 15.0}  # of 99 %, seconds


class Seen(NamedTuple):
    """What the others saw."""

    waits: dict[str, list[float]]
    refused: Counter[str]

    def late(self, kind: str) -> float:
        """What 99 % of a kind came within; the longest, if there are few."""
        waits = sorted(self.waits.get(kind, [0.0]))
        return waits[min(len(waits) - 1, int(0.99 * len(waits)))]

    def __str__(self) -> str:
        kinds = ", ".join(
            f"{kind} {1000 * self.late(kind):.0f} ms (longest {1000 * max(waits):.0f})"
            for kind, waits in sorted(self.waits.items())
        )
        refused = ", ".join(f"{what} {n}" for what, n in sorted(self.refused.items()))
        return f"99 % of {kinds}; refused {refused or 'nothing'}"


# --- the class ----------------------------------------------------------------------------------


class Class:
    """Thirty who play, each over a connection of its own, and now and then do something else."""

    def __init__(self, place: Place, file: Path) -> None:
        self.place = place
        self.recorder = Recorder(file, "class")
        self.waits: defaultdict[str, list[float]] = defaultdict(list)
        self.refused: Counter[str] = Counter()
        self.games: list[tuple[Pupil, Game]] = []

    async def come(self, pupils: int) -> None:
        for number in range(pupils):
            pupil = Pupil(self, number)
            self.games.append((pupil, await pupil.new_game()))

    @contextmanager
    def timing(self, kind: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.waits[kind].append(time.perf_counter() - began)

    async def play(self, seconds: float) -> Seen:
        """Everybody plays for so long; what they saw of it."""
        self.waits, self.refused = defaultdict(list), Counter()
        until = time.monotonic() + seconds
        doings = [self._pupil(number, until) for number in range(len(self.games))]
        doings += [self._hints(until), self._reviews(until), self._pages(until), self._bot(until)]
        await asyncio.gather(*doings)
        return Seen(dict(self.waits), self.refused)

    async def _pupil(self, number: int, until: float) -> None:
        await asyncio.sleep(_EVERY * number / len(self.games))
        while time.monotonic() < until:
            pupil, game = self.games[number]
            if not game.state["legal"]:
                self.games[number] = pupil, await pupil.new_game()
                continue
            with self.timing("pick"):
                await pupil.pick(game)
            await asyncio.sleep(_EVERY)

    async def _hints(self, until: float) -> None:
        """By the seat whose turn it is, in a game that stands still."""
        pupil = Pupil(self, PUPILS + 1, "hint")
        game = await pupil.new_game()
        content = request("GET", f"/api/games/{game.id}/hint", token=game.tokens["1"])
        await self._again("hint", until, lambda: pupil.persist(content))
        pupil.client.close()

    async def _bot(self, until: float) -> None:
        pupil = Pupil(self, PUPILS + 2, "bot")

        async def once() -> None:
            made = await pupil.new_game(["greedy", "me"], game="divisor-duel", numbers="1-20")
            look = request("GET", f"/api/games/{made.id}", token=made.tokens["2"])
            while not (await pupil.persist(look)).json()["picks"]:
                await asyncio.sleep(0.02)

        await self._again("bot", until, once)
        pupil.client.close()

    async def _reviews(self, until: float) -> None:
        content = request("POST", "/api/review", {"record": RECORD})
        await self._again("review", until, lambda: self._newcomer("review", content))

    async def _pages(self, until: float) -> None:
        content = request("GET", "/")
        await self._again("page", until, lambda: self._newcomer("page", content))

    async def _again(self, kind: str, until: float, do: Callable[[], Awaitable[object]]) -> None:
        while time.monotonic() < until:
            with self.timing(kind):
                await do()
            await asyncio.sleep(_RARELY / 3 if kind == "page" else _RARELY)

    async def _newcomer(self, kind: str, content: bytes) -> None:
        """By a connection of its own, again until it is answered."""
        pupil = Pupil(self, PUPILS, kind)
        await pupil.persist(content)
        pupil.client.close()


class Pupil(Person):
    """Counts what was refused, and tries again after a second, as the page does."""

    def __init__(self, school: Class, number: int, kind: str = "pick") -> None:
        super().__init__(school.place, _ADDRESS, f"pupil {number}", school.recorder)
        self.school, self.kind = school, kind

    async def persist(self, content: bytes, asked: Asked | None = None) -> Answer:
        kind = "new game" if content.startswith(b"POST /api/games ") else self.kind
        while True:
            try:
                answer = await self.send(content, asked)
                if answer.status not in (429, 503):
                    return answer
                self.school.refused[f"{kind} {answer.status}"] += 1
            except Lost:
                self.client.close()
                self.school.refused[f"{kind} lost"] += 1
            await asyncio.sleep(1.0)


# --- one of them ----------------------------------------------------------------------------------


def _health(_: int) -> bytes:
    return request("GET", "/healthz")


def _puzzle(number: int) -> bytes:
    path = f"/api/puzzles?game=prime-rumble&numbers=2-70&level=5&seed={number}"
    return request("GET", path)


def _bots(number: int) -> bytes:
    body = {"toml": f"{HARD}# {number % 40}\n", "seats": ["perfect", "perfect"]}
    return request("POST", "/api/games", body)


def _file(number: int) -> bytes:
    text = f'numbers = "1-9"\nfollows = "n > last"\ntips = ["{number}{"x" * 50_000}"]\n'
    return request("POST", "/api/games", {"toml": text, "seats": ["me", "me"]})


def _picks(_: int) -> bytes:
    body = {"game": "non-consecutive", "numbers": "1-1000", "seats": ["me", "me"]}
    return request("POST", "/api/games", {**body, "picks": list(range(1, 700, 2))})


def _look(_: int) -> bytes:
    return request("GET", "/api/games/none", token="x" * 43)


class Attack(NamedTuple):
    """What is asked again and again, by how many connections."""

    asked: Callable[[int], bytes]
    sockets: int


ATTACKS = {
    "pipelined /healthz on 3 sockets": Attack(_health, 3),
    "pipelined /healthz on 300 sockets": Attack(_health, 300),
    "made-up tokens on 3 sockets": Attack(_look, 3),
    "hard puzzles on 3 sockets": Attack(_puzzle, 3),
    "games between bots on 3 sockets": Attack(_bots, 3),
    "game files on 3 sockets": Attack(_file, 3),
    "games that begin with picks on 3 sockets": Attack(_picks, 3),
}


def hostile(place: Place, name: str) -> None:
    """Ask as fast as can be, until this process is ended."""
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # each time that it is cut off
    asyncio.run(_attack(place, ATTACKS[name]))


async def _attack(place: Place, attack: Attack) -> None:
    numbers = counter()

    async def socket() -> None:
        while True:
            try:
                reader, writer = await asyncio.open_connection(
                    *place, local_addr=(source(_ADDRESS), 0)
                )
                reading = asyncio.ensure_future(_read(reader))
                while not reading.done():
                    for _ in range(_PIPELINED):
                        writer.write(attack.asked(next(numbers)))
                    await writer.drain()
                    await asyncio.sleep(0)
                writer.close()
            except OSError:
                pass
            await asyncio.sleep(0.01)

    await asyncio.gather(*(socket() for _ in range(attack.sockets)))


async def _read(reader: asyncio.StreamReader) -> None:
    try:
        while await reader.read(1 << 16):
            pass
    except OSError:
        pass


@contextmanager
def beside(place: Place, name: str) -> Iterator[None]:
    process = multiprocessing.get_context("spawn").Process(
        target=hostile, args=(place, name), daemon=True
    )
    process.start()
    try:
        yield
    finally:
        process.kill()
        process.join()


async def classroom(
    run: Run,
    count: int,
    names: tuple[str, ...] = tuple(ATTACKS),
    pupils: int = PUPILS,
    most: Mapping[str, float] = MOST,
    *args: object,
) -> str:
    """So many seconds beside each attack, and as many beside none before."""
    with run.server(*args) as server:
        place, file = Place.of(server.url), run.folder / "history-class.jsonl"
        school, progress = Class(place, file), Progress("classroom", len(names))
        await school.come(pupils)
        await school.play(min(count, 5.0))  # processes are started for the first of each
        found = {"nothing": await school.play(count)}
        for number, name in enumerate(names):
            with beside(place, name):
                found[name] = await school.play(count)
            progress(number + 1)
        await close_all(pupil.client for pupil, _ in school.games)
        school.recorder.close()
        recorder = Recorder(run.folder / "history-end.jsonl", "end")
        recorder.games = school.recorder.games
        history = await verdict(recorder, place, [file])
    text = "; ".join(f"beside {name}: {seen}" for name, seen in found.items())
    for seen in found.values():
        late = [kind for kind, longest in most.items() if seen.late(kind) > longest]
        if late or any(what.startswith(("pick", "hint")) for what in seen.refused):
            raise Wrong(text)
    return f"a class of {pupils} at one address; {text}; {history}"
