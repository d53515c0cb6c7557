"""Bots: whenever one is to move it is asked for its pick, beside the calls."""

from __future__ import annotations

from ...errors import LastpickError
from ...players import greedy_pick, rng_for
from ...record import Guess
from ..asking.pool import Pool
from ..asking.questions import Source
from ..errors import NoGame, StoreError
from ..game import actions
from ..game.game_log import GameLog
from .background import Background
from .keeper import Keeper, worth_another_try
from .open_game import OpenGame


class Bots:
    """Lets the bots of open games think, one task for each game."""

    def __init__(self, keeper: Keeper, pool: Pool, background: Background) -> None:
        self._keeper = keeper
        self._pool = pool
        self._background = background

    def let_think(self, game: OpenGame) -> None:
        """If it is a bot's turn, and it does not think already."""
        if game.log.bot and game.thinking is None and not self._background.closing:
            game.thinking = self._background.start(self._think(game))

    async def _think(self, game: OpenGame) -> None:
        try:
            while bot := game.log.bot:
                try:
                    await self._move(game, bot)
                except StoreError:
                    if not await worth_another_try(game):
                        return
        except NoGame:
            pass
        finally:
            game.thinking = None

    async def _move(self, game: OpenGame, bot: str) -> None:
        log, version = game.log, game.log.version
        n = await self._pick(log, bot)
        async with game.lock:
            if log.version != version:
                return
            await self._keeper.add(game, actions.pick(log, log.play.turn, n))
        game.tell()

    async def _pick(self, log: GameLog, bot: str) -> int:
        terms, position = log.terms, log.play.position
        source, picks = Source.of(terms), list(position.picks)
        try:
            n: int = await self._pool.ask("choose", source, picks, bot, terms.seed, patient=True)
        except LastpickError:  # too hard to work out in time
            n = Guess(greedy_pick(position, rng_for(terms.seed, 1, len(picks))))
        return n
