"""Streams of news cut at random moments and resumed: every client ends with the server's log."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from playing import News, Person, Wrong, logs, patience
from recorder import Asked, Recorder, verdict
from rig import Progress, Run
from wire import Place, close_all, listen, request, source

GAMES_AT_ONCE = 4
FOLLOWERS = 3


class Follower:
    """Somebody who follows a game, and whose connection breaks again and again."""

    def __init__(
        self, place: Place, game: str, rng: random.Random, address: str, recorder: Recorder
    ) -> None:
        self.place, self.game, self.rng, self.address = place, game, rng, address
        self.news = News(recorder, game)
        self.cuts = 0
        self.goal: int | None = None  # the version at which the game has ended
        self.following = asyncio.ensure_future(self._follow())

    async def _follow(self) -> None:
        while not self.done:
            await self._connection()

    async def finish(self, version: int) -> None:
        """The game has ended: now the rest must arrive."""
        self.goal = version
        self.news.wake.set()
        try:
            async with patience(f"the news of game {self.game}"):
                await self.following
        except Wrong as error:
            raise Wrong(f"{error}: at {self.news.last} of {version}, {self.cuts} cuts") from None

    @property
    def done(self) -> bool:
        return self.goal is not None and self.news.last == self.goal

    async def _connection(self) -> None:
        """One connection, until it breaks after so many bytes, or the game is over."""
        news = self.news
        news.restart()
        limit = news.bytes + self.rng.choice((1, 300, 700, 1_500, 4_000, 10_000))
        listener = await listen(
            self.place, self.game, self._hear, address=self.address, last=news.last
        )
        self._limit, self._listener = limit, listener
        while not self.done and not listener.closed.done():
            news.wake.clear()
            woken = asyncio.ensure_future(news.wake.wait())
            either: set[asyncio.Future[Any]] = {woken, listener.closed}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            woken.cancel()
        if listener.transport:
            listener.transport.abort()

    def _hear(self, data: bytes) -> None:
        room = self._limit - self.news.bytes
        self.news.hear(data[:room])
        if len(data) >= room and not self.done:  # the rest never arrives
            self.cuts += 1
            if self._listener.transport:
                self._listener.transport.abort()

    def check(self, log: list[tuple[Any, ...]]) -> None:
        """From the first state on, every change once and in order."""
        first = self.news.first if self.news.first is not None else 0
        told = [(c["version"], c["seat"], c["kind"], c.get("pick")) for c in self.news.changes]
        if told != log[len(log) - len(told) :] or (told and told[0][0] > first + 1):
            raise Wrong(f"game {self.game}: a client was told {told}, and the log is {log}")
        if len(told) < len(log) - first:
            raise Wrong(f"game {self.game}: a client missed some: {told} of {log}")


class Scene:
    """Games that are played while some follow them."""

    def __init__(self, run: Run, place: Place, count: int) -> None:
        self.run, self.place, self.count = run, place, count
        self.progress = Progress(f"disconnects, {run.name}", count)
        self.recorder = Recorder(run.folder / "history.jsonl")
        self.followers: list[Follower] = []
        self.ended: list[Follower] = []

    @property
    def cuts(self) -> int:
        return sum(follower.cuts for follower in self.followers)

    async def play(self, number: int) -> None:
        person = Person(self.place, number, self.run.seed, self.recorder)
        rng = random.Random(f"cuts {self.run.seed}/{number}")
        try:
            await self._games(person, number, rng)
        finally:
            await close_all([person])

    async def _games(self, person: Person, number: int, rng: random.Random) -> None:
        while self.cuts < self.count:
            game = await person.new_game()
            version, state = 0, game.state
            followers = [
                Follower(self.place, game.id, rng, source(1_000 + number), self.recorder)
                for _ in range(FOLLOWERS)
            ]
            self.followers += followers
            while not state["outcome"]:
                state = await self._step(person, game.tokens, state, rng)
                version = state["version"]
                await asyncio.sleep(rng.random() * 0.02)  # let some of the news arrive
            await asyncio.gather(*(one.finish(version) for one in followers))
            self.progress(min(self.count, self.cuts))

    async def _step(
        self, person: Person, tokens: dict[str, str], state: dict[str, Any], rng: random.Random
    ) -> dict[str, Any]:
        """Any call that is allowed: mostly picks, some takebacks."""
        back = bool(state["picks"]) and rng.random() < 0.15
        body: dict[str, Any] = {
            "version": state["version"], "key": f"{rng.getrandbits(60):x}"
        }  # fmt: skip
        if not back:
            body["pick"] = rng.choice(state["legal"])
        call, token = "takeback" if back else "picks", tokens[str(state["turn"])]
        path = f"/api/games/{state['id']}/{call}"
        kind, seat = "takeback" if back else "pick", state["turn"]
        asked = Asked(state["id"], kind, seat, body["key"], body["version"], body.get("pick"))
        answer = await person.persist(request("POST", path, body, token), asked)
        if answer.status != 201:
            raise Wrong(f"{call} {body} was answered with {answer}")
        found: dict[str, Any] = answer.json()
        return found


async def disconnects(run: Run, count: int) -> str:
    with run.server() as server:
        scene = Scene(run, Place.of(server.url), count)
        await asyncio.gather(*(scene.play(number) for number in range(GAMES_AT_ONCE)))
        found = await logs(server.database)
        for follower in scene.followers:
            log = [tuple(entry[:4]) for entry in found[follower.game]]
            follower.check(log)
        checked = await verdict(scene.recorder, scene.place)
        told = sum(len(follower.news.changes) for follower in scene.followers)
        return (
            f"{scene.cuts} disconnects of {len(scene.followers)} clients: each ended with the"
            f" server's log, no gap, none twice ({told} changes told);"
            f" {checked}"
        )
