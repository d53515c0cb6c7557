"""PostgreSQL servers of our own, to be stopped, killed, filled up and followed by a standby."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from rig import postgres_programs

_PATIENCE = 120
_USER = "lastpick"


class Node:
    """One PostgreSQL server, reached through a socket file in its folder."""

    def __init__(self, folder: Path) -> None:
        programs = postgres_programs()
        if programs is None:
            raise FileNotFoundError("PostgreSQL was not found; apt-get install postgresql")
        self.programs = (programs / "initdb").resolve().parent  # with all the others
        self.folder = folder
        self.data = folder / "data"
        self.options = ""
        self.user = pwd.getpwnam("postgres").pw_uid if os.getuid() == 0 else None
        if self.user is not None:
            os.chown(folder, self.user, -1)

    def run(self, *words: object) -> None:
        done = subprocess.run(
            [str(self.programs / str(words[0])), *map(str, words[1:])],
            cwd=self.folder, user=self.user, capture_output=True, timeout=_PATIENCE, check=False,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"{words[0]}: {done.stderr.decode()[-500:]}")

    def make(self, **settings: object) -> None:
        """A new server, not yet started."""
        self.run("initdb", "-D", self.data, "-U", _USER, "-A", "trust", "--no-sync")
        self.configure(**settings)

    def follow(self, primary: Node) -> None:
        """A copy of another, which goes on following it."""
        self.run(
            "pg_basebackup", "-D", self.data, "-R", "-X", "stream", "-c", "fast",
            "-h", primary.folder, "-U", _USER,
        )  # fmt: skip
        self.configure()

    def configure(self, **settings: object) -> None:
        said = {
            "listen_addresses": "", "unix_socket_directories": self.folder, "max_connections": 200,
            **settings,
        }  # fmt: skip
        self.options = " ".join(f"-c {name}={value}" for name, value in said.items())

    def start(self) -> None:
        log = self.folder / "log"
        self.run("pg_ctl", "-D", self.data, "-w", "-o", self.options, "-l", log, "start")

    def stop(self, mode: str) -> None:
        self.run("pg_ctl", "-D", self.data, "-m", mode, "-w", "stop")

    def promote(self) -> None:
        self.run("pg_ctl", "-D", self.data, "-w", "promote")

    @property
    def running(self) -> bool:
        try:
            self.run("pg_ctl", "-D", self.data, "status")
        except RuntimeError:
            return False
        return True

    def go_on(self) -> None:
        """Start it if it has stopped: it does so when it cannot write its log."""
        if not self.running:
            self.start()

    def end(self) -> None:
        if self.running:
            self.stop("immediate")


def address(*nodes: Node, database: str = "postgres") -> str:
    """Where whichever of them can be written to is reached."""
    hosts = ",".join(str(node.folder) for node in nodes)
    more = "&target_session_attrs=read-write" if len(nodes) > 1 else ""
    return f"postgresql://{_USER}@/{database}?host={hosts}{more}"


@contextmanager
def node(folder: Path | None = None) -> Iterator[Node]:
    """A folder for a server, and its end; paths of sockets must be short."""
    with ExitStack() as stack:
        if folder is None:
            folder = Path(tempfile.mkdtemp(prefix="lp-pg-"))
            stack.callback(shutil.rmtree, folder, ignore_errors=True)
        made = Node(folder)
        stack.callback(made.end)
        yield made
