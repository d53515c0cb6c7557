"""Games in an SQLite file, which one server has to itself."""

from __future__ import annotations

import math
import os
import sqlite3
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from ...files import make_private
from ..errors import StoreError
from ..game.entry import Entry
from . import batches, files, rows, sqlite_files
from .batches import Access, Batches, locked
from .one_server import Hold
from .protocol import Commits, News
from .rows import GameRow, TimeSeen

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
    sqlite_files.TABLES,
    """
    CREATE TABLE clock (began REAL NOT NULL, seen REAL NOT NULL);
    INSERT INTO clock SELECT at, at FROM (
        SELECT coalesce(max(at), (julianday('now') - 2440587.5) * 86400) AS at FROM (
            SELECT max(at) AS at FROM events UNION SELECT max(seen) FROM seats
            UNION SELECT max(created) FROM games));
    """,
)

# Made of constants alone.
_ADD = f"INSERT INTO events (game, {rows.ENTRY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
_NEW = "INSERT INTO games (id, terms, secret, created, file) VALUES (?, ?, ?, ?, ?)"
# A damaged time may be endless, text or bytes, which are all no less than 9e999.
_OLD = (
    "SELECT id FROM games WHERE created < ?1"
    " AND NOT EXISTS (SELECT 1 FROM events WHERE game = id AND at >= ?1 AND at < 9e999)"
    " ORDER BY created, id LIMIT ?2"
)
# A server that was idle has not written its time down. What it keeps now must not be of a time that
# is far ahead after a crash: a clock would stand still for as long.
_AHEAD = "UPDATE clock SET seen = ?1 WHERE seen < ?1 - 3"
_TIMES = "SELECT began, seen FROM clock"
_READ = f"SELECT {rows.ENTRY} FROM events WHERE game = ? AND version > ? ORDER BY version"  # noqa: S608


