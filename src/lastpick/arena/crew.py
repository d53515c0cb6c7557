"""Who plays the games: processes of this machine, or a cluster, behind one interface."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.util import Finalize
from threading import Thread
from typing import NamedTuple

from ..errors import ArenaError
from ..players.child import end_all
from .batch import close_players, play_batch

DASK = "dask:"
PROCESSES = "processes"


class Crew(NamedTuple):
    """Workers that play batches, and how many of them play at the same time."""

    executor: Executor
    size: int
    keep: bool = False  # whether a worker keeps its players from batch to batch

    def submit(
        self, line: str, log: str | None, numbers: tuple[int, ...], seconds: float, version: str
    ) -> Future[list[str]]:
        return self.executor.submit(play_batch, line, log, numbers, seconds, version, self.keep)


def usable_processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on macOS or Windows
        return os.cpu_count() or 1


@contextmanager
def hire(where: str, processes: int) -> Iterator[Crew]:
    """The workers, for as long as they are needed; their troubles come as one clear line."""
    try:
        if where.startswith(DASK):
            from .cluster import cluster

            with cluster(where.removeprefix(DASK)) as (executor, size):
                yield Crew(executor, size)
        else:
            with _pool(processes) as crew:
                yield crew
    except BrokenProcessPool:
        raise ArenaError(
            "a worker process died; nothing that was played is lost, and the same command goes on"
        ) from None
    except CancelledError:
        raise ArenaError(
            f"the cluster at {where.removeprefix(DASK)} is gone; nothing that was played is lost,"
            " and the same command goes on"
        ) from None


@contextmanager
def _pool(size: int) -> Iterator[Crew]:
    """Processes that end with this one, however it ends.

    Each worker holds one end of a pipe whose other end only this process has: when that is
    closed, by us or by a kill -9, the worker closes its players and leaves at once.
    """
    context = get_context("spawn")
    listener, holder = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(size, context, _start_work, (listener,))
    try:
        with _deaf_to_interruption():
            pool.submit(os.getpid)  # this starts all of them
        yield Crew(pool, size, keep=True)
    except BaseException:
        holder.close()
        pool.shutdown(wait=True, cancel_futures=True)
        raise
    else:
        pool.shutdown(wait=True)
    finally:
        holder.close()
        listener.close()


def _start_work(listener: Connection) -> None:
    # Ctrl-C is for the one who hired us. So is being ended because another worker has died:
    # the one who hired us sees that too and lets go of the pipe. Neither is set to be
    # ignored, which the programs that are started here would inherit.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)

    Finalize(None, close_players, exitpriority=1)  # when there is no more work

    def leave_with_it() -> None:
        try:
            listener.recv()
        except (EOFError, OSError):
            pass
        close_players()
        end_all()  # those too that have not yet said hello
        os._exit(1)

    Thread(target=leave_with_it, daemon=True).start()


@contextmanager
def _deaf_to_interruption() -> Iterator[None]:
    """Hold Ctrl-C back: a process that is started now would die of it with a traceback."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
