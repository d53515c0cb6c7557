"""A limit on connections in all: whoever plays keeps theirs, and the next is told why not."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import Receive, Scope, Send
from support.connections import Pipe, with_place

from lastpick.web.http import connection, crowd
from lastpick.web.http.app import build
from lastpick.web.http.crowd import Crowd, most_connections
from lastpick.web.http.settings import Settings
from lastpick.web.http.unread import EXTENSION, Mailbox

GET = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"


def mailboxes(count: int) -> list[Mailbox]:
    return [Mailbox(Pipe()) for _ in range(count)]


def ended(mailbox: Mailbox) -> bool:
    assert isinstance(mailbox.pipe, Pipe)
    return mailbox.pipe.aborted


def test_the_oldest_over_which_nobody_plays_makes_room() -> None:
    full, people = Crowd(3), mailboxes(6)
    assert all(full.enter(one) for one in people[:3])
    people[0].seated = people[2].seated = True
    assert full.enter(people[3])
    assert [ended(one) for one in people] == [False, True, False, False, False, False]
    people[3].seated = True
    assert not full.enter(people[4])
    full.leave(people[0])
    assert full.enter(people[4])
    assert full.enter(people[5])
    assert [ended(one) for one in people] == [False, True, False, False, True, False]


def test_open_files_bound_what_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 1024))
    assert most_connections(500) == 500
    assert most_connections(10_000) == 1024 - crowd._KEPT
    monkeypatch.setattr(resource, "getrlimit", lambda _: (resource.RLIM_INFINITY,) * 2)
    assert most_connections(10_000) == 10_000


def test_who_is_refused_is_told_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    full = Crowd(1)
    monkeypatch.setattr(connection, "Crowd", lambda *most: Crowd(*most) if most else full)
    monkeypatch.setattr(connection, "_most", lambda: 100)

    async def play(scope: Scope, _: Receive, send: Send) -> None:
        Mailbox.of(scope).seated = True
        headers = [(b"content-length", b"2")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"ok"})

    async def talk(place: tuple[str, int]) -> None:
        reader, writer = await asyncio.open_connection(*place)
        for _ in range(2):
            writer.write(GET)
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
            second, other = await asyncio.open_connection(*place)
            other.write(GET)
            head, _, body = (await second.read()).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 503 ")
            assert json.loads(body)["error"].startswith("this server has no room")
            other.close()
        monkeypatch.setattr(connection, "_TO_BE_REFUSED", 0.01)
        third, silent = await asyncio.open_connection(*place)
        assert await third.read() == b""
        silent.close()
        monkeypatch.setattr(connection, "_MOST_REFUSED", 0)
        monkeypatch.setattr(connection, "_TO_BE_REFUSED", 3600.0)
        fourth, silent = await asyncio.open_connection(*place)
        assert await fourth.read() == b""
        silent.close()
        writer.close()

    with_place(play, talk)
    assert full.refused == 0


def test_who_plays_is_known_by_a_token_that_is_right(tmp_path: Path) -> None:
    """And in a stream of news, which is not answered as long as it lasts."""
    app = build(Settings(database=str(tmp_path / "web.sqlite")))
    news, picks = Mailbox(), Mailbox()

    def carried(mailbox: Mailbox) -> httpx.AsyncClient:
        async def over(scope: Any, receive: Any, send: Any) -> None:
            await app({**scope, "extensions": {EXTENSION: mailbox}}, receive, send)

        transport = httpx.ASGITransport(over)
        return httpx.AsyncClient(transport=transport, base_url="http://localhost")

    async def listen(path: str, token: str) -> None:
        begun = asyncio.Event()

        async def receive() -> dict[str, str]:
            await begun.wait()
            return {"type": "http.disconnect"}

        async def send(_: Any) -> None:
            begun.set()

        headers = [(b"host", b"localhost"), (b"authorization", f"Bearer {token}".encode())]
        scope = {
            "type": "http", "method": "GET", "path": path, "query_string": b"", "scheme": "http",
            "server": ("127.0.0.1", 80),
            "headers": headers, "extensions": {EXTENSION: news},
        }  # fmt: skip
        await app(scope, receive, send)

    async def play() -> None:
        async with app.running(), carried(picks) as client:
            new = {"game": "divisor-duel", "seats": ["me", "me"]}
            made = (await client.post("/api/games", json=new)).json()
            path, token = f"/api/games/{made['id']}", made["tokens"]["1"]
            pick = {"pick": 6, "version": 0, "key": "k"}
            for shown, status in (("wrong", 403), (token, 201)):
                assert not picks.seated
                headers = {"authorization": f"Bearer {shown}"}
                answer = await client.post(f"{path}/picks", json=pick, headers=headers)
                assert answer.status_code == status
            assert picks.seated
            await listen(f"{path}/events", "wrong")
            assert not news.seated
            await listen(f"{path}/events", token)
            assert news.seated

    asyncio.run(play())
