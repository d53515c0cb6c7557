"""What only a file can suffer: other programs, other paths to it, a full disk, curious users."""

import asyncio
import os
import resource
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, closing, contextmanager
from pathlib import Path

import pytest
from support.loops import in_loop
from support.serving import Server
from support.stored_rows import entry, opened, row
from support.visitor import Visitor, until

from lastpick.web.errors import StoreError
from lastpick.web.store import batches, connect
from lastpick.web.store.one_server import Hold
from lastpick.web.store.protocol import Store
from lastpick.web.store.sqlite import Sqlite


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def store(path: Path) -> AbstractAsyncContextManager[Store]:
    return opened(str(path))


@contextmanager
def locked(path: Path, how: str = "IMMEDIATE") -> Iterator[None]:
    """Another program writes to the file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute(f"BEGIN {how}")
        other.execute("PRAGMA user_version = 77")
        yield
        other.execute("ROLLBACK")


class Stumbling:
    """A connection that has no memory for a statement, once."""

    def __init__(self, db: sqlite3.Connection, statement: str) -> None:
        self._db = db
        self._statement: str | None = statement

    @property
    def in_transaction(self) -> bool:
        return self._db.in_transaction

    def execute(self, sql: str) -> object:
        if sql == self._statement:
            self._statement = None
            raise MemoryError
        return self._db.execute(sql)


@pytest.mark.parametrize("statement", ["BEGIN IMMEDIATE", "SAVEPOINT one", "COMMIT"])
@pytest.mark.parametrize("what", ["append", "sweep"])
@in_loop
async def test_after_a_failure_of_any_kind_whoever_waits_is_told_and_the_next_is_done(
    path: Path, statement: str, what: str
) -> None:
    store = Sqlite(str(path))
    await store.open()
    await store.create(row(), 1.0)
    assert store._batches
    store._batches._db = Stumbling(store._db, statement)  # type: ignore[assignment]
    async with asyncio.timeout(60):
        with pytest.raises(StoreError, match="try again in a moment"):
            await (store.append("one", [entry(1)]) if what == "append" else store.sweep(2.0))
        assert await store.entries("one", 0) == []
        assert await store.append("one", [entry(1)])
        await store.close()


@in_loop
async def test_what_nobody_waits_for_any_more_is_not_done_later(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a game that is read again meanwhile would not know of it."""
    monkeypatch.setattr(batches, "PATIENCE", 30.0)
    await store.create(row(), 1.0)
    with locked(path):
        writing = asyncio.create_task(store.append("one", [entry(1)]))
        assert await store.entries("one", 0) == []
        assert await store.entries("one", 0) == []
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
        assert await store.entries("one", 0) == []
    await store.probe()
    assert await store.entries("one", 0) == []


@pytest.mark.parametrize("what", ["create", "append", "sit"])
@in_loop
async def test_after_a_crash_the_time_is_seconds_behind_what_was_kept(
    store: Store, what: str
) -> None:
    """An idle server does not write its time down; then somebody comes, and it dies at once."""
    seen = (await store.keep_time(0.0)).seen
    await store.create(row(), seen)
    later = seen + 3.5  # a little more than what may be lost
    if what == "create":
        await store.create(row("two"), later)
    elif what == "append":
        assert await store.append("one", [entry(1, at=later)])
    else:
        assert await store.sit("one", 1, b"digest", None, later)
    assert later - 3.0 <= (await store.keep_time(0.0)).seen <= later


# --- another program writes -----------------------------------------------------------------------


@pytest.mark.parametrize("how", ["IMMEDIATE", "EXCLUSIVE"])
@in_loop
async def test_what_is_written_meanwhile_waits_and_what_is_read_does_not(
    store: Store, path: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "PATIENCE", 30.0)
    await store.create(row(), 1.0)
    with locked(path, how):
        writing = [
            asyncio.create_task(store.append("one", [entry(1, key=f"1 {k}")])) for k in range(3)
        ]
        for _ in range(5):
            assert await store.load("one") == row()
            assert await store.entries("one", 0) == []
        assert not any(task.done() for task in writing)
    assert sorted(await asyncio.gather(*writing)) == [False, False, True]
    assert len(await store.entries("one", 0)) == 1


