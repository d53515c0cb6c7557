"""Games in PostgreSQL, shared by several servers on one machine or many.

Picks of all games that wait are committed together: one statement, one commit, one notification.
The key (game, version) decides each race by itself, and each caller is told its own result.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any

from ..errors import StoreError
from ..game.entry import Entry
from . import files, postgres_files, rows
from .postgres_news import CHANNEL, MOST, PEOPLE, PostgresNews
from .postgres_pool import LOST, PostgresPool, concerns_one, describe, failure
from .protocol import Commits, News
from .rows import GameRow, TimeSeen
from .together import Together

_LOCK = 0x6C617374  # of the migrations, among this database's advisory locks
_MIGRATING = 3600.0  # seconds for a step, which may read all that is there, or for another server
_NOTE_EVERY = 1.0  # seconds between two statements that note who is here

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
    postgres_files.TABLES,
    """
    CREATE TABLE clock (
        began double precision NOT NULL, seen double precision NOT NULL, at timestamptz NOT NULL
    );
    INSERT INTO clock SELECT at, at, clock_timestamp() FROM (SELECT coalesce(
        greatest((SELECT max(at) FROM events), (SELECT max(seen) FROM seats),
            (SELECT max(created) FROM games)),
        extract(epoch FROM clock_timestamp())) AS at) AS latest;
    """,
)

# Made of constants alone.
_TYPES = ("int", "int", "text", "float8", "bigint", "text", "int", "text")  # of an entry's fields
_ADD = f"""
    INSERT INTO events (game, {rows.ENTRY}) SELECT $1, * FROM
        unnest({", ".join(f"${k}::{kind}[]" for k, kind in enumerate(_TYPES, 2))})
"""  # noqa: S608

# Of many games, one entry each. Servers that want to add to the same games take them in the same
# order, so that none waits for another in a circle. What is lost, or has been deleted, is not
# among what is returned.
_ADD_TOGETHER = f"""
    WITH added AS (
        INSERT INTO events (game, {rows.ENTRY}) SELECT * FROM
            unnest($1::text[], {", ".join(f"${k}::{kind}[]" for k, kind in enumerate(_TYPES, 2))})
            AS wanted (game, {rows.ENTRY})
            WHERE EXISTS (SELECT FROM games WHERE id = wanted.game) ORDER BY game, version
        ON CONFLICT (game, version) DO NOTHING RETURNING game, version
    )
    SELECT array_agg(game), CASE WHEN count(*) > 0 THEN
        pg_notify('{CHANNEL}', $10 || string_agg(game || ' ' || version, ',')) END FROM added
"""  # noqa: S608
# Whoever comes brings the time on by what has passed since the last one came. Servers come every
# second: after a longer gap there was none, and only what this one has seen itself counts.
_GAP = 2.0
_BEAT = f"""
    UPDATE clock SET at = clock_timestamp(), seen = greatest($1, seen + (SELECT
        CASE WHEN gap BETWEEN 0 AND {_GAP} THEN gap ELSE 0 END
        FROM extract(epoch FROM clock_timestamp() - at) AS gap))
    RETURNING began, seen
"""  # noqa: S608
_READ = f"""
    SELECT game, {rows.ENTRY} FROM unnest($1::text[], $2::int[]) AS wanted (one, after)
        CROSS JOIN LATERAL (SELECT * FROM events WHERE game = one AND version > after) AS found
        ORDER BY game, version
"""  # noqa: S608
# A damaged time may be infinity, or NaN, which is even more.
_OLD = (
    "SELECT id FROM games WHERE created < $1"
    " AND NOT EXISTS (SELECT 1 FROM events WHERE game = id AND at >= $1 AND at < 'infinity')"
)
_FORGET = f"DELETE FROM games WHERE id = ANY($2) AND id IN ({_OLD}) RETURNING id"  # noqa: S608
_MARK = """
    WITH here AS (
        SELECT game, seat, at FROM unnest($1::text[], $2::int[], $3::float8[]) AS seen (g, s, at)
            JOIN seats ON game = g AND seat = s ORDER BY game, seat FOR NO KEY UPDATE OF seats
    )
    UPDATE seats SET seen = greatest(seen, at) FROM here
        WHERE seats.game = here.game AND seats.seat = here.seat
"""
_CREATE = """
    WITH made AS (
        INSERT INTO games (id, terms, secret, created, file) VALUES ($1, $2, $3, $4, $5)
    )
    INSERT INTO seats SELECT $1, * FROM unnest($6::int[], $7::bytea[], $8::text[], $9::float8[])
"""
_SIT = f"""
    WITH taken AS (
        UPDATE seats SET digest = $3, name = coalesce($4, name), seen = $5
            WHERE game = $1 AND seat = $2 AND digest IS NULL RETURNING game
    )
    SELECT count(*), CASE WHEN count(*) > 0 THEN pg_notify('{CHANNEL}', $6) END FROM taken
