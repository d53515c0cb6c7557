"""Workers in this process: this thread, or several for work that waits most of the time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any

GRACE = 0.3  # seconds in which what is under way may end, if somebody wants to leave


class AtOnce(Executor):
    """Does the work in this thread while it is handed out."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(work(*args, **options))
        except Exception as error:
            future.set_exception(error)
        return future


class Threads(Executor):
    """So many threads, which can be left behind: they keep no process from its end."""

    def __init__(self, size: int) -> None:
        self._waiting: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._threads = [Thread(target=self._work, daemon=True) for _ in range(size)]
        for thread in self._threads:
            thread.start()

    def submit(self, work: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._waiting.put(partial(_do, future, partial(work, *args, **options)))
        return future

    def leave(self, seconds: float | None = None) -> None:
        """Begin nothing any more, and wait so long at most for what has been begun."""
        with suppress(Empty):  # a thread may take the last one first
            while True:
                self._waiting.get_nowait()
        for _ in self._threads:
            self._waiting.put(None)
        end = None if seconds is None else monotonic() + seconds
        for thread in self._threads:
            thread.join(None if end is None else max(0.0, end - monotonic()))

    def _work(self) -> None:
        while do := self._waiting.get():
            do()


def _do(future: Future[Any], work: Callable[[], Any]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        found = work()
    except BaseException as error:
        future.set_exception(error)
    else:
        future.set_result(found)


@contextmanager
def threads(size: int, leave: Callable[[], object]) -> Iterator[Executor]:
    """So many threads. If the work fails, they finish what they have begun.

    Whoever wants to leave, by Ctrl-C, does not wait for them.
    """
    pool = Threads(size)
    try:
        yield pool
    except Exception:
        leave()
        pool.leave()
        raise
    except BaseException:
        leave()
        pool.leave(GRACE)
        raise
    pool.leave()
