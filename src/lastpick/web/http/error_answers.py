"""Refusals as answers: one line each, with the status that says so."""

from __future__ import annotations

from starlette.responses import JSONResponse, Response

from ...errors import LastpickError
from ..errors import Stale, status
from ..game.game_state import dumps


def refused(error: LastpickError) -> Response:
    code = status(error)
    body = {"error": str(error)}
    if isinstance(error, Stale):
        content = dumps(body)[:-1] + b',"state":' + error.state + b"}"
        return Response(content, code, media_type="application/json")
    retry_after = str(getattr(error, "retry_after", 1))
    headers = {"retry-after": retry_after} if code in (429, 503) else None
    if code == 401:
        headers = {"www-authenticate": "Bearer"}
    return JSONResponse(body, code, headers)


async def nothing_here() -> Response:
    return JSONResponse({"error": "there is nothing here"}, 404)


def wrong_method(allowed: str) -> Response:
    error = {"error": "this cannot be called in this way"}
    return JSONResponse(error, 405, {"allow": allowed})


def failed() -> Response:
    return JSONResponse({"error": "something went wrong here; it has been logged"}, 500)
