"""Being told to stop: by Ctrl-C, by SIGTERM, or by a terminal that is closed (SIGHUP).

Nothing is raised from where the program stands, which may be inside a library that swallows it,
and no moment is left out in which nobody listens. What is under way is cancelled, or asked to end.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine
from contextlib import suppress
from types import FrameType
from typing import Any

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # no system has them all


class Stopping:
    """Heeds signals from the moment that it is made."""

    def __init__(self) -> None:
        self.told = 0  # the first signal that came
        self.gently: Callable[[], None] | None = None  # in place of cancelling what is under way
        self._cancel: Callable[[], object] | None = None
        for name in _NAMES:
            number = getattr(signal, name, None)
            if number is None or (name == "SIGHUP" and signal.getsignal(number) is signal.SIG_IGN):
                continue  # nohup: to go on without a terminal
            signal.signal(number, self._hear)

    def _hear(self, number: int, _: FrameType | None) -> None:
        """Once is enough; only another Ctrl-C, of somebody who does not want to wait, counts."""
        again, self.told = bool(self.told), self.told or number
        if again and number != signal.SIGINT:
            return
        if self.gently and not again:
            self.gently()
        elif self._cancel:
            self._cancel()

    def run(
        self,
        work: Callable[[], Coroutine[Any, Any, None]],
        loop: Callable[[], asyncio.AbstractEventLoop] | None = None,
    ) -> None:
        """Work until it is done, or told to stop."""
        with suppress(asyncio.CancelledError), asyncio.Runner(loop_factory=loop) as runner:
            runner.run(self._until_told(work))

    async def _until_told(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        self._cancel = lambda: loop.call_soon_threadsafe(task.cancel) if task else None
        try:
            if not self.told:
                await work()
        finally:
            self._cancel = None
