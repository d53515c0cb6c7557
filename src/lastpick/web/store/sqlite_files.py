"""Game files in SQLite; each function works within the transaction of its caller."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from . import files
from .files import GameFile

TABLES = """
    CREATE TABLE files (
        digest BLOB PRIMARY KEY, size INTEGER NOT NULL, used REAL NOT NULL, content BLOB NOT NULL
    );
    CREATE INDEX files_used ON files (used, size);
    ALTER TABLE games ADD COLUMN file BLOB REFERENCES files;
    CREATE INDEX games_file ON games (file) WHERE file IS NOT NULL;
"""


def keep(db: sqlite3.Connection, file: GameFile, at: float, most: int) -> None:
    """Keep a file, unless it is here; `most` is the room for all of them."""
    known = db.execute("UPDATE files SET used = ? WHERE digest = ?", (at, file.digest))
    if known.rowcount:
        return
    (taken,) = db.execute("SELECT coalesce(sum(size), 0) FROM files").fetchone()
    if taken + file.size > most:
        raise files.no_room()
    db.execute(
        "INSERT INTO files (digest, size, used, content) VALUES (?, ?, ?, ?)",
        (file.digest, file.size, at, file.content),
    )


def known(db: sqlite3.Connection, digest: bytes) -> bool:
    found = db.execute("SELECT 1 FROM files WHERE digest = ?", (digest,)).fetchone()
    return found is not None


def use(db: sqlite3.Connection, digests: Iterable[bytes], at: float) -> None:
    marks = [(at, digest) for digest in digests]
    db.executemany("UPDATE files SET used = ? WHERE digest = ?", marks)


def drop_unnamed(db: sqlite3.Connection, before: float, most: int) -> None:
    db.execute(
        "DELETE FROM files WHERE digest IN (SELECT digest FROM files WHERE used < ?"
        " AND NOT EXISTS (SELECT 1 FROM games WHERE file = digest) LIMIT ?)",
        (before, most),
    )


def make_room(db: sqlite3.Connection, at: float) -> list[str] | None:
    """Forget some files that were unused longest, and their games; None if all are in use."""
    before = at - files.UNUSED
    looked = db.execute(
        "SELECT digest, EXISTS (SELECT 1 FROM games WHERE file = digest"
        " LIMIT 1 OFFSET ?3) OR EXISTS (SELECT 1 FROM games WHERE file = digest AND ("
        " created >= ?1"
        " OR EXISTS (SELECT 1 FROM seats WHERE game = id AND seen >= ?1)"
        " OR (SELECT at FROM events WHERE game = id ORDER BY version DESC LIMIT 1) >= ?1))"
        " FROM files WHERE used < ?1 ORDER BY used LIMIT ?2",
        (before, files.LOOKS, files.MANY),
    ).fetchall()
    if not looked:
        return None
    use(db, (digest for digest, used in looked if used), at)
    gone = [(digest,) for digest, used in looked if not used]
    swept = []
    for digest in gone:
        swept += [game for (game,) in db.execute("SELECT id FROM games WHERE file = ?", digest)]
    db.executemany("DELETE FROM games WHERE file = ?", gone)
    db.executemany("DELETE FROM files WHERE digest = ?", gone)
    return swept
