"""Work on an SQLite file: everything that waits is committed at once, and synced to disk.

Under load many requests share one sync, which is what makes a thousand durable picks a second
possible on one disk. The statements run in the event loop, where each takes microseconds; only
the commit, which waits for the disk, has a thread. (With all of it in the thread, every statement
waited for the interpreter's lock: 780 picks a second in place of what `docs/serving.md` says.)

While another program writes to the file, a backup or somebody's editor, nobody waits inside
SQLite: reads go on, and what is to be written tries again every few milliseconds, for two seconds.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from ..errors import Damaged, StoreError
from . import rows
from .protocol import Commits

T = TypeVar("T")

PATIENCE = 2.0  # seconds that a call waits for another program that writes to the file
_AGAIN = 0.01  # seconds between two looks whether it has finished
_NO_TEXT = "Could not decode to UTF-8"  # said of one row, while the file can be used


class Access(Enum):
    """What a piece of work does with the file."""

    READS = "reads"
    WRITES = "writes"
    LONG = "writes, and takes too long for the event loop"


class _Work(NamedTuple):
    """Something to be done in a transaction, and who waits for it until when."""

    call: Callable[[], Any]
    future: asyncio.Future[Any]
    access: Access
    until: float


class _Done(NamedTuple):
    """What became of it."""

    future: asyncio.Future[Any]
    value: Any = None
    error: Exception | None = None


class Batches:
    """One connection: work is done in the order in which it comes, and committed in lots."""

    def __init__(self, db: sqlite3.Connection, path: str, on_commit: Commits) -> None:
        self._db = db
        self._on_commit = on_commit
        self._path = path
        self._loop = asyncio.get_running_loop()
        self._waiting: list[_Work] = []
        self._busy = False  # whether a batch is under way
        self._to_commit: SimpleQueue[tuple[list[_Work], list[_Done] | None] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._commit_all, name="store", daemon=True)
        self._thread.start()

    async def do(self, work: Callable[[], T], access: Access = Access.WRITES) -> T:
        """Have work done and committed."""
        future: asyncio.Future[T] = self._loop.create_future()
        self._waiting.append(_Work(work, future, access, self._loop.time() + PATIENCE))
        if not self._busy:
            self._busy = True
            self._loop.call_soon(self._begin)
        return await future

    async def close(self) -> None:
        with suppress(StoreError):
            await self.do(lambda: None)  # and everything that waits before it
        self._to_commit.put(None)
        await asyncio.to_thread(self._thread.join)

    def _begin(self) -> None:
        """Do what waits, and let the thread commit it; meanwhile more will come to wait.

        Whoever has stopped to wait is left out: that game may be read again before its turn.
        """
        batch, self._waiting = [work for work in self._waiting if not work.future.done()], []
        accesses = {work.access for work in batch}
        try:
            if accesses <= {Access.READS}:
                self._finish([self._read(work) for work in batch])
                return
            self._db.execute("BEGIN IMMEDIATE")
            done = None if Access.LONG in accesses else self._run(batch)
        except Exception as error:  # of any kind: whoever waits must be told, and the next begun
            if locked(error) and not self._db.in_transaction:
                self._wait_for_others(batch, error)
            else:
                self._loop.call_soon(self._finish, self._failed(batch, error))
            return
        self._to_commit.put((batch, done))

    def _read(self, work: _Work) -> _Done:
        try:
            return _Done(work.future, work.call())
        except Exception as error:
            return _Done(work.future, error=self._trouble(error))

    def _wait_for_others(self, batch: list[_Work], error: Exception) -> None:
        """Another program writes: what reads is done now, the rest in a moment, or given up."""
        now, done = self._loop.time(), []
        late = [work for work in batch if work.access is not Access.READS and work.until <= now]
        if late:
            trouble = self._trouble(error)
            done = [_Done(work.future, error=trouble) for work in late]
        for work in batch:
            if work.access is Access.READS:
                done.append(self._read(work))
            elif work.until > now:
                self._waiting.append(work)
        self._tell(done)
        if self._waiting:
            self._loop.call_later(_AGAIN, self._begin)
        else:
            self._busy = False

    def _run(self, batch: list[_Work]) -> list[_Done]:
        """Do a batch in the transaction that was begun, and leave it open."""
        done = []
        for work in batch:
            self._db.execute("SAVEPOINT one")
            try:
                done.append(_Done(work.future, work.call()))
            except Exception as error:
                self._db.execute("ROLLBACK TO one")
                done.append(_Done(work.future, error=self._trouble(error)))
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
                self._on_commit(len(batch), time.perf_counter() - began)
            except Exception as error:  # of any kind: this thread must never end
                done = self._failed(batch, error)
            with suppress(RuntimeError):  # the loop is closed: nobody awaits the answers
                self._loop.call_soon_threadsafe(self._finish, done)

    def _failed(self, batch: list[_Work], error: Exception) -> list[_Done]:
        """The disk or the memory is full, or worse: nothing of the batch was done."""
        if self._db.in_transaction:
            with suppress(sqlite3.Error, MemoryError):
                self._db.execute("ROLLBACK")
        if isinstance(error, sqlite3.Error):
            trouble = self._trouble(error)
        else:
            trouble = rows.failure(repr(error), database=self._path)
        return [_Done(work.future, error=trouble) for work in batch]

    def _trouble(self, error: Exception) -> Exception:
        """What whoever waits is told: a lost race as it is, and that the file cannot be used."""
        if isinstance(error, sqlite3.IntegrityError) or not isinstance(error, sqlite3.Error):
            return error
        if _NO_TEXT in str(error):
            return Damaged(str(error).partition(" with text")[0])  # what stands there is not told
        return rows.failure(str(error), database=self._path)

    def _finish(self, done: list[_Done]) -> None:
        self._tell(done)
        if self._waiting:
            self._begin()
        else:
            self._busy = False

    def _tell(self, done: list[_Done]) -> None:
        for future, value, error in done:
            if future.done():  # whoever waited has gone
                continue
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(value)


def locked(error: Exception) -> bool:
    """Whether another program has the file right now."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
