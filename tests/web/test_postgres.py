"""PostgreSQL: what is committed together, news between servers, and every failure of the driver."""

import asyncio
import os
import signal
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from support.game_logs import terms
from support.loops import in_loop
from support.room import BotsByOrder
from support.serving import Server, new_database
from support.visitor import Visitor
from support.visitor import until as wait_until

from lastpick.web import routine
from lastpick.web.errors import StoreError
from lastpick.web.game.entry import Entry
from lastpick.web.game.terms import PERSON
from lastpick.web.games import health
from lastpick.web.games.games import Games
from lastpick.web.store import files, postgres_news, postgres_pool
from lastpick.web.store.postgres import Postgres
from lastpick.web.store.rows import GameRow, SeatRow

_NUMBERS = count(1)
GAMES = [f"game-{k}" for k in range(20)]
ANY = (None, -1)  # the news that anything may have happened


@pytest.fixture
def address(postgres_database: str) -> str:
    return new_database(postgres_database, f"postgres-{next(_NUMBERS)}")


def entry(version: int = 1, **more: object) -> Entry:
    return Entry(version=version, seat=1, kind="pick", at=1.0, pick=6)._replace(**more)  # type: ignore[arg-type]


class Listening(Postgres):
    """A store that keeps the news that it was told."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.heard: asyncio.Queue[tuple[str | None, int]] = asyncio.Queue()
        self.on_news = lambda game, version: self.heard.put_nowait((game, version))

    async def next_news(self) -> tuple[str | None, int]:
        return await asyncio.wait_for(self.heard.get(), 60)


@asynccontextmanager
async def servers(address: str, how_many: int = 1) -> AsyncIterator[list[Listening]]:
    """Several servers on one database, which has some games."""
    async with AsyncExitStack() as stack:
        stores = [Listening(address) for _ in range(how_many)]
        for store in stores:
            await store.open()
            stack.push_async_callback(store.close)
            assert await store.next_news() == ANY
        for game in GAMES:
            row = GameRow(id=game, terms=terms(), secret=b"", seats=(SeatRow(), SeatRow()))
            await stores[0].create(row, 1.0)
        yield stores


@asynccontextmanager
async def beside(address: str) -> AsyncIterator[Any]:
    """A connection that is no server's."""
    db = await asyncpg.connect(address)
    try:
        yield db
    finally:
        await db.close()


async def until(db: Any, sql: str) -> None:
    """Wait until the database says so."""
    async with asyncio.timeout(60):
        while not await db.fetchval(sql):
            pass


