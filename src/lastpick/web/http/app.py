"""The application: the calls, the pages, and the guard before them."""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.types import ASGIApp

from ... import __version__
from ...errors import LastpickError
from ..asking.pool import Pool
from ..games.games import Games
from ..store import connect
from . import error_answers, logging_setup, routes
from .calls import Calls
from .guard import Guard
from .models import Health
from .pages import add_pages
from .settings import Settings

logger = logging.getLogger("lastpick.web")


def build(settings: Settings) -> ASGIApp:
    """The application, not yet started."""
    games = Games(connect(settings.store), Pool(), settings.claim_after, settings.keep_days)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await games.open()
        gc.collect()
        gc.freeze()  # what is here now stays: no need to look at it again and again
        gc.set_threshold(20_000, 20, 20)
        sys.setswitchinterval(0.001)  # the thread that commits gets its turn soon
        parent = asyncio.create_task(_leave_with_parent()) if settings.workers > 1 else None
        logger.info("the server is ready", extra={"workers": settings.workers})
        try:
            yield
        finally:
            if parent:
                parent.cancel()
            await games.close()
            logger.info("the server has stopped")

    app = FastAPI(
        title="Lastpick",
        version=__version__,
        description="Two-player number games in which whoever cannot pick loses.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    desk = routes.Desk(games, settings.streams, settings.rate)
    app.state.desk = desk
    app.include_router(routes.router)
    for kind, answer in _REFUSALS.items():
        app.exception_handler(kind)(_handler(answer))
    add_pages(app)
    app.add_api_route("/healthz", _health, response_model=Health, responses=routes.DOWN)
    return Guard(Calls(app, desk), settings)


_REFUSALS: dict[type[Exception], Callable[[Any], Response]] = {
    LastpickError: error_answers.refused,
    RequestValidationError: error_answers.wrong_shape,
}


def _handler(answer: Callable[[Any], Response]) -> Callable[..., Awaitable[Response]]:
    async def handle(_: Request, error: Exception) -> Response:
        return answer(error)

    return handle


async def _health(request: Request) -> Response:
    """Whether the server and its store work."""
    await request.app.state.desk.games.store.load("")
    return JSONResponse({"status": "ok"})


async def _leave_with_parent() -> None:
    """A worker whose supervisor was killed stops too, so that the next one can start."""
    parent = multiprocessing.parent_process()  # it may be gone before this worker is ready
    while parent and os.getppid() == parent.pid:
        await asyncio.sleep(0.5)
    signal.raise_signal(signal.SIGTERM)


def from_environment() -> ASGIApp:
    """The application of a worker."""
    settings = Settings.from_environment()
    logging_setup.set_up()
    return build(settings)
