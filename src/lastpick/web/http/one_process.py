"""One process of the server: it opens its games, lets visitors in, and ends both when told to."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress

import uvicorn

from .app import build
from .connection import CROWD, ENDING, Connection
from .crowd import Crowd, most_connections
from .settings import Settings
from .stopping import Stopping

BACKLOG = 2048
SHUTDOWN = 5  # seconds that open streams and calls get to end
_AT_ONCE = 16  # connections that are let in for each round of the event loop


class OneProcess(uvicorn.Server):
    """What keeps it from its games is raised before anybody is told that it is ready."""

    def __init__(
        self,
        settings: Settings,
        listening: socket.socket,
        stopping: Stopping,
        ready: Callable[[], None],
    ) -> None:
        self._guard = build(settings)
        self._crowd = Crowd(most_connections(settings.connections))
        self._listening = listening
        self._stopping = stopping
        self._ready = ready
        super().__init__(
            uvicorn.Config(
                self._guard,
                lifespan="off",
                http=Connection,
                ws="none",
                log_config=None,
                access_log=False,
                server_header=False,
                backlog=BACKLOG,
                proxy_headers=bool(settings.proxy),
                forwarded_allow_ips=settings.proxy or "",
                timeout_graceful_shutdown=SHUTDOWN,
            )
        )

    def work(self) -> None:
        """Until told to stop."""
        self._stopping.run(self._with_games, self.config.get_loop_factory())

    async def _with_games(self) -> None:
        async with AsyncExitStack() as games:
            await games.enter_async_context(self._guard.running())
            self._stopping.gently = self._let_end
            await self.serve(sockets=accepting(self._listening))
            with suppress(TimeoutError):  # of a database that is silent
                await asyncio.wait_for(games.aclose(), SHUTDOWN)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.lifespan.state[CROWD] = self._crowd
        await super().startup(sockets)
        if not self.should_exit:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.lifespan.state[ENDING] = True
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """They are heeded already."""
        yield

    def _let_end(self) -> None:
        self.should_exit = True


def accepting(listening: socket.socket) -> list[socket.socket]:
    """The same line of newcomers by several files.

    uvloop lets in one connection of each file for a round of its loop. Rounds are long when there
    is much to do, and newcomers would wait for seconds while those inside are served in no time.

    That it does not wait is a property of the line, shared with other processes that are letting
    people in: `dup` makes it what this socket is, so this one must not wait either.
    """
    listening.setblocking(False)
    return [listening, *(listening.dup() for _ in range(_AT_ONCE - 1))]
