"""Both stores keep the same promises: one set of tests, run against SQLite and PostgreSQL."""

import asyncio
import sqlite3
from contextlib import AbstractAsyncContextManager, closing
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from support.game_logs import terms
from support.loops import in_loop
from support.serving import new_database
from support.stored_rows import EMPTY, entry, opened, row

from lastpick.web.errors import NoRoom, StoreError
from lastpick.web.game.entry import Entry
from lastpick.web.game.terms import Clock, Terms
from lastpick.web.store import connect, files, postgres, rows
from lastpick.web.store.protocol import Store
from lastpick.web.store.rows import GameRow, SeatRow, terms_to_json
from lastpick.web.store.sqlite import MIGRATIONS

_NUMBERS = count(1)


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "deeper" / "games.sqlite")
    there: str = request.getfixturevalue("postgres_database")
    return new_database(there, f"store-{next(_NUMBERS)}")


@pytest.fixture
def sqlite_address(tmp_path: Path) -> str:
    return str(tmp_path / "games.sqlite")


@pytest.fixture
def store(address: str) -> AbstractAsyncContextManager[Store]:
    return opened(address)


@pytest.fixture
def sqlite_store(sqlite_address: str) -> AbstractAsyncContextManager[Store]:
    return opened(sqlite_address)


async def touch(address: str) -> None:
    """Open and close, which makes what is missing."""
    async with opened(address):
        pass


@in_loop
async def test_what_was_kept_is_there_after_opening_again(address: str) -> None:
    made = row(seats=(SeatRow(b"\0\xffdigest", "Ann", 12.5), EMPTY))
    log = [
        Entry(
            version=1, seat=1, kind="pick", at=1234.56789012345, pick=6, key="1 key",
            answered_version=1,
        ),
        Entry(version=2, seat=2, kind="rematch", at=2.0, next_game="next"),
        Entry(version=3, seat=2, kind="pick", at=3.0, pick=10**15, answered_version=3),
    ]  # fmt: skip
    async with opened(address) as store:
        await store.create(made, 1.0)
        assert await store.append("one", log[:1])
        assert await store.append("one", log[1:])
    for _ in range(2):
        async with opened(address) as store:
            assert await store.load("one") == made
            assert await store.load("two") is None
            for after in range(4):
                assert await store.entries("one", after) == log[after:]
            assert await store.entries("two", 0) == []


OLD_TERMS = (
    '{"game":"own-game","toml":"numbers = \\"1-9\\"","numbers":"1-9","seats":["person","level:2"],'
    '"awaited":2,"shared":true,"seed":77,"date":"2026-11-01","clock":[60,1],"best_of":3,"number":2,'
    '"score":[1,0],"previous":"zero"}'
)
OLD_ROWS = (
    ("games", ("old", OLD_TERMS, b"secret", 1.0)),
    ("seats", ("old", 1, b"digest", "Ann", 12.5)),
    ("seats", ("old", 2, None, None, None)),
    ("events", ("old", 1, 1, "pick", 5.5, 6, "1 key", 3, None)),
    ("events", ("old", 2, 2, "rematch", 6.5, None, None, None, "next")),
)


async def write_rows(address: str) -> None:
    """A database of the first version, with rows exactly as they have always been written."""
    if address.startswith("postgres"):
        db = await asyncpg.connect(address)
        await db.execute("CREATE TABLE lastpick (version integer NOT NULL)")
        await db.execute(f"{postgres.MIGRATIONS[0]} INSERT INTO lastpick VALUES (1)")
        for name, row in OLD_ROWS:
            marks = ", ".join(f"${k}" for k in range(1, len(row) + 1))
            await db.execute(f"INSERT INTO {name} VALUES ({marks})", *row)
        await db.close()
    else:
        Path(address).parent.mkdir()
        with closing(sqlite3.connect(address)) as file, file:
            file.executescript(f"{MIGRATIONS[0]} PRAGMA user_version = 1;")
            for name, row in OLD_ROWS:
                file.execute(f"INSERT INTO {name} VALUES ({', '.join('?' * len(row))})", row)


