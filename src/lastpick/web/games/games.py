"""All games of this server, and what may be done in them.

A call is answered after its events are committed, and told to the others after that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import NamedTuple

from ...errors import LastpickError, RecordError
from ...record import LEFT, RESIGN, TIMEOUT, UNDO
from ..asking.book_cache import BookCache
from ..asking.pool import Pool
from ..errors import Stale
from ..game import actions
from ..game.actions import NewEntry
from ..game.entry import ASK, DECLINE, PICK, REMATCH, Entry
from ..game.game_log import GameLog
from ..game.terms import PERSON, Terms
from ..store import files
from ..store.protocol import Store
from .background import Background
from .bots import Bots
from .catching_up import CatchingUp
from .clocks import Clocks
from .file_room import FileRoom
from .health import StoreHealth
from .housekeeping import Housekeeping
from .keeper import Keeper
from .open_game import OpenGame
from .presence import Presence
from .seating import Admission, Names, Seating, next_game, seat_of
from .server_time import ServerTime

CLAIM_AFTER = 60.0

Decide = Callable[[OpenGame, int], Sequence[NewEntry]]


class PlayerCall(NamedTuple):
    """A player's call: the state that it answers, its key, and what it can have caused."""

    version: int
    key: str
    kinds: set[str]
    pick: int | None = None


