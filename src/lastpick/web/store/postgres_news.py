"""News between the servers that share a PostgreSQL: one notification for each commit.

It says who sent it, and which games changed; whoever cares reads their logs. A server knows its
own news before they come back, and leaves them unread. After a lost connection nobody knows
what was missed, so everything watched is read again.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from ..routine import keep_going
from .postgres_pool import PATIENCE, PostgresPool, failure
from .protocol import News

CHANNEL = "lastpick"
PEOPLE = -1  # in place of a version, when the people of a game changed

# A notification holds less than 8,000 bytes. A game's id has 16 and a version up to 10 digits.
MOST = 250  # games in one

_ASK_EVERY = 15.0  # seconds, so that a connection that died silently is noticed


class PostgresNews:
    """Tells the other servers, and hears what they tell."""

    def __init__(self, pool: PostgresPool, on_news: News) -> None:
        self.disown()
        self._pool = pool
        self._on_news = on_news
        self._db: Any = None  # the connection that news come by
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._db = await self._connected()
        self._task = asyncio.create_task(keep_going("hearing of other servers", self._listen))

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._let_go()

    def _let_go(self) -> None:
        if self._db is not None:
            self._db.terminate()
            self._db = None

    def disown(self) -> None:
        """Hear what was sent until now like another server's: it may come as a surprise."""
        self.sender = secrets.token_urlsafe(6) + " "

    def text(self, game: str, version: int) -> str:
        """What to tell of a game that changed: its version, or PEOPLE."""
        return f"{self.sender}{game} {version}"

    async def _connected(self) -> Any:
        db = await self._pool.connect()
        try:
            await db.add_listener(CHANNEL, self._hear)
        except BaseException:
            db.terminate()
            raise
        return db

    async def _listen(self) -> None:
        """Hear until the connection is lost."""
        gone = asyncio.Event()
        try:
            if self._db is None:
                self._db = await self._connected()
            self._db.add_termination_listener(lambda _: gone.set())
            self._on_news(None, PEOPLE)
            while not gone.is_set() and not self._db.is_closed():
                try:
                    await asyncio.wait_for(gone.wait(), _ASK_EVERY)
                except TimeoutError:
                    await self._db.execute("SELECT 1", timeout=PATIENCE)
            raise ConnectionError("the connection that news come by was closed")
        except Exception as error:
            raise failure(error) from error
        finally:
            self._let_go()

    def _hear(self, *told: Any) -> None:
        text: str = told[3]
        if text.startswith(self.sender):
            return
        try:
            changes = [change.split(" ") for change in text.partition(" ")[2].split(",")]
            news = [(game, int(version)) for game, version in changes]
        except ValueError:  # of another version of this program: something happened
            self._on_news(None, PEOPLE)
            return
        for game, version in news:
            self._on_news(game, version)
