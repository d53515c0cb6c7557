"""Refusals as answers: one line each, with the status that says so."""

from __future__ import annotations

from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from ...errors import LastpickError
from ..errors import Stale, status
from ..game.game_log import dumps

_WHY = {404: "there is nothing here", 405: "this cannot be called in this way"}


def refused(error: LastpickError) -> Response:
    code = status(error)
    body = {"error": str(error)}
    if isinstance(error, Stale):
        content = dumps(body)[:-1] + b',"state":' + error.state + b"}"
        return Response(content, code, media_type="application/json")
    headers = {"retry-after": "1"} if code in (429, 503) else None
    if code == 401:
        headers = {"www-authenticate": "Bearer"}
    return JSONResponse(body, code, headers)


def wrong_shape(error: RequestValidationError) -> Response:
    found = error.errors()[0]
    if found["type"] == "json_invalid":
        return JSONResponse({"error": "the body is not valid JSON"}, 422)
    place = ".".join(str(part) for part in found["loc"][1:]) or "the body"
    return JSONResponse({"error": _plain(f"{place}: {found['msg']}")}, 422)


def wrong_call(error: HTTPException) -> Response:
    text = _WHY.get(error.status_code, str(error.detail))
    return JSONResponse({"error": _plain(text)}, error.status_code, error.headers)


def _plain(text: str) -> str:
    """One line that can be sent, whatever a client has put into it."""
    return " ".join(text.encode("utf-8", "replace").decode().split())[:300]
