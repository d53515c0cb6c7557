"""A connection: how long it may be silent, and how many one address may hold.

uvicorn's own patience begins after the first answer. A client that sends nothing, or half of a
request, would be held for ever.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import cache
from math import inf
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .settings import Settings

PATIENCE = 20.0  # seconds for a whole request to arrive

_held: Counter[str] = Counter()


@cache
def _most() -> float:
    """Connections for an address: room for all its streams and calls; a proxy's are not counted."""
    settings = Settings.from_environment()
    return inf if settings.proxy else 4 * settings.streams


class Connection(HttpToolsProtocol):
    """Can be broken off by a stream whose client does not read, and ended when the server stops."""

    _timer: asyncio.TimerHandle | None = None
    _stream: dict[object, Any]  # what the current request may do with its connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        _held[self._address] += 1
        if _held[self._address] > _most():
            transport.abort()
        else:
            self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        _held[self._address] -= 1
        if not _held[self._address]:
            del _held[self._address]
        super().connection_lost(exc)

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._stream = {"abort": self.transport.abort}
        self.scope["extensions"] = {"lastpick.connection": self._stream}
        self._wait_for_request()

    def on_message_complete(self) -> None:
        self._stop_waiting()
        super().on_message_complete()
        if self.cycle and self.cycle.response_complete:  # answered before it had come whole:
            self._wait_for_request()  # uvicorn has stopped to count the silence

    def shutdown(self) -> None:
        super().shutdown()
        if self.cycle and (stop := self._stream.get("stop")):
            stop()

    def _wait_for_request(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(PATIENCE, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
