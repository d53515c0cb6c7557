"""What comes beside bodies: 16 kB of it are read, and a trailer is no header."""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from collections.abc import Callable
from functools import cache
from math import inf

import pytest
from starlette.types import Message, Receive, Scope, Send
from support.connections import Pipe, maker, raw
from support.loops import in_loop
from support.serving import Server
from support.visitor import Visitor
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from lastpick.web.http import connection
from lastpick.web.http.connection import MOST_BESIDE, MOST_HEADERS, MOST_PIPELINED, Connection

CHUNKED = b"POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n"
LAST = b"0\r\n"


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_most", cache(lambda: inf))
    monkeypatch.setattr(connection, "_TO_BE_REFUSED", 0.0)


class Fed:
    """A connection that is fed by hand, and what its application saw."""

    def __init__(self) -> None:
        self.pipe = Pipe()
        self.seen: list[Scope] = []
        self.got: list[Message] = []
        self.connection: Connection = maker(self._answer)()
        self.connection.connection_made(self.pipe)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        message: Message = {"more_body": True}
        while message.get("more_body"):
            message = await receive()
            self.got.append(message)
        self.seen.append(scope)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ok"})

    async def feed(self, data: bytes, segment: int) -> None:
        for at in range(0, len(data), segment):
            if not self.pipe.closed:
                self.connection.data_received(data[at : at + segment])
        while self.connection.tasks and not self.connection._in_body:
            await asyncio.sleep(0)

    async def gone(self) -> None:
        """Until it is hung up; nothing that comes meanwhile is read."""
        self.connection.data_received(head_of(100) * 100)
        assert not self.pipe.aborted
        async with asyncio.timeout(60):
            while not self.pipe.aborted:
                await asyncio.sleep(0)

    @property
    def answers(self) -> int:
        return self.pipe.sent.count(b"HTTP/1.1 200 OK")

    @property
    def refusal(self) -> tuple[int, str]:
        """The status and the line; the connection was closed after them."""
        assert self.pipe.closed
        assert self.pipe.sent.count(b"HTTP/1.1") == 1
        head, _, body = self.pipe.sent.partition(b"\r\n\r\n")
        assert b"connection: close" in head
        return int(head.split()[1]), json.loads(body)["error"]


