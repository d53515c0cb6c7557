"""Games in which nothing has happened for long are forgotten."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from ..errors import StoreError
from .keeper import Keeper

_EVERY = 3600.0
_DAY = 86400.0

logger = logging.getLogger("lastpick.web")


class Housekeeping:
    """Sweeps the store, and what is open of that."""

    def __init__(self, keeper: Keeper, keep_days: float) -> None:
        self._keeper = keeper
        self._keep_seconds = keep_days * _DAY

    async def sweep(self) -> None:
        while swept := await self._keeper.store.sweep(self._keeper.now() - self._keep_seconds):
            for game_id in swept:
                self._keeper.forget(game_id)
            logger.info("old games were cleaned up", extra={"count": len(swept)})

    async def keep_sweeping(self) -> None:
        while True:
            with suppress(StoreError):
                await self.sweep()
            await asyncio.sleep(_EVERY)
