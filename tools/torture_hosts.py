"""Attacks by names that lead here, and on the address where metrics are read."""

from __future__ import annotations

import asyncio
import random
import socket
import time
from contextlib import ExitStack
from urllib.parse import urlsplit

from attack import attacked, beside
from playing import Wrong
from rig import Progress, Run
from wire import request

_CALLS = (
    ("GET", "/", None),
    ("GET", "/api/catalog", None),
    ("GET", "/healthz", None),
    ("GET", "/picture/lastpick.png", None),
    ("POST", "/api/games", {"game": "divisor-duel", "seats": ["me", "me"]}),
)
_NAMES = (
    "evil-{}.example",
    "{}.evil.example:8000",
    "localhost.{}.example",
    "127.0.0.1.{}.example",
    "localhost@{}.example",
    "203.0.113.{}",
    "[2001:db8::{}]:8000",
)
_LATE = 20.0  # seconds until Prometheus has its metrics, while others take all the room there is
_HEAD = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n"
_SILENCES = (b"", _HEAD, _HEAD + b"\r\n")


async def names(run: Run, count: int) -> str:
    """Names of a site's own that lead to a server that listens everywhere (DNS rebinding)."""
    rng, progress = random.Random(f"names {run.seed}"), Progress("names", count)
    with run.server("--host", "0.0.0.0") as server:
        server.url = f"http://127.0.0.1:{server.port}"
        async with beside(run, server) as scene:
            client = scene.client()
            for done in range(1, count + 1):
                name = rng.choice(_NAMES).format(rng.randrange(256))
                method, path, body = rng.choice(_CALLS)
                origin = f"origin: http://{name}\r\nsec-fetch-site: same-origin\r\n"
                call = request(method, path, body, extra=origin)
                await scene.send(client, call.replace(b"localhost", name.encode(), 1))
                progress(done)
            client.close()
    if set(scene.answered) != {"403"}:
        raise Wrong(f"a foreign name was answered; {scene}")
    return f"{count} calls under foreign names; {scene}"


async def scrapes(run: Run, count: int) -> str:
    """Clients of the metrics that are silent, send half a request, or do not read."""
    async with attacked(run, "--metrics", "127.0.0.1:0") as scene:
        place = urlsplit(scene.server.metrics)
        with ExitStack() as stack:
            for number in range(count):
                wire = socket.create_connection((str(place.hostname), int(place.port or 0)))
                stack.enter_context(wire)
                wire.sendall(_SILENCES[number % len(_SILENCES)])
            began = time.monotonic()
            while await _scraped(place.hostname, place.port, "localhost") != 200:
                if time.monotonic() - began > _LATE:
                    raise Wrong(f"no metrics after {_LATE:.0f} s; {scene}")
                await asyncio.sleep(0.1)
            took = time.monotonic() - began
        if await _scraped(place.hostname, place.port, "evil.example") != 403:
            raise Wrong(f"metrics were told to a foreign name; {scene}")
    return f"{count} connections that do nothing: metrics came after {took:.1f} s; {scene}"


async def _scraped(host: str | None, port: int | None, name: str) -> int:
    """The status that a scrape is answered with; 0 if it is turned away."""
    try:
        reader, writer = await asyncio.open_connection(host, port)
        writer.write(f"GET /metrics HTTP/1.1\r\nHost: {name}\r\n\r\n".encode())
        line = await asyncio.wait_for(reader.readline(), _LATE)
        writer.close()
        return int(line.split()[1])
    except (OSError, IndexError, TimeoutError):
        return 0
