"""The server's own time: it passes only while there is a server to see it pass.

It is counted in seconds, continues where it stopped, and knows nothing of the system's date but
where it once began. So hours in which the server was down, a date that is wrong, and a date that
is put right cost nobody a clock, a game that is claimed, or one that is swept too early.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from ..errors import StoreError
from ..store.protocol import Store

_EVERY = 1.0
_UNSEEN = 2.0  # seconds since the last beat that are believed: more, and the server stood still


class ServerTime:
    """Seconds that were seen to pass, kept in the store and shared with its other servers."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self.began = 0.0  # where the time of this store began: nothing was seen before
        self._store = store
        self._clock = clock
        self._reached, self._at = 0.0, clock()  # the last beat: what it said, and when it was
        self._asked = False  # whether anybody has asked since it was kept

    def now(self) -> float:
        self._asked = True
        return self._so_far()

    def _so_far(self) -> float:
        return self._reached + min(self._clock() - self._at, _UNSEEN)

    async def open(self) -> None:
        self.began, self._reached = await self._store.keep_time(0.0)
        self._at = self._clock()

    async def close(self) -> None:
        with suppress(StoreError):
            await self._store.keep_time(self._so_far())

    async def beat(self) -> None:
        """Go on from here. While the store fails nobody can pick, and time stands still.

        A time that nobody asks for is not written down, so that an idle server leaves its disk
        alone; where several servers share a store, each takes part in theirs.
        """
        kept = 0.0
        if self._asked or self._store.multi_server:
            kept = (await self._store.keep_time(self._so_far())).seen
            self._asked = False
        self._reached, self._at = max(self._so_far(), kept), self._clock()

    async def keep_beating(self) -> None:
        while True:
            await asyncio.sleep(_EVERY)
            await self.beat()