class Sqlite:
    """One file, one process."""

    multi_server = False

    def __init__(self, path: str) -> None:
        self.path = path
        self.on_news: News = lambda *_: None
        self.on_commit: Commits = lambda *_: None
        self._hold: Hold | None = None
        self._batches: Batches | None = None
        self._db: Any = None

    async def open(self) -> None:
        try:
            make_private(os.path.dirname(self.path))
            self._hold = Hold(self.path)
            self._db = sqlite3.connect(
                self.path, batches.PATIENCE, isolation_level=None, check_same_thread=False
            )
            self._prepare()
            self._hold.close_to_others()
        except BlockingIOError:
            self._let_go()
            raise StoreError(
                f"{self.path} is in use by another server; stop that one, name another file, or"
                " let several servers share --database postgresql://..."
            ) from None
        except (OSError, sqlite3.Error) as error:
            self._let_go()
            hint = "; wait for the program that writes to it, or stop that" if locked(error) else ""
            raise StoreError(f"cannot open the database {self.path}: {error}{hint}") from None
        except (TypeError, UnicodeDecodeError):  # no time is kept; what is wrong is no text
            self._let_go()
            raise StoreError(
                f"cannot open the database {self.path}: it is damaged; restore a backup"
            ) from None
        except StoreError:
            self._let_go()
            raise
        self._batches = Batches(self._db, self.path, self.on_commit)
        self._do = self._batches.do

    async def close(self) -> None:
        if self._batches:
            await self._batches.close()
            self._let_go()

    def _let_go(self) -> None:
        if self._db is not None:
            self._db.close()
        if self._hold is not None:
            self._hold.let_go()

    def _prepare(self) -> None:
        db = self._db
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        (have,) = db.execute("PRAGMA user_version").fetchone()
        for number, step in rows.steps_from(have, MIGRATIONS, self.path):
            db.executescript(f"BEGIN; {step} PRAGMA user_version = {number}; COMMIT;")
        math.fsum(db.execute(_TIMES).fetchone())  # TypeError: these are none
        db.execute("PRAGMA busy_timeout = 0")  # from now on nobody waits inside SQLite

    # --- what is asked ------------------------------------------------------------------------

    async def keep_time(self, seen: float) -> TimeSeen:
        return await self._do(lambda: self._keep_time(seen))

    def _keep_time(self, seen: float) -> TimeSeen:
        self._db.execute("UPDATE clock SET seen = ?1 WHERE seen < ?1", (seen,))
        return TimeSeen._make(self._db.execute(_TIMES).fetchone())

    async def create(self, row: GameRow, at: float) -> None:
        await self._do(lambda: self._create(row, at, files.ROOM))

    def _create(self, row: GameRow, at: float, room: int) -> None:
        self._db.execute(_AHEAD, (at,))
        if file := files.file_of(row.terms):
            sqlite_files.keep(self._db, file, at, room)
        self._db.execute(_NEW, rows.values_of(row, at))
        self._db.executemany("INSERT INTO seats VALUES (?, ?, ?, ?, ?)", rows.seats_of(row))

    async def load(self, game: str) -> GameRow | None:
        return await self._do(lambda: self._load(game), Access.READS)

    def _load(self, game: str) -> GameRow | None:
        found = self._db.execute(
            "SELECT terms, secret, content FROM games LEFT JOIN files ON digest = file"
            " WHERE id = ?",
            (game,),
        ).fetchone()
        if found is None:
            return None
        seats = self._db.execute(
            "SELECT digest, name, seen FROM seats WHERE game = ? ORDER BY seat", (game,)
        )
        terms, secret, content = found
        return rows.game_of(game, terms, secret, content, seats)

    async def entries(self, game: str, after: int) -> list[Entry]:
        return await self._do(lambda: self._entries(game, after), Access.READS)

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
        self._db.execute(_AHEAD, (entries[0].at,))
        self._db.executemany(_ADD, [(game, *entry) for entry in entries])
        if new:
            self._create(new, entries[0].at, sys.maxsize)  # the game before it has the same file

    async def sit(self, game: str, seat: int, digest: bytes, name: str | None, at: float) -> bool:
        return await self._do(lambda: self._sit(game, seat, digest, name, at))

    def _sit(self, game: str, seat: int, digest: bytes, name: str | None, at: float) -> bool:
        self._db.execute(_AHEAD, (at,))
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
        for first in range(0, len(marks), rows.AT_ONCE):  # so that picks come in between
            some = marks[first : first + rows.AT_ONCE]
            await self._do(partial(self._db.executemany, sql, some))

    async def last_seen(self, _: Iterable[str], /) -> dict[tuple[str, int], float]:
        return {}  # this process is the only one, and has seen them itself

    async def sweep(self, before: float) -> list[str]:
        return await self._do(lambda: self._sweep(before), Access.LONG)

    def _sweep(self, before: float) -> list[str]:
        """Three statements, however many games: after each the thread waits for its turn again."""
        which = (before, rows.AT_ONCE)
        (old,) = self._db.execute(f"SELECT group_concat(id, ' ') FROM ({_OLD})", which).fetchone()  # noqa: S608
        self._db.execute(f"DELETE FROM games WHERE id IN ({_OLD})", which)  # noqa: S608
        sqlite_files.drop_unnamed(self._db, before, rows.AT_ONCE)
        return old.split() if old else []

    async def knows_file(self, digest: bytes, /) -> bool:
        return await self._do(lambda: sqlite_files.known(self._db, digest), Access.READS)

    async def use_files(self, digests: Iterable[bytes], at: float, /) -> None:
        used = list(digests)
        await self._do(lambda: sqlite_files.use(self._db, used, at))

    async def make_room(self, at: float, /) -> list[str] | None:
        return await self._do(lambda: sqlite_files.make_room(self._db, at), Access.LONG)

    async def probe(self) -> None:
        await self._do(lambda: self._db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}"))
