"""Connections without a server around them: over a socket, or fed by hand."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import uvicorn
import uvloop
from starlette.types import ASGIApp
from uvicorn.server import ServerState

from lastpick.web.http.connection import Connection
from lastpick.web.http.unread import Unread

from .serving import Server

_PATIENCE = 60
_SEND_BUFFER = 4 << 10  # so that what is not read is held by the server, and not by the system

Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


def maker(
    app: ASGIApp, unread: Unread | None = None, state: ServerState | None = None
) -> Callable[[], Connection]:
    """What makes the connections of one server."""
    config = uvicorn.Config(
        app,
        http=Connection,
        interface="asgi3",
        lifespan="off",
        log_config=None,
        proxy_headers=False,
    )
    config.load()
    known, loop = state or ServerState(), asyncio.get_running_loop()
    shared: dict[str, Any] = {"unread": unread or Unread()}
    return lambda: Connection(config, known, shared, loop)


def with_place(
    app: ASGIApp, talk: Callable[[tuple[str, int]], Awaitable[None]], unread: Unread | None = None
) -> None:
    """Talk to a server that answers with `app`."""

    async def main() -> None:
        listening = socket.create_server(("127.0.0.1", 0))
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        state, loop = ServerState(), asyncio.get_running_loop()
        server = await loop.create_server(maker(app, unread, state), sock=listening)
        try:
            async with asyncio.timeout(_PATIENCE):
                await talk(listening.getsockname())
        finally:
            server.close()
            for one in list(state.connections):
                one.transport.abort()
            while state.connections or state.tasks:
                await asyncio.sleep(0)

    uvloop.run(main())


def with_connection(app: ASGIApp, talk: Talk) -> None:
    """Talk over one connection to a server that answers with `app`."""

    async def once(place: tuple[str, int]) -> None:
        reader, writer = await asyncio.open_connection(*place)
        try:
            await talk(reader, writer)
        finally:
            writer.close()

    with_place(app, once)


class Pipe(asyncio.Transport):
    """A transport that keeps what is written, and takes note of how it ends."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = b""
        self.closed = self.aborted = False
        self.unsent = 0
        self.in_system = 0

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("127.0.0.1", 1) if name in ("peername", "sockname") else default

    def write(self, data: bytes | bytearray | memoryview[Any]) -> None:
        self.sent += data

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def held_by_system(self) -> int:
        return self.in_system

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


def raw(server: Server, request: bytes) -> tuple[int, bytes]:
    """Send these bytes, and read the status and the beginning of what comes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(request)
        answer = connection.recv(1 << 16)
    return int(answer.split()[1]), answer
