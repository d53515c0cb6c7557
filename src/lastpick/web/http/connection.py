"""A connection: how much it may send beside bodies, how long it may be silent, how many there are.

uvicorn keeps a URL, headers and trailers however long they get, takes a trailer for a header, and
its patience begins after the first answer: a client that sends nothing, or half of a request,
would be held for ever.
"""

from __future__ import annotations

import asyncio
import json
import socket
import struct
import sys
from contextlib import suppress
from functools import cache
from math import inf
from typing import TYPE_CHECKING

from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from ..networks import Caller
from .crowd import Crowd
from .settings import Settings
from .unread import EXTENSION, Mailbox, Unread

if sys.platform != "win32":
    from fcntl import ioctl
    from termios import TIOCOUTQ

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application

PATIENCE = 20.0  # seconds for a whole request to arrive
MOST_BESIDE = 16 << 10  # bytes of a request's first line and headers; of all beside its body
MOST_HEADERS = 100  # of a request
MOST_PIPELINED = 16  # requests that wait for the answer to an earlier one
_REQUEST, _HEADER = 3 << 10, 160  # bytes of memory that one takes beside what was sent
_PIECE = 4 << 10  # bytes that are looked at together: so much more may be kept at most
_CHUNK = 20  # bytes around each chunk of a body that are not counted: its size, two line ends

CROWD = "crowd"
ENDING = "ending"  # whether the server stops: the connections that it has were told already

_TO_BE_REFUSED = 1.0  # seconds for who is refused to send a request, which is then read
_MOST_REFUSED = 64  # that are read at a time

_AT_ONCE = struct.pack("ii", 1, 0)  # closed with a reset, and nothing is kept for the other side

_NO_BYTES = bytes(4)

_crowds: dict[str, Crowd] = {}  # the connections of each network


@cache
def _most() -> float:
    """Connections of an address: room for all its streams and calls; a proxy's are not counted."""
    settings = Settings.from_environment()
    return inf if settings.proxy else 4 * settings.streams