"""  # noqa: S608
_Seen = tuple[list[tuple[str, int]], float]  # seats, and when whoever sits there was heard


class Postgres:
    """A database that several servers share."""

    multi_server = True

    def __init__(self, address: str) -> None:
        self.address = address
        self.on_news: News = lambda *_: None
        self.on_commit: Commits = lambda *_: None
        self._connections = PostgresPool(address)
        self._db = self._connections.db
        self._news = PostgresNews(self._connections, lambda *news: self.on_news(*news))
        self._picks: Together[str, Entry, bool] = Together(self._add_together, MOST)
        self._reads: Together[str, int, list[Entry]] = Together(self._read_together, MOST)
        self._marks: Together[object, _Seen, None] = Together(
            self._mark_together, MOST, _NOTE_EVERY
        )

    async def open(self) -> None:
        try:
            await self._connections.open()
            async with self._connections.raw() as db:
                await _migrate(db)
            await self._news.open()
        except StoreError:
            self._connections.terminate()
            raise
        except Exception as error:
            self._connections.terminate()
            raise StoreError(
                f"cannot use the database {_without_password(self.address)}: {describe(error)}"
            ) from None

    async def close(self) -> None:
        for calls in (self._picks, self._reads, self._marks):
            await calls.close()
        await self._news.close()
        await self._connections.close()

    # --- done together ------------------------------------------------------------------------

    async def _add_together(self, wanted: dict[str, Entry]) -> dict[str, bool | Exception]:
        """One entry each, of several games: which have won."""
        columns = [list(column) for column in zip(*wanted.values(), strict=True)]
        try:
            async with self._connections.raw() as db:
                began = time.perf_counter()
                won = await db.fetchval(_ADD_TOGETHER, list(wanted), *columns, self._news.sender)
                self.on_commit(len(wanted), time.perf_counter() - began)
        except Exception as error:
            if len(wanted) > 1 and concerns_one(error):
                return {game: await self._add_alone(game, entry) for game, entry in wanted.items()}
            raise failure(error) from error
        return {game: game in (won or ()) for game in wanted}

    async def _add_alone(self, game: str, entry: Entry) -> bool | Exception:
        try:
            return (await self._add_together({game: entry}))[game]
        except StoreError as error:
            return error

    async def _read_together(self, wanted: dict[str, int]) -> dict[str, list[Entry]]:
        """What several games have after a version of each."""
        async with self._db() as db:
            found = await db.fetch(_READ, list(wanted), list(wanted.values()))
        logs: dict[str, list[Entry]] = {game: [] for game in wanted}
        for game, *entry in found:
            logs[game].append(Entry._make(entry))
        return logs

    async def _mark_together(self, wanted: dict[object, _Seen]) -> dict[object, None]:
        """Who was seen when; whoever several calls have seen, at the last of those times."""
        last: dict[tuple[str, int], float] = {}
        for seats, at in wanted.values():
            for seat in seats:
                last[seat] = max(at, last.get(seat, at))
        marks = [(game, seat, at) for (game, seat), at in last.items()]
        async with self._db() as db:
            await db.execute(_MARK, *(list(column) for column in zip(*marks, strict=True)))
        return dict.fromkeys(wanted)

    # --- what is asked ------------------------------------------------------------------------

    async def keep_time(self, seen: float) -> TimeSeen:
        async with self._db() as db:
            return TimeSeen(**await db.fetchrow(_BEAT, seen))

    async def create(self, row: GameRow, at: float) -> None:
        try:
            async with self._db() as db, db.transaction() if row.terms.toml else nullcontext():
                await _create(db, row, at, files.ROOM)
        except LOST as error:  # its id is another game's
            raise failure(error) from error

    async def load(self, game: str) -> GameRow | None:
        async with self._db() as db:
            found = await db.fetch(
                "SELECT terms, secret, content, seats.digest, name, seen FROM games"
                " JOIN seats ON game = id LEFT JOIN files ON files.digest = file"
                " WHERE id = $1 ORDER BY seat",
                game,
            )
        if not found:
            return None
        seats = [(row["digest"], row["name"], row["seen"]) for row in found]
        one = found[0]
        return rows.game_of(game, one["terms"], one["secret"], one["content"], seats)

    async def entries(self, game: str, after: int) -> list[Entry]:
        return await self._reads.ask(game, after)

    async def append(self, game: str, entries: Sequence[Entry], new: GameRow | None = None) -> bool:
        with self._looked_at(game, entries[-1].version):
            if len(entries) == 1 and new is None:
                return await self._picks.ask(game, entries[0])
            return await self._append_all(game, entries, new)

    @contextmanager
    def _looked_at(self, game: str, version: int) -> Iterator[None]:
        """After a failure nobody knows whether it was committed: whoever watches reads it.

        And once more, if it is only committed after that.
        """
        try:
            yield
        except StoreError:
            self._news.disown()
            self.on_news(game, version)
            raise

    async def _append_all(self, game: str, entries: Sequence[Entry], new: GameRow | None) -> bool:
        """All or nothing. Among others, the second of two entries could win without the first."""
        columns = [list(column) for column in zip(*entries, strict=True)]
        try:
            async with self._db() as db, db.transaction():
                await db.execute(_ADD, game, *columns)
                if new:
                    await _create(db, new, entries[0].at, sys.maxsize)  # of the same file
                await self._tell(db, game, entries[-1].version)
        except LOST:
            return False
        return True

    async def sit(self, game: str, seat: int, digest: bytes, name: str | None, at: float) -> bool:
        with self._looked_at(game, PEOPLE):
            return await self._sit(game, seat, digest, name, at)

    async def _sit(self, game: str, seat: int, digest: bytes, name: str | None, at: float) -> bool:
        async with self._db() as db:
            news = self._news.text(game, PEOPLE)
            if await db.fetchval(_SIT, game, seat, digest, name, at, news):
                return True
            # A statement of its own: the one above sees who sat here when it began.
            held = await db.fetchval(
                "SELECT digest FROM seats WHERE game = $1 AND seat = $2", game, seat
            )
        return bool(held == digest)

    async def rename(self, game: str, seat: int, name: str) -> None:
        sql = "UPDATE seats SET name = $3 WHERE game = $1 AND seat = $2"
        with self._looked_at(game, PEOPLE):
            async with self._db() as db, db.transaction():
                await db.execute(sql, game, seat, name)
                await self._tell(db, game, PEOPLE)

    async def _tell(self, db: Any, game: str, version: int) -> None:
        await db.execute("SELECT pg_notify($1, $2)", CHANNEL, self._news.text(game, version))

    async def mark_seen(self, seats: Iterable[tuple[str, int]], at: float) -> None:
        if found := list(seats):
            await self._marks.ask(object(), (found, at))

    async def last_seen(self, games: Iterable[str], /) -> dict[tuple[str, int], float]:
        async with self._db() as db:
            found = await db.fetch(
                "SELECT game, seat, seen FROM seats WHERE game = ANY($1) AND seen IS NOT NULL",
                list(games),
            )
        return {(row["game"], row["seat"]): row["seen"] for row in found}

    async def sweep(self, before: float) -> list[str]:
        async with self._db() as db:
            async with db.transaction():
                sql = f"{_OLD} ORDER BY id LIMIT $2 FOR UPDATE"
                old = [row["id"] for row in await db.fetch(sql, before, rows.AT_ONCE)]
                # Nobody can add to them any more; what was added until now is seen.
                gone = await db.fetch(_FORGET, before, old)
            await postgres_files.drop_unnamed(db, before, rows.AT_ONCE)
        return [row["id"] for row in gone]

    async def knows_file(self, digest: bytes, /) -> bool:
        async with self._db() as db:
            return await postgres_files.known(db, digest)

    async def use_files(self, digests: Iterable[bytes], at: float, /) -> None:
        async with self._db() as db:
            await postgres_files.use(db, digests, at)

    async def make_room(self, at: float, /) -> list[str] | None:
        async with self._db() as db, db.transaction():
            return await postgres_files.make_room(db, at)

    async def probe(self) -> None:
        async with self._db() as db:
            await db.execute("UPDATE lastpick SET version = version")


async def _create(db: Any, row: GameRow, at: float, room: int) -> None:
    if file := files.file_of(row.terms):
        await postgres_files.keep(db, file, at, room)
    _, *seats = zip(*rows.seats_of(row), strict=True)
    await db.execute(_CREATE, *rows.values_of(row, at), *(list(column) for column in seats))


async def _migrate(db: Any) -> None:
    """Bring the schema up to date; servers that start together take turns."""
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1)", _LOCK, timeout=_MIGRATING)
        await db.execute("CREATE TABLE IF NOT EXISTS lastpick (version integer NOT NULL)")
        have = await db.fetchval("SELECT version FROM lastpick")
        if have is None:
            await db.execute("INSERT INTO lastpick VALUES (0)")
            have = 0
        for number, step in rows.steps_from(have, MIGRATIONS, "the database"):
            await db.execute(step, timeout=_MIGRATING)
            await db.execute("UPDATE lastpick SET version = $1", number)


def _without_password(address: str) -> str:
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(address)
    except ValueError:
        return "at the given address"
    place = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{place}{parts.path}"
