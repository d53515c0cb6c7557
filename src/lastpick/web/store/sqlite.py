"""Games in an SQLite file: everything that waits is committed at once, and synced to disk.

Under load many requests share one sync, which is what makes a thousand durable picks a second
possible on one disk. The statements run in the event loop, where each takes microseconds; only
the commit, which waits for the disk, has a thread. (With all of it in the thread, every statement
waited for the interpreter's lock: 780 picks a second in place of what `docs/serving.md` says.)
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from ..errors import StoreError
from ..game.entry import Entry
from . import rows
from .protocol import Commits, News
from .rows import GameRow

try:
    import fcntl
except ImportError:  # not on Windows, where two servers could open the same file
    fcntl = None  # type: ignore[assignment]

T = TypeVar("T")

# Each step brings a file from one version of the schema to the next; released ones never change.
MIGRATIONS = (
    """
    CREATE TABLE games (
        id TEXT PRIMARY KEY, terms TEXT NOT NULL, secret BLOB NOT NULL, created REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE seats (
        game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, seat INTEGER NOT NULL,
        digest BLOB, name TEXT, seen REAL,
        PRIMARY KEY (game, seat)
    ) WITHOUT ROWID;
    CREATE TABLE events (
        game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, version INTEGER NOT NULL,
        seat INTEGER NOT NULL, kind TEXT NOT NULL, at REAL NOT NULL, pick INTEGER,
        key TEXT, upto INTEGER, other TEXT,
        PRIMARY KEY (game, version)
    ) WITHOUT ROWID;
    """,
    "CREATE INDEX games_created ON games (created);",
)

# Made of constants alone.
_ADD = f"INSERT INTO events (game, {rows.ENTRY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
_READ = f"SELECT {rows.ENTRY} FROM events WHERE game = ? AND version > ? ORDER BY version"  # noqa: S608


class _Work(NamedTuple):
    """Something to be done in a transaction, and who waits for it."""

    call: Callable[[], Any]
    future: asyncio.Future[Any]
    long: bool


_Done = list[tuple[asyncio.Future[Any], Any, Exception | None]]


class Sqlite:
    """One file, one process."""

    multi_server = False

    def __init__(self, path: str) -> None:
        self.path = path
        self.on_news: News = lambda *_: None
        self.on_commit: Commits = lambda *_: None
        self._waiting: list[_Work] = []
        self._busy = False  # whether a batch is under way
        self._to_commit: SimpleQueue[tuple[list[_Work], _Done | None] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock: Any = None
        self._db: Any = None

    async def open(self) -> None:
        try:
            os.makedirs(os.path.dirname(os.path.abspath(self.path)), exist_ok=True)
            self._hold()
            self._db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            self._prepare()
        except BlockingIOError:
            self._let_go()
            raise StoreError(
                f"{self.path} is in use by another server; stop that one, name another file, or"
                " let several servers share --database postgresql://..."
            ) from None
        except (OSError, sqlite3.Error) as error:
            self._let_go()
            raise StoreError(f"cannot open the database {self.path}: {error}") from None
        except StoreError:
            self._let_go()
            raise
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._commit_all, name="store", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        if self._thread:
            with suppress(StoreError):
                await self._do(lambda: None)  # and everything that waits before it
            self._to_commit.put(None)
            await asyncio.to_thread(self._thread.join)
            self._let_go()

    def _let_go(self) -> None:
        for held in (self._db, self._lock):
            if held is not None:
                held.close()

    def _hold(self) -> None:
        """Keep other servers away: what this one remembers must be what the file holds."""
        self._lock = open(self.path + ".lock", "wb")  # noqa: SIM115 - held while the server runs
        if fcntl:
            fcntl.flock(self._lock.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _prepare(self) -> None:
        db = self._db
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        (have,) = db.execute("PRAGMA user_version").fetchone()
        for number, step in rows.steps_from(have, MIGRATIONS, self.path):
            db.executescript(f"BEGIN; {step} PRAGMA user_version = {number}; COMMIT;")

    # --- committing what waits ------------------------------------------------------------------

    async def _do(self, work: Callable[[], T], long: bool = False) -> T:
        """Have work done and committed; `long` work keeps out of the event loop."""
        future: asyncio.Future[T] = self._loop.create_future()
        self._waiting.append(_Work(work, future, long))
        if not self._busy:
            self._busy = True
            self._loop.call_soon(self._begin)
        return await future

    def _begin(self) -> None:
        """Do what waits, and let the thread commit it; meanwhile more will come to wait."""
        batch, self._waiting = self._waiting, []
        done = None
        if not any(work.long for work in batch):
            try:
                done = self._run(batch)
            except sqlite3.Error as error:
                self._loop.call_soon(self._committed, self._failed(batch, error))
                return
        self._to_commit.put((batch, done))

    def _run(self, batch: list[_Work]) -> _Done:
        """Do a batch in one transaction, which is left open."""
        done: _Done = []
        self._db.execute("BEGIN IMMEDIATE")
        for work in batch:
            self._db.execute("SAVEPOINT one")
            try:
                done.append((work.future, work.call(), None))
            except Exception as error:
                self._db.execute("ROLLBACK TO one")
                done.append((work.future, None, self._trouble(error)))
            self._db.execute("RELEASE one")
        return done

    def _commit_all(self) -> None:
        """The thread: commits one batch after the other."""
        while (item := self._to_commit.get()) is not None:
            batch, done = item
            try:
                done = self._run(batch) if done is None else done
                began = time.perf_counter()
                self._db.execute("COMMIT")
                self.on_commit(len(batch), time.perf_counter() - began)
            except sqlite3.Error as error:
                done = self._failed(batch, error)
            self._loop.call_soon_threadsafe(self._committed, done)

    def _failed(self, batch: list[_Work], error: sqlite3.Error) -> _Done:
        """The disk is full, or worse: nothing of the batch was done."""
        if self._db.in_transaction:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
        trouble = self._trouble(error)
        return [(work.future, None, trouble) for work in batch]

    def _trouble(self, error: Exception) -> Exception:
        """What whoever waits is told: a lost race as it is, and that the file cannot be used."""
        if isinstance(error, sqlite3.IntegrityError) or not isinstance(error, sqlite3.Error):
            return error
        return rows.failure(str(error), database=self.path)

    def _committed(self, done: _Done) -> None:
        for future, value, error in done:
            if future.done():  # whoever waited has gone
                continue
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(value)
        if self._waiting:
            self._begin()
        else:
            self._busy = False

    # --- what is asked ------------------------------------------------------------------------

    async def create(self, row: GameRow, at: float) -> None:
        await self._do(lambda: self._create(row, at))

    def _create(self, row: GameRow, at: float) -> None:
        self._db.execute("INSERT INTO games VALUES (?, ?, ?, ?)", rows.values_of(row, at))
        self._db.executemany("INSERT INTO seats VALUES (?, ?, ?, ?, ?)", rows.seats_of(row))

    async def load(self, game: str) -> GameRow | None:
        return await self._do(lambda: self._load(game))

    def _load(self, game: str) -> GameRow | None:
        found = self._db.execute("SELECT terms, secret FROM games WHERE id = ?", (game,)).fetchone()
        if found is None:
            return None
        seats = self._db.execute(
            "SELECT digest, name, seen FROM seats WHERE game = ? ORDER BY seat", (game,)
        )
        terms, secret = found
        return rows.game_of(game, terms, secret, seats)

    async def entries(self, game: str, after: int) -> list[Entry]:
        return await self._do(lambda: self._entries(game, after))

    def _entries(self, game: str, after: int) -> list[Entry]:
        found = self._db.execute(_READ, (game, after))
        return [Entry._make(row) for row in found]

    async def append(self, game: str, entries: Sequence[Entry], new: GameRow | None = None) -> bool:
        try:
            await self._do(lambda: self._append(game, entries, new))
        except sqlite3.IntegrityError:
            return False
        return True

    def _append(self, game: str, entries: Sequence[Entry], new: GameRow | None) -> None:
        self._db.executemany(_ADD, [(game, *entry) for entry in entries])
        if new:
            self._create(new, entries[0].at)

    async def sit(self, game: str, seat: int, digest: bytes, name: str | None, at: float) -> bool:
        return await self._do(lambda: self._sit(game, seat, digest, name, at))

    def _sit(self, game: str, seat: int, digest: bytes, name: str | None, at: float) -> bool:
        self._db.execute(
            "UPDATE seats SET digest = ?, name = coalesce(?, name), seen = ?"
            " WHERE game = ? AND seat = ? AND digest IS NULL",
            (digest, name, at, game, seat),
        )
        held = self._db.execute(
            "SELECT digest FROM seats WHERE game = ? AND seat = ?", (game, seat)
        ).fetchone()
        return bool(held == (digest,))

    async def rename(self, game: str, seat: int, name: str) -> None:
        sql = "UPDATE seats SET name = ? WHERE game = ? AND seat = ?"
        await self._do(lambda: self._db.execute(sql, (name, game, seat)))

    async def mark_seen(self, seats: Iterable[tuple[str, int]], at: float) -> None:
        marks = [(at, *seat) for seat in seats]
        sql = "UPDATE seats SET seen = ? WHERE game = ? AND seat = ?"
        await self._do(lambda: self._db.executemany(sql, marks))

    async def last_seen(self, _: Iterable[str], /) -> dict[tuple[str, int], float]:
        return {}  # this process is the only one, and has seen them itself

    async def sweep(self, before: float) -> list[str]:
        return await self._do(lambda: self._sweep(before), long=True)

    def _sweep(self, before: float) -> list[str]:
        old = self._db.execute(
            "SELECT id FROM games WHERE created < ?1 AND NOT EXISTS"
            " (SELECT 1 FROM events WHERE game = id AND at >= ?1) LIMIT ?2",
            (before, rows.AT_ONCE),
        ).fetchall()
        self._db.executemany("DELETE FROM games WHERE id = ?", old)
        return [game for (game,) in old]
