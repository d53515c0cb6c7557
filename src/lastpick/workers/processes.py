"""Processes of this machine, which end with the one that has hired them, however it ends."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.util import Finalize
from threading import Thread


@contextmanager
def processes(size: int, leave: Callable[[], object]) -> Iterator[Executor]:
    """So many processes; each calls `leave` before it ends.

    Each worker holds one end of a pipe whose other end only this process has: when that is
    closed, by us or by a kill -9, the worker leaves at once, whatever it is doing.
    """
    context = get_context("spawn")
    listener, holder = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(size, context, _start_work, (listener, leave))
    try:
        with _deaf_to_interruption():
            pool.submit(os.getpid)  # this starts all of them
        yield pool
    except BaseException:
        holder.close()
        pool.shutdown(wait=True, cancel_futures=True)
        raise
    else:
        pool.shutdown(wait=True)
    finally:
        holder.close()
        listener.close()


def _start_work(listener: Connection, leave: Callable[[], object]) -> None:
    # Ctrl-C is for the one who hired us. So is being ended because another worker has died:
    # the one who hired us sees that too and lets go of the pipe. Neither is set to be
    # ignored, which the programs that are started here would inherit.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)

    Finalize(None, leave, exitpriority=1)  # when there is no more work

    def leave_with_it() -> None:
        try:
            listener.recv()
        except (EOFError, OSError):
            pass
        leave()
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
