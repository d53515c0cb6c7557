"""Workers in this process: this thread, or several for work that waits most of the time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any


class AtOnce(Executor):
    """Does the work in this thread while it is handed out."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(work(*args, **options))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def threads(size: int, leave: Callable[[], object]) -> Iterator[Executor]:
    """So many threads. If the work is broken off, they finish what they have begun."""
    with ThreadPoolExecutor(size) as pool:
        try:
            yield pool
        except BaseException:
            leave()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
