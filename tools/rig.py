"""What every part of the torture runs on: a real server, a store, a seed, and a progress line."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from processes import alive, family

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "tests"))

from support.serving import (
    Server,
    new_database,
    postgres,
    postgres_process,
    postgres_programs,
)

__all__ = [
    "Progress",
    "Run",
    "Server",
    "new_database",
    "postgres",
    "postgres_process",
    "postgres_programs",
]


class Run(NamedTuple):
    """Where a part runs."""

    name: str
    folder: Path
    database: str | None  # None: an SQLite file in the folder
    workers: int
    seed: int

    @contextmanager
    def server(self, *args: object) -> Iterator[Server]:
        more = ("--workers", self.workers) if self.workers > 1 else ()
        with Server(self.folder, "--quiet", *more, *args, database=self.database) as server:
            try:
                yield server
            finally:
                end(server)


def end(server: Server) -> None:
    """End a server with everything that it has started, at once."""
    end_all(family(server.process.pid))
    server.kill()  # which also waits for it, and closes its pipe


def end_all(pids: list[int]) -> None:
    for pid in pids:
        if alive(pid):
            os.kill(pid, signal.SIGKILL)


class Progress:
    """A line on standard error that says how far a part has come."""

    def __init__(self, what: str, count: int) -> None:
        self.what = what
        self.count = count
        self.shown = -1

    def __call__(self, done: int) -> None:
        share = 100 * done // max(1, self.count)
        if sys.stderr.isatty() and share != self.shown:
            print(f"\r{self.what}: {done} of {self.count} ", end="", file=sys.stderr)
            if done >= self.count:
                print("\r" + " " * 60, end="\r", file=sys.stderr)
        elif not sys.stderr.isatty() and share // 10 != self.shown // 10:
            print(f"{self.what}: {done} of {self.count}", file=sys.stderr, flush=True)
        self.shown = share