class Pipe:
    """A transport whose end is at once: else the system goes on holding what was not read."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        sock = transport.get_extra_info("socket")
        self._file = -1 if sock is None else sock.fileno()
        self.get_write_buffer_size = transport.get_write_buffer_size

    def held_by_system(self) -> int:
        """Bytes on their way, of which the client's side has not said that it has them.

        The system asks for more only when a third of its room is free, which a slow client takes
        half a minute for. Where it does not tell, that is no progress.
        """
        if sys.platform == "win32":
            return 0
        try:
            return int.from_bytes(ioctl(self._file, TIOCOUTQ, _NO_BYTES), sys.byteorder)
        except (OSError, ValueError):
            return 0

    def abort(self) -> None:
        with suppress(OSError):
            self._transport.get_extra_info("socket").setsockopt(
                socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE
            )
        self._transport.abort()


class Connection(HttpToolsProtocol):
    """Can be broken off by a stream whose client does not read, and ended when the server stops."""

    url = b""
    _timer: asyncio.TimerHandle | None = None
    _in_body = False  # whether a request's headers have come, and its end has not
    _running: RequestResponseCycle | None = None  # what is being answered
    _beside = 0  # bytes of what is coming that are no body
    _crowded = False  # whether a request has too many headers
    _refused = False  # whether there was no room for it
    _deaf = False  # whether nothing more is read, and it is closed in a moment
    _behind = 0  # bytes that are held of requests that wait for the answer to an earlier one

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        caller = Caller.connected(*self.client) if self.client else Caller()
        self._networks = caller.networks
        self._unread: Unread = self.app_state.setdefault("unread", Unread())
        self._mailbox = Mailbox(Pipe(transport), self._unread)
        self._mailbox.serve(caller)
        self._crowd: Crowd = self.app_state.setdefault(CROWD, Crowd())
        if not self._enter_networks() or self.app_state.get(ENDING):
            transport.abort()
        elif self._crowd.enter(self._mailbox):
            self._wait_for_request()
        else:
            self._refuse_later()

    def _enter_networks(self) -> bool:
        crowds = [
            _crowds.setdefault(name, Crowd(factor * _most())) for name, factor in self._networks
        ]
        return all(crowd.enter(self._mailbox) for crowd in crowds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._unread.remove(self._mailbox)
        self._crowd.leave(self._mailbox)
        self._crowd.refused -= self._refused
        self.pipeline.clear()
        if self._running is not None:  # uvicorn tells only the last of several
            self._running.disconnected = True
            self._running.message_event.set()
        for name, _ in self._networks:
            if crowd := _crowds.get(name):
                crowd.leave(self._mailbox)
                if crowd.empty:
                    del _crowds[name]
        super().connection_lost(exc)
        self.cycle = None  # type: ignore[assignment]  # one that never began holds on to this

    # --- what comes -------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._refused:
            self._refuse(503, "this server has no room for more connections; try again in a moment")
            return
        at = 0
        while at < len(data) and not self._deaf and not self.transport.is_closing():
            size = min(_PIECE, len(data) - at)
            if not self._in_body:
                size = min(size, MOST_BESIDE - self._beside)
                if not size:
                    self._refuse_head()
                    return
            self._beside += size
            super().data_received(data if size == len(data) else data[at : at + size])
            self._beside = max(self._beside, 0)
            at += size
            if self._in_body and self._beside > MOST_BESIDE:
                self._refuse(400, "what stands around the body is longer than 16 kB")
        if self._beside and not self._in_body and not self._answering:
            self._wait_for_request()  # line ends alone are no request

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["extensions"] = {EXTENSION: self._mailbox}  # type: ignore[dict-item]
        self._wait_for_request()

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._in_body:  # a trailer is no header
            return
        if len(self.headers) >= MOST_HEADERS:
            self._crowded = True
            raise ValueError("too many headers")  # which ends the parsing
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._hold_behind(_REQUEST + len(self.headers) * _HEADER + self._beside)
        self._in_body, self._beside = True, 0
        if len(self.pipeline) > MOST_PIPELINED:
            raise ValueError("too many requests at once")  # which ends the parsing

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._running = cycle
        if not self.pipeline:
            self._mailbox.coming -= self._behind
            self._behind = 0
        super()._start_asgi_task(cycle, app)

    def on_chunk_header(self) -> None:
        self._beside -= _CHUNK

    def on_body(self, body: bytes) -> None:
        self._beside -= len(body)
        self._hold_behind(len(body))
        super().on_body(body)

    def _hold_behind(self, size: int) -> None:
        """What belongs to a request that waits counts as held: nobody reads it yet."""
        if self.pipeline:
            self._behind += size
            self._mailbox.hold(size)

    def on_message_complete(self) -> None:
        self._in_body, self._beside = False, 0
        self._stop_waiting()
        super().on_message_complete()
        if self.cycle and self.cycle.response_complete:  # answered before it had come whole:
            self._wait_for_request()  # uvicorn has stopped to count the silence

    # --- what is refused --------------------------------------------------------------------------

    @property
    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _refuse_later(self) -> None:
        """Once it has sent something: closed with unread bytes, it is reset and hears nothing."""
        self._refused = True
        self._crowd.refused += 1
        if self._crowd.refused > _MOST_REFUSED:
            self.transport.abort()
        else:
            self._timer = self.loop.call_later(_TO_BE_REFUSED, self.transport.abort)

    def _refuse_head(self) -> None:
        if len(self.url) > MOST_BESIDE // 2:
            self._refuse(414, "the address is too long: with the headers, 16 kB are read")
        else:
            self._refuse(
                431, "the headers are too long or too many: 100 are read, with the address 16 kB"
            )

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's words
        if self._crowded:
            self._refuse_head()
        else:
            self._refuse(400, "this is not HTTP as it should be")

    def _refuse(self, status: int, line: str) -> None:
        """Say why and hang up; without a word, where something else is being answered."""
        begun = self.cycle.response_started if self._in_body else self._answering
        if begun or self.pipeline:
            self._hang_up_later()
            return
        if self._in_body:  # whoever waits for the rest of it
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        body = json.dumps({"error": line}).encode()
        head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n"
        answer = STATUS_LINE[status] + head % len(body) + body
        with self._mailbox.holding(len(answer)):
            self.transport.write(answer)
        self.transport.close()

    def _hang_up_later(self) -> None:
        """Stop reading now and close later: a client that reconnects at once takes all time."""
        self._deaf = True
        self.pipeline.clear()
        self.flow.pause_reading()
        self.loop.call_later(_TO_BE_REFUSED, self.transport.abort)

    # --- how it ends ------------------------------------------------------------------------------

    def shutdown(self) -> None:
        super().shutdown()
        self._mailbox.end()

    def _wait_for_request(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(PATIENCE, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
