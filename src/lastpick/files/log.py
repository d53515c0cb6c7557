"""The one log on disk: lines that only grow, and that nothing loses.

Saved games, the results of tournaments and of evaluations, and the prompts that models were
sent are all such logs. What `append` was given is on disk when it returns, and so is the name
of a new file. A last line that a crash cut short was never acknowledged to anybody, and counts
for nothing. A log is held by one process at a time, or shared by several that lock it for as
long as they write. No read is longer than a line may be.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from stat import S_ISREG
from typing import BinaryIO, NamedTuple

from ..errors import LastpickError
from .ordinary import open_ordinary

try:
    import fcntl
except ImportError:  # not on Windows, where two programs could write the same log
    fcntl = None  # type: ignore[assignment]

LONGEST_LINE = 64 * 1024 * 1024  # bytes; a file that has no lines is not read whole
_HOW = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
_BLOCK = 1 << 16
_PRIVATE = 0o600
ADVICE = "name another with --output"


class LogKind(NamedTuple):
    """What a log is called in the errors about it, and what they are."""

    name: str  # as in "the results file"; none where the path says it all
    error: type[LastpickError]

    def trouble(self, doing: str, path: str, error: Exception) -> LastpickError:
        """What could not be done to a log, and why."""
        why = error.strerror if isinstance(error, OSError) else None
        what = f"{self.name} {path}" if self.name else path
        return self.error(f"cannot {doing} {what}: {why or error}")


class Log:
    """An open log, made by `create` or `open`."""

    def __init__(self, path: str, handle: int, kind: LogKind, shared: bool = False) -> None:
        self.path = path
        self.kind = kind
        self._handle = handle
        self._shared = shared
        self._closed = False

    @classmethod
    def create(cls, path: str, kind: LogKind, header: str) -> Log:
        """A new log for this user's eyes only, held by this process alone.

        OSError, if there can be no such file.
        """
        log = cls(path, os.open(path, _HOW | os.O_EXCL, _PRIVATE), kind)
        log._lock(wait=False)
        log.begin(header)
        return log

    @classmethod
    def open(cls, path: str, kind: LogKind, shared: bool = False, private: bool = False) -> Log:
        """A log that is there, or an empty one; BlockingIOError, if another process holds it.

        One that is shared may also be a device, or a pipe to somebody who reads it. A new one that
        is private is for this user's eyes only.
        """
        try:
            new = not os.path.lexists(path)
            log = cls(path, os.open(path, _HOW, _PRIVATE if private else 0o666), kind, shared)
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            raise kind.trouble("open", path, error) from None
        if new:
            log._sync_folder()
        if not shared:
            if not log.ordinary:  # a device may be read without end
                log.close()
                raise kind.error(f"{path} is no ordinary file; {ADVICE}")
            log._lock(wait=False)
        return log

    @property
    def ordinary(self) -> bool:
        """Whether it is a file, and no device or pipe."""
        return S_ISREG(os.fstat(self._handle).st_mode)

    def begin(self, header: str) -> None:
        """Make it a log of nothing but its first line."""
        try:
            os.ftruncate(self._handle, 0)
        except OSError as error:
            raise self.kind.trouble("write", self.path, error) from None
        self.append([header])
        self._sync_folder()

    def append(self, lines: Iterable[str]) -> None:
        """Make lines durable: they are on disk when this returns.

        Nothing is buffered: what could not be written must not be tried again later.
        """
        data = "".join(f"{line}\n" for line in lines).encode(errors="backslashreplace")
        try:
            if self._shared:
                self._lock(wait=True)
            try:
                if self._shared and self._torn():
                    data = b"\n" + data
                while data:
                    data = data[os.write(self._handle, data) :]
                if self.ordinary:
                    os.fsync(self._handle)
            finally:
                if self._shared:
                    self._unlock()
        except OSError as error:
            raise self.kind.trouble("write", self.path, error) from None

    def lines(self) -> Iterator[bytes]:
        """Every whole line, from the first on."""
        try:
            os.lseek(self._handle, 0, os.SEEK_SET)
            with open(self._handle, "rb", closefd=False) as file:
                yield from _whole_lines(file, self.path, self.kind)
        except OSError as error:
            raise self.kind.trouble("read", self.path, error) from None

    def begins_like(self, text: str) -> bool:
        """Whether all that stands in it is a beginning of this text, or nothing at all."""
        data = text.encode()
        try:
            os.lseek(self._handle, 0, os.SEEK_SET)
            return data.startswith(os.read(self._handle, len(data) + 1))
        except OSError as error:
            raise self.kind.trouble("read", self.path, error) from None

    def drop_torn(self) -> None:
        """Drop a last line that was cut short, if there is one."""
        try:
            end = os.lseek(self._handle, 0, os.SEEK_END)
            start, found = end, -1
            while start and found < 0:
                start = max(0, start - _BLOCK)
                os.lseek(self._handle, start, os.SEEK_SET)
                found = os.read(self._handle, min(_BLOCK, end - start)).rfind(b"\n")
            os.ftruncate(self._handle, start + found + 1)
        except OSError as error:
            raise self.kind.trouble("write", self.path, error) from None

    def delete(self) -> None:
        """Delete the file while no other process can take it up, and close it."""
        if fcntl is None:  # Windows deletes no file that is open
            self.close()
        try:
            os.unlink(self.path)
            self._sync_folder()
        except OSError as error:
            raise self.kind.trouble("delete", self.path, error) from None
        finally:
            self.close()

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            try:
                os.close(self._handle)
            except OSError:  # what could not be written has been told by append
                pass

    def __enter__(self) -> Log:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _torn(self) -> bool:
        """Whether the last line has no end."""
        if not self.ordinary or not os.lseek(self._handle, 0, os.SEEK_END):
            return False
        os.lseek(self._handle, -1, os.SEEK_END)
        return os.read(self._handle, 1) != b"\n"

    def _lock(self, wait: bool) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except OSError:
            if not wait:
                self.close()
            raise

    def _unlock(self) -> None:
        if fcntl is not None:
            fcntl.flock(self._handle, fcntl.LOCK_UN)

    def _sync_folder(self) -> None:
        """Make a new file's name durable too, where folders can be opened (not on Windows)."""
        if os.name != "posix":
            return
        try:
            folder = os.open(os.path.dirname(os.path.abspath(self.path)), os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        except OSError as error:
            raise self.kind.trouble("write", self.path, error) from None


def read_lines(path: str, kind: LogKind, most: int = LONGEST_LINE) -> Iterator[bytes]:
    """Every whole line of a log that somebody else may be writing, of at most so many bytes."""
    try:
        with open_ordinary(path, most) as file:
            yield from _whole_lines(file, path, kind)
    except OSError as error:
        raise kind.trouble("read", path, error) from None


def is_free(path: str) -> bool:
    """Whether a log can be read and no process holds it."""
    try:
        with open_ordinary(path, LONGEST_LINE) as file:
            if fcntl is not None:
                fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _whole_lines(file: BinaryIO, path: str, kind: LogKind) -> Iterator[bytes]:
    number = 1
    while (line := file.readline(LONGEST_LINE)).endswith(b"\n"):
        yield line
        number += 1
    if len(line) == LONGEST_LINE:
        most = f"{LONGEST_LINE // 1024**2} MB"
        raise kind.error(f"{kind.name} {path} is damaged in line {number}: longer than {most}")
