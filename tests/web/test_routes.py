"""The table of routes: declared once, found by one look-up, and what the guard reads there."""

from __future__ import annotations

import asyncio
import logging
from contextlib import nullcontext
from typing import Annotated

import pytest
from pydantic import Field
from starlette.responses import Response

from lastpick.web.games.games import Games
from lastpick.web.http.calls import ROUTES
from lastpick.web.http.calls.health import Health
from lastpick.web.http.guard import Guard
from lastpick.web.http.limits import Limits
from lastpick.web.http.reading import Call
from lastpick.web.http.route import ALL_PICKS, SMALL, WITH_TEXT, Route, Routes
from lastpick.web.http.settings import Settings

COSTS = {
    "POST /api/games": 5,
    "POST /api/verdict": 10,
    "POST /api/review": 20,
    "GET /api/games/{game_id}/verdict": 10,
    "GET /api/games/{game_id}/hint": 10,
    "GET /api/games/{game_id}/review": 20,
    "GET /api/puzzles": 10,
    "GET /api/puzzles/daily": 10,
    "GET /api/puzzles/{puzzle_id}": 10,
    "POST /api/puzzles/answer": 10,
    "POST /api/puzzles/hint": 10,
    "POST /api/puzzles/daily/share": 10,
}


def named(route: Route) -> str:
    return f"{route.methods[0]} {route.path}"


def test_what_costs_more_than_a_look_says_so() -> None:
    costs = {named(route): route.cost for route in ROUTES.all}
    assert {name: costs[name] for name in COSTS} == COSTS
    assert costs["POST /api/games/{game_id}/picks"] == 1


def test_only_game_files_and_records_may_be_long() -> None:
    largest = {named(route): route.largest for route in ROUTES.all}
    for name in ("POST /api/games", "POST /api/verdict", "POST /api/review"):
        assert largest.pop(name) == WITH_TEXT
    for name in ("POST /api/solo", "POST /api/solo/outlook"):
        assert largest.pop(name) == ALL_PICKS
    assert {*largest.values()} <= {SMALL, WITH_TEXT}
    assert largest["POST /api/games/{game_id}/picks"] == SMALL
    assert WITH_TEXT == 160 * 1024


Text = Annotated[str, Field(max_length=5)]


def small_table() -> Routes:
    routes = Routes()

    @routes.get("/a/{one}", Health, cost=3)
    async def look(one: Text) -> bytes:
        return one.encode()

    @routes.post("/a/{one}", Health, cost=7, largest=9)
    async def change(one: Text) -> bytes:
        return one.encode()

    @routes.get("/a/{one}/b.c/{two}", Health)
    async def deeper(one: Text, two: Text) -> bytes:
        return (one + two).encode()

    @routes.get("/a/exact", Health)
    async def exact() -> bytes:
        return b""

    return routes


@pytest.mark.parametrize(
    ("method", "path", "name", "values"),
    [
        ("GET", "/a/x", "look", {"one": "x"}),
        ("POST", "/a/x", "change", {"one": "x"}),
        ("GET", "/a/exact", "exact", {}),
        ("GET", "/a/x\n", "look", {"one": "x\n"}),
        ("GET", "/a/x/b.c/y", "deeper", {"one": "x", "two": "y"}),
        ("GET", "/a/x/b-c/y", "nothing_here", {}),
        ("GET", "/a/{one}", "look", {"one": "{one}"}),
        ("GET", "/a/x/y", "nothing_here", {}),
        ("GET", "/a/", "nothing_here", {}),
        ("GET", "", "nothing_here", {}),
        ("PUT", "/a/x", "refuse", {"one": "x"}),
        ("POST", "/a/exact", "refuse", {}),
    ],
)
def test_a_route_is_found_by_its_method_and_path(
    method: str, path: str, name: str, values: dict[str, str]
) -> None:
    route, found = small_table().find(method, path)
    assert route.function.__name__ == name
    assert found == values


def test_a_wrong_method_costs_as_much_as_the_right_ones() -> None:
    wrong, _ = small_table().find("DELETE", "/a/x")
    assert (wrong.cost, wrong.largest) == (7, SMALL)


def test_a_table_made_of_another_leaves_it_alone() -> None:
    routes = small_table()
    more = Routes(routes.all)

    @more.page("/b/{one}")
    async def page(one: Text) -> Response:
        return Response(one)

    assert more.find("HEAD", "/b/x")[0].function is page
    assert routes.find("HEAD", "/b/x")[0].function.__name__ == "nothing_here"


def test_nothing_is_declared_twice() -> None:
    routes = small_table()
    with pytest.raises(ValueError, match="GET /a/exact is declared twice"):
        routes.add(routes.find("GET", "/a/exact")[0])


def test_what_a_query_may_say_has_a_default() -> None:
    async def look(one: Text) -> bytes:
        return one.encode()

    with pytest.raises(TypeError, match=r"/a has no \{one\}"):
        Routes().get("/a", Health)(look)


def test_every_route_asks_for_what_the_server_shares() -> None:
    shared = {kind for route in ROUTES.all for _, kind in route.reads.shared}
    assert shared == {Games, Limits}


def test_a_failure_is_told_in_one_line_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(_: Call) -> Response:
        raise RuntimeError("a mistake of ours")

    async def unused(*_: object) -> None:
        raise AssertionError("nothing starts or stops here")

    async def main() -> list[dict[str, object]]:
        guard = Guard(Routes(), fail, Limits(0, 1, 1), Settings(quiet=True), nullcontext)
        sent: list[dict[str, object]] = []

        async def send(message: object) -> None:
            assert isinstance(message, dict)
            sent.append(message)

        scope = {"type": "http", "method": "GET", "path": "/", "client": None, "server": ("::1", 1),
                 "headers": [(b"host", b"localhost")]}  # fmt: skip
        await guard(scope, unused, send)  # type: ignore[arg-type]
        return sent

    with caplog.at_level(logging.ERROR, "lastpick.web"):
        start, body = asyncio.run(main())
    assert start["status"] == 500
    assert body["body"] == b'{"error":"something went wrong here; it has been logged"}'
    assert "a mistake of ours" in caplog.text
