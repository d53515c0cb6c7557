"""Refusals as answers: one line each, with the status that says so."""

from __future__ import annotations

from starlette.responses import JSONResponse, Response

from ...errors import LastpickError
from ..errors import Stale, status
from ..game.game_state import dumps


class RefusedAnswer(Response):
    """What was refused; `kind` is that of the error."""

    media_type = "application/json"

    def __init__(self, error: LastpickError, content: bytes) -> None:
        code = status(error)
        retry_after = str(getattr(error, "retry_after", 1))
        headers = {"retry-after": retry_after} if code in (429, 503) else None
        if code == 401:
            headers = {"www-authenticate": "Bearer"}
        super().__init__(content, code, headers)
        self.kind = type(error).__name__


def refused(error: LastpickError) -> Response:
    content = dumps({"error": str(error)})
    if isinstance(error, Stale):
        content = content[:-1] + b',"state":' + error.state + b"}"
    return RefusedAnswer(error, content)


async def nothing_here() -> Response:
    return JSONResponse({"error": "there is nothing here"}, 404)


def wrong_method(allowed: str) -> Response:
    error = {"error": "this cannot be called in this way"}
    return JSONResponse(error, 405, {"allow": allowed})


def failed() -> Response:
    return JSONResponse({"error": "something went wrong here; it has been logged"}, 500)