@in_loop
async def test_what_waited_long_enough_is_refused_and_was_not_done(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await store.create(row(), 1.0)
    with locked(path):
        monkeypatch.setattr(batches, "PATIENCE", 0.0)
        calls = [store.append("one", [entry(1)]), store.create(row("two"), 1.0), store.sweep(50.0)]
        results = await asyncio.gather(*calls, return_exceptions=True)
        assert [type(result) for result in results] == [StoreError] * 3
        assert [vars(logged)["why"] for logged in caplog.records] == ["database is locked"]
        assert await store.load("two") is None
    assert await store.append("one", [entry(1)])
    assert [found.version for found in await store.entries("one", 0)] == [1]


@in_loop
async def test_a_file_that_is_locked_at_the_start_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(str(path)):
        pass
    monkeypatch.setattr(batches, "PATIENCE", 0.0)
    path.with_name(path.name + "-wal").unlink(missing_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match="is locked; wait for the program that writes to it"):
            await connect(str(path)).open()
    async with opened(str(path)):
        pass


@in_loop
async def test_a_backup_finds_everything_while_games_go_on(store: Store, path: Path) -> None:
    await store.create(row(), 1.0)
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(":memory:")) as backup:
        picks = [asyncio.create_task(store.append("one", [entry(k)])) for k in range(1, 20)]
        source.backup(backup, pages=1)
        assert all(await asyncio.gather(*picks))
        assert backup.execute("SELECT count(*) FROM games").fetchone() == (1,)
        assert backup.execute("PRAGMA integrity_check").fetchone() == ("ok",)


# --- whose file it is -----------------------------------------------------------------------------


def _symlink(path: Path, other: Path) -> Path:
    other.symlink_to(path)
    return other


def _hard_link(path: Path, other: Path) -> Path:
    other.hardlink_to(path)
    return other


def _up_and_down(path: Path, other: Path) -> Path:
    other.mkdir()
    return other / ".." / path.name


def _linked_folder(path: Path, other: Path) -> Path:
    other.symlink_to(path.parent, target_is_directory=True)
    return other / path.name


PATHS = [_symlink, _up_and_down, _linked_folder]
if sys.platform == "linux":
    PATHS.append(_hard_link)
OPEN = """
import asyncio, sys
from lastpick.web.errors import StoreError
from lastpick.web.store import connect
store = connect(sys.argv[1])
try:
    asyncio.run(store.open())
except StoreError as error:
    print(error)
else:
    print("opened")
"""


@pytest.mark.parametrize("lead", PATHS)
@in_loop
async def test_a_file_has_one_server_by_whichever_path(
    path: Path, tmp_path: Path, lead: Callable[[Path, Path], Path]
) -> None:
    async with opened(str(path)) as store:
        other = lead(path, tmp_path / "other")
        with pytest.raises(StoreError, match="in use by another server"):
            await connect(str(other)).open()
        told = subprocess.run(
            [sys.executable, "-c", OPEN, str(other)], capture_output=True, text=True, check=True
        ).stdout
        assert told.startswith(f"{other} is in use by another server; stop that one")
        await store.create(row(), 1.0)
    async with opened(str(other)) as again:  # and nothing stays locked
        assert await again.load("one") == row()


