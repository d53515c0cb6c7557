"""Changed requests at full speed: no 5xx, no traceback, and no effect on the games beside them."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from itertools import count as counter
from typing import Any

from mutator import Call, Mutator, whole
from playing import GAMES, PATIENCE, Game, Person, Wrong, logs
from processes import family, memory
from rig import Progress, Run
from wire import Lost, Place, Wire, close_all, source

CONNECTIONS = 64
CONTROL = 4  # games beside, which nothing of this may touch
_A_WHILE = 0.05  # seconds that a request gets which the server must take for half of one
_REQUESTS = 100  # of each connection, which then comes back from another address
_ADDRESSES = counter(50_000)
_TOML = 'numbers = "1-12"\nfollows = "divisor or multiple"\n'


class Target:
    """What honest requests are made of: a game of the fuzzer's own, and ids of the others."""

    def __init__(self, game: Game, others: list[str]) -> None:
        self.game = game
        self.others = others

    def real(self, rng: random.Random) -> Call:
        game = self.game
        token = game.tokens[rng.choice("12")] if rng.random() < 0.95 else None
        at = game.id if rng.random() < 0.7 else rng.choice(self.others)
        version, key = rng.randrange(4), f"{rng.getrandbits(20):x}"
        path, body = f"/api/games/{at}", {"version": version, "key": key}
        chance = rng.random()
        if chance < 0.35:
            return Call("POST", f"{path}/picks", token, {"pick": rng.randrange(1, 21), **body})
        if chance < 0.6:
            name = rng.choice(("resign", "takeback", "claim", "rematch"))
            agree = {"agree": rng.random() < 0.5} if name == "takeback" else {}
            return Call("POST", f"{path}/{name}", token, body | agree)
        if chance < 0.68:
            join = {"invite": "x" * 43, "key": key, "name": "A"}
            return Call("POST", f"{path}/join", token, join)
        if chance < 0.8:
            return Call("POST", "/api/games", None, self._new(rng))
        if chance < 0.97:
            ending = rng.choice(("", "/record", "/events", "/review"))
            place = rng.choice((f"{path}{ending}", "/healthz", "/", "/static/game/game.js"))
            return Call("GET", place, token if rng.random() < 0.5 else None, None)
        return self._question(rng, path, token)

    def _new(self, rng: random.Random) -> dict[str, Any]:
        people = ("me", "friend", "random", "greedy")
        body: dict[str, Any] = {
            "game": rng.choice(GAMES), "numbers": "1-20",
            "seats": ["me", rng.choice(people)], "names": ["Ann", None],
        }  # fmt: skip
        if rng.random() < 0.02:
            del body["game"]
            body["toml"] = _TOML
        if rng.random() < 0.3:
            body |= {"toss": True, "best_of": 3, "clock": {"seconds": 60, "increment": 1}}
        return body

    def _question(self, rng: random.Random, path: str, token: str | None) -> Call:
        """Hard ones are few: they are thought about one after the other."""
        asked = {"game": rng.choice(GAMES), "numbers": "1-20", "picks": [4, 2]}
        return rng.choice((
            Call("POST", "/api/verdict", None, asked),
            Call("POST", "/api/puzzles/answer", None, {**asked, "pick": 8}),
            Call("POST", "/api/review", None, {"record": '[Game "divisor-duel"]\n\n4 2 1'}),
            Call("GET", f"{path}/hint?step=1", token, None),
            Call("GET", f"{path}/verdict", None, None),
            Call("GET", "/api/puzzles/daily?date=2026-11-16", None, None),
            Call("GET", "/api/catalog", None, None),
            Call("GET", "/api/lessons/partner", None, None),
            Call("POST", "/api/lessons/answer", None, {"lesson": "partner", "step": 2, "pick": 4}),
            Call("POST", "/api/lessons/play", None, {"lesson": "partner", "step": 6, "made": []}),
            Call("POST", "/api/solo", None, {**asked, "pick": 8}),
            Call("POST", "/api/solo/outlook", None, asked),
        ))  # fmt: skip


