"""The hall: every table that is in use, who watches it, and what may be done there.

The store is the truth. A call is answered after its events are committed, and told to the
others after that. One lock for each game keeps two calls of this server apart; between servers
the store's (game, version) key does.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from ...errors import LastpickError, RecordError
from ...record import LEFT, RESIGN, TIMEOUT, UNDO, check_name
from ..asking.book_cache import BookCache
from ..asking.pool import Pool
from ..asking.questions import Source
from ..errors import Forbidden, NoGame, Stale
from ..game import actions, tokens
from ..game.actions import NewEntry
from ..game.entry import ASK, DECLINE, PICK, REMATCH, Entry
from ..game.game_log import GameLog
from ..game.terms import PERSON, Terms
from ..store.protocol import GameRow, SeatRow, Store, StoreError
from .open_game import OpenGame, Watcher
from .open_games import OpenGames

CLAIM_AFTER = 60.0
_TICK = 0.25
_PRESENCE = 10.0  # seconds between two notes of who is here
_SWEEP = 3600.0
_AFTER_OTHERS = 3.0
_AGAIN = 1.0  # seconds until the store is asked again after it has failed
_AT_ONCE = 4  # tables read again at the same time after a gap, beside what people call for
_GONE = "there is no such game; it may have been cleaned up after some time"

logger = logging.getLogger("lastpick.web")

Decide = Callable[[GameLog, int], Sequence[NewEntry]]


class PlayerCall(NamedTuple):
    """A player's call: the state that it answers, its key, and what it can have caused."""

    version: int
    key: str
    kinds: set[str]
    pick: int | None = None


class New(NamedTuple):
    """A game that was just made, with what its maker gets."""

    live: OpenGame
    tokens: dict[str, str]
    invite: str | None