@in_loop
async def test_what_older_servers_wrote_is_read_and_written_as_it_was(address: str) -> None:
    kept = GameRow(
        id="old",
        terms=Terms(
            game="own-game",
            toml='numbers = "1-9"',
            numbers="1-9",
            seats=("person", "level:2"),
            invited_seat=2,
            shared=True,
            seed=77,
            date="2026-11-01",
            clock=Clock(60, 1),
            best_of=3,
            number=2,
            score=(1, 0),
            previous="zero",
        ),
        secret=b"secret",
        seats=(SeatRow(b"digest", "Ann", 12.5), EMPTY),
    )
    log = [
        Entry(version=1, seat=1, kind="pick", at=5.5, pick=6, key="1 key", answered_version=3),
        Entry(version=2, seat=2, kind="rematch", at=6.5, next_game="next"),
    ]
    assert terms_to_json(kept.terms) == OLD_TERMS
    begun = kept._replace(id="new", terms=kept.terms._replace(picks=(6, 3)))

    await write_rows(address)
    async with opened(address) as store:
        assert await store.load("old") == kept
        assert await store.entries("old", 0) == log
        await store.create(begun, 1.0)
        assert await store.load("new") == begun


@in_loop
async def test_of_two_who_add_the_same_version_one_is_refused(store: Store) -> None:
    await store.create(row(), 1.0)
    rivals = [entry(1, key=f"1 {k}") for k in range(10)]
    won = await asyncio.gather(*(store.append("one", [rival]) for rival in rivals))
    assert sorted(won) == [False] * 9 + [True]
    assert await store.entries("one", 0) == [rivals[won.index(True)]]


@in_loop
async def test_entries_are_added_all_or_none_and_so_is_the_new_game(store: Store) -> None:
    await store.create(row(), 1.0)
    assert await store.append("one", [entry(2)])
    assert not await store.append("one", [entry(1), entry(2)])
    assert not await store.append("one", [entry(1), entry(2)], row("new"))
    assert [found.version for found in await store.entries("one", 0)] == [2]
    assert await store.load("new") is None
    assert await store.append("one", [entry(3, next_game="new")], row("new"))
    assert await store.load("new") == row("new")
    assert not await store.append("one", [entry(4)], row("new"))
    assert [found.version for found in await store.entries("one", 0)] == [2, 3]


@in_loop
async def test_a_seat_is_taken_once(store: Store) -> None:
    await store.create(row(seats=(SeatRow(b"mine", "Ann", 1.0), SeatRow(name="guest"))), 1.0)
    tries = [store.sit("one", 2, bytes([k]), f"name {k}", 2.0) for k in range(8)]
    given = await asyncio.gather(*tries)
    assert sum(given) == 1
    winner = given.index(True)
    assert await store.sit("one", 2, bytes([winner]), "another name", 3.0)
    assert not await store.sit("one", 1, b"theirs", None, 3.0)
    found = await store.load("one")
    assert found
    taken = SeatRow(bytes([winner]), f"name {winner}", 2.0)
    assert found.seats == (SeatRow(b"mine", "Ann", 1.0), taken)


@in_loop
async def test_a_name_that_was_given_stays_if_the_friend_gives_none(store: Store) -> None:
    await store.create(row(seats=(EMPTY, SeatRow(name="Bob"))), 1.0)
    assert await store.sit("one", 2, b"digest", None, 5.0)
    found = await store.load("one")
    assert found
    assert found.seats[1] == SeatRow(b"digest", "Bob", 5.0)


@in_loop
async def test_somebody_is_called_by_another_name(store: Store) -> None:
    await store.create(row(seats=(SeatRow(b"mine", "Ann", 1.0), SeatRow(b"his", None, 1.0))), 1.0)
    await store.rename("one", 2, "Bob")
    found = await store.load("one")
    assert found
    assert found.seats == (SeatRow(b"mine", "Ann", 1.0), SeatRow(b"his", "Bob", 1.0))


@in_loop
async def test_signs_of_life_are_kept(store: Store) -> None:
    for game in ("one", "two"):
        await store.create(row(game), 1.0)
    await store.mark_seen([("one", 1), ("two", 2), ("nowhere", 1)], 7.5)
    seen = {}
    for game in ("one", "two"):
        found = await store.load(game)
        assert found
        seen[game] = [seat.last_seen for seat in found.seats]
    assert seen == {"one": [7.5, None], "two": [None, 7.5]}
    if store.multi_server:
        assert await store.last_seen(["one"]) == {("one", 1): 7.5}
    nowhere = [(f"g{k}", 1) for k in range(2 * rows.AT_ONCE)]
    await store.mark_seen([*nowhere, ("one", 2)], 8.5)
    found = await store.load("one")
    assert found
    assert found.seats[1].last_seen == 8.5


