"""Game files in PostgreSQL; each function works within the transaction of its caller.

Whoever makes a game of a file marks the file as used in the same transaction: with that its row
is locked, so that nobody who makes room can delete it in between.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import files
from .files import GameFile

TABLES = """
    CREATE TABLE files (
        digest bytea PRIMARY KEY, size integer NOT NULL, used double precision NOT NULL,
        content bytea NOT NULL
    );
    CREATE INDEX files_used ON files (used, size);
    ALTER TABLE games ADD COLUMN file bytea REFERENCES files;
    CREATE INDEX games_file ON games (file) WHERE file IS NOT NULL;
"""

_LOOK = """
    SELECT digest, EXISTS (SELECT 1 FROM games WHERE file = digest LIMIT 1 OFFSET $2)
        OR EXISTS (SELECT 1 FROM games WHERE file = digest AND (created >= $1
            OR EXISTS (SELECT 1 FROM seats WHERE game = id AND seen >= $1)
            OR (SELECT at FROM events WHERE game = id ORDER BY version DESC LIMIT 1) >= $1))
        AS in_use FROM files
"""


async def keep(db: Any, file: GameFile, at: float, most: int) -> None:
    """Keep a file, unless it is here; `most` is the room for all of them."""
    sql = "UPDATE files SET used = greatest(used, $2) WHERE digest = $1"
    if await db.execute(sql, file.digest, at) == "UPDATE 1":
        return
    taken = await db.fetchval("SELECT coalesce(sum(size), 0) FROM files")
    if taken + file.size > most:
        raise files.no_room()
    await db.execute(
        "INSERT INTO files (digest, size, used, content) VALUES ($1, $2, $3, $4)"
        " ON CONFLICT (digest) DO UPDATE SET used = excluded.used",
        file.digest, file.size, at, file.content,
    )  # fmt: skip


async def known(db: Any, digest: bytes) -> bool:
    return await db.fetchval("SELECT 1 FROM files WHERE digest = $1", digest) is not None


async def use(db: Any, digests: Iterable[bytes], at: float) -> None:
    sql = "UPDATE files SET used = greatest(used, $2) WHERE digest = ANY($1)"
    await db.execute(sql, sorted(digests), at)


async def drop_unnamed(db: Any, before: float, most: int) -> None:
    await db.execute(
        "DELETE FROM files WHERE used < $1 AND digest IN (SELECT digest FROM files WHERE used < $1"
        " AND NOT EXISTS (SELECT 1 FROM games WHERE file = digest) LIMIT $2)",
        before, most,
    )  # fmt: skip


async def make_room(db: Any, at: float) -> list[str] | None:
    """Forget some files that were unused longest, and their games; None if all are in use."""
    lately = (at - files.UNUSED, files.MANY)
    sql = f"{_LOOK} WHERE used < $1 ORDER BY files.used LIMIT $3 FOR UPDATE OF files SKIP LOCKED"
    looked = await db.fetch(sql, *lately, files.LOOKS)
    if not looked:
        return None
    idle = [row["digest"] for row in looked if not row["in_use"]]
    await db.execute("SELECT FROM games WHERE file = ANY($1) ORDER BY id FOR UPDATE", idle)
    # Nobody can add to them any more; what was added until now is seen.
    again = await db.fetch(f"{_LOOK} WHERE digest = ANY($3)", *lately, idle)
    gone = [row["digest"] for row in again if not row["in_use"]]
    await use(db, {row["digest"] for row in looked} - {*gone}, at)
    swept = await db.fetch("DELETE FROM games WHERE file = ANY($1) RETURNING id", gone)
    await db.execute("DELETE FROM files WHERE digest = ANY($1)", gone)
    return [row["id"] for row in swept]
