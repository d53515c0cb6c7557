"""News of a game as the server sends them, read in a thread that comes back by itself.

Whoever comes back asks for what came after the last event that was heard, so that nothing is
missed and nothing told twice.
"""

from __future__ import annotations

import http.client
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from threading import Event, Thread
from typing import Any

from ..errors import OnlineError
from .calls import LARGEST_ANSWER, Away, Calls

Hear = Callable[[str, Any], None]  # what kind of news, and its data in JSON, not read yet
AWAY, BACK, GONE = "away", "back", "gone"  # beside the kinds of the server's own events

_FIELDS = ("event", "data", "id")
_SILENCE = 40.0  # seconds; the server says every 15 that it is there
_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 3.0


class NewsReader(Thread):
    """Reads until it is told to stop, or the server says that there is no such game."""

    def __init__(self, calls: Calls, game: str, token: str, after: int, hear: Hear) -> None:
        super().__init__(daemon=True)
        self._calls = calls
        self._path = f"/api/games/{game}/events"
        self._token = token
        self._after = after
        self._hear = hear
        self._stopped = Event()
        self._sock: socket.socket | None = None
        self._away = False
        self._pause = _FIRST_PAUSE  # seconds until it is tried again

    def stop(self) -> None:
        """End it, wherever it is."""
        self._stopped.set()
        if self._sock is not None:
            with suppress(OSError):
                self._sock.shutdown(socket.SHUT_RDWR)

    def run(self) -> None:
        while not self._stopped.is_set():
            try:
                self._read()
            except Away as trouble:
                if not self._away:
                    self._away = True
                    self._say(AWAY, str(trouble))
            except OnlineError as error:
                self._say(GONE, str(error))
                return
            self._stopped.wait(self._pause)
            self._pause = min(2 * self._pause, _LONGEST_PAUSE)

    def _say(self, kind: str, data: Any) -> None:
        if not self._stopped.is_set():
            self._hear(kind, data)

    def _read(self) -> None:
        connection = self._calls.connect(_SILENCE)
        self._sock = connection.sock
        headers = {
            "Accept": "text/event-stream",
            "Authorization": f"Bearer {self._token}",
            "Last-Event-ID": str(self._after),
        }
        try:
            response = self._calls.request(connection, "GET", self._path, headers)
            if response.status != 200:
                self._calls.answer(response.status, self._calls.body(response))
            self._pause = _FIRST_PAUSE
            if self._away:
                self._away = False
                self._say(BACK, None)
            self._events(response)
        finally:
            self._sock = None
            connection.close()

    def _events(self, response: http.client.HTTPResponse) -> None:
        """Each event as it comes, until the connection ends."""
        for kind, data, version in read_events(self._lines(response), self._calls):
            self._say(kind, data)
            if version.isdecimal() and len(version) < 10:
                self._after = int(version)

    def _lines(self, response: http.client.HTTPResponse) -> Iterator[bytes]:
        while not self._stopped.is_set():
            try:
                line = response.readline(LARGEST_ANSWER + 1)
            except (OSError, http.client.HTTPException, ValueError, AttributeError):
                line = b""  # ValueError, AttributeError: closed by stop
            if not line:
                raise Away(f"the connection to {self._calls.server} is lost")
            yield line


def read_events(lines: Iterable[bytes], calls: Calls) -> Iterator[tuple[str, str, str]]:
    """Kind, data and id of each event that has data; the size of an event is bounded."""
    fields: dict[str, str] = {}
    size = 0
    for line in lines:
        size += len(line)
        if size > LARGEST_ANSWER:
            raise calls.foreign(f"news of more than {LARGEST_ANSWER // 1024**2} MB at once")
        text = line.decode(errors="replace").rstrip("\r\n")
        name, _, value = text.partition(": ")
        if name in _FIELDS:
            fields[name] = value
        if text:
            continue
        if "data" in fields:
            yield fields.get("event", ""), fields["data"], fields.get("id", "")
        fields, size = {}, 0
