"""Games in which nothing has happened for long are forgotten."""

from __future__ import annotations

import asyncio
import logging

from ..errors import StoreError
from ..routine import log_failure
from .keeper import Keeper
from .server_time import ServerTime

_EVERY = 3600.0
_DAY = 86400.0

logger = logging.getLogger("lastpick.web")


class Housekeeping:
    """Sweeps the store, and what is open of that."""

    def __init__(self, keeper: Keeper, time: ServerTime, keep_days: float) -> None:
        self._keeper = keeper
        self._time = time
        self._keep_seconds = keep_days * _DAY

    async def sweep(self) -> None:
        before = self._time.now() - self._keep_seconds
        if before < self._time.began:  # what came before was not seen to be long ago
            return
        while swept := await self._keeper.store.sweep(before):
            for game_id in swept:
                self._keeper.forget(game_id)
            logger.info("old games were cleaned up", extra={"count": len(swept)})

    async def keep_sweeping(self) -> None:
        while True:
            try:
                await self.sweep()
            except StoreError:
                pass
            except Exception:
                log_failure("sweeping")
            await asyncio.sleep(_EVERY)
