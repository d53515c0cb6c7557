"""News from other servers: games that they changed are read again."""

from __future__ import annotations

import asyncio

from ...errors import LastpickError
from ..errors import StoreError
from ..routine import log_failure
from .background import Background
from .bots import Bots
from .keeper import Keeper, worth_another_try
from .open_game import OpenGame

_AT_ONCE = 4  # games read again at the same time after a gap, beside what people call for

# Every server hears that a bot is to move, and the one that had the call lets it think at once.
# If the others did too they would all work out the same pick, and one would be kept. After so
# many seconds without a pick that server may have died, so another one does it.
_HEAD_START = 3.0


class CatchingUp:
    """Brings open games up to date with what other servers did."""

    def __init__(self, keeper: Keeper, bots: Bots, background: Background) -> None:
        self._keeper = keeper
        self._bots = bots
        self._background = background

    def hear(self, game_id: str | None, version: int) -> None:
        """The store's news: a game, and its version or -1 if its people changed; None: any."""
        open_games, loading = self._keeper.open_games, self._keeper.loading
        if game_id is None:
            for being_read in list(loading):
                self.hear(being_read, -1)
            for game in open_games:
                game.doubtful = True
            self._background.start(self._catch_up_all())
        elif (found := open_games.get(game_id)) and (version < 0 or found.log.version < version):
            found.doubtful = found.doubtful or version < 0
            self._background.start(self._catch_up(found, version))
        elif game_id in loading:  # it may have been read as it was before
            loading[game_id].add_done_callback(lambda _: self.hear(game_id, version))

    async def _catch_up_all(self) -> None:
        """Read what is watched, a few at a time; the rest is read when somebody asks for it."""
        watched = self._keeper.open_games.watched()
        for first in range(0, len(watched), _AT_ONCE):
            some = watched[first : first + _AT_ONCE]
            await asyncio.gather(*(self._read_again(game) for game in some))
        for game in watched:
            self._bots.go_on(game)

    async def _catch_up(self, game: OpenGame, version: int) -> None:
        await self._read_again(game, version)
        if game.log.bot:
            await asyncio.sleep(_HEAD_START)
            self._bots.go_on(game)

    async def _read_again(self, game: OpenGame, version: int = -1) -> None:
        """Whoever watches must not miss anything, so try until it is read."""
        while game.doubtful or game.log.version < version:
            try:
                async with game.lock:
                    if game.doubtful or game.log.version < version:
                        await self._keeper.refresh(game, people=game.doubtful)
                return
            except StoreError:  # which is logged where it happens
                pass
            except LastpickError:  # it was deleted, or makes no sense: nothing to wait for
                return
            except Exception:
                log_failure("reading a game again", game=game.log.id)
            if not await worth_another_try(game):
                return
