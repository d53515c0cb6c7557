"""People who play by the public calls, what they were told, and what the log must hold then."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from recorder import Asked, Recorder
from wire import Answer, Client, Lost, Place, listen, request, source

GAMES = ("divisor-duel", "juniper-green", "non-consecutive", "number-bind", "number-knockout",
         "prime-rumble")  # fmt: skip
PATIENCE = 120.0  # seconds after which a call that gets no answer is a failure


class Wrong(Exception):
    """The server did what it must not."""


@asynccontextmanager
async def patience(what: str) -> AsyncIterator[None]:
    """Wait for something that must happen soon."""
    try:
        async with asyncio.timeout(PATIENCE):
            yield
    except TimeoutError:
        raise Wrong(f"{what} took more than {PATIENCE:.0f} seconds") from None


class Entry(NamedTuple):
    """One event of a log, as the store has it."""

    version: int
    seat: int
    kind: str
    pick: int | None
    key: str | None


class Game:
    """A game between two people of ours, and every pick that was acknowledged."""

    def __init__(self, made: dict[str, Any], tokens: dict[str, str]) -> None:
        self.id: str = made["id"]
        self.state: dict[str, Any] = made["state"]
        self.tokens = tokens
        self.acknowledged: list[Entry] = []

    @property
    def version(self) -> int:
        return len(self.acknowledged)

    def call(self, pick: int, key: str, seat: int | None = None) -> bytes:
        """The request that makes a pick, now."""
        body = {"pick": pick, "version": self.version, "key": key}
        token = self.tokens[str(seat or self.state["turn"])]
        return request("POST", f"/api/games/{self.id}/picks", body, token)

    def asked(self, pick: int, key: str) -> Asked:
        """The same for the history."""
        return Asked(self.id, "pick", self.state["turn"], key, self.version, pick)

    def take(self, answer: Answer, pick: int, key: str) -> None:
        """Note what was acknowledged, and look whether the state says so too."""
        state = answer.json()
        entry = Entry(self.version + 1, self.state["turn"], "pick", pick, key)
        if state["version"] != entry.version or state["picks"][-1] != pick:
            raise Wrong(f"{entry} was answered with {answer.body!r}")
        self.acknowledged.append(entry)
        self.state = state

    def check(self, log: list[Entry]) -> None:
        """The log holds what was acknowledged, once, in order, and nothing else."""
        ours = [
            entry._replace(key=None if entry.key is None else f"{entry.seat} {entry.key}")
            for entry in self.acknowledged
        ]
        if log != ours:
            odd = [pair for pair in zip(log, ours, strict=False) if pair[0] != pair[1]]
            raise Wrong(
                f"game {self.id}: {len(ours)} events were acknowledged, and the log has"
                f" {len(log)}; they differ first in {odd[:1] or log[len(ours) :][:1]}"
            )


class Person:
    """Somebody at an address, who tries again by the same key until there is an answer."""

    def __init__(
        self, place: Place, number: int, seed: object, recorder: Recorder | None = None
    ) -> None:
        self.client = Client(place, source(number))
        self.recorder = recorder
        self.rng = random.Random(f"{seed}/{number}")
        self.tried_again = self.answered = 0

    async def persist(self, content: bytes, asked: Asked | None = None) -> Answer:
        async with patience(f"an answer to {content[:60]!r}"):
            while True:
                try:
                    answer = await self.send(content, asked)
                    if answer.status not in (429, 503):
                        return answer
                except Lost:
                    self.client.close()
                self.tried_again += 1
                await asyncio.sleep(0.01)

    async def send(self, content: bytes, asked: Asked | None = None) -> Answer:
        if asked is None or self.recorder is None:
            return await self.client.send(content)
        return await self.recorder.send(self.client, asked, content)

    async def new_game(self, seats: Iterable[str] = ("me", "me"), **terms: Any) -> Game:
        body = {"game": self.rng.choice(GAMES), "seats": list(seats), **terms}
        answer = await self.persist(request("POST", "/api/games", body))
        if answer.status != 201:
            raise Wrong(f"a new game was answered with {answer}")
        made = answer.json()
        if self.recorder:
            self.recorder.made(made["state"])
        return Game(made, made["tokens"])

    async def pick(self, game: Game, key: str | None = None) -> Answer:
        """Any legal pick, acknowledged."""
        n = self.rng.choice(game.state["legal"])
        key = key or f"{self.rng.getrandbits(60):x}"
        content, asked = game.call(n, key), game.asked(n, key)
        answer = await self.persist(content, asked)
        if answer.status != 201:
            raise Wrong(f"the pick {n} in game {game.id} was answered with {answer}")
        game.take(answer, n, key)
        if self.rng.random() < 0.1:  # a client that has not noticed: the same answer, no effect
            again = await self.persist(content, asked)
            if again != answer:
                raise Wrong(f"the same key was answered with {again} after {answer}")
        return answer

    def close(self) -> None:
        self.client.close()


async def logs(database: str, only: str | None = None) -> dict[str, list[Entry]]:
    """The logs of all games, or of one, read from the store itself."""
    rows = await (_from_postgres if "://" in database else _from_sqlite)(database, only)
    found: dict[str, list[Entry]] = {}
    for game, *entry in rows:
        found.setdefault(game, []).append(Entry(*entry))
    return found


_SQL = "SELECT game, version, seat, kind, pick, key FROM events"


async def _from_sqlite(database: str, only: str | None) -> list[Any]:
    def read() -> list[Any]:
        db = sqlite3.connect(database)
        try:
            where, values = (" WHERE game = ?", (only,)) if only else ("", ())
            return db.execute(f"{_SQL}{where} ORDER BY game, version", values).fetchall()
        finally:
            db.close()

    return await asyncio.to_thread(read)


async def _from_postgres(database: str, only: str | None) -> list[Any]:
    import asyncpg

    db = await asyncpg.connect(database)
    try:
        where, values = (" WHERE game = $1", (only,)) if only else ("", ())
        rows = await db.fetch(f"{_SQL}{where} ORDER BY game, version", *values)
        return [tuple(row) for row in rows]
    finally:
        await db.close()


class News:
    """What a stream of news has told, taken from raw bytes by way of chunks and lines."""

    def __init__(
        self, recorder: Recorder | None = None, game: str = "", after: int | None = None
    ) -> None:
        self.recorder, self.game = recorder, game
        self.changes: list[dict[str, Any]] = []
        self.last = after  # the id to come back with
        self.first: int | None = None  # the version of the first state
        self.state: dict[str, Any] = {}
        self.presence: dict[str, Any] = {}
        self.bytes = 0
        self.wake = asyncio.Event()
        self.restart()

    def restart(self) -> None:
        """A new connection: half a message is none."""
        self._raw, self._text, self._headed = b"", b"", False
        self._stream = self.recorder.opened(self.game, self.last) if self.recorder else ""

    def hear(self, data: bytes) -> None:
        self.bytes += len(data)
        self._raw += data
        if not self._headed:
            head, found, rest = self._raw.partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 200"):
                raise Wrong(f"a stream was answered with {head!r}")
            self._headed, self._raw = True, rest
        while True:
            size, found, rest = self._raw.partition(b"\r\n")
            if not found or len(rest) < int(size, 16) + 2:
                break
            self._text += rest[: int(size, 16)]
            self._raw = rest[int(size, 16) + 2 :]
        *messages, self._text = self._text.split(b"\n\n")
        for message in messages:
            self._message(dict(line.split(b": ", 1) for line in message.split(b"\n")))
        if messages:
            self.wake.set()

    def _message(self, fields: dict[bytes, bytes]) -> None:
        told = json.loads(fields[b"data"])
        if self.recorder:
            self.recorder.told(self._stream, fields[b"event"].decode(), told)
        if b"id" in fields:
            self.last = int(fields[b"id"])
        if fields[b"event"] == b"change":
            self.changes.append(told)
        elif fields[b"event"] == b"state":
            self.state = told
            if self.first is None:
                self.first = told["version"]
        else:
            self.presence = told


@asynccontextmanager
async def followed(
    place: Place,
    game: str,
    recorder: Recorder,
    address: str | None = None,
    extra: str = "",
    lost: Callable[[], None] = lambda: None,
) -> AsyncIterator[News]:
    """A game's news, whatever becomes of a connection: who loses one comes back for the rest."""
    news, turned_away = News(recorder, game), asyncio.Event()

    def hear(data: bytes) -> None:
        if data.startswith((b"HTTP/1.1 429", b"HTTP/1.1 503")):
            turned_away.set()
        if not turned_away.is_set():
            news.hear(data)

    async def follow() -> None:
        while True:
            turned_away.clear()
            try:
                listener = await listen(
                    place, game, hear, address=address, last=news.last, extra=extra
                )
                refused = asyncio.ensure_future(turned_away.wait())
                try:
                    either: set[asyncio.Future[Any]] = {refused, listener.closed}
                    await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    refused.cancel()
                    if listener.transport:
                        listener.transport.abort()
            except Lost:
                pass
            lost()
            await asyncio.sleep(0.1)
            news.restart()

    following = asyncio.ensure_future(follow())
    try:
        yield news
    finally:
        following.cancel()
