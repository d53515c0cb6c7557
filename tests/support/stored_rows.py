"""Rows of a store made by hand, and a store that is open for a while."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from lastpick.web.game.entry import Entry
from lastpick.web.game.terms import Clock
from lastpick.web.store import connect
from lastpick.web.store.protocol import Store
from lastpick.web.store.rows import GameRow, SeatRow

from .game_logs import terms

EMPTY = SeatRow()


def row(game: str = "one", seats: tuple[SeatRow, SeatRow] = (EMPTY, EMPTY)) -> GameRow:
    agreed = terms(clock=Clock(60, 1), toml="\u2028")
    return GameRow(id=game, terms=agreed, secret=b"\0secret\xff", seats=seats)


def entry(version: int, at: float = 1.0, **more: object) -> Entry:
    return Entry(version=version, seat=1, kind="pick", at=at, pick=6)._replace(**more)  # type: ignore[arg-type]


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[Store]:
    store = connect(address)
    await store.open()
    try:
        yield store
    finally:
        await store.close()
