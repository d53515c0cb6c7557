"""Several server processes at one address: started and ended together, replaced one by one.

Each is in a session of its own, so that Ctrl-C at a terminal reaches this process alone, which then
ends them in order. However this process ends, the others see their input end, and leave too.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress

from ...errors import ServeError
from . import worker
from .one_process import SHUTDOWN

_PATIENCE = 2 * SHUTDOWN  # seconds for one that was told to end
_AGAIN = 1.0  # seconds until one that could not start is tried again

logger = logging.getLogger("lastpick.web")


async def keep_workers(count: int, listening: socket.socket, ready: Callable[[], None]) -> None:
    """For ever; ServeError if one of them cannot even start."""
    workers = [_Place(listening) for _ in range(count)]
    try:
        await asyncio.gather(*(one.start() for one in workers))
        ready()
        await asyncio.gather(*(one.keep() for one in workers))
    finally:
        listening.close()  # nobody lets in any more who waits in line here
        await asyncio.gather(*(one.end() for one in workers))


class _Place:
    """Where there is a worker at any time."""

    def __init__(self, listening: socket.socket) -> None:
        self._file = listening.fileno()
        self._process: Process | None = None

    async def start(self) -> None:
        """Until it is ready."""
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", worker.__name__, str(self._file),
            stdin=PIPE, stdout=PIPE, pass_fds=[self._file], start_new_session=True,
        )  # fmt: skip
        said = (await process.stdout.readline()).decode().strip() if process.stdout else ""
        if said != worker.READY:
            raise ServeError(said or f"a worker ended as it started, with {await process.wait()}")

    async def keep(self) -> None:
        """One that has ended is replaced, for as long as it takes: the others serve meanwhile."""
        while self._process:
            ended = {"worker": self._process.pid, "code": await self._process.wait()}
            logger.warning("a worker has ended", extra=ended)
            while not await self._started():
                await asyncio.sleep(_AGAIN)

    async def _started(self) -> bool:
        try:
            await self.start()
        except (OSError, ServeError) as error:
            logger.error("a worker could not start", extra={"why": str(error)})
            return False
        return True

    async def end(self) -> None:
        process = self._process
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), _PATIENCE)
        finally:
            with suppress(ProcessLookupError):
                process.kill()
