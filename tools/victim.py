"""Somebody who just plays while others attack, and how long each thing takes at most.

In a process of its own, so that an attacker's work is not taken for the server's: a game with its
stream of news, a game against a bot, the start page by a new connection each time, games of its
own, hints and reviews.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from playing import Game, News, Person, followed
from recorder import Recorder
from wire import Answer, Client, Lost, Place, request, source

ADDRESS = 250_000  # the number of its address
_PAUSE = 0.1  # seconds between two of its doings of a kind
_LAST = 3.0  # seconds that what it waits for gets when the attack is over
_TOML = 'numbers = "1-12"\nfollows = "divisor or multiple"\n'
RECORD = """Lastpick record 1
Game: divisor-duel
Numbers: 1-20
Player 1: A
Player 2: B
Date: 2026-11-17
Result: Player 1 wins (no legal pick)

4 2 8 1 13
"""
Waits = dict[str, float]


class Seen(NamedTuple):
    """What the victim saw: the longest wait for each kind of thing, in seconds."""

    longest: Waits
    done: Counter[str]
    refused: Counter[str]  # a thing and the status that it was refused with

    def worst(self, *kinds: str) -> float:
        return max((self.longest.get(kind, 0.0) for kind in kinds or self.longest), default=0.0)

    def __str__(self) -> str:
        waits = ", ".join(f"{kind} {_seconds(took)}" for kind, took in self.longest.items())
        refused = ", ".join(f"{what} {n}" for what, n in sorted(self.refused.items()))
        return f"the victim waited at most: {waits}; refused {refused or 'nothing'}"


def _seconds(took: float) -> str:
    return f"{1000 * took:.0f} ms" if took < 1 else f"{took:.1f} s"


class Victim:
    """What it does, all at the same time."""

    def __init__(self, place: Place, file: Path, proxied: bool) -> None:
        self.place = place
        self.recorder = Recorder(file, "victim")
        self.extra = "x-forwarded-for: 192.0.2.7\r\n" if proxied else ""
        self.longest: Waits = {}
        self.done: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.waiting: dict[object, tuple[str, float]] = {}
        self.person = _Patient(self, "pick")
        self.against = _Patient(self, "pick")

    @contextmanager
    def timing(self, kind: str) -> Iterator[None]:
        mark, began = object(), time.perf_counter()
        self.waiting[mark] = (kind, began)
        try:
            yield
            self.done[kind] += 1
        finally:
            del self.waiting[mark]
            self._took(kind, time.perf_counter() - began)

    def _took(self, kind: str, seconds: float) -> None:
        self.longest[kind] = max(self.longest.get(kind, 0.0), seconds)

    def seen(self) -> Seen:
        for kind, began in self.waiting.values():
            self._took(kind, time.perf_counter() - began)
        return Seen(dict(sorted(self.longest.items())), self.done, self.refused)

    # --- its doings ------------------------------------------------------------------------------

    async def friends(self) -> None:
        """A game of two people, whose news it reads."""
        while True:
            game = await self.person.new_game()
            async with self._news(game) as news:
                while game.state["legal"]:
                    with self.timing("news"):
                        with self.timing("pick"):
                            await self.person.pick(game)
                        while not news.last or news.last < game.version:
                            news.wake.clear()
                            await news.wake.wait()
                    await asyncio.sleep(_PAUSE)

    async def bot(self) -> None:
        """A game against a bot; how long it takes to answer, by the news."""
        while True:
            game = await self.against.new_game(["me", "perfect"], game="prime-rumble")
            async with self._news(game) as news:
                state = game.state
                while state["legal"]:
                    await self._against(game, state)
                    with self.timing("bot"):
                        while not (told := news.state).get("outcome") and (
                            told.get("turn") != 1 or told["version"] <= state["version"]
                        ):
                            news.wake.clear()
                            await news.wake.wait()
                    state = news.state
                    if state["outcome"]:
                        break
                    await asyncio.sleep(_PAUSE)

    async def _against(self, game: Game, state: dict[str, Any]) -> None:
        game.state = state
        n, key = self.against.rng.choice(state["legal"]), f"{self.against.rng.getrandbits(60):x}"
        body = {"pick": n, "version": state["version"], "key": key}
        path = f"/api/games/{game.id}/picks"
        asked = game.asked(n, key)._replace(version=state["version"])
        content = request("POST", path, body, game.tokens["1"], self.extra)
        with self.timing("pick"):
            await self.against.persist(content, asked)

    def _news(self, game: Game) -> AbstractAsyncContextManager[News]:
        return followed(self.place, game.id, self.recorder, self.address, self.extra, self._lost)

    def _lost(self) -> None:
        self.refused["stream lost"] += 1

    @property
    def address(self) -> str | None:
        return None if self.extra else source(ADDRESS)

    async def visit(self) -> None:
        """The start page, by a connection of its own each time."""
        while True:
            await self._once("page", request("GET", "/", extra=self.extra))
            await asyncio.sleep(_PAUSE)

    async def ask(self) -> None:
        """A game of its own, and a review."""
        own = {"toml": _TOML, "seats": ["me", "me"]}
        while True:
            await self._once("own game", request("POST", "/api/games", own, extra=self.extra))
            record = {"record": RECORD}
            await self._once("review", request("POST", "/api/review", record, extra=self.extra))
            await asyncio.sleep(5 * _PAUSE)

    async def hint(self) -> None:
        """The same hint again and again."""
        game = await _Patient(self, "pick").new_game()
        path, token = f"/api/games/{game.id}/hint", game.tokens["1"]
        while True:
            await self._once("hint", request("GET", path, None, token, self.extra))
            await asyncio.sleep(5 * _PAUSE)

    async def _once(self, kind: str, content: bytes) -> None:
        with self.timing(kind):
            while True:
                client = Client(self.place, self.address)
                try:
                    answer = await client.send(content)
                    if answer.status < 400:
                        return
                    self.refused[f"{kind} {answer.status}"] += 1
                except Lost:
                    self.refused[f"{kind} lost"] += 1
                finally:
                    client.close()
                await asyncio.sleep(_PAUSE)


class _Patient(Person):
    """Never gives up, and counts what was refused."""

    def __init__(self, victim: Victim, kind: str) -> None:
        super().__init__(victim.place, ADDRESS, f"victim {kind}", victim.recorder)
        self.client = Client(victim.place, victim.address)
        self.victim, self.kind = victim, kind

    async def persist(self, content: bytes, asked: Any = None) -> Answer:
        if self.victim.extra and b"x-forwarded-for" not in content:
            head, rest = content.split(b"\r\n", 1)
            content = head + b"\r\n" + self.victim.extra.encode() + rest
        while True:
            try:
                answer = await self.send(content, asked)
                if answer.status not in (429, 503):
                    return answer
                self.victim.refused[f"{self.kind} {answer.status}"] += 1
            except Lost:
                self.victim.refused[f"{self.kind} lost"] += 1
                self.client.close()
            await asyncio.sleep(0.05)


async def _live(place: Place, file: Path, proxied: bool, wire: Connection) -> None:
    victim = Victim(place, file, proxied)
    doings = (victim.friends, victim.bot, victim.visit, victim.ask, victim.hint)
    tasks = [asyncio.ensure_future(doing()) for doing in doings]
    while not all(
        victim.done[kind] for kind in ("pick", "bot", "page", "own game", "hint", "review")
    ):
        await asyncio.sleep(0.01)
        for task in tasks:
            if task.done():
                task.result()
    victim.longest.clear()  # processes were started for the first of each
    victim.refused.clear()
    wire.send("ready")
    stopped = asyncio.ensure_future(asyncio.to_thread(wire.recv))
    await asyncio.wait({*tasks, stopped}, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        if task.done():
            task.result()
    until = time.perf_counter() + _LAST
    marks = set(victim.waiting)
    while marks & set(victim.waiting) and time.perf_counter() < until:
        await asyncio.sleep(0.01)
    seen = victim.seen()
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    victim.recorder.close()
    wire.send((seen, victim.recorder.games))


def live(place: Place, file: Path, proxied: bool, wire: Connection) -> None:
    asyncio.run(_live(place, file, proxied, wire))


class Beside:
    """The victim as the attacker's side has it: alive while the block lasts."""

    def __init__(self, place: Place, file: Path, proxied: bool = False) -> None:
        context = multiprocessing.get_context("spawn")
        self.file = file
        self.games: list[str] = []
        self._wire, theirs = context.Pipe()
        self._process = context.Process(
            target=live, args=(place, file, proxied, theirs), daemon=True
        )
        self._process.start()
        theirs.close()

    async def ready(self) -> None:
        await asyncio.to_thread(self._wire.recv)

    async def seen(self) -> Seen:
        """The attack is over: what the victim saw of it."""
        self._wire.send("stop")
        seen, self.games = await asyncio.to_thread(self._wire.recv)
        await asyncio.to_thread(self._process.join)
        found: Seen = seen
        return found

    def close(self) -> None:
        if self._process.is_alive():
            self._process.kill()
        self._process.join()
        self._wire.close()
