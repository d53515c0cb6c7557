"""A file belongs to one server, by whichever path it is called, and to one user's eyes."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from typing import Any

try:
    import fcntl
except ImportError:  # not on Windows, where two servers could open the same file
    fcntl = None  # type: ignore[assignment]

_OWNER_ONLY = 0o600


class Hold:
    """Keeps other servers away: what this one remembers must be what the file holds.

    Two locks, both of which end with the process, however it ends. One is a file beside the
    database, found through links and `..`. The other is a name for the file itself, so that a
    second hard link leads to it too; Linux has such names, which are no files. (A lock on the
    database would be simplest, but closing it would take SQLite's own locks away.)
    """

    def __init__(self, path: str) -> None:
        """BlockingIOError, if another server has it."""
        self._real = real = os.path.realpath(path)
        self._held: list[Any] = []
        try:
            beside = open(_made(real + ".lock"), "wb")  # noqa: SIM115 - held until it is let go
            self._held.append(beside)
            if fcntl:
                fcntl.flock(beside.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
            _made(real)
            if sys.platform == "linux":
                self._held.append(_named(os.stat(real)))
        except BaseException:
            self.let_go()
            raise

    def close_to_others(self) -> None:
        """Only its owner may read it and what belongs to it, whatever was allowed before."""
        for ending in ("", "-wal", "-shm", ".lock"):
            with suppress(FileNotFoundError, PermissionError):  # or somebody else is the owner
                os.chmod(self._real + ending, _OWNER_ONLY)

    def let_go(self) -> None:
        for held in self._held:
            held.close()


def _made(path: str) -> str:
    """Make a file unless it is there; only its owner may read it, also where all may by default."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _OWNER_ONLY))
    return path


def _named(file: os.stat_result) -> socket.socket:
    name = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        name.bind(f"\0lastpick {file.st_dev} {file.st_ino}")
    except OSError:
        name.close()
        raise BlockingIOError from None
    return name
