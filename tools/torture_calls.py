"""Every route with the worst legal input, and how long each holds the server's event loop.

A watchdog in a process of its own asks for something cheap every few milliseconds: nobody else
is served either while it waits. A route without an input here is an error, so none is forgotten.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from multiprocessing.connection import Connection
from typing import Any

from playing import Wrong
from rig import Progress, Run
from torture_games import HARD, LARGE, Long
from wire import Client, Lost, Place, request, source

MOST_HELD = 0.4  # seconds, on cores that the watchdog and the oracle's processes share
_EVERY = 0.003
_PATIENCE = 60.0


# --- the watchdog -------------------------------------------------------------------------------


def watch(place: Place, wire: Connection) -> None:
    asyncio.run(_watch(place, wire))


async def _watch(place: Place, wire: Connection) -> None:
    """Ask all the time; whenever somebody wants to know, say what took longest since then."""
    client, longest, cheap = Client(place, source(260_000)), 0.0, request("GET", "/nothing-here")
    await client.again(cheap)
    wire.send(0.0)
    while True:
        began = time.perf_counter()
        await client.again(cheap)
        longest = max(longest, time.perf_counter() - began)
        if wire.poll():
            if wire.recv() == "stop":
                client.close()
                return
            wire.send(longest)
            longest = 0.0
        await asyncio.sleep(_EVERY)


class Watchdog:
    """The longest hold since it was last asked."""

    def __init__(self, place: Place) -> None:
        context = multiprocessing.get_context("spawn")
        self._wire, theirs = context.Pipe()
        self._process = context.Process(target=watch, args=(place, theirs), daemon=True)
        self._process.start()
        theirs.close()

    async def ready(self) -> None:
        await asyncio.to_thread(self._wire.recv)

    async def longest(self) -> float:
        self._wire.send("longest")
        found: float = await asyncio.to_thread(self._wire.recv)
        return found

    def close(self) -> None:
        self._process.kill()
        self._process.join()
        self._wire.close()


# --- inputs -------------------------------------------------------------------------------------


class Worst:
    """The worst legal input of each route, by its method and path."""

    def __init__(self, long: Long, large: dict[str, Any], over: dict[str, Any]) -> None:
        self.long, self.large, self.over = long, large, over
        self.number = 0

    def of(self, method: str, path: str) -> list[bytes]:
        """Some requests for a route. KeyError, if it is not known here."""
        game = self.long.game
        filled = path.replace("{game_id}", game.id).replace("{pick}", "999999999999999")
        for name, value in (("{name}", "partner"), ("{game}", "juniper-green"),
                            ("{puzzle_id}", "x" * 40), ("{version}", "0"), ("{folder}", "game"),
                            ("{id}", game.id), ("{day}", "2026-11-16")):  # fmt: skip
            filled = filled.replace(name, value)
        if method == "POST":
            return [self._post(path, filled, body) for body in self._bodies(path)]
        if path == "/api/puzzles":
            return [request("GET", f"{path}?game=prime-rumble&numbers=2-200&level=5&seed=7")]
        if path.endswith("/best"):
            return [request("GET", f"{filled}?numbers=1-1000")]
        if path.endswith("/events"):  # all the news from the beginning
            return [request("GET", filled, extra="last-event-id: 0\r\n")]
        tokens = [None, self._token()] if "{game_id}" in path else [None]
        places = [filled]
        if "{game_id}" in path:
            places += [path.replace("{game_id}", self.large["id"]).replace("{pick}", "997")]
            places += [path.replace("{game_id}", self.over["id"]).replace("{pick}", "997")]
        return [request("GET", place, token=token) for place in places for token in tokens]

    def _token(self) -> str:
        return self.long.game.tokens[str(self.long.game.state["turn"])]

    def _post(self, path: str, filled: str, body: dict[str, Any]) -> bytes:
        token = self._token() if "{game_id}" in path else None
        return request("POST", filled, body, token)

    def _bodies(self, path: str) -> list[dict[str, Any]]:
        self.number += 1
        version = {"version": self.long.version, "key": f"worst{self.number}"}
        old = {"version": 0, "key": "k0"}
        text = "".join(f'"{i} {"x" * 1000}",\n' for i in range(60))
        large = f'numbers = "1-1000"\nfollows = "{_long_relation()}"\ntips = [\n{text}]\n'
        chain = list(range(1, 961, 2))
        board = {"game": "non-consecutive", "numbers": "1-1000", "picks": chain}
        lesson = {"lesson": "partner", "step": 2}
        known: dict[str, list[dict[str, Any]]] = {
            "/api/games": [
                {"game": "prime-rumble", "numbers": "2-1000", "seats": ["me", "me"]},
                {**board, "seats": ["me", "me"]},
                {"toml": large, "seats": ["me", "me"]},
                {"toml": LARGE, "seats": ["me", "me"]},
                {"toml": HARD, "seats": ["perfect", "perfect"]},
            ],
            "/api/games/{game_id}/join": [{"invite": "x" * 200, "key": "k" * 64, "name": "n" * 40}],
            "/api/games/{game_id}/name": [{"name": "n" * 40}],
            "/api/games/{game_id}/picks": [{**old, "pick": 1}, {**version, "pick": 961}],
            "/api/games/{game_id}/resign": [old],
            "/api/games/{game_id}/takeback": [version, {**version, "agree": False}, old],
            "/api/games/{game_id}/claim": [version, old],
            "/api/games/{game_id}/rematch": [version, old],
            "/api/verdict": [board, {"toml": HARD}, {"toml": large}],
            "/api/review": [{"record": _long_record(chain)}, {"record": "x" * (64 << 10)}],
            "/api/puzzles/answer": [{**board, "pick": 961}],
            "/api/puzzles/hint": [{**board, "step": 3}],
            "/api/puzzles/daily/share": [
                {"date": "2026-11-16", "tries": 1_000, "solved": True, "streak": 1_000_000}
            ],
            "/api/lessons/answer": [{**lesson, "pick": 10**15}],
            "/api/lessons/hint": [{**lesson, "made": chain, "given": 10**6}],
            "/api/lessons/show": [{**lesson, "tries": 10**6}],
            "/api/lessons/play": [{**lesson, "step": 6, "made": chain, "pick": 961}],
            "/api/solo": [
                {**board, "pick": 961},
                {"game": "prime-rumble", "numbers": "2-1000", "picks": list(range(1000, 500, -1))},
            ],
            "/api/solo/outlook": [board],
        }
        return known[path]


def _long_relation() -> str:
    return " or ".join(f"(n * {i} + last) % {1009 + i} == {i}" for i in range(60))


def _long_record(picks: list[int]) -> str:
    return (
        "Lastpick record 1\nGame: non-consecutive\nNumbers: 1-1000\nPlayer 1: A\nPlayer 2: B\n"
        "Date: 2026-11-17\nResult: *\n\n" + " ".join(map(str, picks)) + "\n"
    )


def all_routes() -> list[tuple[str, str]]:
    """The method and path of each; of the fixed files one."""
    from lastpick.web.http.calls import ROUTES
    from lastpick.web.http.origins import Origins
    from lastpick.web.http.pages import add_pages
    from lastpick.web.http.pictures import add_pictures
    from lastpick.web.http.route import Routes

    routes = Routes(ROUTES.all)
    add_pages(routes, Origins("127.0.0.1", ()))
    add_pictures(routes)
    found = [(route.methods[0], route.path) for route in routes.all]
    files = [pair for pair in found if pair[1].startswith("/static/") and "{" not in pair[1]]
    return [pair for pair in found if pair not in files[1:]] + [("GET", "/openapi.json")]


# --- the run ------------------------------------------------------------------------------------


async def calls(run: Run, count: int) -> str:
    """Each route so many times; the longest hold of each."""
    with run.server("--rate", "0") as server:
        place = Place.of(server.url)
        long = Long(place)
        await long.make(600)
        client = Client(place, source(270_000))
        made = {"toml": LARGE, "seats": ["me", "me"]}
        large = (await client.call("POST", "/api/games", made)).json()
        over = (await client.call("POST", "/api/games", made)).json()
        end = {"version": 0, "key": "end"}
        path = f"/api/games/{over['id']}/resign"
        await client.call("POST", path, end, over["tokens"]["1"])
        worst, watchdog, held = Worst(long, large, over), Watchdog(place), dict[str, float]()
        try:
            await watchdog.ready()
            await asyncio.sleep(2)
            noise = await watchdog.longest()
            routes = all_routes()
            progress = Progress(f"calls, {run.name}", len(routes))
            for done, (method, path) in enumerate(routes, 1):
                await _call(client, worst.of(method, path), count)
                held[f"{method} {path}"] = await watchdog.longest()
                progress(done)
        finally:
            watchdog.close()
            client.close()
            long.person.close()
        text = server.log.read_text()
        if "Traceback" in text:
            raise Wrong(f"a traceback: {text[text.find('Traceback') :][:1500]}")
    slowest = sorted(held, key=lambda name: -held[name])
    told = ", ".join(f"{name} {1000 * held[name]:.0f} ms" for name in slowest[:6])
    said = (
        f"{len(held)} routes with the worst input: the event loop was held longest by {told};"
        f" by nothing {1000 * noise:.0f} ms"
    )
    if held[slowest[0]] > MOST_HELD:
        raise Wrong(said)
    return said


async def _call(client: Client, inputs: list[bytes], count: int) -> None:
    for content in inputs * count:
        try:
            answer = await asyncio.wait_for(client.send(content), _PATIENCE)
        except Lost:
            client.close()
            continue
        if answer.status >= 500:
            raise Wrong(f"{answer} to {content[:200]!r}")
        if b"/events" in content:
            await asyncio.sleep(0.1)
            client.close()
