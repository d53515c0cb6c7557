"""Room for visitors' game files: those that nobody has used for long make it for new ones."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from ..errors import NoRoom, StoreError
from ..store import files
from .keeper import Keeper

T = TypeVar("T")

_EVERY = files.UNUSED / 2  # seconds between two notes of the files that are in use here
_TRIES = 4  # to make room for one file: whoever brings it does not wait for a large cleaning

logger = logging.getLogger("lastpick.web")


class FileRoom:
    """Tells the store which files are in use, and has it forget others if there is no room."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._store = keeper.store

    async def needed_by(self, make: Callable[[], Awaitable[T]]) -> T:
        """Do what may keep a new file, with room made for it; NoRoom if all are in use."""
        for _ in range(_TRIES):
            try:
                return await make()
            except NoRoom:
                if not await self._make():
                    raise
        return await make()

    async def _make(self) -> bool:
        await self.note()
        swept = await self._store.make_room(self._keeper.now())
        if swept is None:
            return False
        for game_id in swept:
            self._keeper.forget(game_id)
        logger.info("unused game files made room for a new one", extra={"games": len(swept)})
        return True

    async def note(self) -> None:
        """Files of games that somebody watches or plays here are in use."""
        texts = {game.log.terms.toml for game in self._keeper.open_games if not game.idle}
        used = [files.digest(text) for text in texts if text is not None]
        if used:
            await self._store.use_files(used, self._keeper.now())

    async def keep_noting(self) -> None:
        while True:
            await asyncio.sleep(_EVERY)
            with suppress(StoreError):
                await self.note()