class Games:
    """All games of this server."""

    def __init__(
        self,
        store: Store,
        thinkers: Pool,
        claim_after: float = CLAIM_AFTER,
        keep_days: float = 30.0,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self.thinkers = thinkers
        self.library = BookCache(thinkers)
        self.claim_after = claim_after
        self.keep_days = keep_days
        self.now = clock
        self.closing = False
        self._tables = OpenGames()
        self._loading: dict[str, asyncio.Future[OpenGame]] = {}
        self._clocked: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        self.store.on_news = self._on_news
        await self.store.open()
        for routine in (self._watch_clocks, self._note_presence, self._sweep):
            self._spawn(routine())

    async def close(self) -> None:
        self.closing = True
        for live in self._tables:
            live.tell()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.thinkers.close()
        await self.store.close()

    def _spawn(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --- finding a table ----------------------------------------------------------------------

    async def live(self, game: str, fresh: bool = True) -> OpenGame:
        """A game's table; with `fresh`, as the store has it now."""
        found = self._tables.use(game)
        if found is None:
            found = await self._load_once(game)
        elif found.doubtful or (fresh and self.store.several):
            async with found.lock:
                await self._refresh(found, people=found.doubtful)
        await self._flag(found)
        self._let_bots_think(found)
        return found

    async def _load_once(self, game: str) -> OpenGame:
        if game not in self._loading:
            self._loading[game] = asyncio.ensure_future(self._load(game))
            self._loading[game].add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(self._loading[game])

    async def _load(self, game: str) -> OpenGame:
        row = await self.store.load(game)
        if row is None:
            raise NoGame(_GONE)
        terms = row.terms
        book = await self.library.book(Source(terms.game, terms.toml, terms.numbers))
        table = GameLog(game, terms, book)
        table.apply(await self.store.entries(game, 0))
        return self._keep(OpenGame(row, table, self.claim_after))

    def _keep(self, live: OpenGame) -> OpenGame:
        self._tables.keep(live)
        if live.table.terms.clock and not live.table.play.outcome:
            self._clocked.add(live.table.id)
        return live

    def _forget(self, game: str) -> None:
        """A game has been cleaned up: its table goes, and so does the news of it."""
        if live := self._tables.drop(game):
            for watcher in live.watchers:
                watcher.stop()

    async def _refresh(self, live: OpenGame, people: bool = False) -> None:
        """Read what other servers added; under the table's lock."""
        added = await self.store.entries(live.table.id, live.table.version)
        row = await self.store.load(live.table.id) if people else live.row
        live.doubtful = False
        if row is None:
            self._forget(live.table.id)
            raise NoGame(_GONE)
        live.table.apply(added)
        changed = people and live.take_people(row)
        if added or changed:
            live.tell()

    # --- making a game ------------------------------------------------------------------------

    async def create(
        self, terms: Terms, mine: Sequence[int], names: tuple[str | None, str | None]
    ) -> New:
        """A new game; `mine` are the seats of whoever makes it."""
        _check_names(names)
        secret, now, given, seats = tokens.new_secret(), self.now(), {}, []
        for seat in (1, 2):
            token_digest = None
            if seat in mine:
                given[str(seat)] = tokens.seat_token(secret, seat, tokens.new_credential())
                token_digest = tokens.digest(given[str(seat)])
            seats.append(SeatRow(token_digest, names[seat - 1], now if token_digest else None))
        row = GameRow(tokens.new_id(), terms, secret, (seats[0], seats[1]))
        book = await self.library.book(Source(terms.game, terms.toml, terms.numbers))
        await self.store.create(row, now)
        live = self._keep(OpenGame(row, GameLog(row.id, terms, book), self.claim_after))
        self._let_bots_think(live)
        return New(live, given, tokens.invite(secret) if terms.awaited else None)

    async def join(self, game: str, invite: str, key: str, name: str | None) -> New:
        live = await self.live(game)
        seat, secret = live.table.terms.awaited, live.row.secret
        if not seat or not tokens.same(invite, tokens.invite(secret)):
            raise Forbidden("this invitation is not for this game; ask for the link once more")
        other = live.row.seats[2 - seat].name
        _check_names((name, other))
        token = tokens.seat_token(secret, seat, key)
        await self._sit(live, seat, token, name)
        return New(live, {str(seat): token}, None)

    async def _sit(self, live: OpenGame, seat: int, token: str, name: str | None) -> None:
        digest, now = tokens.digest(token), self.now()
        held = live.row.seats[seat - 1]
        if held.digest is not None and tokens.same(held.digest, digest):
            return
        if not await self.store.sit(live.table.id, seat, digest, name, now):
            async with live.lock:
                await self._refresh(live, people=True)
            raise Forbidden("somebody else has taken this seat; you can watch the game")
        live.set_seat(seat, SeatRow(digest, name or held.name, now))
        live.revision += 1
        live.tell()

    # --- a player's calls -----------------------------------------------------------------------

    async def seat(self, live: OpenGame, token: str) -> int:
        """Whose token it is."""
        seat = _seat_of(live, token)
        if not seat and self.store.several:  # it may have been given out by another server
            async with live.lock:
                await self._refresh(live, people=True)
            seat = _seat_of(live, token)
        if not seat:
            raise Forbidden("this token is not for this game")
        return seat

    async def act(self, game: str, token: str, call: PlayerCall, decide: Decide) -> bytes:
        """Let a call have its effect, once; the state that answers it."""
        live = await self.live(game, fresh=False)
        seat = await self.seat(live, token)
        async with live.lock:
            self.hear(live, seat)
            if call.version != live.table.version and self.store.several:
                await self._refresh(live)
            if answered := _answered(live.table, seat, call):
                return answered
            if call.version != live.table.version:
                raise Stale(live.full_state(self.now()))
            entries = self._entries(live.table, decide(live.table, seat), f"{seat} {call.key}")
            if not await self._append(live, entries):
                if answered := _answered(live.table, seat, call):
                    return answered
                raise Stale(live.full_state(self.now()))
            state = live.table.json()
        live.tell()
        self._let_bots_think(live)
        return state

    def _entries(
        self,
        table: GameLog,
        events: Sequence[NewEntry],
        key: str | None = None,
        new: str | None = None,
    ) -> list[Entry]:
        now, have = self.now(), table.version
        upto = have + len(events)
        return [
            Entry(
                have + i, event.seat, event.kind, now, event.pick, None if i > 1 else key, upto, new
            )
            for i, event in enumerate(events, 1)
        ]

    async def _append(
        self, live: OpenGame, entries: list[Entry], new: GameRow | None = None
    ) -> bool:
        """Commit, then apply. After a lost race the table is as the winner left it, or gone."""
        try:
            if await self.store.append(live.table.id, entries, new):
                live.table.apply(entries)
                return True
        except BaseException:  # nobody knows whether it was committed: read it again next time
            live.doubtful = True
            raise
        await self._refresh(live, people=True)
        return False

    def hear(self, live: OpenGame, seat: int) -> None:
        """Note that a player's client is there."""
        now = self.now()
        before = live.row.seats[seat - 1].seen or 0.0
        live.heard(seat, now)
        if self.store.several and now - before > _PRESENCE:
            self._spawn(self._seen([(live.table.id, seat)]))

    async def pick(self, game: str, token: str, version: int, key: str, n: int) -> bytes:
        def decide(table: GameLog, seat: int) -> Sequence[NewEntry]:
            if table.terms.clock and not self._everybody_here(game):
                raise RecordError("wait for the other player: with a clock, both must be here")
            return actions.pick(table, seat, n)

        return await self.act(game, token, PlayerCall(version, key, {PICK}, n), decide)

    def _everybody_here(self, game: str) -> bool:
        live = self._tables.get(game)
        kinds = live.table.terms.seats if live else ()
        return live is None or all(
            kind != PERSON or seat.digest for kind, seat in zip(kinds, live.row.seats, strict=True)
        )

    async def resign(self, game: str, token: str, version: int, key: str) -> bytes:
        return await self.act(game, token, PlayerCall(version, key, {RESIGN}), actions.resign)

    async def takeback(self, game: str, token: str, version: int, key: str, agree: bool) -> bytes:
        def decide(table: GameLog, seat: int) -> Sequence[NewEntry]:
            return actions.takeback(table, seat, agree)

        return await self.act(game, token, PlayerCall(version, key, {UNDO, ASK, DECLINE}), decide)

    async def claim(self, game: str, token: str, version: int, key: str) -> bytes:
        live = await self.live(game)
        seat = await self.seat(live, token)
        if self.store.several:
            self._take_seen(live, await self.store.last_seen([game]))
        now = self.now()
        away = live.seen(3 - seat, now)

        def decide(table: GameLog, seat: int) -> Sequence[NewEntry]:
            quiet = away
            if away is not None and table.entries:  # time to answer counts from the last event
                quiet = min(away, now - table.entries[-1].at)
            return actions.claim(table, seat, now, quiet, self.claim_after)

        return await self.act(game, token, PlayerCall(version, key, {TIMEOUT, LEFT}), decide)

    async def rematch(self, game: str, token: str, version: int, key: str) -> New | bytes:
        """The new game for this player, once both want it; until then the state."""
        live = await self.live(game)
        seat = await self.seat(live, token)
        async with live.lock:
            _check_key(live.table, seat, PlayerCall(version, key, {REMATCH}))
            if live.table.next is None:
                events, agreed = actions.rematch(live.table, seat)
                if events and version != live.table.version:
                    raise Stale(live.full_state(self.now()))
                if events:
                    new = self._next(live) if agreed else None
                    entries = self._entries(
                        live.table, events, f"{seat} {key}", new.id if new else None
                    )
                    if not await self._append(live, entries, new) and live.table.next is None:
                        raise Stale(live.full_state(self.now()))
        live.tell()
        if live.table.next is None:
            return live.table.json()
        return await self._move_on(live, live.table.next, seat, token)

    def _next(self, live: OpenGame) -> GameRow:
        """The next game: the other one starts, and the match goes on unless it is decided."""
        terms, score = live.table.terms, live.table.score()
        goes_on = terms.best_of > 1 and 2 * max(score) <= terms.best_of
        terms = terms._replace(
            seats=(terms.seats[1], terms.seats[0]),
            awaited=0,
            seed=secrets.randbelow(1 << 48),
            number=terms.number + 1 if goes_on else 1,
            score=(score[1], score[0]) if goes_on else (0, 0),
            previous=live.table.id,
            date=_today(self.now()),
        )
        one, two = (SeatRow(None, seat.name, self.now()) for seat in live.row.seats)  # heard now
        return GameRow(tokens.new_id(), terms, tokens.new_secret(), (two, one))

    async def _move_on(self, live: OpenGame, game: str, seat: int, token: str) -> New:
        new = await self.live(game)
        shared = live.table.terms.shared  # one person holds both tokens, and gets both again
        given = {}
        for old in (1, 2) if shared else (seat,):
            credential = tokens.seat_token(live.row.secret, old, "rematch") if shared else token
            made = tokens.seat_token(new.row.secret, 3 - old, credential)
            await self._sit(new, 3 - old, made, None)
            given[str(3 - old)] = made
        return New(new, given, None)

    # --- who is here ----------------------------------------------------------------------------

    def watch(self, live: OpenGame, seat: int) -> Watcher:
        watcher = Watcher(seat)
        live.watchers.add(watcher)
        if self._tables.get(live.table.id) is not live:  # put away a moment ago: fetch it back
            live.doubtful = True
            self._keep(live)
        self._presence_changed(live, seat)
        return watcher

    def unwatch(self, live: OpenGame, watcher: Watcher) -> None:
        live.watchers.discard(watcher)
        if watcher.seat:
            live.heard(watcher.seat, self.now())
        self._presence_changed(live, watcher.seat)

    def _presence_changed(self, live: OpenGame, seat: int) -> None:
        live.tell()
        if seat and self.store.several and not self.closing:
            self._spawn(self._seen([(live.table.id, seat)]))

    async def _seen(self, seats: list[tuple[str, int]]) -> None:
        with suppress(StoreError):
            await self.store.seen(seats, self.now())

    def _take_seen(self, live: OpenGame, seen: dict[tuple[str, int], float]) -> None:
        for seat in (1, 2):
            live.heard(seat, seen.get((live.table.id, seat), 0.0))

    async def _note_presence(self) -> None:
        """Write down who is here, and read who is with the other servers."""
        while True:
            await asyncio.sleep(_PRESENCE)
            watched = self._tables.watched()
            seats = [
                (live.table.id, seat) for live in watched for seat in (1, 2) if live.here(seat)
            ]
            if seats:
                await self._seen(seats)
            if watched and self.store.several:
                with suppress(StoreError):
                    seen = await self.store.last_seen(live.table.id for live in watched)
                    for live in watched:
                        self._take_seen(live, seen)

    # --- what happens by itself -----------------------------------------------------------------

    def _let_bots_think(self, live: OpenGame) -> None:
        if live.table.mover not in (None, PERSON) and live.thinking is None and not self.closing:
            live.thinking = self._spawn(self._think(live))

    async def _think(self, live: OpenGame) -> None:
        try:
            while live.table.mover not in (None, PERSON):
                try:
                    await self._bot_moves(live)
                except StoreError:
                    if not live.watchers:  # the next who looks lets the bot try again
                        return
                    await asyncio.sleep(_AGAIN)
        except NoGame:
            pass
        finally:
            live.thinking = None

    async def _bot_moves(self, live: OpenGame) -> None:
        table, version = live.table, live.table.version
        n = await self._bot_pick(table, str(table.mover))
        async with live.lock:
            if table.version != version:
                return
            event = NewEntry(table.play.turn, PICK, n)
            await self._append(live, self._entries(table, [event]))
        live.tell()

    async def _bot_pick(self, table: GameLog, bot: str) -> int:
        terms, position = table.terms, table.play.position
        source = Source(terms.game, terms.toml, terms.numbers)
        try:
            picks = list(position.picks)
            n = await self.thinkers.ask("choose", source, picks, bot, terms.seed, patient=True)
            return int(n)
        except LastpickError:  # too hard to work out in time: any legal pick
            return Random(f"{terms.seed}/{len(position.picks)}").choice(position.legal)

    async def _flag(self, live: OpenGame) -> None:
        """End a game whose clock has run out."""
        left = live.table.out_of_time(self.now())
        if left is None or left > 0:
            return
        async with live.lock:
            left = live.table.out_of_time(self.now())
            if left is not None and left <= 0:
                event = NewEntry(live.table.play.turn, TIMEOUT)
                await self._append(live, self._entries(live.table, [event]))
        live.tell()

    async def _watch_clocks(self) -> None:
        while True:
            await asyncio.sleep(_TICK)
            for game in list(self._clocked):
                live = self._tables.get(game)
                if live is None or live.table.play.outcome:
                    self._clocked.discard(game)
                    continue
                with suppress(StoreError, NoGame):
                    await self._flag(live)

    async def _sweep(self) -> None:
        while True:
            with suppress(StoreError):
                await self._sweep_once()
            await asyncio.sleep(_SWEEP)

    async def _sweep_once(self) -> None:
        while swept := await self.store.sweep(self.now() - self.keep_days * 86400):
            for game in swept:
                self._forget(game)
            logger.info("old games were cleaned up", extra={"count": len(swept)})

    def _on_news(self, game: str | None, version: int = -1) -> None:
        """Another server, or this one, has changed a game; None: anything may have changed."""
        if game is None:
            for live in self._tables:
                live.doubtful = True
            self._spawn(self._catch_up_all())
        elif (found := self._tables.get(game)) and (version < 0 or found.table.version < version):
            self._spawn(self._catch_up(found, people=version < 0))

    async def _catch_up_all(self) -> None:
        """Read what is watched, a few at a time; the rest is read when somebody asks for it."""
        watched = self._tables.watched()
        for some in range(0, len(watched), _AT_ONCE):
            lot = watched[some : some + _AT_ONCE]
            await asyncio.gather(*(self._read_again(live, people=True) for live in lot))
        for live in watched:
            self._let_bots_think(live)

    async def _catch_up(self, live: OpenGame, people: bool) -> None:
        await self._read_again(live, people)
        if live.table.mover not in (None, PERSON):
            await asyncio.sleep(_AFTER_OTHERS)  # whoever had the call lets the bot think
            self._let_bots_think(live)

    async def _read_again(self, live: OpenGame, people: bool) -> None:
        """Whoever watches must not miss anything, so try until it is read."""
        live.doubtful = True
        while live.doubtful:
            with suppress(NoGame):
                try:
                    async with live.lock:
                        await self._refresh(live, people)
                except StoreError:
                    if not live.watchers:
                        return
                    await asyncio.sleep(_AGAIN)


def _answered(table: GameLog, seat: int, call: PlayerCall) -> bytes | None:
    """The answer that this key got before, if it did."""
    done = _check_key(table, seat, call)
    return table.at(done.upto or done.version).json() if done else None


def _check_key(table: GameLog, seat: int, call: PlayerCall) -> Entry | None:
    """What a call with this key has caused, if anything: no key serves two calls."""
    done = table.keys.get(f"{seat} {call.key}")
    if done and (done.kind not in call.kinds or done.pick != call.pick):
        raise RecordError("this key was used for another call; make up a new one for each")
    return done


def _seat_of(live: OpenGame, token: str) -> int:
    digest = tokens.digest(token)
    for seat, taken in enumerate(live.row.seats, 1):
        if taken.digest is not None and tokens.same(taken.digest, digest):
            return seat
    return 0


def _check_names(names: tuple[str | None, str | None]) -> None:
    for name in names:
        if name is not None:
            check_name(name)
    if names[0] is not None and names[0] == names[1]:
        raise RecordError(f"both players are called {names[0]}; choose another name")


def _today(now: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(now))