class Games:
    """What people call for; what happens by itself is left to the parts."""

    def __init__(
        self,
        store: Store,
        pool: Pool,
        claim_after: float = CLAIM_AFTER,
        keep_days: float = 30.0,
        time: ServerTime | None = None,
    ) -> None:
        self.store = store
        self.pool = pool
        self.books = BookCache(pool)
        self.claim_after = claim_after
        self.time = time or ServerTime(store)
        self.now = self.time.now
        self.keeper = Keeper(store, self.books, claim_after, self.now)
        self._background = Background()
        self._seating = Seating(self.keeper)
        self.bots = Bots(self.keeper, pool, self._background)
        self._clocks = Clocks(self.keeper)
        self.presence = Presence(self.keeper, self._background)
        self.housekeeping = Housekeeping(self.keeper, self.time, keep_days)
        self.file_room = FileRoom(self.keeper)
        self.health = StoreHealth(store)
        self.catching_up = CatchingUp(self.keeper, self.bots, self._background)

    @property
    def closing(self) -> bool:
        return self._background.closing

    async def open(self) -> None:
        self.store.on_news = self.catching_up.hear
        await self.store.open()
        await self.time.open()
        for what, routine in (
            ("the server's time", self.time.keep_beating),
            ("watching the clocks", self._clocks.keep_watching),
            ("noting who is here", self.presence.keep_noting),
            ("sweeping", self.housekeeping.keep_sweeping),
            ("noting which files are in use", self.file_room.keep_noting),
        ):
            self._background.keep(what, routine)

    async def close(self) -> None:
        for game in self.keeper.open_games:
            game.tell()
        await self._background.close()
        await self.pool.close()
        await self.time.close()
        await self.store.close()

    # --- finding and making games -------------------------------------------------------------

    async def find(self, game_id: str, fresh: bool = True) -> OpenGame:
        """A game; with `fresh`, as the store has it now."""
        game = await self.keeper.get(game_id, fresh)
        await self._clocks.flag(game)
        self.bots.let_think(game)
        return game

    async def create(self, terms: Terms, mine: Sequence[int], names: Names) -> Admission:
        """A new game; `mine` are the seats of whoever makes it."""
        of_bots = PERSON not in terms.seats
        with self.bots.room_for_another() if of_bots else nullcontext():
            made = await self.file_room.needed_by(lambda: self._seating.create(terms, mine, names))
            self.bots.let_think(made.game)
        return made

    async def knows_file(self, text: str) -> bool:
        """Whether a game file is kept already."""
        return await self.store.knows_file(files.digest(text))

    async def join(self, game_id: str, invite: str, key: str, name: str | None) -> Admission:
        return await self._seating.join(await self.find(game_id), invite, key, name)

    async def seat(self, game: OpenGame, token: str) -> int:
        """Whose token it is."""
        return await self._seating.seat(game, token)

    def seat_of(self, game_id: str, token: str) -> int:
        """The same at once, where the game is open here; 0: nobody's."""
        game = self.keeper.open_games.get(game_id)
        return seat_of(game, token) if game else 0

    async def rename(self, game_id: str, token: str, name: str) -> OpenGame:
        game = await self.find(game_id)
        await self._seating.rename(game, await self.seat(game, token), name)
        return game

    # --- a player's calls -----------------------------------------------------------------------

    async def act(self, game_id: str, token: str, call: PlayerCall, decide: Decide) -> bytes:
        """Let a call have its effect, once; the state that answers it."""
        game = await self.find(game_id, fresh=False)
        seat = await self.seat(game, token)
        async with game.lock:
            self.presence.hear(game, seat)
            if self.store.multi_server:
                await self._hear_of_others(game, call)
            if answered := _answered(game.log, seat, call):
                return answered
            if not await self._add(game, seat, call, decide):
                if answered := _answered(game.log, seat, call):
                    return answered
                raise Stale(game.full_state(self.now()))
            state = game.log.json()
        game.tell()
        self.bots.let_think(game)
        return state

    async def _hear_of_others(self, game: OpenGame, call: PlayerCall) -> None:
        """What another server did may be why the call comes, before there was news of it."""
        waits = game.waits
        if waits or call.version != game.log.version:
            await self.keeper.refresh(game, people=waits)

    async def _add(self, game: OpenGame, seat: int, call: PlayerCall, decide: Decide) -> bool:
        """What a call comes to; False if the game is no longer in the state that it answers."""
        if call.version != game.log.version:
            return False
        try:
            events = decide(game, seat)
        except LastpickError:
            if self.store.multi_server:  # it may be refused for what another server has changed
                await self.keeper.refresh(game)
            if call.version == game.log.version:
                raise
            return False
        return await self.keeper.add(game, events, f"{seat} {call.key}")

    async def pick(self, game_id: str, token: str, version: int, key: str, n: int) -> bytes:
        def decide(game: OpenGame, seat: int) -> Sequence[NewEntry]:
            if game.waits:
                raise RecordError("wait for the other player: with a clock, both must be here")
            return actions.pick(game.log, seat, n)

        return await self.act(game_id, token, PlayerCall(version, key, {PICK}, n), decide)

    async def resign(self, game_id: str, token: str, version: int, key: str) -> bytes:
        def decide(game: OpenGame, seat: int) -> Sequence[NewEntry]:
            return actions.resign(game.log, seat)

        return await self.act(game_id, token, PlayerCall(version, key, {RESIGN}), decide)

    async def takeback(
        self, game_id: str, token: str, version: int, key: str, agree: bool
    ) -> bytes:
        def decide(game: OpenGame, seat: int) -> Sequence[NewEntry]:
            return actions.takeback(game.log, seat, agree)

        kinds = {UNDO, ASK} if agree else {DECLINE}
        return await self.act(game_id, token, PlayerCall(version, key, kinds), decide)

    async def claim(self, game_id: str, token: str, version: int, key: str) -> bytes:
        game = await self.find(game_id)
        seat = await self.seat(game, token)
        await self.presence.ask_others([game])
        now = self.now()
        away = game.idle_seconds(3 - seat, now)

        def decide(game: OpenGame, seat: int) -> Sequence[NewEntry]:
            quiet, changed = away, game.log.changed
            if away is not None and changed is not None:  # time to answer counts from then on
                quiet = min(away, max(0.0, now - changed))
            return actions.claim(game.log, seat, now, quiet, self.claim_after)

        return await self.act(game_id, token, PlayerCall(version, key, {TIMEOUT, LEFT}), decide)

    async def rematch(self, game_id: str, token: str, version: int, key: str) -> Admission | bytes:
        """The new game for this player, once both want it; until then the state."""
        game = await self.find(game_id)
        seat = await self.seat(game, token)
        async with game.lock:
            _check_key(game.log, seat, PlayerCall(version, key, {REMATCH}))
            if game.log.next is None:
                await self._ask_for_rematch(game, seat, version, key)
        game.tell()
        if game.log.next is None:
            return game.log.json()
        return await self._seating.move_on(game, await self.find(game.log.next), seat, token)

    async def _ask_for_rematch(self, game: OpenGame, seat: int, version: int, key: str) -> None:
        events, agreed = actions.rematch(game.log, seat)
        if not events:
            return
        if version != game.log.version:
            raise Stale(game.full_state(self.now()))
        new = next_game(game, self.now()) if agreed else None
        if not await self.keeper.add(game, events, f"{seat} {key}", new) and not game.log.next:
            raise Stale(game.full_state(self.now()))


def _answered(log: GameLog, seat: int, call: PlayerCall) -> bytes | None:
    """The answer that this key got before, if it did."""
    done = _check_key(log, seat, call)
    if done is None:
        return None
    version = done.answered_version or done.version
    return (log if version == log.version else log.at(version)).json()


def _check_key(log: GameLog, seat: int, call: PlayerCall) -> Entry | None:
    """What a call with this key has caused, if anything: no key serves two calls.

    Whoever repeats a call repeats its version too, and what that caused comes right after it.
    """
    done = log.keys.get(f"{seat} {call.key}")
    if done is None:
        return None
    same = done.kind in call.kinds and done.pick == call.pick and done.version == call.version + 1
    if not same:
        raise RecordError("this key was used for another call; make up a new one for each")
    return done
