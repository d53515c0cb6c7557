"""The application: the routes and the pages, behind the door, and the guard before it."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from math import inf
from typing import TYPE_CHECKING

from starlette.responses import Response

from ..asking.pool import MOST_SECONDS, Pool
from ..game.game_state import dumps
from ..games.games import Games
from ..store import connect
from .calls import ROUTES
from .door import Door
from .guard import Guard, Running
from .limits import Limits
from .origins import Origins
from .pages import add_pages
from .pictures import Pictures, add_pictures
from .route import Routes
from .settings import Settings

if TYPE_CHECKING:
    from .metrics import Metrics

logger = logging.getLogger("lastpick.web")

# Games and connections hold no circles of references, so the collector finds nothing among them;
# but to look at 20,000 of their objects took it 60 ms, and 200 at all that had grown old. It looks
# at the youngest alone, in 5 ms, for the circles that errors leave; and at everything once an hour,
# or when so much more memory has been taken than ever before.
_YOUNG = 2_000
_NEVER = 1_000_000
_HOUR = 3600  # seconds
GROWTH = 128 << 20


def build(settings: Settings) -> Guard:
    """The application, not yet started."""
    pool = Pool(most_seconds=MOST_SECONDS if settings.rate else inf)
    games = Games(connect(settings.store), pool, settings.claim_after, settings.keep_days)
    routes = Routes(ROUTES.all)
    add_pages(routes, Origins(settings.host, settings.origins))
    add_pictures(routes)
    _add_description(routes)
    dearest = max(route.cost for route in routes.all)
    limits = Limits(settings.rate, settings.streams, dearest, games.seat_of)
    door = Door({Games: games, Limits: limits, Pictures: Pictures(games.pool)})
    metrics = _metrics(games, limits) if settings.metrics else None
    return Guard(
        routes, door.answer, limits, settings, _running(games, settings, metrics),
        metrics.answered if metrics else None,
    )  # fmt: skip


def _metrics(games: Games, limits: Limits) -> Metrics:
    from .metrics import Metrics  # only where they are asked for

    return Metrics(games, limits)


def _running(games: Games, settings: Settings, metrics: Metrics | None) -> Running:
    """What is done when the server starts and stops."""

    @asynccontextmanager
    async def running() -> AsyncIterator[None]:
        await games.open()
        gc.collect()
        gc.freeze()  # what is here now stays: no need to look at it again and again
        gc.set_threshold(_YOUNG, _NEVER, _NEVER)
        sys.setswitchinterval(0.001)  # the thread that commits gets its turn soon
        beside = [collect_everything(_most_memory)]
        if metrics:
            beside.append(metrics.keep_reading())
        tasks = [asyncio.create_task(work) for work in beside]
        logger.info("the server is ready", extra={"workers": settings.workers})
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await games.close()
            logger.info("the server has stopped")

    return running


def _add_description(routes: Routes) -> None:
    @cache
    def made() -> bytes:
        from .openapi import document

        return dumps(document(routes.all))

    @routes.page("/openapi.json")
    async def openapi() -> Response:
        text = await asyncio.to_thread(made)  # it takes a while, once
        return Response(text, media_type="application/json")


async def collect_everything(most_memory: Callable[[], int], second: float = 1.0) -> None:
    """Now and then, for as long as the server runs."""
    while True:
        before = most_memory()
        for _ in range(_HOUR):
            await asyncio.sleep(second)
            if most_memory() - before > GROWTH:
                break
        gc.collect()


def _most_memory() -> int:
    """The most bytes that this process has had at once; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
