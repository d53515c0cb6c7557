"""A screen that asks while news may come: what is typed is read in a thread beside.

A question is broken off by news, and asked again below them. What was typed of an answer by then is
dropped, so that nobody answers what has changed with what they see no more. The terminal edits the
line by itself: there are no words to complete and no entries to recall, which would need the main
thread to sit in readline.
"""

from __future__ import annotations

import os
import queue
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from threading import Thread
from time import monotonic

from .screen import Screen

_LONGEST_LINE = 10_000
_GLANCE = 0.5  # seconds: how soon Ctrl-C is heard where waiting does not let it through


class Interrupted(Exception):
    """News came before an answer did."""


class LiveScreen(Screen):
    """Asks, and lets itself be interrupted by `wake`, from any thread."""

    def __init__(self, like: Screen) -> None:
        super().__init__(like.source, like.target)
        self.matters: Callable[[], bool] = lambda: True  # whether what came breaks a question off
        self._came: queue.SimpleQueue[str | None] = queue.SimpleQueue()  # a line; None: news
        self._woken = False  # whether there is a None among them
        self._typed: list[str] = []  # lines that nobody has asked for yet; an empty one: no more
        self._reader: Thread | None = None

    def wake(self) -> None:
        """There is news. However much there is, one note of it waits."""
        if not self._woken:
            self._woken = True
            self._came.put(None)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for news without asking anything; whether some came in time."""
        until = None if seconds is None else monotonic() + seconds
        while until is None or monotonic() < until:
            if (line := self._next(until)) is None:
                return True
            if line is not _NOTHING:
                self._typed.append(line)
        return False

    def _entered(self, prompt: str, words: Sequence[str]) -> str:  # noqa: ARG002 - as of old
        if self._reader is None:
            self._reader = Thread(target=self._read, daemon=True)
            self._reader.start()
        self.target.write(prompt)
        self.target.flush()
        while True:
            if self._typed:
                return self._typed[0] and self._typed.pop(0)  # the end stays the end
            line = self._next(None)
            if line is None and self.matters():
                self._wipe()
                raise Interrupted
            if line is not None and line is not _NOTHING:
                self._typed.append(line)

    def _next(self, until: float | None) -> str | None:
        self.target.flush()
        left = _GLANCE if until is None else min(_GLANCE, max(0.0, until - monotonic()))
        try:
            came = self._came.get(timeout=left)
        except queue.Empty:
            return _NOTHING
        if came is None:
            self._woken = False
        return came

    def _wipe(self) -> None:
        """Take the question away, and what was typed after it."""
        if self.is_person:
            with suppress(ImportError, OSError):
                import termios

                termios.tcflush(self.source.fileno(), termios.TCIFLUSH)
        draws = self.is_terminal and os.environ.get("TERM", "dumb") != "dumb"
        self.target.write("\r\033[K" if draws else "\n")

    def _read(self) -> None:
        for line in self._lines():
            self._came.put(line)
        self._came.put("")

    def _lines(self) -> Iterator[str]:
        """Lines with their ends. Not by the stream itself: its lock would outlive the program."""
        try:
            handle = self.source.fileno()
        except (OSError, ValueError):
            yield from self.source
            return
        encoding, rest = self.source.encoding or "utf-8", b""
        with suppress(OSError):  # a terminal that was closed
            while some := os.read(handle, 4096):
                *lines, rest = (rest + some).split(b"\n")
                for line in lines:
                    yield line.decode(encoding, "replace") + "\n"
                rest = rest[:_LONGEST_LINE]
        if rest:
            yield rest.decode(encoding, "replace") + "\n"


_NOTHING = "\0"  # as no line is
