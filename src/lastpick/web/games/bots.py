"""Bots: whenever one is to move it is asked for its pick, beside the calls.

Only a few games of one address are thought about at a time. The others wait here, by their names
alone: they keep no place in any line, and may be put away meanwhile. Those for whom they wait take
turns, a pick each.
"""

from __future__ import annotations

from asyncio import sleep
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, thread_time

from ...errors import LastpickError
from ...players import greedy_pick, rng_for
from ...record import Guess
from ..asking.pool import Pool, asker
from ..asking.questions import Source
from ..errors import Busy, NoGame, StoreError
from ..game import actions
from ..game.game_log import GameLog
from ..networks import Asker, Network, address_of, excess
from ..routine import log_failure
from .background import Background
from .keeper import Keeper, worth_another_try
from .open_game import OpenGame

_AT_ONCE = 4  # games of one caller that are thought about
_AT_ONCE_IN_ALL = 32  # of all at its address; of bots alone, no more than of one caller
_MOST_WAITING = 1_000  # games of an address that wait; after that an old one does until called for
# Games between bots that one caller may have going when it makes another; at its address nobody
# has more than twice what is left, so that somebody who has none gets room.
_MOST_OF_BOTS = 50

# Seconds for which bots go on among themselves after somebody called for their game; while
# somebody watches they go on anyway.
_ALONE = 60.0

# Whoever watches bots play is not charged for their picks, and to tell the state of a large game
# takes the server some milliseconds. They wait this many times as long before the next pick, so
# that the states of one visitor's games take about a third of the server's time at most.
_REST = 10


# The address for which games are thought about, and whether they are of its visitors' own files,
# which have a lane of their own; None: games between bots.
Kind = tuple[str, bool | None]


class Turns:
    """Games of one kind in which a bot is to move: those that think, and those that wait."""

    def __init__(self, at_once: int) -> None:
        self.thinking: Counter[Asker] = Counter()
        self.waiting: OrderedDict[Asker, OrderedDict[str, None]] = OrderedDict()
        self._at_once = at_once

    def add(self, caller: Asker, game_id: str) -> None:
        self.waiting.setdefault(caller, OrderedDict())[game_id] = None
        if sum(map(len, self.waiting.values())) > _MOST_WAITING:
            self._take(max(self.waiting, key=lambda one: len(self.waiting[one])))

    def next(self) -> tuple[Asker, str] | None:
        """Who may have a game thought about now, and which: all who wait take turns."""
        if self.thinking.total() >= self._at_once:
            return None
        for caller in self.waiting:
            if self.thinking[caller] < _AT_ONCE:
                return caller, self._take(caller)
        return None

    def _take(self, caller: Asker) -> str:
        games = self.waiting.pop(caller)
        game_id, _ = games.popitem(last=False)
        if games:
            self.waiting[caller] = games  # behind the others
        return game_id

    def of(self, network: Network) -> int:
        thinking = sum(count for one, count in self.thinking.items() if network in one)
        return thinking + sum(len(games) for one, games in self.waiting.items() if network in one)

    def ended(self, caller: Asker) -> None:
        self.thinking[caller] -= 1
        if not self.thinking[caller]:
            del self.thinking[caller]

    @property
    def empty(self) -> bool:
        return not (self.thinking or self.waiting)


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
        self._being_made: Counter[Asker] = Counter()  # games between bots that are not stored yet
        self._turns: dict[Kind, Turns] = {}

    @contextmanager
    def room_for_another(self) -> Iterator[None]:
        """Within it one more game between bots is made, if whoever calls may have another."""
        caller = asker.get()
        mine = self._between_bots(caller[0])
        for network in caller:
            most = _MOST_OF_BOTS * network.factor
            used = self._between_bots(network)
            if used >= most or (network.factor > 1 and excess(mine, used, most, 1) > 1):
                raise Busy(
                    f"{used} games between bots are being played for you; make another one when"
                    " some of them are over"
                )
        self._being_made[caller] += 1
        try:
            yield
        finally:
            self._being_made[caller] -= 1
            if not self._being_made[caller]:
                del self._being_made[caller]

    def _between_bots(self, network: Network) -> int:
        made = sum(count for one, count in self._being_made.items() if network in one)
        all_turns = [turns for (_, own), turns in self._turns.items() if own is None]
        return made + sum(turns.of(network) for turns in all_turns)

    def let_think(self, game: OpenGame) -> None:
        """If it is a bot's turn, and it does not think already; for whoever has called for it."""
        game.asked_at = self.clock()
        self.go_on(game)

    def go_on(self, game: OpenGame) -> None:
        """The same where nobody has called for it."""
        if self._may_think(game):
            self._wait(game, asker.get())

    def _may_think(self, game: OpenGame) -> bool:
        if not game.log.bot or game.thinking is not None or self._background.closing:
            return False
        lately = self.clock() - game.asked_at < _ALONE
        return lately or bool(game.watchers) or not game.of_bots

    def _wait(self, game: OpenGame, caller: Asker) -> None:
        kind = address_of(caller), None if game.of_bots else game.log.terms.toml is not None
        if kind not in self._turns:
            self._turns[kind] = Turns(_AT_ONCE if game.of_bots else _AT_ONCE_IN_ALL)
        self._turns[kind].add(caller, game.log.id)
        self._fill(kind)

    def _fill(self, kind: Kind) -> None:
        """Let as many games think as may."""
        turns = self._turns[kind]
        while place := turns.next():
            caller, game_id = place
            game = self._keeper.open_games.get(game_id)  # None: put away, until somebody looks
            if game and self._may_think(game):
                turns.thinking[caller] += 1
                game.thinking = self._background.start(self._think(game, caller, kind))
        if turns.empty:
            del self._turns[kind]

    async def _think(self, game: OpenGame, caller: Asker, kind: Kind) -> None:
        """One pick; then it is another game's turn, if one waits."""
        asker.set(caller)
        turns, goes_on = self._turns[kind], False
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
            turns.ended(caller)
            if goes_on and self._may_think(game):
                turns.add(caller, game.log.id)
            self._fill(kind)

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
