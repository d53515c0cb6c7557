"""A short way to the players' calls.

Under load these are nearly all that is called, and FastAPI's way to a function (middlewares,
routers, its dependency solver) cost more than everything that the function does. A request that is
in good order is read here, by the same models, and given to the same functions of `api`; anything
else goes on to FastAPI, which says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from fastapi import HTTPException
from fastapi.responses import Response
from pydantic import ValidationError
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...errors import LastpickError
from . import models, routes
from .error_answers import refused
from .guard import replayed

_PATH = re.compile(r"/api/games/([\w-]{1,40})/([a-z]+)")
_CALLS: dict[str, tuple[Callable[..., Awaitable[Response]], type[models.Request]]] = {
    "picks": (routes.pick, models.Pick),
    "resign": (routes.resign, models.Call),
    "takeback": (routes.takeback, models.Takeback),
    "claim": (routes.claim, models.Call),
    "rematch": (routes.rematch, models.Call),
}


class _Call(NamedTuple):
    """A request in good order."""

    answer: Callable[..., Awaitable[Response]]
    game: str
    body: models.Request
    token: str


class Calls:
    """Answers players' calls, and leaves everything else to the application behind it."""

    def __init__(self, app: ASGIApp, desk: routes.Desk) -> None:
        self.app = app
        self.desk = desk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "POST":
            message = await receive()  # the whole body: the guard has put it together
            if call := _read(scope, message):
                response = await self._answer(call)
                await response(scope, receive, send)
                return
            receive = replayed(message, receive)
        await self.app(scope, receive, send)

    async def _answer(self, call: _Call) -> Response:
        try:
            self.desk.seats.take(call.token)
            return await call.answer(call.game, call.body, self.desk, call.token)
        except LastpickError as error:
            return refused(error)


def _read(scope: Scope, message: Message) -> _Call | None:
    found = _PATH.fullmatch(scope["path"])
    if not found or found[2] not in _CALLS or message["type"] != "http.request":
        return None
    headers = dict(reversed(scope["headers"]))  # of two the first counts, as for FastAPI
    kind, _, token = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        return None
    if headers.get(b"content-type", b"").partition(b";")[0] != b"application/json":
        return None
    answer, model = _CALLS[found[2]]
    try:
        body: Any = model.model_validate(routes.read_json(message["body"]))
    except (ValidationError, ValueError, RecursionError, HTTPException):
        return None
    return _Call(answer, found[1], body, token.strip())
