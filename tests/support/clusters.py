"""A Dask cluster of this machine, its parts ended whatever happens."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from .running import environment


@contextmanager
def part(log: Path, *words: object) -> Iterator[subprocess.Popen[bytes]]:
    """A process of the cluster, ended whatever happens."""
    with log.open("wb") as told:
        child = subprocess.Popen(
            [sys.executable, "-m", *map(str, words)],
            stdout=subprocess.DEVNULL,
            stderr=told,
            env=environment({"DASK_DISTRIBUTED__DASHBOARD__LINK": ""}),
        )
    with child:
        try:
            yield child
        finally:
            child.kill()


def patiently(ready: Callable[[], bool], child: subprocess.Popen[bytes]) -> bool:
    """Wait until something is so; False if the child has left before."""
    while child.poll() is None:
        if ready():
            return True
        time.sleep(0.01)  # between two looks; nothing depends on how long
    return ready()


@contextmanager
def scheduler(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    told = tmp_path / "scheduler.json"
    words = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", 0)
    log = tmp_path / "scheduler.log"
    with part(log, *words, "--no-dashboard", "--scheduler-file", told) as child:

        def ready() -> bool:
            try:
                return bool(json.loads(told.read_text())["address"])
            except (OSError, ValueError):
                return False

        assert patiently(ready, child)
        yield json.loads(told.read_text())["address"], child


@contextmanager
def worker(address: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """One that the scheduler knows of: whoever needs it waits for some seconds only."""
    words = ("distributed.cli.dask_worker", address, "--nthreads", 1, "--no-nanny")
    log = folder.with_suffix(".log")
    with part(log, *words, "--no-dashboard", "--local-directory", folder) as child:
        assert patiently(lambda: b"Registered to:" in log.read_bytes(), child), log.read_text()
        yield child
