"""The results file: one line a game, on disk before it is counted.

The first line says what was agreed. The file only grows; the last line of a run that was
killed may be cut short, and is dropped. Whatever else is wrong with a file is said, and
the file is left as it is. While a tournament runs, its file is locked.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, BinaryIO

from ..errors import ArenaError, LastpickError
from .played import check_played, read_played
from .tally import Tally
from .tournament import VERSION, Tournament

try:
    import fcntl
except ImportError:  # not on Windows, where two programs could write the same file
    fcntl = None  # type: ignore[assignment]

_LONGEST_HEADER = 64 * 1024 * 1024  # bytes; a file that has no lines is not read whole


def usual_path(tournament: Tournament) -> str:
    """A file in the current folder; the same command finds it again, and no other one does."""
    return f"arena-{sha256(tournament.line.encode()).hexdigest()[:10]}.jsonl"


class Results:
    """The open file of a tournament, and all that stands in it, counted."""

    def __init__(self, path: str, file: BinaryIO, tournament: Tournament) -> None:
        self.path = path
        self.tournament = tournament
        self.tally = Tally(tournament)
        self.done = bytearray(tournament.total + 1)  # a flag for each game
        self._file = file

    def missing(self) -> Iterator[int]:
        """The games that are still to be played, as it stands when each is asked for."""
        number = self.done.find(0, 1)
        while number != -1:
            yield number
            number = self.done.find(0, number + 1)

    def append(self, lines: Sequence[str]) -> None:
        """Make games durable, then count them."""
        _write(self.path, self._file, "".join(f"{line}\n" for line in lines))
        for line in lines:
            self._count(line, played_just_now=True)

    def _count(self, line: str, played_just_now: bool) -> None:
        played = read_played(line, self.tournament)
        if not played_just_now:
            check_played(played, self.tournament)
        if self.done[played.number]:
            raise ValueError(f"game {played.number} stands twice")
        self.done[played.number] = 1
        self.tally.add(played)

    def read(self) -> None:
        """Count what an earlier run has left, and drop a line that was cut short."""
        self._file.seek(0)
        header = self._file.readline(_LONGEST_HEADER)
        if not header.endswith(b"\n"):
            if not self.tournament.line.encode().startswith(header):
                raise ArenaError(_foreign(self.path))
            self._file.truncate(0)
            _write(self.path, self._file, self.tournament.line + "\n")
            _sync_folder(self.path)
            return
        self._check_header(header)
        end = self._file.tell()
        for at, line in enumerate(self._file, 2):
            if not line.endswith(b"\n"):
                break
            try:
                self._count(line.decode(), played_just_now=False)
            except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
                why = error if isinstance(error, LastpickError) else _reason(error)
                raise ArenaError(
                    f"the results file {self.path} is damaged in line {at}: {why}"
                ) from None
            end += len(line)
        self._file.truncate(end)

    def _check_header(self, header: bytes) -> None:
        ours = self.tournament.agreed()
        kind = next(iter(ours))
        try:
            theirs: dict[str, Any] = json.loads(header)
            version = theirs[kind]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise ArenaError(_foreign(self.path)) from None
        if version != VERSION:
            raise ArenaError(
                f"{self.path} was written by another version of Lastpick;"
                " name another file with --output"
            )
        for key, value in ours.items():
            if theirs.get(key) != value:
                raise ArenaError(
                    f"{self.path} holds another tournament ({key}: {_told(theirs.get(key))} there,"
                    f" {_told(value)} here); name another file with --output"
                )


@contextmanager
def open_results(path: str, tournament: Tournament) -> Iterator[Results]:
    """The results file of a tournament, new or gone on with, held by this process alone."""
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        raise ArenaError(f"cannot keep results in {path}: it is no file but a device or a pipe")
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        file = os.fdopen(handle, "r+b")
    except (OSError, ValueError) as error:
        raise _trouble("open", path, error) from None
    with file:
        if fcntl:
            try:
                fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise ArenaError(f"{path} is in use by another tournament that runs now") from None
        found = Results(path, file, tournament)
        try:
            found.read()
        except OSError as error:
            raise _trouble("read", path, error) from None
        yield found


def _write(path: str, file: BinaryIO, text: str) -> None:
    """Past the file's buffer: what could not be written must not be tried again later."""
    data, handle = text.encode(), file.fileno()
    try:
        while data:
            data = data[os.write(handle, data) :]
        os.fsync(handle)
    except OSError as error:
        raise _trouble("write", path, error) from None


def _sync_folder(path: str) -> None:
    """Make a new file's name durable too, where folders can be opened (not on Windows)."""
    if os.name == "posix":
        folder = os.open(os.path.dirname(os.path.abspath(path)), os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _foreign(path: str) -> str:
    return f"{path} exists and is no results file of a tournament; name another with --output"


def _trouble(doing: str, path: str, error: OSError | ValueError) -> ArenaError:
    why = error.strerror if isinstance(error, OSError) else None
    return ArenaError(f"cannot {doing} the results file {path}: {why or error}")


def _reason(error: Exception) -> str:
    if isinstance(error, (json.JSONDecodeError, UnicodeDecodeError, RecursionError)):
        return "it is no JSON"
    return f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)


def _told(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."
