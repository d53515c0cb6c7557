"""An OpenAI-compatible endpoint on loopback that says what a test tells it to."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import pytest


class Heard(NamedTuple):
    """A question as it came in."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def prompt(self) -> str:
        return "\n\n".join(message["content"] for message in self.body["messages"])


class Say(NamedTuple):
    """An answer as it goes out."""

    status: int
    body: bytes
    headers: dict[str, str] = {}  # noqa: RUF012 - nobody changes it
    announced: int | None = None  # the length that is claimed


class By(NamedTuple):
    """An answer that depends on the question."""

    say: Callable[[Heard], Say]


Act = Callable[[BaseHTTPRequestHandler], None]  # an answer that takes things into its own hands


def good(text: str | None, finish: str = "stop", tokens: tuple[int, int] = (100, 10)) -> Say:
    choice = {"index": 0, "message": {"role": "assistant", "content": text}}
    return whole(
        {
            "object": "chat.completion",
            "choices": [{**choice, "finish_reason": finish}],
            "usage": {"prompt_tokens": tokens[0], "completion_tokens": tokens[1]},
        }
    )


def whole(answer: object, status: int = 200, **headers: str) -> Say:
    return Say(status, json.dumps(answer).encode(), headers)


class Endpoint:
    """Gives one answer after the other; the last one again and again."""

    def __init__(self, *answers: Say | Act | By) -> None:
        self.heard: list[Heard] = []
        self.done = threading.Event()  # set when the test is over, for those who wait
        left = list(answers)
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                heard = Heard(self.path, dict(self.headers), json.loads(body))
                endpoint.heard.append(heard)
                answer = left.pop(0) if len(left) > 1 else left[0]
                if isinstance(answer, By):
                    answer = answer.say(heard)
                if not isinstance(answer, Say):
                    answer(self)
                    return
                self.send_response(answer.status)
                length = len(answer.body) if answer.announced is None else answer.announced
                self.send_header("Content-Length", str(length))
                for name, value in answer.headers.items():
                    self.send_header(name.replace("_", "-"), value)
                self.end_headers()
                self.wfile.write(answer.body)

            def log_message(self, *_: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            def handle_error(self, *_: object) -> None:
                pass  # a client that has left, which is what some tests want

        self._server = Server(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"

    def close(self) -> None:
        self.done.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


Serve = Callable[..., Endpoint]


@contextmanager
def serving(monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """Starts endpoints, which end with the test; the environment names no other, and no key."""
    started: list[Endpoint] = []

    def start(*answers: Say | Act | By) -> Endpoint:
        started.append(Endpoint(*answers))
        return started[-1]

    for name in ("OPENAI_API_KEY", "LASTPICK_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    try:
        yield start
    finally:
        for endpoint in started:
            endpoint.close()
