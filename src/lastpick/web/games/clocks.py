"""Games end when a clock runs out, whether or not anybody asks."""

from __future__ import annotations

import asyncio

from ...record import TIMEOUT
from ..errors import NoGame, StoreError
from ..game.actions import NewEntry
from ..routine import log_failure
from .keeper import Keeper
from .open_game import OpenGame

_TICK = 0.25


class Clocks:
    """Watches the clocks of open games; those in the store are looked at when they are opened."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    async def flag(self, game: OpenGame) -> None:
        """End a game whose clock has run out."""
        if not self._run_out(game):
            return
        async with game.lock:
            if self._run_out(game):
                await self._keeper.add(game, [NewEntry(game.log.play.turn, TIMEOUT)])
        game.tell()

    def _run_out(self, game: OpenGame) -> bool:
        if game.log.since is None:  # nobody's runs, so nobody asks for the time
            return False
        left = game.log.time_left(self._keeper.now())
        return left is not None and left <= 0

    async def keep_watching(self) -> None:
        clocked = self._keeper.open_games.clocked
        while True:
            await asyncio.sleep(_TICK)
            for game_id in list(clocked):
                try:
                    await self._look(game_id)
                except (StoreError, NoGame):
                    pass
                except Exception:  # and the other clocks are looked at all the same
                    log_failure("watching a clock", game=game_id)

    async def _look(self, game_id: str) -> None:
        game = self._keeper.open_games.get(game_id)
        if game is None or game.log.play.outcome:
            self._keeper.open_games.clocked.discard(game_id)
        else:
            await self.flag(game)