@in_loop
async def test_games_in_which_nothing_happens_are_forgotten(store: Store) -> None:
    for game, created in (("old", 1.0), ("played", 1.0), ("new", 100.0), ("idle", 1.0)):
        await store.create(row(game), created)
    await store.append("played", [entry(1, 5.0), entry(2, 60.0)])
    await store.append("idle", [entry(1, 49.9)])
    assert sorted(await store.sweep(50.0)) == ["idle", "old"]
    left = [game for game in ("old", "played", "new", "idle") if await store.load(game)]
    assert left == ["played", "new"]
    assert await store.entries("idle", 0) == []
    assert await store.sweep(50.0) == []
    await store.create(row("old"), 100.0)  # nothing of it is left behind


@in_loop
async def test_old_games_are_forgotten_a_few_at_a_time(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "AT_ONCE", 3)
    for k in range(7):
        await store.create(row(f"g{k}"), 1.0)
    lots = [await store.sweep(50.0) for _ in range(4)]
    assert [len(lot) for lot in lots] == [3, 3, 1, 0]
    assert sorted(game for lot in lots for game in lot) == [f"g{k}" for k in range(7)]


@in_loop
async def test_nothing_can_be_added_to_a_game_that_was_forgotten(store: Store) -> None:
    await store.create(row(), 1.0)
    await store.sweep(50.0)
    assert not await store.append("one", [entry(1)])
    assert not await store.append("one", [entry(1, next_game="new")], row("new"))
    assert not await store.sit("one", 2, b"digest", None, 2.0)
    assert await store.load("new") is None


@in_loop
async def test_a_failure_of_one_call_leaves_the_others_alone(store: Store) -> None:
    await store.create(row(), 1.0)
    calls = [store.create(row(f"g{k}" if k % 2 else "one"), 1.0) for k in range(20)]
    results = await asyncio.gather(*calls, return_exceptions=True)
    assert [isinstance(result, Exception) for result in results] == [True, False] * 10
    assert all([await store.load(f"g{k}") for k in range(1, 20, 2)])


@in_loop
async def test_a_database_of_a_newer_version_is_refused(address: str) -> None:
    await touch(address)
    if address.startswith("postgres"):
        db = await asyncpg.connect(address)
        await db.execute("UPDATE lastpick SET version = 99")
        await db.close()
    else:
        with closing(sqlite3.connect(address)) as file:
            file.execute("PRAGMA user_version = 99")
    for _ in range(2):  # and nothing stays locked
        with pytest.raises(StoreError, match="written by a newer Lastpick than this one"):
            await touch(address)


# --- visitors' own game files ---------------------------------------------------------------------


def own(game: str, text: str) -> GameRow:
    return row(game)._replace(terms=terms(game="own-game", toml=text))


async def stored(store: Store, *games: str) -> list[str]:
    """Those of the games that are still there."""
    return [game for game in games if await store.load(game)]


A_MONTH = 30 * 86400.0


@in_loop
async def test_a_file_is_kept_once_and_goes_with_the_last_of_its_games(store: Store) -> None:
    text = "# ä\r\n" * 1000
    for k in range(5):
        await store.create(own(f"g{k}", text), float(k))
    assert await store.append("g0", [entry(1, next_game="next")], own("next", text))
    await store.create(own("other", "# other"), 1.0)
    found = [await store.load(game) for game in ("g0", "g4", "next")]
    assert [game and game.terms.toml for game in found] == [text] * 3
    assert await sizes(store) == [files.LEAST, 6000]
    assert await store.knows_file(files.digest(text))
    await store.append("g3", [entry(1, 60.0)])
    await store.sweep(50.0)
    assert await stored(store, "g0", "g3", "next", "other") == ["g3"]
    assert await sizes(store) == [6000]
    await store.sweep(A_MONTH)
    assert await sizes(store) == []
    assert not await store.knows_file(files.digest(text))


