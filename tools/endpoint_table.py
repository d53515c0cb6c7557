"""What becomes of a run with each kind of endpoint, by `lastpick evaluate` and by Inspect.

    python tools/endpoint_table.py

prints the table in docs/evaluation-runs.md, in some minutes. It needs
`pip install 'lastpick[inspect]' openai`. One of 18 questions, or each of them, is answered as the
row says; the others flawlessly. An argument takes only the rows whose names begin with it.
"""

from __future__ import annotations

import io
import json
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socket import SHUT_RDWR, socket
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from support.chatting import Act, By, Endpoint, Heard, Say, whole  # noqa: E402

from lastpick import cli  # noqa: E402
from lastpick.evaluation import prompt  # noqa: E402
from lastpick.evaluation.suite import STANDARD, open_suite  # noqa: E402
from lastpick.players.llm import endpoint as room  # noqa: E402

GAME = str(ROOT / "examples" / "games" / "race-to-30.toml")
JSON = {"Content_Type": "application/json"}
CALL = {"id": "1", "type": "function", "function": {"name": "pick", "arguments": "{}"}}
ITEMS = open_suite(STANDARD, 7, [GAME], 1, lambda *_: None).items
ASKED = {prompt(item).user: item.winning[0] for item in ITEMS}
ODD = list(ASKED)[3]  # the question that a row is about
RIGHT = "PICK the right one"


def says(content: object, finish: str = "stop", **more: object) -> Say:
    message = {"role": "assistant", "content": content, **more}
    return holds({"index": 0, "message": message, "finish_reason": finish})


def holds(*choices: object) -> Say:
    usage = {"prompt_tokens": 100, "completion_tokens": 7, "total_tokens": 107}
    body = {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "usage": usage}
    return whole({**body, "choices": choices})._replace(headers=JSON)


def error(status: int, **headers: str) -> Say:
    return whole({"error": {"message": "no"}}, status)._replace(headers={**JSON, **headers})


def hang(handler: BaseHTTPRequestHandler) -> None:
    """Nothing, until whoever asked has left."""
    handler.connection.recv(1)


def trickle(handler: BaseHTTPRequestHandler) -> None:
    """A byte now and then, until whoever asked has left."""
    handler.send_response(200)
    handler.end_headers()
    handler.connection.settimeout(0.1)
    while True:
        handler.wfile.write(b" ")
        try:
            handler.connection.recv(1)
            return
        except TimeoutError:
            continue


def stream(text: str) -> Say:
    """An answer in the events of a stream, which nobody has asked for."""
    piece = {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": "stop"}]}
    body = f"data: {json.dumps(piece)}\n\ndata: [DONE]\n\n".encode()
    return Say(200, body, {"Content_Type": "text/event-stream"})


ROWS: dict[str, Say | Act | None] = {
    "refuses the connection": None,  # whichever question it is: it is not read
    "never answers": hang,
    "sends a byte now and then": trickle,
    "closes the connection": lambda handler: handler.connection.shutdown(SHUT_RDWR),
    "429 with `Retry-After: 1`": error(429, Retry_After="1"),
    "429 without": error(429),
    "500": error(500),
    "400": error(400),
    "401": error(401),
    "redirects": error(307, Location="http://127.0.0.1:9/v1"),
    "breaks off its JSON": Say(200, b'{"choices": [', JSON),
    "`{}`": whole({})._replace(headers=JSON),
    "`choices` without a choice": holds(),
    "an error in place of `choices`": error(200),
    "an empty text": says(""),
    "a call of a tool": says(None, "tool_calls", tool_calls=[CALL]),
    "a `refusal`": says(None, refusal="No."),
    "`content_filter`": says("", "content_filter"),
    "cut off at `length`": says(RIGHT, "length"),
    "5 MB of text": says("So. " * 1_250_000),
    "the right pick in parts": says([{"type": "text", "text": RIGHT}]),
    "the right pick in a stream": stream(RIGHT),
}


def endpoint(row: Say | Act, every: bool) -> Endpoint:
    """One that answers so, every question or one."""

    def say(heard: Heard) -> Any:
        question = heard.body["messages"][1]["content"]
        right = f"PICK {ASKED[question]}"
        if not every and question != ODD:
            return says(right)
        if isinstance(row, Say):
            return row._replace(body=row.body.replace(RIGHT.encode(), right.encode()))
        return row

    return Endpoint(By(say))


def by_evaluate(url: str) -> tuple[float | None, object]:
    words = [
        "evaluate",
        "llm:m",
        "--suite-seed",
        "7",
        "--rules",
        GAME,
        "--each",
        "1",
        "--games",
        "0",
    ]
    words += ["--base-url", url, "--retries", "1", "--pick-seconds", "1", "--json"]
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        code = cli.main([*words, "--output", f"{len(os.listdir())}.jsonl"])
    return (json.loads(out.getvalue())["score"] if code == 0 else None), code


def by_inspect(url: str) -> tuple[float | None, object]:
    from inspect_ai import eval as evaluate

    from lastpick.evaluation.inspect_tasks import private

    (log,) = evaluate(
        private(seed=7, rules=GAME, each=1), model="openai-api/toy/m", model_base_url=url,
        ctl_server=False, max_samples=1, max_connections=1, max_retries=1, attempt_timeout=3,
    )  # fmt: skip
    if log.status == "error" and "-v" in sys.argv:
        print(log.error and log.error.traceback[-1500:], file=sys.stderr)
    figures = log.results.scores[0].metrics if log.results else {}
    return (figures["score"].value if "score" in figures else None), log.status


def cell(
    way: Callable[[str], tuple[float | None, object]], row: Say | Act | None, every: bool
) -> str:
    if row is None:
        return nobody(way) if every else ""
    with closing(endpoint(row, every)) as at:
        score, end = way(at.url)
        return told(len(at.heard), score, end)


def nobody(way: Callable[[str], tuple[float | None, object]]) -> str:
    """What becomes of a run where nobody listens."""
    with closing(socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        return told(0, *way(f"http://127.0.0.1:{taken.getsockname()[1]}/v1"))


def told(calls: int, score: float | None, end: object) -> str:
    return f"{calls}, {'none' if score is None else f'{score:.1f}'}, {end}"


def main(only: str = "") -> None:
    setattr(room, "pause", lambda _: False)  # noqa: B010 - it is no export
    os.environ.update(INSPECT_DISPLAY="none", TOY_API_KEY="none", INSPECT_LOG_DIR="logs")
    print("| answers one question so, or each | `evaluate`, one | each | Inspect, one | each |")
    print("| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, row in ROWS.items():
            if name.startswith(only):
                cells = [
                    cell(way, row, every)
                    for way in (by_evaluate, by_inspect)
                    for every in (False, True)
                ]
                print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:2])
