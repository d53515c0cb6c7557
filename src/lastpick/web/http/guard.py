"""What every request passes before anything looks at it: origin, pace, size; and the log."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Generator
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..asking.pool import asker
from ..errors import Forbidden, TooFast, TooLarge, status
from ..game.game_log import dumps
from .settings import Settings

SMALL, LARGE = 4 * 1024, 160 * 1024  # a game file of 64 kB, written as JSON, can take that much
_LARGE_PATHS = ("/api/games", "/api/verdict", "/api/review")
_LOOPBACK = ("127.0.0.1", "localhost", "::1", "[::1]")
_MOST_BUCKETS = 100_000
# What a call counts as, against the rate of its address.
_DEAR = {"/api/games": 5, "/api/verdict": 10, "/api/review": 20}
_DEAR_ENDINGS = {"verdict": 10, "hint": 10, "review": 20, "puzzles": 10, "daily": 10, "answer": 10}
_DEAREST = max(*_DEAR.values(), *_DEAR_ENDINGS.values())  # nothing may be out of reach

# What code is sent with; a policy counts for documents only, and each of many files would carry it.
CODE_HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
HEADERS = [
    *CODE_HEADERS,
    (b"content-security-policy",
     b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
     b" connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self';"
     b" frame-ancestors 'none'"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
]  # fmt: skip

logger = logging.getLogger("lastpick.web")


class Buckets:
    """How much each address may still ask for: it fills up at `rate`, to four seconds' worth."""

    def __init__(self, rate: float, burst: float | None = None) -> None:
        self.rate = rate
        self.burst = max(4 * rate, _DEAREST) if burst is None else burst
        self._levels: OrderedDict[object, tuple[float, float]] = OrderedDict()

    def take(self, who: object, cost: float = 1.0) -> None:
        if not self.rate:
            return
        now = time.monotonic()
        level, at = self._levels.pop(who, (self.burst, now))
        level = min(self.burst, level + (now - at) * self.rate)
        self._levels[who] = (level - cost if level >= cost else level, now)
        if len(self._levels) > _MOST_BUCKETS:
            self._levels.popitem(last=False)
        if level < cost:
            raise TooFast("too many requests from your side; slow down, and try again in a moment")

    def charge(self, who: object, cost: float) -> None:
        """What turned out dearer than thought: up to one burst can be owed."""
        if who in self._levels:
            level, at = self._levels[who]
            self._levels[who] = (max(level - cost, -self.burst), at)


class Metered:
    """Something to await, and the processor time that its own steps have taken."""

    def __init__(self, work: Awaitable[None]) -> None:
        self.work = work
        self.seconds = 0.0

    def __await__(self) -> Generator[Any, Any, None]:
        steps = self.work.__await__()
        step: Any = steps.send
        value: Any = None
        while True:
            began = time.thread_time()
            try:
                awaited = step(value)
            except StopIteration:
                return
            finally:
                self.seconds += time.thread_time() - began
            try:
                value = yield awaited
                step = steps.send
            except BaseException as error:
                step, value = steps.throw, error


class Guard:
    """Refuses what no visitor needs, and logs one line for each request."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.pace = Buckets(settings.rate)
        self.names = {_host(origin) for origin in settings.origins}
        self.local = settings.host in _LOOPBACK

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        answered = 0
        asker.set(_address(scope))

        async def answer(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = message["status"]
                code = answered < 400 and scope["path"].endswith((".js", ".css"))
                message["headers"] = [*message["headers"], *(CODE_HEADERS if code else HEADERS)]
            await send(message)

        try:
            headers = dict(scope["headers"])
            self._check_origin(headers)
            cost = _cost(scope["path"])
            self.pace.take(_address(scope), cost)
            body = await _body(scope, headers, receive)
            work = Metered(self.app(scope, body, answer))
            await work
            if 1000 * work.seconds > cost and not scope["path"].endswith("/events"):
                self.pace.charge(_address(scope), 1000 * work.seconds - cost)
        except (Forbidden, TooFast, TooLarge) as error:
            await _refuse(answer, status(error), str(error))
        except Exception:
            logger.exception("a request failed", extra={"path": scope["path"]})
            if not answered:
                await _refuse(answer, 500, "something went wrong here; it has been logged")
        finally:
            if not self.settings.quiet:
                logger.info(
                    "request",
                    extra={
                        "method": scope["method"],
                        "path": scope["path"],
                        "status": answered,
                        "ms": round(1000 * (time.perf_counter() - began), 1),
                        "address": _address(scope),
                    },
                )

    def _check_origin(self, headers: dict[bytes, bytes]) -> None:
        """A page of another site may not use a visitor's browser to call us."""
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if self.local and host not in self.names and _name(host) not in _LOOPBACK:
            raise Forbidden("this server has another name; start it with --origin to give it one")
        if origin := headers.get(b"origin"):
            theirs = _host(origin.decode("latin-1"))
            if not theirs or (theirs != host and theirs not in self.names):
                raise Forbidden("requests from other sites are refused")
        elif headers.get(b"sec-fetch-site") == b"cross-site" and (
            headers.get(b"sec-fetch-mode") != b"navigate"
        ):
            raise Forbidden("requests from other sites are refused")


def _host(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _name(host: str) -> str:
    """A host without its port."""
    return host.rpartition(":")[0].strip("[]") if host[-1:].isdigit() and ":" in host else host


def _address(scope: Scope) -> str:
    return str(scope["client"][0]) if scope.get("client") else ""


def _cost(path: str) -> float:
    return _DEAR.get(path) or _DEAR_ENDINGS.get(path.rpartition("/")[2], 1)


async def _body(scope: Scope, headers: dict[bytes, bytes], receive: Receive) -> Receive:
    """Read the whole body, if it is small and comes soon; what the app receives instead."""
    if scope["method"] in ("GET", "HEAD"):
        return receive
    most = LARGE if scope["path"] in _LARGE_PATHS else SMALL
    declared = headers.get(b"content-length", b"0")
    if not declared.isdigit() or len(declared) > 12 or int(declared) > most:
        raise TooLarge(f"the body is larger than {most // 1024} kB")
    body, more = b"", True
    while more:  # a body that comes too slowly ends with its connection
        message = await receive()
        if message["type"] == "http.disconnect":
            break
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > most:
            raise TooLarge(f"the body is larger than {most // 1024} kB")
    return replayed({"type": "http.request", "body": body, "more_body": False}, receive)


def replayed(message: Message, receive: Receive) -> Receive:
    """What gives a message that was taken already once more, and goes on after it."""
    given = False

    async def replay() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return message

    return replay


async def _refuse(send: Send, code: int, why: str) -> None:
    headers = [(b"content-type", b"application/json")]
    if code == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": code, "headers": headers})
    await send({"type": "http.response.body", "body": dumps({"error": why})})