async def sizes(store: Store) -> list[int]:
    """What the files that are kept count as."""
    sql = "SELECT size FROM files ORDER BY size"
    if isinstance(store, postgres.Postgres):
        return [found["size"] for found in await store._connections._pool.fetch(sql)]
    return [size for (size,) in store._db.execute(sql)]  # type: ignore[attr-defined]


@in_loop
async def test_a_file_that_does_not_fit_is_refused_and_nothing_is_kept_of_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "ROOM", 10_000)
    await store.create(own("one", "# 1"), 1.0)
    await store.create(own("two", "x" * 5_900), 1.0)
    with pytest.raises(NoRoom, match="no room for new game files now; play a game that is here"):
        await store.create(own("three", "# 3"), 1.0)
    await store.create(own("four", "# 1"), 1.0)  # it is here already
    await store.create(row("ours")._replace(terms=terms()), 1.0)
    assert await stored(store, "one", "two", "three", "four", "ours") == [
        "one", "two", "four", "ours"
    ]  # fmt: skip


@in_loop
async def test_files_that_were_unused_longest_make_room_with_their_games(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LOOKS", 2)
    now = files.UNUSED + 1000.0
    old = ("seen", "old", "played", "older", "watched", "new")
    for at, game in enumerate(old):
        await store.create(own(game, f"# {game}"), float(at))
    await store.create(own("again", "# new"), now)
    await store.create(own("old too", "# older"), 500.0)
    await store.create(row("ours")._replace(terms=terms()), 1.0)
    await store.mark_seen([("seen", 1)], now)
    await store.append("played", [entry(1, 1.0), entry(2, now)])
    await store.use_files([files.digest("# watched")], now)
    assert await store.make_room(now) == ["old"]  # before it, the one whose player is here
    assert sorted(await store.make_room(now) or []) == ["old too", "older"]
    assert await store.make_room(now) is None
    left = await stored(store, *old, "again", "old too", "ours")
    assert left == ["seen", "played", "watched", "new", "again", "ours"]
    assert len(await sizes(store)) == 4


@in_loop
async def test_a_game_is_made_of_a_file_that_makes_room_at_that_moment(store: Store) -> None:
    await store.create(own("first", "# old"), 1.0)
    for k in range(1, 20):
        now = 1.0 + 2 * k * files.UNUSED
        rooms = [store.make_room(now) for _ in range(3)]
        made = [store.create(own(f"{k} {copy}", "# old"), now) for copy in range(3)]
        await asyncio.gather(*rooms, *made)
        assert len(await stored(store, *(f"{k} {copy}" for copy in range(3)))) == 3
    assert len(await sizes(store)) == 1


@in_loop
async def test_a_file_of_very_many_games_does_not_make_room(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MANY", 3)
    for k in range(4):
        await store.create(own(f"g{k}", "# many"), 1.0)
    await store.create(own("one", "# one"), 2.0)
    assert await store.make_room(files.UNUSED + 10) == ["one"]


@in_loop
async def test_whether_it_can_be_written_is_tried(store: Store) -> None:
    await store.probe()
    if isinstance(store, postgres.Postgres):
        await store._connections._pool.execute(
            "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on',"
            " current_database()); END $$"
        )
        await store._connections._pool.expire_connections()
    else:
        store._db.execute("PRAGMA query_only = ON")  # type: ignore[attr-defined]
        assert await store.load("one") is None
    with pytest.raises(StoreError):
        await store.probe()


# --- SQLite alone -------------------------------------------------------------------------------


@in_loop
async def test_a_broken_file_fails_the_call_and_nothing_else(
    sqlite_store: Store, sqlite_address: str, caplog: pytest.LogCaptureFixture
) -> None:
    await sqlite_store.create(row(), 1.0)
    sqlite_store._db.execute("DROP TABLE events")  # type: ignore[attr-defined]
    results = await asyncio.gather(
        sqlite_store.append("one", [entry(1)]), sqlite_store.load("one"), return_exceptions=True
    )
    assert isinstance(results[0], StoreError)
    assert sqlite_address not in str(results[0])  # which a visitor may see
    assert results[1] == row()
    (logged,) = caplog.records
    assert vars(logged)["database"] == sqlite_address
    assert vars(logged)["why"] == "no such table: events"


@in_loop
async def test_a_file_is_synced_at_every_commit(sqlite_store: Store) -> None:
    db = sqlite_store._db  # type: ignore[attr-defined]
    settings = [
        db.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous", "foreign_keys", "user_version")
    ]
    assert settings == ["wal", 2, 1, len(MIGRATIONS)]


@in_loop
async def test_a_file_has_one_server_at_a_time(sqlite_address: str) -> None:
    async with opened(sqlite_address) as store:
        with pytest.raises(StoreError, match="in use by another server"):
            await connect(sqlite_address).open()
        await store.create(row(), 1.0)
    await touch(sqlite_address)


@in_loop
async def test_a_file_that_is_no_database_is_left_as_it_is(sqlite_address: str) -> None:
    Path(sqlite_address).write_bytes(b"not a database, but somebody's letter\n" * 100)
    before = Path(sqlite_address).read_bytes()
    with pytest.raises(StoreError, match="cannot open the database"):
        await touch(sqlite_address)
    assert Path(sqlite_address).read_bytes() == before


@in_loop
async def test_work_that_waits_is_done_before_closing(sqlite_address: str) -> None:
    store = connect(sqlite_address)
    await store.open()
    calls = [asyncio.create_task(store.create(row(f"g{k}"), 1.0)) for k in range(700)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*calls)
    async with opened(sqlite_address) as again:
        assert all([await again.load(f"g{k}") for k in range(700)])


# --- PostgreSQL alone -----------------------------------------------------------------------------


@pytest.fixture
def postgres_address(postgres_database: str) -> str:
    return new_database(postgres_database, f"store-{next(_NUMBERS)}")


@in_loop
async def test_servers_that_start_together_migrate_once(postgres_address: str) -> None:
    stores = [connect(postgres_address) for _ in range(4)]
    await asyncio.gather(*(store.open() for store in stores))
    await stores[0].create(row(), 1.0)
    assert await stores[3].load("one") == row()
    await asyncio.gather(*(store.close() for store in stores))


@in_loop
async def test_a_migration_of_a_large_database_may_take_longer_than_a_call(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await touch(postgres_address)
    slow = (*postgres.MIGRATIONS, "SELECT pg_sleep(2);")
    monkeypatch.setattr(postgres, "MIGRATIONS", slow)
    execute, waited = asyncpg.Connection.execute, []

    async def impatient(
        db: Any, statement: str, *words: object, timeout: float | None = None
    ) -> str:
        """Of what has to wait here, a call waits for a second; the rest takes what it takes."""
        if statement == slow[-1] or "advisory" in statement:
            waited.append(statement)
            timeout = timeout or 1.0
        said: str = await execute(db, statement, *words, timeout=timeout)
        return said

    monkeypatch.setattr(asyncpg.Connection, "execute", impatient)
    servers = [connect(postgres_address) for _ in range(2)]
    await asyncio.gather(*(server.open() for server in servers))
    await asyncio.gather(*(server.close() for server in servers))
    assert waited.count(slow[-1]) == 1
    assert len(waited) == 3


@in_loop
async def test_what_one_server_adds_is_news_for_the_others(postgres_address: str) -> None:
    one, two = connect(postgres_address), connect(postgres_address)
    news: asyncio.Queue[tuple[str | None, int]] = asyncio.Queue()
    two.on_news = lambda game, version: news.put_nowait((game, version))

    async def heard() -> tuple[str | None, int]:
        return await asyncio.wait_for(news.get(), 60)

    await asyncio.gather(one.open(), two.open())
    assert await heard() == (None, -1)  # after (re)connecting: anything may have changed
    await one.create(row(), 1.0)
    await one.append("one", [entry(1), entry(2)])
    await one.sit("one", 2, b"digest", None, 1.0)
    await one.append("one", [entry(3)], row("two"))
    assert [await heard() for _ in range(3)] == [("one", 2), ("one", -1), ("one", 3)]
    await two._connections._pool.execute(  # type: ignore[attr-defined]
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
    )
    assert await heard() == (None, -1)
    await asyncio.gather(one.close(), two.close())


@in_loop
async def test_a_password_is_never_shown() -> None:
    with pytest.raises(StoreError) as error:
        await touch("postgresql://ann:secret@127.0.0.1:1/games?connect_timeout=5")
    assert "secret" not in str(error.value)
    assert "postgresql://127.0.0.1:1/games" in str(error.value)
