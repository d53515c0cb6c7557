"""Real servers for the tests: `lastpick serve` as a process, and a PostgreSQL of our own."""

from __future__ import annotations

import glob
import os
import pwd
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

_PATIENCE = 60
_STARTS = 10
MUST_RUN = "LASTPICK_ALL_TESTS"  # set where nothing may be left out


def left_out(what: str, how: str) -> None:
    """Leave a test out because this machine lacks something, or fail where none may be."""
    reason = f"{what} was not found; {how}"
    if os.environ.get(MUST_RUN):
        pytest.fail(reason)
    pytest.skip(reason)


class _PortTaken(RuntimeError):
    """Another process has the port."""


class Server:
    """`lastpick serve` on a free port, at `url`, until the block ends."""

    def __init__(self, folder: Path, *args: object, database: str | None = None) -> None:
        self.folder = folder
        self.args = [str(arg) for arg in args]
        self.database = database or str(folder / "web.sqlite")
        self.port = 0
        self.start()

    def start(self, environment: Mapping[str, str] | None = None) -> None:
        """Start, or start again at the same port with the same games.

        A process that the killed one was about to start has its port for a moment more.
        """
        for _ in range(_STARTS - 1):
            with suppress(_PortTaken):
                return self._start(environment)
        return self._start(environment)

    def _start(self, environment: Mapping[str, str] | None) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.log = self.folder / "server.log"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "lastpick", "serve", "--no-browser",
                 "--port", str(self.port), "--database", self.database, *self.args],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log,
                env={**os.environ, **(environment or {})},
            )  # fmt: skip
        assert self.process.stdout
        ready, _, _ = select.select([self.process.stdout], [], [], _PATIENCE)
        if not ready:
            self.kill()
            raise RuntimeError(f"the server did not say where it is: {self.log.read_text()}")
        line = self.process.stdout.readline().decode()
        if "http://" not in line:
            self._wait()
            said = self.log.read_text()
            trouble = _PortTaken if said.endswith("any that is free\n") else RuntimeError
            raise trouble(f"the server did not start: {said}")
        self.url = line.split()[3].rstrip("/")
        self.port = int(self.url.rpartition(":")[2])
        if "--metrics" in self.args:
            self.metrics = self.process.stdout.readline().decode().split()[-1]

    def kill(self) -> None:
        """As if the power had failed."""
        self.process.kill()
        self._wait()

    def stop(self) -> int:
        """As Ctrl-C or a service manager does; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self._wait()

    def _wait(self) -> int:
        code = self.process.wait(_PATIENCE)
        if self.process.stdout:
            self.process.stdout.close()
        return code

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self.process.poll() is None:
            self.kill()


def postgres_programs() -> Path | None:
    """The folder with PostgreSQL's own programs, which Debian keeps off the PATH."""
    found = shutil.which("initdb") or max(
        glob.glob("/usr/lib/postgresql/*/bin/initdb"), default=None
    )
    return Path(found).parent if found else None


@contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL server of our own, reached through a socket file; its address."""
    programs = postgres_programs()
    if programs is None:
        left_out("PostgreSQL", "install it with: apt-get install postgresql")
        return
    folder = Path(tempfile.mkdtemp(prefix="lastpick-pg-"))
    user = pwd.getpwnam("postgres").pw_uid if os.getuid() == 0 else None  # it refuses to be root
    if user is not None:
        os.chown(folder, user, -1)

    def run(*words: str) -> None:
        subprocess.run(
            [str(programs / words[0]), *words[1:]],
            cwd=folder, user=user, check=True, capture_output=True, timeout=_PATIENCE,
        )  # fmt: skip

    data = str(folder / "data")
    run("initdb", "-D", data, "-U", "lastpick", "-A", "trust", "--no-sync")
    options = f"-c listen_addresses= -c unix_socket_directories={folder} -c max_connections=200"
    run("pg_ctl", "-D", data, "-w", "-o", options, "-l", str(folder / "log"), "start")
    try:
        yield f"postgresql://lastpick@/postgres?host={folder}"
    finally:
        run("pg_ctl", "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def postgres_process(address: str) -> int:
    """The first process of a PostgreSQL of our own."""
    folder = address.partition("host=")[2]
    return int((Path(folder) / "data" / "postmaster.pid").read_text().split()[0])


def new_database(address: str, name: str) -> str:
    """An empty database of its own on the same PostgreSQL; its address."""
    import asyncio

    import asyncpg

    async def make() -> None:
        db = await asyncpg.connect(address)
        try:
            await db.execute(f'CREATE DATABASE "{name}"')
        finally:
            await db.close()

    asyncio.run(make())
    return address.replace("/postgres?", f"/{name}?")
