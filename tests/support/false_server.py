"""A server that says what a test tells it to, at the addresses of the public interface."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Said(NamedTuple):
    """An answer: a status with a body, or bytes that are no answer at all."""

    body: bytes
    status: int | None = 200
    headers: Mapping[str, str] = {}
    stays: bool = False  # whether the connection stays open afterwards


def data(answer: object, status: int = 200) -> Said:
    return Said(json.dumps(answer).encode(), status)


def news(*events: tuple[str, Any]) -> Said:
    lines = (f"event: {kind}\ndata: {json.dumps(told)}\n\n" for kind, told in events)
    return Said("".join(lines).encode(), headers={"content-type": "text/event-stream"}, stays=True)


class FalseServer:
    """Answers by the end of the path; what is not named gets the answer for an empty end."""

    def __init__(self, answers: Mapping[str, Said]) -> None:
        self.asked: list[tuple[str, str, dict[str, str], bytes]] = []
        self.over = threading.Event()
        server = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                length = int(self.headers.get("content-length") or 0)
                server.asked.append(
                    (self.command, self.path, dict(self.headers), self.rfile.read(length))
                )
                ends = (end for end in answers if end and self.path.endswith(end))
                said = answers[next(ends, "")]
                if said.status is not None:
                    self.send_response(said.status)
                    for name, value in said.headers.items():
                        self.send_header(name, value)
                    if not said.stays:
                        self.send_header("content-length", str(len(said.body)))
                    self.end_headers()
                self.wfile.write(said.body)
                self.close_connection = True
                if said.stays:
                    self.wfile.flush()
                    server.over.wait()

            do_GET = do_POST = answer  # noqa: N815 - as the base class has it

            def log_message(self, *_: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}"


@contextmanager
def false_server(answers: Mapping[str, Said]) -> Iterator[FalseServer]:
    server = FalseServer(answers)
    thread = threading.Thread(target=server.http.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.over.set()
        server.http.shutdown()
        server.http.server_close()
        thread.join()