class Attack:
    """All connections of the fuzzer, and what they were answered."""

    def __init__(self, run: Run, place: Place, count: int, target: Target) -> None:
        self.run, self.place, self.count, self.target = run, place, count, target
        self.sent = 0
        self.hung_up = self.unfinished = 0
        self.answered: Counter[int] = Counter()
        self.progress = Progress(f"fuzz, {run.name}", count)

    async def connection(self, number: int) -> None:
        mutator = Mutator(f"fuzz {self.run.seed}/{number}", self.target.real)
        while self.sent < self.count:
            wire = await self._connect()
            for _ in range(_REQUESTS):
                if self.sent >= self.count or not await self._one(wire, mutator.next()):
                    break
            await close_all([wire])

    async def _connect(self) -> Wire:
        address = source(next(_ADDRESSES))
        try:
            _, wire = await asyncio.get_running_loop().create_connection(
                Wire, *self.place, local_addr=(address, 0)
            )
        except OSError as error:
            raise Wrong(f"the server does not take connections any more: {error}") from None
        return wire

    async def _one(self, wire: Wire, content: bytes) -> bool:
        """Send one; whether the connection is of use for another."""
        complete = whole(content)
        try:
            answer = await asyncio.wait_for(wire.send(content), PATIENCE if complete else _A_WHILE)
        except Lost:
            self.hung_up += 1
            self._count()
            return False
        except TimeoutError:
            if complete:
                raise Wrong(f"no answer to {content!r}") from None
            self.unfinished += 1  # beside the count: nobody has dealt with it
            return False
        self._count()
        self.answered[answer.status] += 1
        if answer.status >= 500:
            raise Wrong(f"{answer} to {content!r}")
        return complete and b"/events" not in content  # else what follows is taken for its rest

    def _count(self) -> None:
        self.sent += 1
        self.progress(self.sent)


async def _control(person: Person, games: list[Game], stop: asyncio.Event) -> None:
    """An honest player beside all that."""
    while not stop.is_set():
        game = games[-1]
        if not game.state["legal"]:
            games.append(await person.new_game())
            continue
        await person.pick(game)
        try:
            await asyncio.wait_for(stop.wait(), 0.1)
        except TimeoutError:
            pass


async def fuzz(run: Run, count: int) -> str:
    with run.server() as server:
        place, stop = Place.of(server.url), asyncio.Event()
        people = [Person(place, number, run.seed) for number in range(CONTROL + 1)]
        played = [[await person.new_game()] for person in people[1:]]
        others = [games[0].id for games in played]
        target = Target(await people[0].new_game(["me", "me"], numbers="1-20"), others)
        attack = Attack(run, place, count, target)
        beside = [
            asyncio.ensure_future(_control(person, games, stop))
            for person, games in zip(people[1:], played, strict=True)
        ]
        try:
            await asyncio.gather(*(attack.connection(number) for number in range(CONNECTIONS)))
            stop.set()
            await asyncio.gather(*beside)
            await _check(server.database, [game for games in played for game in games], people[0])
        finally:
            for task in beside:
                task.cancel()
            await close_all(people)
        text = server.log.read_text()
        if "Traceback" in text or '"level": "error"' in text:
            place_of = max(text.find("Traceback"), 0)
            raise Wrong(f"the server's log holds a traceback: {text[place_of : place_of + 2000]}")
        answers = ", ".join(f"{status}: {n}" for status, n in sorted(attack.answered.items()))
        return (
            f"{attack.sent} requests: no 5xx, no traceback, {sum(map(len, played))} games beside"
            f" untouched; answered {answers}; hung up on {attack.hung_up}; and"
            f" {attack.unfinished} left unfinished; {memory(family(server.process.pid)):.0f} MB"
        )


async def _check(database: str, games: list[Game], person: Person) -> None:
    found = await logs(database)
    for game in games:
        game.check(found.get(game.id, []))
        path = f"GET /api/games/{game.id} HTTP/1.1\r\nhost: localhost\r\n\r\n"
        state = (await person.persist(path.encode())).json()
        told = {key: state[key] for key in game.state if key not in ("people", "now")}
        ours = {key: game.state[key] for key in told}
        if told != ours:
            raise Wrong(f"game {game.id} is {told}, and its players were told {ours}")