@pytest.fixture
def fed_bytes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many bytes reached the parser, which keeps them."""
    sizes: list[int] = []
    plain: Callable[[HttpToolsProtocol, bytes], None] = HttpToolsProtocol.data_received

    def count(self: HttpToolsProtocol, data: bytes) -> None:
        sizes.append(len(data))
        plain(self, data)

    monkeypatch.setattr(HttpToolsProtocol, "data_received", count)
    return sizes


ENDLESS = {
    "a URL": (b"GET /", b"a", 414),
    "a query": (b"GET /?", b"a=1&", 414),
    "headers": (b"GET / HTTP/1.1\r\nhost: localhost\r\n", b"x-y: z\r\n", 431),
    "a header's name": (b"GET / HTTP/1.1\r\nhost: localhost\r\n", b"x", 431),
    "a header's value": (b"GET / HTTP/1.1\r\nhost: localhost\r\nx: ", b"y", 431),
    "line ends": (b"", b"\r\n", 431),
    "a chunk's extension": (CHUNKED + b"1;", b"e", 400),
    "chunks' extensions": (CHUNKED, b"1;" + b"e" * 100 + b"\r\nx\r\n", 400),
    "a chunk's size": (CHUNKED, b"0", 400),
    "trailers": (CHUNKED + LAST, b"x-y: z\r\n", 400),
    "a trailer": (CHUNKED + b"1\r\nx\r\n" + LAST + b"x: ", b"y", 400),
}


@pytest.mark.parametrize("segment", [7, 1000, 1 << 20])
@pytest.mark.parametrize("kind", ENDLESS)
@in_loop
async def test_what_has_no_end_is_refused_before_it_is_kept(
    kind: str, segment: int, fed_bytes: list[int]
) -> None:
    start, more, status = ENDLESS[kind]
    fed = Fed()
    await fed.feed(start + more * (200_000 // len(more)), segment)
    assert fed.refusal[0] == status
    assert "16 kB" in fed.refusal[1]
    assert sum(fed_bytes) <= len(start) + MOST_BESIDE + 2 * 4096
    assert not fed.seen


def head_of(size: int) -> bytes:
    start, end = b"GET / HTTP/1.1\r\nhost: localhost\r\nx: ", b"\r\n\r\n"
    return start + b"y" * (size - len(start) - len(end)) + end


@pytest.mark.parametrize("segment", [1, 100, 4096, 10_000, 1 << 20])
@in_loop
async def test_sixteen_kilobytes_are_read(segment: int) -> None:
    fed = Fed()
    for count in (1, 2):  # the connection is kept, and counts anew
        await fed.feed(head_of(MOST_BESIDE), segment)
        assert fed.answers == count
    too_much = Fed()
    await too_much.feed(head_of(MOST_BESIDE + 1), segment)
    assert too_much.refusal[0] == 431


def with_headers(count: int) -> bytes:
    return b"GET / HTTP/1.1\r\nhost: x\r\n" + b"ab:cd\r\n" * (count - 1) + b"\r\n"


@pytest.mark.parametrize("segment", [1, 1 << 20])
@in_loop
async def test_only_so_many_headers_are_kept(segment: int) -> None:
    """Each of seven bytes takes twenty times as much memory, and a stream keeps them."""
    fed = Fed()
    for count in (1, 2):
        await fed.feed(with_headers(MOST_HEADERS), segment)
        assert fed.answers == count
    crowded = Fed()
    await crowded.feed(with_headers(MOST_HEADERS + 1), segment)
    assert crowded.refusal[0] == 431
    assert len(crowded.connection.headers) == MOST_HEADERS
    assert not crowded.seen


@in_loop
async def test_requests_that_wait_are_held_for_their_visitor() -> None:
    fed = Fed()
    unread = fed.connection._unread
    late = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 50000\r\n\r\n" + b"x" * 50_000
    fed.connection.data_received(head_of(100) + late * 3)
    assert unread.held_for("127.0.0.1") >= 3 * len(late)
    await fed.feed(b"", 1)
    assert fed.answers == 4
    unread.look()
    assert unread.bytes == 0


@in_loop
async def test_nothing_stays_of_requests_whose_turn_never_came() -> None:
    """A circle of references would: the collector looks at what has grown old once an hour."""

    async def wait(_: Scope, receive: Receive, __: Send) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    gc.disable()
    try:
        made = maker(wait)()
        made.connection_made(Pipe())
        made.data_received(head_of(100) * 3)
        await asyncio.sleep(0)
        made.connection_lost(None)
        while made.tasks:
            await asyncio.sleep(0)
        gone = weakref.ref(made)
        del made
        assert gone() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("segment", [1000, 5000, 1 << 20])
@in_loop
async def test_requests_that_come_together_are_counted_apart(segment: int) -> None:
    fed = Fed()
    await fed.feed(head_of(12_000) * 5 + head_of(100) * 5, segment)
    assert fed.answers == 10
    assert not fed.pipe.closed


@in_loop
async def test_only_so_many_requests_wait_for_an_earlier_one() -> None:
    fed = Fed()
    await fed.feed(head_of(100) * (MOST_PIPELINED + 1), 1 << 20)
    assert fed.answers == MOST_PIPELINED + 1
    await fed.feed(head_of(100) * (MOST_PIPELINED + 3), 1 << 20)
    await fed.gone()
    assert fed.answers <= MOST_PIPELINED + 2


@pytest.mark.parametrize("segment", [3, 1000, 1 << 20])
@in_loop
async def test_small_chunks_and_some_trailers_are_read(segment: int) -> None:
    """Five bytes around each byte of the body: far more than 16 kB in all."""
    fed = Fed()
    body = b"1\r\nx\r\n" * 10_000
    await fed.feed(CHUNKED + body + LAST + b"x: " + b"y" * 16_000 + b"\r\n\r\n", segment)
    assert fed.answers == 1
    assert b"".join(message["body"] for message in fed.got) == b"x" * 10_000


@pytest.mark.parametrize("method", [b"GET", b"POST"])
@in_loop
async def test_a_trailer_is_no_header(method: bytes) -> None:
    trailers = b"authorization: Bearer x\r\nhost: evil\r\nx-forwarded-for: 1.2.3.4\r\n\r\n"
    fed = Fed()
    await fed.feed(CHUNKED.replace(b"POST", method) + LAST + trailers + head_of(100), 1 << 20)
    assert [dict(scope["headers"]).get(b"host") for scope in fed.seen] == [b"localhost"] * 2
    assert len(fed.seen[0]["headers"]) == 2
    assert fed.answers == 2


@in_loop
async def test_half_a_body_that_is_refused_is_no_body() -> None:
    fed = Fed()
    fed.connection.data_received(CHUNKED + b"2\r\n{}\r\n")
    fed.connection.data_received(LAST + b"x: " + b"y" * 40_000)
    assert fed.refusal[0] == 400
    while fed.connection.tasks:
        await asyncio.sleep(0)
    assert fed.got[-1]["type"] == "http.disconnect"
    assert b"200" not in fed.pipe.sent


@in_loop
async def test_nothing_is_said_into_another_answer() -> None:
    fed = Fed()
    fed.connection.data_received(CHUNKED + b"2\r\n{}\r\n" + LAST + b"\r\n" + head_of(30_000))
    assert fed.pipe.sent == b""
    await fed.gone()
    fed.connection.connection_lost(None)


# --- a whole server -------------------------------------------------------------------------------


def test_a_server_says_in_a_line_what_is_too_long(guest: Visitor) -> None:
    for path, headers, status in (
        ("/" + "a" * 20_000, {}, 414),
        ("/api/catalog", {"x": "y" * 20_000}, 431),
    ):
        answer = guest.call("GET", path, headers=headers)
        assert answer.status == status
        assert "16 kB" in answer.error
    assert guest.get("/" + "a" * 10_000).status == 404


def test_a_token_in_a_trailer_opens_nothing(sqlite_server: Server, guest: Visitor) -> None:
    table = guest.create()
    body = json.dumps({"pick": 6, "version": 0, "key": "k"}).encode()
    request = (
        f"POST {table.path}/picks HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n"
        f"content-type: application/json\r\n\r\n{len(body):x}\r\n{body.decode()}\r\n0\r\n"
        f"authorization: Bearer {table.tokens['1']}\r\n\r\n"
    )
    assert raw(sqlite_server, request.encode())[0] == 401
    assert table.state["version"] == 0