WAITS = """
    SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'
"""
END_WAITING = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'
"""


async def append_all(store: Postgres, games: list[str], **more: Any) -> list[Any]:
    calls = (store.append(game, [entry(**more)]) for game in games)
    return await asyncio.gather(*calls, return_exceptions=True)


# --- committed together ---------------------------------------------------------------------------


@in_loop
async def test_picks_that_wait_share_a_commit_and_a_notification(address: str) -> None:
    async with servers(address) as (store,), beside(address) as db:
        told: asyncio.Queue[str] = asyncio.Queue()
        await db.add_listener("lastpick", lambda *news: told.put_nowait(news[3]))
        assert await append_all(store, GAMES) == [True] * len(GAMES)
        assert await db.fetchval("SELECT count(DISTINCT xmin::text) FROM events") == 1
        text = await asyncio.wait_for(told.get(), 60)
        assert all(f"{game} 1" in text for game in GAMES)
        assert told.empty()


@in_loop
async def test_each_race_of_two_servers_is_decided_by_itself(address: str) -> None:
    async with servers(address, 2) as (one, two):
        for version in range(1, 21):
            shared = GAMES[5:15]
            won_one, won_two = await asyncio.gather(
                append_all(one, GAMES[:15], version=version, key="1 one"),
                append_all(two, list(reversed(GAMES[5:])), version=version, key="1 two"),
            )
            by_one = dict(zip(GAMES[:15], won_one, strict=True))
            by_two = dict(zip(reversed(GAMES[5:]), won_two, strict=True))
            assert [by_one[game] + by_two[game] for game in shared] == [1] * len(shared)
            assert all(by_one[game] for game in GAMES[:5])
            assert all(by_two[game] for game in GAMES[15:])
            for game in GAMES:
                (added,) = await one.entries(game, version - 1)
                assert added.key == ("1 one" if by_one.get(game) else "1 two")


@in_loop
async def test_two_calls_for_one_version_in_one_server(address: str) -> None:
    async with servers(address) as (store,):
        won = await append_all(store, [GAMES[0], GAMES[1], GAMES[0]])
        assert won == [True, True, False]
        assert len(await store.entries(GAMES[0], 0)) == 1


@in_loop
async def test_a_lost_first_entry_takes_the_second_with_it(address: str) -> None:
    """Also beside calls that are committed together."""
    async with servers(address) as (store,):
        await append_all(store, GAMES[:1])
        undo = store.append(GAMES[0], [entry(1), entry(2)])
        assert await asyncio.gather(undo, append_all(store, GAMES[1:3])) == [False, [True, True]]
        assert [found.version for found in await store.entries(GAMES[0], 0)] == [1]


@in_loop
async def test_a_deleted_game_loses_by_itself(address: str) -> None:
    async with servers(address) as (store,), beside(address) as db:
        await db.execute("DELETE FROM games WHERE id = $1", GAMES[3])
        assert await append_all(store, GAMES[:6]) == [True, True, True, False, True, True]
        assert await db.fetchval("SELECT count(DISTINCT xmin::text) FROM events") == 1


@in_loop
async def test_a_game_deleted_at_the_same_moment_loses_by_itself(address: str) -> None:
    async with servers(address) as (store,), beside(address) as db:
        async with beside(address) as sweeper:
            transaction = sweeper.transaction()
            await transaction.start()
            await sweeper.execute("DELETE FROM games WHERE id = $1", GAMES[3])
            calls = asyncio.create_task(append_all(store, GAMES[:6]))
            await until(db, WAITS)
            await transaction.commit()
        assert await calls == [True, True, True, False, True, True]


@asynccontextmanager
async def added_meanwhile(address: str, game: str, at: float) -> AsyncIterator[None]:
    """An entry that another server adds as soon as somebody here waits for it."""
    async with beside(address) as other, beside(address) as db:
        transaction = other.transaction()
        await transaction.start()
        sql = "INSERT INTO events (game, version, seat, kind, at) VALUES ($1, 1, 1, 'pick', $2)"
        await other.execute(sql, game, at)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(_commit_once(db, transaction))
            yield


async def _commit_once(db: Any, transaction: Any) -> None:
    await until(db, WAITS)
    await transaction.commit()


@in_loop
async def test_a_game_that_is_added_to_as_old_ones_are_forgotten_stays(address: str) -> None:
    async with servers(address) as (store,), added_meanwhile(address, GAMES[3], 60.0):
        assert sorted(await store.sweep(50.0)) == sorted({*GAMES} - {GAMES[3]})
        assert [found.at for found in await store.entries(GAMES[3], 0)] == [60.0]


@in_loop
async def test_a_game_that_is_added_to_as_its_file_makes_room_stays(address: str) -> None:
    now = files.UNUSED + 10.0
    async with servers(address) as (store,):
        for game in ("played", "idle"):
            own = terms(game="own-game", toml=f"# {game}")
            row = GameRow(id=game, terms=own, secret=b"", seats=(SeatRow(), SeatRow()))
            await store.create(row, 1.0)
        async with added_meanwhile(address, "played", now):
            assert await store.make_room(now) == ["idle"]
            assert [found.at for found in await store.entries("played", 0)] == [now]
        assert await store.make_room(now) is None


@in_loop
async def test_what_no_database_takes_fails_by_itself(address: str) -> None:
    async with servers(address) as (store,):
        odd = store.append(GAMES[0], [entry(pick=10**30)])
        even = asyncio.gather(odd, append_all(store, GAMES[1:4]), return_exceptions=True)
        failed, others = await even
        assert isinstance(failed, StoreError)
        assert others == [True] * 3
        assert await store.entries(GAMES[0], 0) == []


@in_loop
async def test_whoever_has_stopped_to_wait_is_left_out(address: str) -> None:
    async with servers(address) as (store,):
        calls = [asyncio.create_task(store.append(game, [entry()])) for game in GAMES[:2]]
        await asyncio.sleep(0)
        calls[0].cancel()
        assert await calls[1]
        assert await store.entries(GAMES[0], 0) == []


@in_loop
async def test_what_waits_is_done_before_closing(address: str) -> None:
    async with servers(address) as (store,):
        calls = [asyncio.create_task(store.append(game, [entry()])) for game in GAMES]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*calls) == [True] * len(GAMES)


# --- news -------------------------------------------------------------------------------------


@in_loop
async def test_a_server_leaves_its_own_news_unread(address: str) -> None:
    """Notifications come in the order of the commits, so what was skipped will not come later."""
    async with servers(address, 2) as (one, two):
        await one.append(GAMES[0], [entry()])
        await one.sit(GAMES[0], 2, b"digest", None, 1.0)
        await one.append(GAMES[0], [entry(2), entry(3)])
        await two.append(GAMES[1], [entry()])
        assert [await two.next_news() for _ in range(3)] == [
            (GAMES[0], 1), (GAMES[0], -1), (GAMES[0], 3),
        ]  # fmt: skip
        assert await one.next_news() == (GAMES[1], 1)


@in_loop
async def test_news_that_cannot_be_read_may_be_of_any_game(address: str) -> None:
    async with servers(address) as (store,), beside(address) as db:
        await db.execute("SELECT pg_notify('lastpick', 'one-word')")
        assert await store.next_news() == ANY


@in_loop
async def test_who_is_here_is_noted_together(address: str) -> None:
    """At once when there is time, and then in one statement for all who came meanwhile."""
    async with servers(address) as (store,), beside(address) as db:
        calls = [store.mark_seen([(game, 1)], at) for at, game in enumerate(GAMES)]
        await asyncio.gather(*calls, store.mark_seen([(GAMES[0], 1)], 50.0))
        assert await db.fetchval("SELECT count(DISTINCT xmin::text) FROM seats WHERE seat = 1") == 1
        assert (await store.last_seen(GAMES))[GAMES[0], 1] == 50.0
        await store.mark_seen([], 51.0)


# --- failures -----------------------------------------------------------------------------------


@in_loop
async def test_when_a_connection_dies_nobody_is_acknowledged(address: str) -> None:
    async with servers(address, 2) as (store, other), beside(address) as db:
        async with beside(address) as rival:
            transaction = rival.transaction()
            await transaction.start()
            await rival.execute("INSERT INTO events VALUES ($1, 1, 1, 'pick', 1, 6)", GAMES[2])
            calls = asyncio.create_task(append_all(store, GAMES[:6]))
            await until(db, WAITS)
            await db.execute(END_WAITING)
            results = await calls
            await transaction.rollback()
        assert [type(result) for result in results] == [StoreError] * 6
        assert await db.fetchval("SELECT count(*) FROM events") == 0
        # Whoever watches is told to look: nobody knows what was committed.
        assert sorted([await store.next_news() for _ in range(6)]) == [(g, 1) for g in GAMES[:6]]
        assert await append_all(store, GAMES[:6]) == [True] * 6
        assert len(await other.entries(GAMES[0], 0)) == 1


@in_loop
async def test_what_is_committed_after_its_connection_died_is_news(address: str) -> None:
    """Its caller was told of a failure, and whoever watches has looked in vain."""
    async with servers(address) as (store,), beside(address) as db, beside(address) as rival:
        transaction = rival.transaction()
        await transaction.start()
        await rival.execute("INSERT INTO events VALUES ($1, 1, 1, 'pick', 1, 6)", GAMES[0])
        call = asyncio.create_task(append_all(store, GAMES[:1]))
        await until(db, WAITS)
        for holder in store._connections._pool._holders:
            if holder._con:
                holder._con.terminate()
        assert [type(result) for result in await call] == [StoreError]
        assert await store.next_news() == (GAMES[0], 1)
        assert await store.entries(GAMES[0], 0) == []
        await transaction.rollback()
        assert await store.next_news() == (GAMES[0], 1)
        assert len(await store.entries(GAMES[0], 0)) == 1


class Cut:
    """Stands before a PostgreSQL, and cuts a connection off when the answer to a commit comes."""

    def __init__(self, folder: Path, address: str) -> None:
        self.armed = False
        self.swallows: bytes | None = None  # a word that comes to nobody, once
        self._there = address.partition("host=")[2]
        self._here = folder
        self.address = address.replace(self._there, str(folder))

    async def __aenter__(self) -> "Cut":
        self._server = await asyncio.start_unix_server(
            self._pass, str(self._here / ".s.PGSQL.5432")
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, on = await asyncio.open_unix_connection(f"{self._there}/.s.PGSQL.5432")
        both = asyncio.gather(self._copy(reader, on), self._copy(there, writer, answers=True))
        try:
            await both
        except ConnectionError:
            both.cancel()
        finally:
            writer.close()
            on.close()

    async def _copy(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answers: bool = False
    ) -> None:
        while data := await reader.read(1 << 16):
            if answers and self.armed and b"Z\0\0\0\5I" in data:  # ready again: it is committed
                self.armed = False
                raise ConnectionError
            if self.swallows and self.swallows in data:
                self.swallows = None
                continue
            writer.write(data)
        raise ConnectionError


@in_loop
async def test_a_pick_whose_answer_was_lost_is_there_once(address: str, tmp_path: Path) -> None:
    async with Cut(tmp_path, address) as cut, servers(cut.address) as (store,):
        await append_all(store, GAMES[5:6])  # so that the statement is known
        cut.armed = True
        results = await append_all(store, GAMES[:3])
        assert [type(result) for result in results] == [StoreError] * 3
        assert [await store.next_news() for _ in range(3)] == [(game, 1) for game in GAMES[:3]]
        assert await append_all(store, GAMES[:3]) == [False] * 3  # lost, to itself
        assert [len(await store.entries(game, 0)) for game in GAMES[:3]] == [1] * 3


@in_loop
async def test_people_whose_answer_was_lost_are_looked_at(address: str, tmp_path: Path) -> None:
    async with Cut(tmp_path, address) as cut, servers(cut.address) as (store,):
        await store.sit(GAMES[5], 1, b"digest", None, 1.0)
        cut.armed = True
        with pytest.raises(StoreError):
            await store.sit(GAMES[0], 1, b"digest", None, 1.0)
        assert await store.next_news() == (GAMES[0], -1)
        assert await store.sit(GAMES[0], 1, b"digest", None, 1.0)  # it was theirs


@in_loop
async def test_names_whose_answer_was_lost_are_looked_at(address: str, tmp_path: Path) -> None:
    async with Cut(tmp_path, address) as cut, servers(cut.address) as (store,):
        for game in (GAMES[0], GAMES[5]):
            await store.sit(game, 1, b"digest", None, 1.0)
        await store.rename(GAMES[5], 1, "Ben")
        cut.armed = True
        with pytest.raises(StoreError):
            await store.rename(GAMES[0], 1, "Ann")
        assert await store.next_news() == (GAMES[0], -1)


FAILURES: list[Callable[[], Exception]] = [
    lambda: asyncpg.InternalClientError("got result for unknown protocol state 3"),
    lambda: asyncpg.InterfaceError("connection is closed"),
    lambda: asyncpg.ConnectionDoesNotExistError("gone"),
    lambda: asyncpg.AdminShutdownError("terminating connection"),
    lambda: asyncpg.CannotConnectNowError("the database system is starting up"),
    lambda: asyncpg.DiskFullError("no space left"),
    lambda: asyncpg.TargetServerAttributeNotMatched("read-write"),
    lambda: OSError("no route to host"),
    lambda: ssl.SSLError("bad record"),
    lambda: TimeoutError(),
    lambda: EOFError(),
    lambda: AttributeError("'NoneType' object has no attribute 'decode'"),
]


@pytest.mark.parametrize("where", ["acquire", "use"])
@in_loop
async def test_every_failure_of_the_driver_is_told_as_one(
    address: str, where: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with servers(address) as (store,):
        row = GameRow(id="new", terms=terms(), secret=b"", seats=(SeatRow(), SeatRow()))
        calls: list[Callable[[], Any]] = [
            lambda: store.create(row, 1.0),
            lambda: store.load(GAMES[0]),
            lambda: store.entries(GAMES[0], 0),
            lambda: store.append(GAMES[0], [entry()]),
            lambda: store.append(GAMES[0], [entry(), entry(2)]),
            lambda: store.sit(GAMES[0], 1, b"", None, 1.0),
            lambda: store.rename(GAMES[0], 1, "Ann"),
            lambda: store.last_seen(GAMES),
            lambda: store.sweep(0.0),
        ]
        for number, failure in enumerate(FAILURES):

            def fail(*_: Any, failure: Any = failure, **__: Any) -> Any:
                raise failure()

            with monkeypatch.context() as patch:
                if where == "acquire":
                    patch.setattr(asyncpg.Pool, "acquire", fail)
                else:
                    patch.setattr(asyncpg.Connection, "_execute", fail)
                    patch.setattr(asyncpg.Connection, "execute", fail)
                caplog.clear()
                with pytest.raises(StoreError, match="try again in a moment"):
                    await calls[number % len(calls)]()
                assert [record.message for record in caplog.records] == ["the database failed"]
        for call in calls:
            await call()  # no connection is stuck, or left in an odd state


@in_loop
async def test_after_an_odd_failure_a_connection_is_thrown_away(address: str) -> None:
    async with servers(address) as (store,):

        async def process() -> int:
            async with store._connections.raw() as db:
                return int(db.get_server_pid())

        first = await process()
        with pytest.raises(asyncpg.UndefinedTableError):
            async with store._connections.raw() as db:
                await db.execute("SELECT * FROM nothing")
        assert await process() == first
        with pytest.raises(asyncpg.InternalClientError):
            async with store._connections.raw():
                raise asyncpg.InternalClientError("cannot switch to state 12")
        assert await process() != first


@in_loop
async def test_a_server_that_hears_no_more_begins_again_after_any_failure(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routine, "AGAIN", 0.0)
    async with servers(address, 2) as (store, other), beside(address) as db:
        connect, left = store._connections.connect, [*FAILURES]

        async def stumble() -> Any:
            if left:
                raise left.pop()()
            return await connect()

        monkeypatch.setattr(store._connections, "connect", stumble)
        pid = store._news._db.get_server_pid()
        await db.execute("SELECT pg_terminate_backend($1)", pid)
        assert await store.next_news() == ANY
        assert not left
        await other.append(GAMES[0], [entry()])
        assert await store.next_news() == (GAMES[0], 1)


@in_loop
async def test_a_connection_that_died_silently_is_noticed(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routine, "AGAIN", 0.0)
    monkeypatch.setattr(postgres_news, "_ASK_EVERY", 0.01)
    async with servers(address) as (store,):

        async def silence(*_: Any, **__: Any) -> None:
            monkeypatch.undo()
            raise TimeoutError

        monkeypatch.setattr(asyncpg.Connection, "execute", silence)
        assert await store.next_news() == ANY


@in_loop
async def test_a_database_that_is_silent_as_news_are_asked_for_is_asked_again(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routine, "AGAIN", 0.0)
    async with Cut(tmp_path, address) as cut, servers(cut.address) as (store,):
        monkeypatch.setattr(postgres_pool, "PATIENCE", 1.0)  # of whoever asks again and again
        cut.swallows = b"LISTEN"
        store._news._db.terminate()
        assert await store.next_news() == ANY
        assert cut.swallows is None


@in_loop
async def test_after_a_failover_connections_to_what_only_reads_are_given_up(address: str) -> None:
    async with servers(address) as (store,):
        async with store._connections.raw() as db:
            await db.execute("SET default_transaction_read_only = on")
        with pytest.raises(StoreError):
            await store.append(GAMES[0], [entry()])
        assert await store.append(GAMES[0], [entry()])


async def _only_read(address: str, switch: str) -> None:
    """Have the database refuse to be written, or not any more, for all connections to come."""
    async with beside(address) as db:
        name = await db.fetchval("SELECT current_database()")
        await db.execute("SET default_transaction_read_only = off")
        await db.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = {switch}')


async def _end_connections(address: str) -> None:
    async with beside(address) as db:
        await db.execute("""
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
        """)


async def _at_last(call: Callable[[], Awaitable[Any]]) -> Any:
    """A connection from before fails once: one that was ended, or that was just being opened."""
    async with asyncio.timeout(60):
        while True:
            with suppress(StoreError):
                return await call()


@in_loop
async def test_while_a_database_only_reads_it_is_read(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever connections there were; and nothing has to be said when it writes again."""
    monkeypatch.setattr(health, "_EVERY", 0.0)
    monkeypatch.setattr(routine, "AGAIN", 0.05)
    async with games_of(address, 2) as (one, two):
        new = await one.create(terms(), [1, 2], (None, None))
        game_id, token = new.game.log.id, new.tokens["1"]
        watcher = one.presence.watch(new.game, 1)
        await one.pick(game_id, token, 0, "key 0", 6)
        await _only_read(address, "on")
        await _end_connections(address)
        for games in (one, two):
            with pytest.raises(StoreError):
                await games.health.check()
            for _ in range(2):  # each write that fails gives a connection up
                game = await _at_last(lambda games=games: games.find(game_id))  # type: ignore[misc]
                assert game.log.play.position.picks == (6,)
                with pytest.raises(StoreError):
                    await games.pick(game_id, new.tokens["2"], 1, "key 1", 3)
        assert not watcher.stopped
        await _only_read(address, "off")
        await _at_last(lambda: two.pick(game_id, new.tokens["2"], 1, "key 1", 3))
        await version_of(one, game_id, 2)
        await _at_last(two.health.check)


