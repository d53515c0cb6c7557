"""Whether the server works."""

from __future__ import annotations

from pydantic import BaseModel
from starlette.responses import JSONResponse, Response

from ...games.games import Games
from ..route import DOWN, Routes

ROUTES = Routes()


class Health(BaseModel):
    status: str


@ROUTES.get("/healthz", Health, refusals=DOWN)
async def _health(games: Games) -> Response:
    """Whether the server works, and its store can be written."""
    await games.health.check()
    return JSONResponse({"status": "ok"})
