"""Several server processes at one address: started and ended together, replaced one by one.

Each is in a session of its own, so that Ctrl-C at a terminal reaches this process alone, which then
ends them in order. However this process ends, the others leave too.

A worker's event loop says every second that it runs. One that has not for ten is killed and
replaced; a thread would go on to say so while the loop hangs. The seconds are counted here one by
one: a time in which this process was held up too, as on a laptop that slept, counts as one of them.
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
_SILENCE = 10  # seconds without a word from a loop after which it hangs
_START = 60  # and before its first word, while it is loaded

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
        said = ""
        while not said and (line := await self._line(_START)):
            said = line.decode().strip()
        if said != worker.READY:
            raise ServeError(said or f"a worker ended as it started, with {await process.wait()}")

    async def keep(self) -> None:
        """One that has ended is replaced, for as long as it takes: the others serve meanwhile."""
        while self._process:
            while await self._line(_SILENCE):
                pass
            ended = {"worker": self._process.pid, "code": await self._process.wait()}
            logger.warning("a worker has ended", extra=ended)
            while not await self._started():
                await asyncio.sleep(_AGAIN)

    async def _line(self, most: int) -> bytes:
        """The worker's next line; none if it has ended, or is ended here after so many seconds."""
        process = self._process
        if process is None or process.stdout is None:
            return b""
        line = asyncio.ensure_future(process.stdout.readline())
        for _ in range(most):
            done, _ = await asyncio.wait([line], timeout=worker.BEAT)
            if done:
                return line.result()
        logger.error("a worker hangs and is ended", extra={"worker": process.pid})
        with suppress(ProcessLookupError):
            process.kill()
        return await line

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
