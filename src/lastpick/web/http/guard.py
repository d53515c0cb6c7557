"""What every request passes before anything looks at it: origin, pace, size; and the log."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ...errors import LastpickError
from ..asking.pool import asker
from ..errors import TooFast, Unreadable
from . import error_answers
from .limits import Buckets, Limits, Metered
from .origins import Origins
from .reading import Call, check_size, too_large
from .route import Route, Routes
from .settings import Settings
from .sse import Stream
from .unread import Holding, Mailbox

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none';"
    " form-action 'self'; frame-ancestors "
)


def _headers(ancestors: Iterable[str]) -> list[tuple[bytes, bytes]]:
    """Those of documents; `ancestors` are the sites that may show them in a frame."""
    policy = _POLICY + (" ".join(ancestors) or "'none'")
    return [
        (b"x-content-type-options", b"nosniff"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"content-security-policy", policy.encode("latin-1")),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
    ]


_HEAD = 1 << 10  # bytes that an answer takes beside its body, at most

_LOGGED_REFUSALS = 20.0  # a second, whoever is refused

_REFUSED_AFTER = 0.25  # seconds before a 429 without a seat: clients ask again at once

logger = logging.getLogger("lastpick.web")

# Told of every call's route, answer, and the seconds until that was ready.
Answered = Callable[[Route, Response, float], None]
# As long as it is entered, the server runs.
Running = Callable[[], AbstractAsyncContextManager[None]]


class Guard:
    """Refuses what no visitor needs, has the rest answered, and logs one line for each request."""

    def __init__(
        self,
        routes: Routes,
        answer: Callable[[Call], Awaitable[Response]],
        limits: Limits,
        settings: Settings,
        running: Running,
        answered: Answered | None = None,
    ) -> None:
        self.routes = routes
        self.answer = answer
        self.limits = limits
        self.running = running
        self.answered = answered
        self.quiet = settings.quiet
        self._refusals = Buckets(_LOGGED_REFUSALS)
        self._not_logged = 0  # refusals since the last that was logged
        self.origins = Origins(settings.host, settings.origins)
        self._headers, self._framed_headers = _headers(()), _headers(settings.embeds)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        call = Call(scope, *self.routes.find(scope["method"], scope["path"]))
        call.caller = self.limits.caller(call.address, call.port, call.game, call.token)
        asker.set(call.caller.asker)
        status = 0
        mailbox = Mailbox.of(scope)
        mailbox.serve(call.caller)
        try:
            with mailbox.holding() as held:
                response = await self._response(call, receive, held)
            status = response.status_code
            mailbox.seated |= call.route.reads.token is not None and status < 400
            if self.answered:
                self.answered(call.route, response, time.perf_counter() - began)
            response.raw_headers += self._protection(call, status)
            with mailbox.holding(_size(response)):
                await response(scope, receive, send)
        except asyncio.CancelledError:  # the server has stopped, and waited long enough
            mailbox.abort()
        except Exception:  # while the answer was sent: too late for another one
            logger.exception("a request failed", extra={"path": scope["path"]})
        finally:
            if not self.quiet:
                self._log(call, status, time.perf_counter() - began)

    def _protection(self, call: Call, status: int) -> list[tuple[bytes, bytes]]:
        """None for scripts and styles, of which a page loads dozens: anybody may read them, they
        say what they are, and browsers apply a policy to documents and service workers only.
        """
        path = call.scope["path"]
        if status < 400 and path.startswith("/static/") and path.endswith((".js", ".css")):
            return []
        return self._framed_headers if call.route.framed else self._headers

    async def _response(self, call: Call, receive: Receive, held: Holding) -> Response:
        cost = call.route.cost
        try:
            self.origins.check(call)
            self.limits.take(call.caller, cost)
            if call.scope["method"] not in ("GET", "HEAD"):
                call.body = await _body(call, receive, held)
            work = Metered(self.answer(call))
            response = await work
            if 1000 * work.seconds > cost:
                self.limits.charge(call.caller, 1000 * work.seconds - cost)
        except LastpickError as error:
            if isinstance(error, TooFast) and not call.caller.seated:
                await asyncio.sleep(_REFUSED_AFTER)
            return error_answers.refused(error)
        except Exception:
            logger.exception("a request failed", extra={"path": call.scope["path"]})
            return error_answers.failed()
        return response

    def _log(self, call: Call, status: int, seconds: float) -> None:
        told = {
            "method": call.scope["method"],
            "path": call.scope["path"],
            "status": status,
            "ms": round(1000 * seconds, 1),
            "address": call.address,
        }
        if 400 <= status < 500:
            try:
                self._refusals.take("")
            except TooFast:
                self._not_logged += 1
                return
            if self._not_logged:
                told["not_logged"], self._not_logged = self._not_logged, 0
        logger.info("request", extra=told)


def _size(response: Response) -> int:
    """Bytes that are held until it is read; a stream says so itself, for each of its messages."""
    return 0 if isinstance(response, Stream) else len(response.body) + _HEAD


async def _body(call: Call, receive: Receive, held: Holding) -> bytes:
    """The whole body, if it is as small as its route says.

    One that comes too slowly ends with its connection.
    """
    most = call.route.largest
    declared = call.headers.get(b"content-length", b"0")
    if not declared.isdigit() or len(declared) > 12 or int(declared) > most:
        raise too_large(most)
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Unreadable("the request ended before its body did")
        body += message.get("body", b"")
        held.add(len(body) - held.size)
        check_size(body, most)
        more = message.get("more_body", False)
    return body
