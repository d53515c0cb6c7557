"""What clients asked and were answered, written down as it happens; `history` checks it."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Iterable
from itertools import count as counter
from pathlib import Path
from typing import Any, NamedTuple

from history import NEWS, OK, READ, REFUSED, UNKNOWN, check_all, lines_of, load
from wire import Answer, Client, Lost, Place, listen, request, source

_AT_ONCE = 16  # games that are read at the same time in the end
_PATIENCE = 60.0


class Asked(NamedTuple):
    """A call in the words of the model; it keeps its key however often it is made."""

    game: str
    call: str
    seat: int | None = None
    key: str | None = None
    version: int | None = None
    pick: int | None = None


_RECORDERS = counter(1)  # of this process


class Recorder:
    """Writes a history, a line for each event; several may write one, also one after another."""

    def __init__(self, file: Path, name: str = "0") -> None:
        self.file = file
        self.name = f"{name}.{os.getpid()}.{next(_RECORDERS)}"
        file.parent.mkdir(parents=True, exist_ok=True)
        self._out = file.open("a", buffering=1)  # whole lines, also when a run breaks off
        self._ids = counter(1)
        self.games: list[str] = []
        self.calls = 0

    def _write(self, event: str, **said: Any) -> None:
        said = {key: value for key, value in said.items() if value is not None}
        line = {"at": time.monotonic(), "type": event, **said}
        self._out.write(json.dumps(line, separators=(",", ":")) + "\n")

    def made(self, state: dict[str, Any]) -> None:
        """A new game, from the state that its maker was told."""
        bots = [seat for seat, who in enumerate(state["seats"], 1) if who != "person"]
        self.games.append(state["id"])
        self._write("made", game=state["id"], bots=bots, given=state["picks"][: state["given"]])

    def invoke(self, asked: Asked) -> str:
        """An attempt begins; its id."""
        self.calls += 1
        attempt = f"{self.name}.{next(self._ids)}"
        self._write("invoke", id=attempt, **asked._asdict())
        return attempt

    def end(self, attempt: str, answer: Answer | None) -> None:
        """It was answered; None: or broke off, and nobody knows."""
        if answer is None or answer.status >= 500:
            self._write(UNKNOWN, id=attempt, status=answer and answer.status)
            return
        state: dict[str, Any] = {}
        if answer.status in (200, 201, 409):
            found = answer.json()
            state = found.get("state") or found
        kind = OK if answer.status < 400 else REFUSED
        self._write(
            kind, id=attempt, status=answer.status, version=state.get("version"),
            picks=state.get("picks"),
        )  # fmt: skip

    async def send(self, client: Client, asked: Asked, content: bytes) -> Answer:
        """Make a call, once."""
        attempt = self.invoke(asked)
        answer = None
        try:
            answer = await client.send(content)
        finally:
            self.end(attempt, answer)
        return answer

    def opened(self, game: str, after: int | None = None) -> str:
        """A stream of news begins."""
        return self.invoke(Asked(game, NEWS, version=after))

    def told(self, stream: str, event: str, said: dict[str, Any]) -> None:
        """What a stream has told: a change, a state, or who is there."""
        if event == "state":
            self._write("told", id=stream, version=said["version"], picks=said["picks"])
        elif event == "change":
            known = {name: said.get(name) for name in ("version", "seat", "kind", "pick")}
            self._write("told", id=stream, **known)

    def close(self) -> None:
        self._out.close()

    # --- in the end -----------------------------------------------------------------------------

    async def read_all(self, place: Place) -> None:
        """Read every game whole, by a look and by a stream from its beginning."""
        gate, numbers = asyncio.Semaphore(_AT_ONCE), counter(200_000)

        async def one(game: str) -> None:
            async with gate, asyncio.timeout(_PATIENCE):
                await self._read(place, game, source(next(numbers)))

        await asyncio.gather(*(one(game) for game in self.games))

    async def _read(self, place: Place, game: str, address: str) -> None:
        from playing import News  # which itself writes by this

        client = Client(place, address)
        try:
            while True:
                try:
                    answer = await self.send(
                        client, Asked(game, READ), request("GET", f"/api/games/{game}")
                    )
                    if answer.status < 500:
                        break
                except Lost:
                    client.close()
                await asyncio.sleep(0.05)
            news = News(self, game, after=0)
            listener = await listen(place, game, news.hear, address=address, last=0)
            while not news.state and not listener.closed.done():
                news.wake.clear()
                await asyncio.wait_for(news.wake.wait(), _PATIENCE)
            if listener.transport:
                listener.transport.abort()
        finally:
            client.close()


async def verdict(recorder: Recorder, place: Place, others: Iterable[Path] = ()) -> str:
    """Read all games once more and check everything; in words. Raises what is wrong."""
    from playing import Wrong

    await recorder.read_all(place)
    recorder.close()
    files = [recorder.file, *others]
    wrong, calls, games = await asyncio.to_thread(_checked, files)
    if wrong:
        kept = " ".join(map(str, files))
        raise Wrong(f"{len(wrong)} games are not linearizable, first: {wrong[0]} ({kept})")
    return f"{calls:,} calls in {games:,} games linearizable, each pick once"


def _checked(files: list[Path]) -> tuple[list[str], int, int]:
    games = load(lines_of(files))
    wrong = list(check_all(games.values()))
    return wrong, sum(len(game.calls) for game in games.values()), len(games)
