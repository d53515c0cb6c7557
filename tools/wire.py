"""A lean HTTP client for load and torture: raw asyncio, one keep-alive connection each.

A client library would cost several times what the server does, and both share one machine.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.I)
_STREAM = re.compile(rb"\r\ncontent-type: *text/event-stream", re.I)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding: *chunked", re.I)


class Lost(ConnectionError):
    """The connection broke before an answer came: nobody knows whether the call was done."""


class Answer(NamedTuple):
    """What a call was answered with."""

    status: int
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Place(NamedTuple):
    """Where a server listens."""

    host: str
    port: int

    @classmethod
    def of(cls, url: str) -> Place:
        host, _, port = url.removeprefix("http://").rstrip("/").rpartition(":")
        return cls(host.strip("[]"), int(port))


def source(number: int) -> str:
    """One of 16 million addresses of this machine; the server counts each as a visitor."""
    return f"127.{1 + number // 62500 % 250}.{number // 250 % 250}.{1 + number % 250}"


def _from(place: Place, address: str | None) -> tuple[str, int] | None:
    """The end of a connection on this side; in IPv6 loopback is one address only."""
    return (address, 0) if address and ":" not in place.host else None


def request(
    method: str, path: str, body: object = None, token: str | None = None, extra: str = ""
) -> bytes:
    """A request as bytes."""
    head = f"{method} {path} HTTP/1.1\r\nhost: localhost\r\n{extra}"
    if token is not None:
        head += f"authorization: Bearer {token}\r\n"
    if body is None:
        return f"{head}\r\n".encode()
    content = json.dumps(body, separators=(",", ":")).encode()
    head += f"content-type: application/json\r\ncontent-length: {len(content)}\r\n\r\n"
    return head.encode() + content


class Wire(asyncio.Protocol):
    """A connection on which one call at a time is made."""

    def __init__(self) -> None:
        self._data = b""
        self._bare = False
        self._answer: asyncio.Future[Answer] | None = None
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        self._data += data
        if self._answer is not None and not self._answer.done():
            try:
                taken = take_answer(self._data, self._bare)
            except ValueError as error:
                self._answer.set_exception(Lost(str(error)))
                return
            if taken:
                answer, self._data = taken
                self._answer.set_result(answer)

    def connection_lost(self, exc: Exception | None) -> None:
        self.transport = None
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(Lost(str(exc or "the server hung up")))

    async def send(self, content: bytes) -> Answer:
        self._bare = content.startswith(b"HEAD ")
        if self.transport is None or self.transport.is_closing():
            raise Lost("there is no connection")
        self._answer = asyncio.get_running_loop().create_future()
        self.transport.write(content)
        return await self._answer

    def close(self) -> None:
        if self.transport is not None:
            self.transport.abort()


def take_answer(data: bytes, bare: bool = False) -> tuple[Answer, bytes] | None:
    """The first whole answer in some bytes, and what follows it; `bare`: it has no body.

    A stream of news has no end: that it has begun is the answer.
    """
    end = data.find(b"\r\n\r\n")
    if end < 0:
        return None
    if not data.startswith(b"HTTP/1.1 "):
        raise ValueError(f"this is no answer: {data[:60]!r}")
    head, start, status = data[:end], end + 4, int(data[9:12])
    if status < 200:  # go on: the answer follows
        return take_answer(data[start:], bare)
    if bare or status in (204, 304) or _STREAM.search(head):
        return Answer(status, b""), data[start:]
    if found := _LENGTH.search(head):
        stop = start + int(found[1])
        return (Answer(status, data[start:stop]), data[stop:]) if len(data) >= stop else None
    if not _CHUNKED.search(head):
        raise ValueError(f"an answer without a length: {head[:200]!r}")
    body = b""
    while True:
        line = data.find(b"\r\n", start)
        if line < 0:
            return None
        size = int(data[start:line], 16)
        start = line + 2
        if len(data) < start + size + 2:
            return None
        body += data[start : start + size]
        start += size + 2
        if not size:
            return Answer(status, body), data[start:]


class Client:
    """Makes calls from one address, and connects again when the connection has gone."""

    def __init__(self, place: Place, address: str | None = None) -> None:
        self.place = place
        self._local = _from(place, address)
        self._wire: Wire | None = None

    async def call(
        self, method: str, path: str, body: object = None, token: str | None = None
    ) -> Answer:
        return await self.send(request(method, path, body, token))

    async def again(self, content: bytes) -> Answer:
        """Send, and once more if the server has closed the idle connection meanwhile."""
        try:
            return await self.send(content)
        except Lost:
            self.close()
            return await self.send(content)

    async def send(self, content: bytes) -> Answer:
        if self._wire is None or self._wire.transport is None or self._wire.transport.is_closing():
            try:
                _, self._wire = await asyncio.get_running_loop().create_connection(
                    Wire, *self.place, local_addr=self._local
                )
            except OSError as error:
                raise Lost(str(error)) from None
        return await self._wire.send(content)

    def close(self) -> None:
        if self._wire is not None:
            self._wire.close()
            self._wire = None


class Closes(Protocol):
    def close(self) -> None: ...


async def close_all(open_ones: Iterable[Closes]) -> None:
    """Close connections, and let the loop see that they are."""
    for one in open_ones:
        one.close()
    await asyncio.sleep(0)


class Listener(asyncio.Protocol):
    """A stream of news as raw bytes, handed to `hear`."""

    def __init__(self, content: bytes, hear: Callable[[bytes], None]) -> None:
        self._content = content
        self._hear = hear
        self.transport: asyncio.Transport | None = None
        loop = asyncio.get_running_loop()
        self.begun: asyncio.Future[None] = loop.create_future()  # or ended
        self.closed: asyncio.Future[None] = loop.create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]
        transport.write(self._content)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        _set(self.begun)
        self._hear(data)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's name
        _set(self.begun)
        _set(self.closed)


def _set(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


async def listen(
    place: Place,
    game: str,
    hear: Callable[[bytes], None],
    token: str | None = None,
    address: str | None = None,
    last: int | None = None,
    extra: str = "",
) -> Listener:
    """Open a game's stream of news."""
    extra += "" if last is None else f"last-event-id: {last}\r\n"
    content = request("GET", f"/api/games/{game}/events", None, token, extra)
    local = _from(place, address)
    try:
        _, listener = await asyncio.get_running_loop().create_connection(
            lambda: Listener(content, hear), *place, local_addr=local
        )
    except OSError as error:
        raise Lost(str(error)) from None
    return listener
