"""Logs as JSON, one line each, to standard error.

A thread writes them: a reader that has stopped would otherwise stop the whole server as soon as the
pipe to it is full.
"""

from __future__ import annotations

import io
import json
import logging
import os
import select
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stderr
from typing import Any, TextIO, cast

_MOST_WAITING = 1 << 20  # bytes that wait to be written; what comes then is dropped and counted
_ATOMIC = 4096  # bytes that Linux writes to a pipe whole, beside those of other processes
_GATHER = 0.01  # seconds in which lines gather for one write: the thread takes the loop's time
_LAST = 0.5  # seconds that the last lines have to be written
_LONGEST_PATH = 200  # characters; a request may send 16,000

_KNOWN = set(vars(logging.makeLogRecord({})))


class Lines(logging.Formatter):
    """A record as one JSON object: when, what, and whatever else is known."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        told: dict[str, Any] = {
            "at": f"{at}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "process": os.getpid(),
            "event": record.getMessage(),
        }
        told |= {key: value for key, value in vars(record).items() if key not in _KNOWN}
        told.pop("color_message", None)
        if "path" in told:
            told["path"] = told["path"][:_LONGEST_PATH]
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, default=str)


class QueuedStream(io.TextIOBase):
    """A stream whose `write` never blocks: a thread writes to the file, and what is too much is
    dropped; how much that was is written as soon as it can be.
    """

    def __init__(self, file: int) -> None:
        self.dropped = 0
        self._reported = 0  # of those
        self._file = file
        self._waiting: list[bytes] = []
        self._size = 0  # bytes that are not written yet
        self._changed = threading.Condition()
        threading.Thread(target=self._write_all, name="log", daemon=True).start()

    def write(self, text: str) -> int:
        line = text.encode("utf-8", "backslashreplace")
        with self._changed:
            if self._size + len(line) > _MOST_WAITING:
                self.dropped += 1
            else:
                self._waiting.append(line)
                self._size += len(line)
                self._changed.notify_all()
        return len(text)

    def drain(self) -> None:
        """Wait until everything is written, for a moment at most."""
        with self._changed:
            self._changed.wait_for(lambda: not self._size, _LAST)

    def _write_all(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self.dropped > self._reported)
            select.select((), (), (), _GATHER)  # time.sleep fails under libfaketime
            with self._changed:
                lines, self._waiting = self._waiting, []
                if self.dropped > self._reported:
                    lines.append(_report(self.dropped - self._reported))
                    self._reported = self.dropped
                    self._size += len(lines[-1])
            for piece in _pieces(lines):
                self._write(piece)
                with self._changed:
                    self._size -= len(piece)
                    self._changed.notify_all()

    def _write(self, piece: bytes) -> None:
        while piece:
            try:
                piece = piece[os.write(self._file, piece) :]
            except BlockingIOError:  # another program that has this file made it so
                select.select([], [self._file], [])
            except OSError:  # nobody will ever read it, or the disk is full
                lost = piece.count(b"\n")
                with self._changed:
                    self.dropped, self._reported = self.dropped + lost, self._reported + lost
                return


def _report(dropped: int) -> bytes:
    record = logging.makeLogRecord(
        {"msg": "lines of the log were dropped", "levelname": "WARNING", "dropped": dropped}
    )
    return f"{Lines().format(record)}\n".encode()


def _pieces(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Whole lines together, as many as are written at once."""
    piece = b""
    for line in lines:
        if piece and len(piece) + len(line) > _ATOMIC:
            yield piece
            piece = b""
        piece += line
    yield piece


@contextmanager
def set_up() -> Iterator[None]:
    """Send the logs of the server, and the warnings of its parts, to standard error."""
    stream = cast(TextIO, QueuedStream(sys.stderr.fileno()))
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Lines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("lastpick.web").setLevel(logging.INFO)
    logging.getLogger("asyncpg").setLevel(logging.ERROR)  # the store says when it fails
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(logging.ERROR)  # its warnings are about what strangers send
    with redirect_stderr(stream):
        try:
            yield
        finally:
            drain()


def drain() -> None:
    """Wait until what was logged is written, for a moment at most."""
    if isinstance(sys.stderr, QueuedStream):
        sys.stderr.drain()


def dropped() -> int:
    """Lines that nobody has read, and that are lost."""
    return sys.stderr.dropped if isinstance(sys.stderr, QueuedStream) else 0
