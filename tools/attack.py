"""What every attack has: a server, a victim beside it, and what is reported of both."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from types import MappingProxyType

from playing import Wrong
from processes import memory, peak, workers
from recorder import Recorder, verdict
from rig import Run, Server
from victim import Beside, Seen
from wire import Answer, Client, Lost, Place, source

ATTACKER = 300_000  # the number of the attacker's address
# What nobody may be made to wait for longer, in seconds: on a machine that the attacker shares.
MOST = {"pick": 2.0, "news": 2.0, "page": 2.0, "bot": 10.0, "own game": 15.0, "hint": 15.0,
        "review": 15.0}  # fmt: skip
MOST_MEMORY = 200.0  # megabytes more than before


class Scene:
    """A server under attack."""

    def __init__(self, run: Run, server: Server, victim: Beside) -> None:
        self.run, self.server, self.victim = run, server, victim
        self.place = Place.of(server.url)
        self.answered: Counter[str] = Counter()
        self.notes: list[str] = []
        self.before = memory(self._pids)
        self.began = time.monotonic()
        self.seen: Seen | None = None
        self.grown = 0.0  # megabytes at most

    @property
    def _pids(self) -> list[int]:
        pid = self.server.process.pid
        return [pid, *workers(pid)]

    def client(self, number: int = 0) -> Client:
        """The attacker, or one of its many addresses."""
        return Client(self.place, source(ATTACKER + number))

    async def send(self, client: Client, content: bytes) -> Answer | None:
        """One call of the attacker's; what it was answered is counted."""
        try:
            answer = await client.send(content)
        except Lost:
            self.answered["hung up"] += 1
            client.close()
            return None
        self.answered[str(answer.status)] += 1
        return answer

    async def end(self, forgiven: tuple[str, ...], most: Mapping[str, float]) -> None:
        """The attack is over: was it held?"""
        self.seen = await self.victim.seen()
        self.grown = peak(self._pids) - self.before
        recorder = Recorder(self.run.folder / "history-end.jsonl", "end")
        recorder.games = self.victim.games
        self.notes.append(await verdict(recorder, self.place, [self.victim.file]))
        late = [
            kind for kind, took in self.seen.longest.items() if took > most.get(kind, MOST[kind])
        ]
        refused = [what for what in self.seen.refused if what not in forgiven]
        if late or refused or self.grown > MOST_MEMORY:
            raise Wrong(str(self))

    def __str__(self) -> str:
        answered = ", ".join(f"{status}: {n}" for status, n in sorted(self.answered.items()))
        peak_of = f"memory {self.before:.0f} MB before, {self.before + self.grown:.0f} at most"
        return "; ".join(
            [str(self.seen), peak_of, f"the attacker was answered {answered}", *self.notes]
        )


@asynccontextmanager
async def attacked(
    run: Run,
    *args: object,
    proxied: bool = False,
    forgiven: tuple[str, ...] = (),
    most: Mapping[str, float] = MappingProxyType({}),
) -> AsyncIterator[Scene]:
    """A server with a victim; whoever leaves the block has ended the attack.

    `forgiven` may be refused to the victim, `most` is what it may wait for other than usual. With
    a proxy both are clients of one.
    """
    if proxied:
        args = (*args, "--proxy", "127.0.0.1")
    with run.server(*args) as server:
        async with beside(run, server, proxied, forgiven, most) as scene:
            yield scene


@asynccontextmanager
async def beside(
    run: Run,
    server: Server,
    proxied: bool = False,
    forgiven: tuple[str, ...] = (),
    most: Mapping[str, float] = MappingProxyType({}),
) -> AsyncIterator[Scene]:
    """A victim of a server that runs already."""
    victim = Beside(Place.of(server.url), run.folder / "history-victim.jsonl", proxied)
    try:
        try:
            async with asyncio.timeout(60):
                await victim.ready()
            scene = Scene(run, server, victim)
            yield scene
            await scene.end(forgiven, most)
        except EOFError:
            raise Wrong("the victim could not play") from None
    finally:
        victim.close()
