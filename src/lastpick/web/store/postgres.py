"""Games in PostgreSQL, shared by several servers on one machine or many.

News travels by NOTIFY, which carries only the id of a game: whoever cares re-reads its log.
After a lost connection nobody knows what was missed, so everything watched is read again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import asyncpg

from ..errors import StoreError
from ..game.entry import Entry
from . import rows
from .protocol import Commits, News
from .rows import GameRow

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

_CHANNEL = "lastpick"
_LOCK = 0x6C617374  # of the migrations, among this database's advisory locks
_CONNECTIONS = 8
_PATIENCE = 10.0
_LOST = (asyncpg.UniqueViolationError, asyncpg.ForeignKeyViolationError)  # a race, by another

# Each step brings a database from one version to the next; released ones never change.
MIGRATIONS = (
    """
    CREATE TABLE games (
        id text PRIMARY KEY, terms text NOT NULL, secret bytea NOT NULL,
        created double precision NOT NULL
    );
    CREATE INDEX games_created ON games (created);
    CREATE TABLE seats (
        game text NOT NULL REFERENCES games ON DELETE CASCADE, seat smallint NOT NULL,
        digest bytea, name text, seen double precision,
        PRIMARY KEY (game, seat)
    );
    CREATE TABLE events (
        game text NOT NULL REFERENCES games ON DELETE CASCADE, version integer NOT NULL,
        seat smallint NOT NULL, kind text NOT NULL, at double precision NOT NULL, pick bigint,
        key text, upto integer, other text,
        PRIMARY KEY (game, version)
    );
    """,
)

# Made of constants alone.
_ADD = f"""
    INSERT INTO events (game, {rows.ENTRY}) SELECT $1, * FROM unnest($2::int[], $3::int[],
        $4::text[], $5::float8[], $6::bigint[], $7::text[], $8::int[], $9::text[])
"""  # noqa: S608
_ADD_AND_TELL = f"""
    WITH added AS ({_ADD} RETURNING game, version)
    SELECT pg_notify('{_CHANNEL}', game || ' ' || max(version)) FROM added GROUP BY game
