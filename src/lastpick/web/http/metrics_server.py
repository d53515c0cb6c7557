"""Answers Prometheus from threads: so many connections at once, and each for so long."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterable
from contextlib import suppress
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from .hosts import OwnHosts

MOST = 16  # connections at once; Prometheus needs one
PATIENCE = 10.0  # seconds for a request and its answer, as long as Prometheus itself waits
_SEND_BUFFER = 1 << 16  # bytes that the system keeps of what is not read (Linux: twice that)
_REFUSAL = b"ask at an address of this machine, or under the name that --metrics gives\n"


class _Quiet(WSGIRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class MetricsServer(ThreadingMixIn, WSGIServer):
    """Answers with `app` under names of this machine only, as the rest of the server does."""

    daemon_threads = True

    def __init__(
        self,
        host: str,
        port: int,
        app: WSGIApplication,
        most: int = MOST,
        patience: float = PATIENCE,
    ) -> None:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        self.address_family = found[0][0]
        self._room = threading.BoundedSemaphore(most)
        self._patience = patience
        super().__init__((str(found[0][4][0]), port), _Quiet)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        self.set_app(_under_own_names(app, OwnHosts(host)))

    def verify_request(self, *_: object) -> bool:
        """Whether there is room for one more connection; without it, it is closed at once."""
        return self._room.acquire(blocking=False)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # what is left unread is not kept after that
            milliseconds = int(1000 * self._patience)
            request.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)
        timer = threading.Timer(self._patience, _cut, (request,))
        timer.daemon = True
        timer.start()
        try:
            super().process_request_thread(request, client_address)
        finally:
            timer.cancel()
            self._room.release()

    def handle_error(self, *_: object) -> None:
        """A connection that was cut, or lost: nobody is there to be told."""


def _cut(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)  # which wakes the thread that waits for it


def _under_own_names(app: WSGIApplication, own: OwnHosts) -> WSGIApplication:
    def answer(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if own.knows(environ.get("HTTP_HOST", ""), ""):
            return app(environ, start)
        start("403 Forbidden", [("Content-Type", "text/plain; charset=utf-8")])
        return [_REFUSAL]

    return answer