@in_loop
async def test_a_server_that_was_killed_leaves_no_lock(path: Path) -> None:
    wait = OPEN.replace('print("opened")', 'print("opened", flush=True); sys.stdin.read()')
    with subprocess.Popen(
        [sys.executable, "-c", wait, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout
        assert other.stdout.readline() == b"opened\n"
        with pytest.raises(StoreError, match="in use by another server"):
            await connect(str(path)).open()
        other.kill()
    async with opened(str(path)):
        pass


@pytest.mark.parametrize("before", [False, True])
@in_loop
async def test_only_its_owner_may_read_it(path: Path, before: bool) -> None:
    files = [path.with_name(path.name + ending) for ending in ("", "-wal", "-shm", ".lock")]
    usual = os.umask(0)
    try:
        if before:
            async with opened(str(path)):
                copies = [file.read_bytes() for file in files]
            for file, copy in zip(files, copies, strict=True):
                file.write_bytes(copy)
                file.chmod(0o666)
        async with opened(str(path)) as store:
            await store.create(row(), 1.0)
            assert [oct(file.stat().st_mode & 0o777) for file in files] == ["0o600"] * 4
    finally:
        os.umask(usual)


@in_loop
async def test_what_is_no_database_keeps_its_rights(path: Path) -> None:
    path.write_bytes(b"somebody's letter\n" * 100)
    path.chmod(0o644)
    with pytest.raises(StoreError, match="cannot open the database"):
        await connect(str(path)).open()
    assert path.stat().st_mode & 0o777 == 0o644


# --- over the wire --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("sqlite-alone"), "--rate", 0) as running:
        yield running


def test_who_plays_is_not_held_up_by_a_backup(server: Server) -> None:
    with Visitor(server.url) as visitor:
        table = visitor.create()
        assert table.pick(1, 6).status == 201
    server.stop()
    server.start()  # so that it has to be read
    with Visitor(server.url) as visitor:
        table.visitor = visitor
        assert visitor.get("/api/catalog").status == 200  # it has opened its file
        with locked(Path(server.database), "EXCLUSIVE"):
            for path in ("/", "/api/catalog", table.path):
                assert visitor.get(path).status == 200
            assert table.pick(2, 3, version=1, key="again").status == 503
            assert table.state["version"] == 1
        assert table.pick(2, 3, version=1, key="again").status == 201
        assert table.pick(2, 3, version=1, key="again").status == 201
        assert table.state["version"] == 2


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux limits another process")
def test_a_full_disk_acknowledges_nothing_and_play_goes_on_when_there_is_room(
    server: Server,
) -> None:
    with Visitor(server.url) as visitor:
        table = visitor.create()
        assert table.pick(1, 6).status == 201
        log = Path(server.database + "-wal")
        _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        full = (log.stat().st_size, most)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, full)
        refused = table.pick(2, 3, version=1, key="again")
        assert refused.status == 503
        assert visitor.get("/healthz").status == 503
        assert (
            visitor.post("/api/games", {"game": "divisor-duel", "seats": ["me", "me"]}).status
            == 503
        )
        assert table.state["version"] == 1  # what is there can be read
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, most))
        assert table.pick(2, 3, version=1, key="again").status == 201
        assert table.state["version"] == 2
        until(server.log.read_text, lambda log: '"why": "disk I/O error"' in log)
        server.kill()
        server.start()
        assert table.state["version"] == 2


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM clock",
        "UPDATE clock SET seen = 'noon'",
        "PRAGMA writable_schema = 1;"
        "UPDATE sqlite_schema SET sql = CAST(x'43524541d2' AS TEXT) WHERE name = 'seats'",
    ],
)
@in_loop
async def test_a_damaged_file_is_one_line_at_the_start(path: Path, damage: str) -> None:
    async with opened(str(path)):
        pass
    with closing(sqlite3.connect(path)) as db:
        db.executescript(damage)
    with pytest.raises(StoreError, match=r"cannot open the database .*: it is damaged; restore"):
        await Sqlite(str(path)).open()
    Hold(str(path)).let_go()  # nothing holds on to it


def test_a_commit_that_outlives_its_loop_ends_quietly() -> None:
    """As a server stops: the loop is closed, and the store's thread has an answer for it."""
    closed, failed = threading.Event(), list[threading.ExceptHookArgs]()

    class Waiting:
        in_transaction = False

        def execute(self, sql: str) -> None:
            if sql == "COMMIT":
                assert closed.wait(30)

    async def begin() -> batches.Batches:
        found = batches.Batches(Waiting(), "", lambda *_: None)  # type: ignore[arg-type]
        pending.append(asyncio.ensure_future(found.do(lambda: None)))
        while not found._busy or found._waiting:
            await asyncio.sleep(0)
        return found

    pending: list[asyncio.Future[None]] = []
    loop, before = asyncio.new_event_loop(), threading.excepthook
    threading.excepthook = failed.append
    try:
        begun = loop.run_until_complete(begin())
        pending.pop().cancel()
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()
        closed.set()
        begun._to_commit.put(None)
        begun._thread.join(30)
    finally:
        threading.excepthook = before
    assert not failed