def test_players_see_their_game_while_a_database_only_reads(address: str, tmp_path: Path) -> None:
    """By either of two processes; what would be written is refused in one line."""
    options = ("--quiet", "--rate", 0, "--workers", 2)
    with Server(tmp_path, *options, database=address) as server, Visitor(server.url) as visitor:
        table = visitor.create()
        table.play(6)
        asyncio.run(_only_read(address, "on"))
        asyncio.run(_end_connections(address))
        new = {"game": "divisor-duel", "seats": ["me", "me"]}
        for _ in range(4):
            for refused in (table.pick(2, 3, 1, "mine"), visitor.post("/api/games", new)):
                assert refused.status == 503
                assert refused.error
            seen = wait_until(lambda: visitor.get(table.path), lambda answer: answer.status == 200)
            assert seen.json["picks"] == [6]
            assert visitor.get("/").status == 200
        asyncio.run(_only_read(address, "off"))
        wait_until(lambda: table.pick(2, 3, 1, "mine").status, lambda status: status == 201)
        assert table.until(lambda state: state["version"] == 2)["picks"] == [6, 3]
        assert server.stop() == 0


@in_loop
async def test_a_database_that_only_reads_is_refused_in_one_line(address: str) -> None:
    await _only_read(address, "on")
    with pytest.raises(StoreError, match=r"cannot use the database .*: it only reads, as") as error:
        await Postgres(address).open()
    assert "\n" not in str(error.value)