"""  # noqa: S608
_READ = f"SELECT {rows.ENTRY} FROM events WHERE game = $1 AND version > $2 ORDER BY version"  # noqa: S608


class Postgres:
    """A database that several servers share."""

    multi_server = True

    def __init__(self, address: str) -> None:
        self.address = address
        self.on_news: News = lambda *_: None
        self.on_commit: Commits = lambda *_: None
        self._listener: asyncio.Task[None] | None = None
        self._pool: Any = None

    async def open(self) -> None:
        try:
            self._pool = await asyncpg.create_pool(
                self.address, min_size=1, max_size=_CONNECTIONS, command_timeout=_PATIENCE,
                timeout=_PATIENCE, reset=_as_it_is,
            )  # fmt: skip
            async with self._pool.acquire() as db:
                await _migrate(db)
        except (
            OSError, OverflowError, TimeoutError, ValueError,
            asyncpg.InterfaceError, asyncpg.PostgresError,
        ) as error:  # fmt: skip
            if self._pool:
                self._pool.terminate()
            raise StoreError(
                f"cannot use the database {_without_password(self.address)}:"
                f" {str(error).splitlines()[0] if str(error) else type(error).__name__}"
            ) from None
        listening: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._listener = asyncio.create_task(self._listen(listening))
        await listening

    async def close(self) -> None:
        if self._listener:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
            try:
                await asyncio.wait_for(self._pool.close(), 5)
            except TimeoutError:
                self._pool.terminate()

    async def _listen(self, listening: asyncio.Future[None]) -> None:
        while True:
            gone = asyncio.Event()
            try:
                db = await asyncpg.connect(self.address, timeout=_PATIENCE)
            except (OSError, TimeoutError, asyncpg.PostgresError):
                await asyncio.sleep(1)
                continue
            try:
                db.add_termination_listener(lambda _, gone=gone: gone.set())
                await db.add_listener(_CHANNEL, self._hear)
                if not listening.done():
                    listening.set_result(None)
                self.on_news(None, -1)
                while not gone.is_set():  # ask now and then, so that a silent death is noticed
                    try:
                        await asyncio.wait_for(gone.wait(), 15)
                    except TimeoutError:
                        await db.execute("SELECT 1", timeout=_PATIENCE)
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
                pass
            finally:
                db.terminate()

    def _hear(self, *news: Any) -> None:
        game, version = news[3].split()
        self.on_news(game, int(version))

    @asynccontextmanager
    async def _db(self) -> AsyncIterator[Any]:
        try:
            async with self._pool.acquire(timeout=_PATIENCE) as db:
                yield db
        except _LOST:
            raise
        except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            why = f"{type(error).__name__}: {error}".splitlines()[0]
            raise rows.failure(why) from error

    # --- what is asked ------------------------------------------------------------------------

    async def create(self, row: GameRow, at: float) -> None:
        async with self._db() as db, db.transaction():
            await _create(db, row, at)

    async def load(self, game: str) -> GameRow | None:
        async with self._db() as db:
            found = await db.fetch(
                "SELECT terms, secret, digest, name, seen FROM games JOIN seats ON game = id"
                " WHERE id = $1 ORDER BY seat",
                game,
            )
        if not found:
            return None
        seats = [(row["digest"], row["name"], row["seen"]) for row in found]
        return rows.game_of(game, found[0]["terms"], found[0]["secret"], seats)

    async def entries(self, game: str, after: int) -> list[Entry]:
        async with self._db() as db:
            found = await db.fetch(_READ, game, after)
        return [Entry._make(row) for row in found]

    async def append(self, game: str, entries: Sequence[Entry], new: GameRow | None = None) -> bool:
        columns = [list(column) for column in zip(*entries, strict=True)]
        try:
            async with self._db() as db:
                if new:
                    async with db.transaction():
                        await db.execute(_ADD, game, *columns)
                        await _create(db, new, entries[0].at)
                        await _notify(db, game, entries[-1].version)
                else:
                    await db.execute(_ADD_AND_TELL, game, *columns)
        except _LOST:
            return False
        return True

    async def sit(self, game: str, seat: int, digest: bytes, name: str | None, at: float) -> bool:
        async with self._db() as db, db.transaction():
            taken = await db.execute(
                "UPDATE seats SET digest = $3, name = coalesce($4, name), seen = $5"
                " WHERE game = $1 AND seat = $2 AND digest IS NULL",
                game, seat, digest, name, at,
            )  # fmt: skip
            held = await db.fetchval(
                "SELECT digest FROM seats WHERE game = $1 AND seat = $2", game, seat
            )
            if taken == "UPDATE 1":
                await _notify(db, game, -1)
        return bool(held == digest)

    async def rename(self, game: str, seat: int, name: str) -> None:
        sql = "UPDATE seats SET name = $3 WHERE game = $1 AND seat = $2"
        async with self._db() as db, db.transaction():
            await db.execute(sql, game, seat, name)
            await _notify(db, game, -1)

    async def mark_seen(self, seats: Iterable[tuple[str, int]], at: float) -> None:
        games, numbers = [list(column) for column in zip(*seats, strict=True)]
        async with self._db() as db:
            await db.execute(
                "UPDATE seats SET seen = greatest(seen, $3) FROM unnest($1::text[], $2::int[])"
                " AS here (g, s) WHERE game = g AND seat = s",
                games, numbers, at,
            )  # fmt: skip

    async def last_seen(self, games: Iterable[str], /) -> dict[tuple[str, int], float]:
        async with self._db() as db:
            found = await db.fetch(
                "SELECT game, seat, seen FROM seats WHERE game = ANY($1) AND seen IS NOT NULL",
                list(games),
            )
        return {(row["game"], row["seat"]): row["seen"] for row in found}

    async def sweep(self, before: float) -> list[str]:
        async with self._db() as db:
            old = await db.fetch(
                "DELETE FROM games WHERE id IN (SELECT id FROM games WHERE created < $1"
                " AND NOT EXISTS (SELECT 1 FROM events WHERE game = id AND at >= $1)"
                " LIMIT $2) RETURNING id",
                before, rows.AT_ONCE,
            )  # fmt: skip
        return [row["id"] for row in old]


async def _as_it_is(_: Any) -> None:
    """Nothing here changes a connection's settings, and putting them back is a query each time."""


async def _create(db: Any, row: GameRow, at: float) -> None:
    await db.execute("INSERT INTO games VALUES ($1, $2, $3, $4)", *rows.values_of(row, at))
    await db.executemany("INSERT INTO seats VALUES ($1, $2, $3, $4, $5)", rows.seats_of(row))


async def _notify(db: Any, game: str, version: int) -> None:
    await db.execute("SELECT pg_notify($1, $2)", _CHANNEL, f"{game} {version}")


async def _migrate(db: Any) -> None:
    """Bring the schema up to date; servers that start together take turns."""
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
        await db.execute("CREATE TABLE IF NOT EXISTS lastpick (version integer NOT NULL)")
        have = await db.fetchval("SELECT version FROM lastpick")
        if have is None:
            await db.execute("INSERT INTO lastpick VALUES (0)")
            have = 0
        for number, step in rows.steps_from(have, MIGRATIONS, "the database"):
            await db.execute(step)
            await db.execute("UPDATE lastpick SET version = $1", number)


def _without_password(address: str) -> str:
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(address)
    except ValueError:
        return "at the given address"
    place = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{place}{parts.path}"
