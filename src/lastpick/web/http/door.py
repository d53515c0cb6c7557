"""The one way from a request to the function behind its route, and back with an answer.

A function gives the JSON that it answers as bytes, or a response if it answers something else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from ...errors import LastpickError
from .error_answers import refused
from .limits import Limits
from .reading import Call, arguments

_JSON_HEADERS = {"cache-control": "no-store"}


class Door:
    """Gives each route's function what it asks for; `shared` are the things of this server."""

    def __init__(self, shared: Mapping[type, Any]) -> None:
        self.shared = shared

    async def answer(self, call: Call) -> Response:
        route = call.route
        try:
            if route.keeps:
                self.shared[Limits].kept.take(call.caller, route.keeps)
            found = await route.function(**arguments(call, self.shared))
        except LastpickError as error:
            return refused(error)
        if isinstance(found, bytes):
            return Response(found, route.status, _JSON_HEADERS, "application/json")
        return found
