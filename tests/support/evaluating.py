"""Evaluations in this process, which is fast, and a model that answers as it is told."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from lastpick.evaluation import prompt
from lastpick.evaluation.suite import Item, standard

from .running import Done

QUICK = ("--each", 1, "--games", 1)
ONE = ("--each", 1, "--games", 0)

Lastpick = Callable[..., Done]  # the command in this process
Evaluate = Lastpick
Answers = Callable[[list[str]], str | None]  # of all messages so far: the second is the question


def report(done: Done) -> Any:
    assert done.code == 0, done.err
    return done.json


def unable(done: Done) -> str:
    """The last line of a run that could not be finished."""
    assert (done.out, done.code) == ("", 1), done
    return done.err.splitlines()[-1]


@contextmanager
def serving(answer: Answers) -> Iterator[str]:
    """A local endpoint that answers so, as often as it is asked; its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            said = answer([message["content"] for message in body["messages"]])
            self.send_response(500 if said is None else 200)
            self.end_headers()
            message = {"message": {"content": said}, "finish_reason": "stop"}
            usage = {"prompt_tokens": 100, "completion_tokens": 7}
            self.wfile.write(json.dumps({"choices": [message], "usage": usage}).encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        server.server_close()


def questions() -> dict[str, Item]:
    """What a model is asked for each item."""
    found = {}
    for item in standard().cut(1).items:
        found[prompt(item).user] = item
    assert len(found) == 72
    return found
