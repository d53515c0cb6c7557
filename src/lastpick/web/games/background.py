"""Work that goes on beside the calls: started whenever it is needed, ended with the server.

Nothing of it ends unnoticed. What a failure leaves undone is done again by whoever started it; a
routine that is to go on for ever begins again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from ..routine import keep_going

logger = logging.getLogger("lastpick.web")


class Background:
    """The tasks of a server; nothing else holds on to them."""

    def __init__(self) -> None:
        self.closing = False
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def keep(self, what: str, routine: Callable[[], Awaitable[None]]) -> None:
        """Start a routine that goes on for as long as the server does."""
        self.start(keep_going(what, routine))

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logger.error("work in the background failed", exc_info=error)

    async def close(self) -> None:
        self.closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
