"""Where games are kept: SQLite or PostgreSQL behind one protocol."""

from __future__ import annotations

from ..errors import StoreError
from .protocol import Store


def connect(database: str) -> Store:
    """The store for an address: a file's path, or postgresql://..."""
    if database.startswith(("postgresql://", "postgres://")):
        try:
            from .postgres import Postgres
        except ImportError as error:
            raise StoreError(
                f"PostgreSQL needs {error.name}, which is not installed;"
                " install it with: pip install 'lastpick[postgres]'"
            ) from None

        return Postgres(database)
    from .sqlite import Sqlite

    return Sqlite(database)
