"""The games that are open, who watches them, and what may be done in them.

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
_AT_ONCE = 4  # games read again at the same time after a gap, beside what people call for
_GONE = "there is no such game; it may have been cleaned up after some time"

logger = logging.getLogger("lastpick.web")

Decide = Callable[[GameLog, int], Sequence[NewEntry]]


class PlayerCall(NamedTuple):
    """A player's call: the state that it answers, its key, and what it can have caused."""

    version: int
    key: str
    kinds: set[str]
    pick: int | None = None


class Admission(NamedTuple):
    """What somebody gets who makes or enters a game: the tokens of seats, and an invitation."""

    game: OpenGame
    tokens: dict[str, str]
    invite: str | None


class Games:
    """All games of this server."""

    def __init__(
        self,
        store: Store,
        pool: Pool,
        claim_after: float = CLAIM_AFTER,
        keep_days: float = 30.0,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self.pool = pool
        self.books = BookCache(pool)
        self.claim_after = claim_after
        self.keep_days = keep_days
        self.now = clock
        self.closing = False
        self._open = OpenGames()
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
        for game in self._open:
            game.tell()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.pool.close()
        await self.store.close()

    def _spawn(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --- finding a game -----------------------------------------------------------------------

    async def find(self, game_id: str, fresh: bool = True) -> OpenGame:
        """A game; with `fresh`, as the store has it now."""
        found = self._open.use(game_id)
        if found is None:
            found = await self._load_once(game_id)
        elif found.doubtful or (fresh and self.store.multi_server):
            async with found.lock:
                await self._refresh(found, people=found.doubtful)
        await self._flag(found)
        self._let_bots_think(found)
        return found

    async def _load_once(self, game_id: str) -> OpenGame:
        if game_id not in self._loading:
            self._loading[game_id] = asyncio.ensure_future(self._load(game_id))
            self._loading[game_id].add_done_callback(lambda _: self._loading.pop(game_id, None))
        return await asyncio.shield(self._loading[game_id])

    async def _load(self, game_id: str) -> OpenGame:
        row = await self.store.load(game_id)
        if row is None:
            raise NoGame(_GONE)
        terms = row.terms
        book = await self.books.book(Source(terms.game, terms.toml, terms.numbers))
        log = GameLog(game_id, terms, book)
        log.apply(await self.store.entries(game_id, 0))
        return self._keep(OpenGame(row, log, self.claim_after))

    def _keep(self, game: OpenGame) -> OpenGame:
        self._open.keep(game)
        if game.log.terms.clock and not game.log.play.outcome:
            self._clocked.add(game.log.id)
        return game

    def _forget(self, game_id: str) -> None:
        """A game has been cleaned up: it goes from memory, and so does the news of it."""
        if game := self._open.drop(game_id):
            for watcher in game.watchers:
                watcher.stop()

    async def _refresh(self, game: OpenGame, people: bool = False) -> None:
        """Read what other servers added; under the game's lock."""
        added = await self.store.entries(game.log.id, game.log.version)
        row = await self.store.load(game.log.id) if people else game.row
        game.doubtful = False
        if row is None:
            self._forget(game.log.id)
            raise NoGame(_GONE)
        game.log.apply(added)
        changed = people and game.take_people(row)
        if added or changed:
            game.tell()

    # --- making a game ------------------------------------------------------------------------

    async def create(
        self, terms: Terms, mine: Sequence[int], names: tuple[str | None, str | None]
    ) -> Admission:
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
        book = await self.books.book(Source(terms.game, terms.toml, terms.numbers))
        await self.store.create(row, now)
        game = self._keep(OpenGame(row, GameLog(row.id, terms, book), self.claim_after))
        self._let_bots_think(game)
        return Admission(game, given, tokens.invite(secret) if terms.invited_seat else None)

    async def join(self, game_id: str, invite: str, key: str, name: str | None) -> Admission:
        game = await self.find(game_id)
        seat, secret = game.log.terms.invited_seat, game.row.secret
        if not seat or not tokens.same(invite, tokens.invite(secret)):
            raise Forbidden("this invitation is not for this game; ask for the link once more")
        other = game.row.seats[2 - seat].name
        _check_names((name, other))
        token = tokens.seat_token(secret, seat, key)
        await self._sit(game, seat, token, name)
        return Admission(game, {str(seat): token}, None)

    async def _sit(self, game: OpenGame, seat: int, token: str, name: str | None) -> None:
        digest, now = tokens.digest(token), self.now()
        held = game.row.seats[seat - 1]
        if held.digest is not None and tokens.same(held.digest, digest):
            return
        if not await self.store.sit(game.log.id, seat, digest, name, now):
            async with game.lock:
                await self._refresh(game, people=True)
            raise Forbidden("somebody else has taken this seat; you can watch the game")
        game.set_seat(seat, SeatRow(digest, name or held.name, now))
        game.revision += 1
        game.tell()

    # --- a player's calls -----------------------------------------------------------------------

    async def seat(self, game: OpenGame, token: str) -> int:
        """Whose token it is."""
        seat = _seat_of(game, token)
        if not seat and self.store.multi_server:  # it may have been given out by another server
            async with game.lock:
                await self._refresh(game, people=True)
            seat = _seat_of(game, token)
        if not seat:
            raise Forbidden("this token is not for this game")
        return seat

    async def act(self, game_id: str, token: str, call: PlayerCall, decide: Decide) -> bytes:
        """Let a call have its effect, once; the state that answers it."""
        game = await self.find(game_id, fresh=False)
        seat = await self.seat(game, token)
        async with game.lock:
            self.hear(game, seat)
            if call.version != game.log.version and self.store.multi_server:
                await self._refresh(game)
            if answered := _answered(game.log, seat, call):
                return answered
            if call.version != game.log.version:
                raise Stale(game.full_state(self.now()))
            entries = self._entries(game.log, decide(game.log, seat), f"{seat} {call.key}")
            if not await self._append(game, entries):
                if answered := _answered(game.log, seat, call):
                    return answered
                raise Stale(game.full_state(self.now()))
            state = game.log.json()
        game.tell()
        self._let_bots_think(game)
        return state

    def _entries(
        self,
        log: GameLog,
        events: Sequence[NewEntry],
        key: str | None = None,
        new: str | None = None,
    ) -> list[Entry]:
        now, have = self.now(), log.version
        answered_version = have + len(events)
        return [
            Entry(
                version=have + i,
                seat=event.seat,
                kind=event.kind,
                at=now,
                pick=event.pick,
                key=None if i > 1 else key,
                answered_version=answered_version,
                next_game=new,
            )
            for i, event in enumerate(events, 1)
        ]

    async def _append(
        self, game: OpenGame, entries: list[Entry], new: GameRow | None = None
    ) -> bool:
        """Commit, then apply. After a lost race the game is as the winner left it, or gone."""
        try:
            if await self.store.append(game.log.id, entries, new):
                game.log.apply(entries)
                return True
        except BaseException:  # nobody knows whether it was committed: read it again next time
            game.doubtful = True
            raise
        await self._refresh(game, people=True)
        return False

    def hear(self, game: OpenGame, seat: int) -> None:
        """Note that a player's client is there."""
        now = self.now()
        before = game.row.seats[seat - 1].last_seen or 0.0
        game.heard(seat, now)
        if self.store.multi_server and now - before > _PRESENCE:
            self._spawn(self._mark_seen([(game.log.id, seat)]))

    async def pick(self, game_id: str, token: str, version: int, key: str, n: int) -> bytes:
        def decide(log: GameLog, seat: int) -> Sequence[NewEntry]:
            if log.terms.clock and not self._everybody_here(game_id):
                raise RecordError("wait for the other player: with a clock, both must be here")
            return actions.pick(log, seat, n)

        return await self.act(game_id, token, PlayerCall(version, key, {PICK}, n), decide)

    def _everybody_here(self, game_id: str) -> bool:
        game = self._open.get(game_id)
        kinds = game.log.terms.seats if game else ()
        return game is None or all(
            kind != PERSON or seat.digest for kind, seat in zip(kinds, game.row.seats, strict=True)
        )

    async def resign(self, game_id: str, token: str, version: int, key: str) -> bytes:
        return await self.act(game_id, token, PlayerCall(version, key, {RESIGN}), actions.resign)

    async def takeback(
        self, game_id: str, token: str, version: int, key: str, agree: bool
    ) -> bytes:
        def decide(log: GameLog, seat: int) -> Sequence[NewEntry]:
            return actions.takeback(log, seat, agree)

        return await self.act(
            game_id, token, PlayerCall(version, key, {UNDO, ASK, DECLINE}), decide
        )

    async def claim(self, game_id: str, token: str, version: int, key: str) -> bytes:
        game = await self.find(game_id)
        seat = await self.seat(game, token)
        if self.store.multi_server:
            self._take_last_seen(game, await self.store.last_seen([game_id]))
        now = self.now()
        away = game.idle_seconds(3 - seat, now)

        def decide(log: GameLog, seat: int) -> Sequence[NewEntry]:
            quiet = away
            if away is not None and log.entries:  # time to answer counts from the last event
                quiet = min(away, now - log.entries[-1].at)
            return actions.claim(log, seat, now, quiet, self.claim_after)

        return await self.act(game_id, token, PlayerCall(version, key, {TIMEOUT, LEFT}), decide)

    async def rematch(self, game_id: str, token: str, version: int, key: str) -> Admission | bytes:
        """The new game for this player, once both want it; until then the state."""
        game = await self.find(game_id)
        seat = await self.seat(game, token)
        async with game.lock:
            _check_key(game.log, seat, PlayerCall(version, key, {REMATCH}))
            if game.log.next is None:
                events, agreed = actions.rematch(game.log, seat)
                if events and version != game.log.version:
                    raise Stale(game.full_state(self.now()))
                if events:
                    new = self._next(game) if agreed else None
                    entries = self._entries(
                        game.log, events, f"{seat} {key}", new.id if new else None
                    )
                    if not await self._append(game, entries, new) and game.log.next is None:
                        raise Stale(game.full_state(self.now()))
        game.tell()
        if game.log.next is None:
            return game.log.json()
        return await self._move_on(game, game.log.next, seat, token)

    def _next(self, game: OpenGame) -> GameRow:
        """The next game: the other one starts, and the match goes on unless it is decided."""
        terms, score = game.log.terms, game.log.score()
        goes_on = terms.best_of > 1 and 2 * max(score) <= terms.best_of
        terms = terms._replace(
            seats=(terms.seats[1], terms.seats[0]),
            invited_seat=0,
            seed=secrets.randbelow(1 << 48),
            number=terms.number + 1 if goes_on else 1,
            score=(score[1], score[0]) if goes_on else (0, 0),
            previous=game.log.id,
            date=_today(self.now()),
        )
        one, two = (SeatRow(None, seat.name, self.now()) for seat in game.row.seats)  # heard now
        return GameRow(tokens.new_id(), terms, tokens.new_secret(), (two, one))

    async def _move_on(self, game: OpenGame, game_id: str, seat: int, token: str) -> Admission:
        new = await self.find(game_id)
        shared = game.log.terms.shared  # one person holds both tokens, and gets both again
        given = {}
        for old in (1, 2) if shared else (seat,):
            credential = tokens.seat_token(game.row.secret, old, "rematch") if shared else token
            made = tokens.seat_token(new.row.secret, 3 - old, credential)
            await self._sit(new, 3 - old, made, None)
            given[str(3 - old)] = made
        return Admission(new, given, None)

    # --- who is here ----------------------------------------------------------------------------

    def watch(self, game: OpenGame, seat: int) -> Watcher:
        watcher = Watcher(seat)
        game.watchers.add(watcher)
        if self._open.get(game.log.id) is not game:  # put away a moment ago: fetch it back
            game.doubtful = True
            self._keep(game)
        self._presence_changed(game, seat)
        return watcher

    def unwatch(self, game: OpenGame, watcher: Watcher) -> None:
        game.watchers.discard(watcher)
        if watcher.seat:
            game.heard(watcher.seat, self.now())
        self._presence_changed(game, watcher.seat)

    def _presence_changed(self, game: OpenGame, seat: int) -> None:
        game.tell()
        if seat and self.store.multi_server and not self.closing:
            self._spawn(self._mark_seen([(game.log.id, seat)]))

    async def _mark_seen(self, seats: list[tuple[str, int]]) -> None:
        with suppress(StoreError):
            await self.store.mark_seen(seats, self.now())

    def _take_last_seen(self, game: OpenGame, seen: dict[tuple[str, int], float]) -> None:
        for seat in (1, 2):
            game.heard(seat, seen.get((game.log.id, seat), 0.0))

    async def _note_presence(self) -> None:
        """Write down who is here, and read who is with the other servers."""
        while True:
            await asyncio.sleep(_PRESENCE)
            watched = self._open.watched()
            seats = [(game.log.id, seat) for game in watched for seat in (1, 2) if game.here(seat)]
            if seats:
                await self._mark_seen(seats)
            if watched and self.store.multi_server:
                with suppress(StoreError):
                    seen = await self.store.last_seen(game.log.id for game in watched)
                    for game in watched:
                        self._take_last_seen(game, seen)

    # --- what happens by itself -----------------------------------------------------------------

    def _let_bots_think(self, game: OpenGame) -> None:
        if game.log.mover not in (None, PERSON) and game.thinking is None and not self.closing:
            game.thinking = self._spawn(self._think(game))

    async def _think(self, game: OpenGame) -> None:
        try:
            while game.log.mover not in (None, PERSON):
                try:
                    await self._bot_moves(game)
                except StoreError:
                    if not game.watchers:  # the next who looks lets the bot try again
                        return
                    await asyncio.sleep(_AGAIN)
        except NoGame:
            pass
        finally:
            game.thinking = None

    async def _bot_moves(self, game: OpenGame) -> None:
        log, version = game.log, game.log.version
        n = await self._bot_pick(log, str(log.mover))
        async with game.lock:
            if log.version != version:
                return
            event = NewEntry(log.play.turn, PICK, n)
            await self._append(game, self._entries(log, [event]))
        game.tell()

    async def _bot_pick(self, log: GameLog, bot: str) -> int:
        terms, position = log.terms, log.play.position
        source = Source(terms.game, terms.toml, terms.numbers)
        try:
            picks = list(position.picks)
            n = await self.pool.ask("choose", source, picks, bot, terms.seed, patient=True)
            return int(n)
        except LastpickError:  # too hard to work out in time: any legal pick
            return Random(f"{terms.seed}/{len(position.picks)}").choice(position.legal)

    async def _flag(self, game: OpenGame) -> None:
        """End a game whose clock has run out."""
        left = game.log.time_left(self.now())
        if left is None or left > 0:
            return
        async with game.lock:
            left = game.log.time_left(self.now())
            if left is not None and left <= 0:
                event = NewEntry(game.log.play.turn, TIMEOUT)
                await self._append(game, self._entries(game.log, [event]))
        game.tell()

    async def _watch_clocks(self) -> None:
        while True:
            await asyncio.sleep(_TICK)
            for game_id in list(self._clocked):
                game = self._open.get(game_id)
                if game is None or game.log.play.outcome:
                    self._clocked.discard(game_id)
                    continue
                with suppress(StoreError, NoGame):
                    await self._flag(game)

    async def _sweep(self) -> None:
        while True:
            with suppress(StoreError):
                await self._sweep_once()
            await asyncio.sleep(_SWEEP)

    async def _sweep_once(self) -> None:
        while swept := await self.store.sweep(self.now() - self.keep_days * 86400):
            for game_id in swept:
                self._forget(game_id)
            logger.info("old games were cleaned up", extra={"count": len(swept)})

    def _on_news(self, game_id: str | None, version: int = -1) -> None:
        """Another server, or this one, has changed a game; None: anything may have changed."""
        if game_id is None:
            for game in self._open:
                game.doubtful = True
            self._spawn(self._catch_up_all())
        elif (found := self._open.get(game_id)) and (version < 0 or found.log.version < version):
            self._spawn(self._catch_up(found, people=version < 0))

    async def _catch_up_all(self) -> None:
        """Read what is watched, a few at a time; the rest is read when somebody asks for it."""
        watched = self._open.watched()
        for some in range(0, len(watched), _AT_ONCE):
            lot = watched[some : some + _AT_ONCE]
            await asyncio.gather(*(self._read_again(game, people=True) for game in lot))
        for game in watched:
            self._let_bots_think(game)

    async def _catch_up(self, game: OpenGame, people: bool) -> None:
        await self._read_again(game, people)
        if game.log.mover not in (None, PERSON):
            await asyncio.sleep(_AFTER_OTHERS)  # whoever had the call lets the bot think
            self._let_bots_think(game)

    async def _read_again(self, game: OpenGame, people: bool) -> None:
        """Whoever watches must not miss anything, so try until it is read."""
        game.doubtful = True
        while game.doubtful:
            with suppress(NoGame):
                try:
                    async with game.lock:
                        await self._refresh(game, people)
                except StoreError:
                    if not game.watchers:
                        return
                    await asyncio.sleep(_AGAIN)


def _answered(log: GameLog, seat: int, call: PlayerCall) -> bytes | None:
    """The answer that this key got before, if it did."""
    done = _check_key(log, seat, call)
    return log.at(done.answered_version or done.version).json() if done else None


def _check_key(log: GameLog, seat: int, call: PlayerCall) -> Entry | None:
    """What a call with this key has caused, if anything: no key serves two calls."""
    done = log.keys.get(f"{seat} {call.key}")
    if done and (done.kind not in call.kinds or done.pick != call.pick):
        raise RecordError("this key was used for another call; make up a new one for each")
    return done


def _seat_of(game: OpenGame, token: str) -> int:
    digest = tokens.digest(token)
    for seat, taken in enumerate(game.row.seats, 1):
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
