"""Bots: whenever one is to move it is asked for its pick, beside the calls.

Only a few games of one visitor are thought about at a time. The others of that visitor wait here,
by their names alone: they keep no place in any line, and may be put away meanwhile.
"""

from __future__ import annotations

from asyncio import sleep
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, thread_time

from ...errors import LastpickError
from ...players import greedy_pick, rng_for
from ...record import Guess
from ..asking.fair_queue import Asker
from ..asking.pool import Pool, asker
from ..asking.questions import Source
from ..errors import Busy, NoGame, StoreError
from ..game import actions
from ..game.game_log import GameLog
from ..networks import Network
from ..routine import log_failure
from .background import Background
from .keeper import Keeper, worth_another_try
from .open_game import OpenGame

_AT_ONCE = 4  # games of one visitor that are thought about
_MOST_WAITING = 1_000  # games of one visitor that wait; after that the oldest do until called for
_MOST_OF_BOTS = 50  # games between bots that one visitor may have going when it makes another; a
# wider network has its factor times as many

# Seconds for which bots go on among themselves after somebody called for their game; while
# somebody watches they go on anyway.
_ALONE = 60.0

# Whoever watches bots play is not charged for their picks, and to tell the state of a large game
# takes the server some milliseconds. They wait this many times as long before the next pick, so
# that the states of one visitor's games take about a third of the server's time at most.
_REST = 10


class Turns:
    """The games of one visitor in which a bot is to move: those that think, and those that wait."""

    def __init__(self) -> None:
        self.being_made = 0  # games between bots that are not stored yet
        self.thinking: dict[str, OpenGame] = {}
        self.with_people: OrderedDict[str, None] = OrderedDict()
        self.of_bots: OrderedDict[str, None] = OrderedDict()

    def add(self, game: OpenGame) -> None:
        waiting = self.of_bots if game.of_bots else self.with_people
        waiting[game.log.id] = None
        if len(waiting) > _MOST_WAITING:
            waiting.popitem(last=False)

    def next(self) -> str | None:
        """Whose turn it is: a game in which somebody waits for the answer comes first."""
        for waiting in (self.with_people, self.of_bots):
            if waiting:
                return waiting.popitem(last=False)[0]
        return None

    @property
    def count_of_bots(self) -> int:
        thinking = sum(game.of_bots for game in self.thinking.values())
        return self.being_made + thinking + len(self.of_bots)

    @property
    def empty(self) -> bool:
        return not (self.being_made or self.thinking or self.with_people or self.of_bots)


class Bots:
    """Lets the bots of open games think, one task for each game that does."""

    def __init__(
        self,
        keeper: Keeper,
        pool: Pool,
        background: Background,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._keeper = keeper
        self._pool = pool
        self._background = background
        self.clock = clock
        self._turns: dict[Asker, Turns] = {}

    @contextmanager
    def room_for_another(self) -> Iterator[None]:
        """Within it one more game between bots is made, if whoever calls may have another."""
        visitor = asker.get()
        for network in visitor:
            self._check_room(network)
        turns = self._turns.setdefault(visitor, Turns())
        turns.being_made += 1
        try:
            yield
        finally:
            turns.being_made -= 1
            self._fill(visitor)

    def _check_room(self, network: Network) -> None:
        most = _MOST_OF_BOTS * network.factor
        of_it = (turns for visitor, turns in self._turns.items() if network in visitor)
        if sum(turns.count_of_bots for turns in of_it) >= most:
            raise Busy(
                f"{most} games between bots are being played for your side; make another one when"
                " some of them are over"
            )

    def let_think(self, game: OpenGame) -> None:
        """If it is a bot's turn, and it does not think already; for whoever has called for it."""
        game.asked_at = self.clock()
        self.go_on(game)

    def go_on(self, game: OpenGame) -> None:
        """The same where nobody has called for it."""
        if self._may_think(game):
            visitor = asker.get()
            self._turns.setdefault(visitor, Turns()).add(game)
            self._fill(visitor)

    def _may_think(self, game: OpenGame) -> bool:
        if not game.log.bot or game.thinking is not None or self._background.closing:
            return False
        lately = self.clock() - game.asked_at < _ALONE
        return lately or bool(game.watchers) or not game.of_bots

    def _fill(self, visitor: Asker) -> None:
        """Let as many games of a visitor think as may."""
        turns = self._turns[visitor]
        while len(turns.thinking) < _AT_ONCE and (game_id := turns.next()):
            game = self._keeper.open_games.get(game_id)  # None: put away, until somebody looks
            if game and self._may_think(game):
                turns.thinking[game_id] = game
                game.thinking = self._background.start(self._think(game, visitor))
        if turns.empty:
            del self._turns[visitor]

    async def _think(self, game: OpenGame, visitor: Asker) -> None:
        """One pick; then it is another game's turn, if one waits."""
        asker.set(visitor)
        turns, goes_on = self._turns[visitor], False
        try:
            await self._move(game)
            goes_on = True
            await self._rest(game)
        except NoGame:
            pass
        except Exception as error:
            if not isinstance(error, StoreError):  # which is logged where it happens
                log_failure("a bot's thinking", game=game.log.id)
            goes_on = await worth_another_try(game)
        finally:
            game.thinking = None
            del turns.thinking[game.log.id]
            if goes_on and self._may_think(game):
                turns.add(game)
            self._fill(visitor)

    async def _move(self, game: OpenGame) -> None:
        log, version = game.log, game.log.version
        n = await self._pick(log)
        async with game.lock:
            if log.version != version:
                return
            await self._keeper.add(game, actions.pick(log, log.play.turn, n))
        game.tell()

    async def _rest(self, game: OpenGame) -> None:
        """Let others go first, where bots play for somebody who watches."""
        if game.of_bots and (game.watchers or self._keeper.store.multi_server):
            began = thread_time()
            game.log.json()
            await sleep(_REST * (thread_time() - began))

    async def _pick(self, log: GameLog) -> int:
        terms, position = log.terms, log.play.position
        asked = (Source.of(terms), list(position.picks), log.bot, terms.seed)
        try:
            n: int = await self._pool.ask("choose", *asked)
        except LastpickError:  # too hard to work out in time
            n = Guess(greedy_pick(position, rng_for(terms.seed, 1, len(position.picks))))
        return n