@in_loop
async def test_a_start_that_fails_is_told_in_one_line(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for failure in FAILURES:
        store = Postgres(address)

        async def fail(failure: Callable[[], Exception] = failure) -> None:
            raise failure()

        monkeypatch.setattr(store._connections, "connect", fail)
        with pytest.raises(StoreError, match="cannot use the database postgresql://") as error:
            await store.open()
        assert "\n" not in str(error.value)
        assert store._connections._pool.is_closing()


# --- several servers ------------------------------------------------------------------------------


@asynccontextmanager
async def games_of(address: str, how_many: int) -> AsyncIterator[list[Games]]:
    async with AsyncExitStack() as stack:
        all_games = [Games(Postgres(address), BotsByOrder()) for _ in range(how_many)]  # type: ignore[arg-type]
        for games in all_games:
            await games.open()
            stack.push_async_callback(games.close)
        yield all_games


async def version_of(games: Games, game_id: str, version: int) -> None:
    """Wait until whoever watches there has been told of a version."""
    game = games.keeper.open_games.get(game_id)
    assert game
    (watcher,) = game.watchers
    async with asyncio.timeout(60):
        while game.log.version < version:
            watcher.wake.clear()
            await watcher.wake.wait()


@in_loop
async def test_a_pick_by_any_server_is_news_for_all_and_a_bot_thinks_once(address: str) -> None:
    async with games_of(address, 4) as (one, *others):
        new = await one.create(terms(seats=(PERSON, "greedy")), [1], (None, None))
        game_id, token = new.game.log.id, new.tokens["1"]
        for games in (one, *others):
            games.presence.watch(await games.find(game_id), 0)
        version = 0
        for games, pick, answer in ((others[0], 6, 3), (others[2], 15, 5)):
            games.pool.picks = [answer]  # type: ignore[attr-defined]
            await games.pick(game_id, token, version, f"key {version}", pick)
            version += 2
            for each in (one, *others):
                await version_of(each, game_id, version)
        asked = [len(games.pool.asked) for games in (one, *others)]  # type: ignore[attr-defined]
        assert asked == [0, 1, 0, 1]


@in_loop
async def test_whoever_is_cancelled_does_not_wait_for_a_database_that_is_silent(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_pool, "PATIENCE", 3600.0)
    pool, stopped = postgres_pool.PostgresPool(address), []
    await pool.open()

    async def ask() -> None:
        async with pool.raw() as db:
            stopped.append(db.get_server_pid())
            os.kill(stopped[0], signal.SIGSTOP)
            await db.execute("SELECT 1")

    asked = asyncio.create_task(ask())
    try:
        while not stopped:
            await asyncio.sleep(0)
        asked.cancel()
        done, _ = await asyncio.wait([asked], timeout=60)
        assert done == {asked}
        assert asked.cancelled()
    finally:
        os.kill(stopped[0], signal.SIGCONT)
        await pool.close()
