"""Connections to a PostgreSQL, and what every failure of the driver comes to: a StoreError.

The driver has several kinds of errors with nothing in common, and now and then one that it
calls its own fault; whatever it raises, visitors are told to try again in a moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from ...errors import LastpickError
from ..errors import StoreError
from . import rows

PATIENCE = 10.0  # seconds for a connection or a statement
_CONNECTIONS = 8

LOST = (asyncpg.UniqueViolationError, asyncpg.ForeignKeyViolationError)  # a race, by another
_TOLD = (
    asyncpg.PostgresError,
    asyncpg.DataError,
    LastpickError,
)  # after which a connection is as it was

# Classes of what a database tells that concern all calls alike: the connection, a database that
# only reads, want of disk or memory, an operator's hand, the system beneath.
_CONCERN_ALL = ("08", "25", "53", "57", "58", "XX")


class PostgresPool:
    """Connections that are opened as they are needed, and given back."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._pool: Any = None
        self._opened = False

    async def open(self) -> None:
        self._pool = await asyncpg.create_pool(
            self._address, min_size=1, max_size=_CONNECTIONS, command_timeout=PATIENCE,
            timeout=PATIENCE, reset=_as_it_is, connect=self._connect,
        )  # fmt: skip
        self._opened = True

    async def _connect(self, *where: Any, **how: Any) -> Any:
        """To what can be written, or else, once the server runs, to what can at least be read.

        The first write that fails there has the next connection look for what can be written.
        """
        try:
            return await asyncpg.connect(*where, **how, **self._writable())
        except asyncpg.TargetServerAttributeNotMatched:
            if not self._opened or not self._writable():
                raise
            return await asyncpg.connect(*where, **how)

    async def connect(self) -> Any:
        """A connection of its own."""
        return await asyncpg.connect(
            self._address, timeout=PATIENCE, command_timeout=PATIENCE, **self._writable()
        )

    def _writable(self) -> dict[str, str]:
        """Of several hosts, the one that is not a standby; unless the address says which."""
        if "target_session_attrs" in self._address:
            return {}
        return {"target_session_attrs": "read-write"}

    async def close(self) -> None:
        try:
            await asyncio.wait_for(self._pool.close(), 5)
        except Exception:
            self.terminate()

    def terminate(self) -> None:
        if self._pool is not None:
            self._pool.terminate()

    @asynccontextmanager
    async def raw(self) -> AsyncIterator[Any]:
        """A connection; the driver's errors are left as they are."""
        async with self._pool.acquire(timeout=PATIENCE) as db:
            try:
                yield db
            except asyncpg.ReadOnlySQLTransactionError:  # after a failover: all are at a standby
                await self._pool.expire_connections()
                raise
            except _TOLD:
                raise
            except BaseException:  # who knows what the connection is good for now
                db.terminate()  # else whoever is cancelled waits for a database that is silent
                raise

    @asynccontextmanager
    async def db(self) -> AsyncIterator[Any]:
        """A connection; a lost race is left as it is, any other failure is told as one."""
        try:
            async with self.raw() as db:
                yield db
        except (LastpickError, *LOST):
            raise
        except Exception as error:
            raise failure(error) from error


def failure(error: Exception) -> StoreError:
    return rows.failure(describe(error))


def describe(error: Exception) -> str:
    """What is wrong, in one line."""
    if isinstance(error, asyncpg.TargetServerAttributeNotMatched):
        return "it only reads, as a standby does; name the one that writes"
    return f"{type(error).__name__}: {error}".splitlines()[0].removesuffix(": ")


def concerns_one(error: Exception) -> bool:
    """Whether a statement failed for what is in it: with less in it the rest would have worked."""
    if isinstance(error, asyncpg.PostgresError):
        return not str(error.sqlstate).startswith(_CONCERN_ALL)
    return isinstance(error, asyncpg.DataError)


async def _as_it_is(_: Any) -> None:
    """Nothing here changes a connection's settings, and putting them back is a query each time."""
