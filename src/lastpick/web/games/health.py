"""Whether games can be kept: something is written to see it, but not for everyone who asks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from ..store.protocol import Store

_EVERY = 5.0  # seconds that an answer is good for


class StoreHealth:
    """Asks the store; whoever comes a moment later gets the same answer."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._asked_at = 0.0
        self._asked: asyncio.Future[None] | None = None

    async def check(self) -> None:
        """StoreError if nothing can be written; the store's own line in the log says why."""
        now = self._clock()
        if self._asked is None or (self._asked.done() and now - self._asked_at >= _EVERY):
            self._asked = asyncio.ensure_future(self._store.probe())
            self._asked_at = now
        await asyncio.shield(self._asked)
