"""A line on the terminal that tells how far a long job has come."""

from __future__ import annotations

import sys
from time import monotonic
from types import TracebackType

from ..kernels import advice

_PATIENCE = 1.0  # seconds before anything is shown
_PAUSE = 0.2  # seconds between two updates
_LONG = 5.0  # seconds after which it is worth saying what would be faster
STOPPED = "lastpick: interrupted"  # by Ctrl-C
_said: list[str] = []  # what was said about that; once is enough


class Progress:
    """Shows on stderr, if that is a terminal, and wipes itself away at the end."""

    def __init__(self) -> None:
        self._began = monotonic()
        self._next = self._began + _PATIENCE
        self._shown = 0

    def show(self, text: str) -> None:
        if monotonic() >= self._next and sys.stderr.isatty():
            self._next = monotonic() + _PAUSE
            if not _said and monotonic() >= self._began + _LONG:
                self._say_once(advice())
            line = "\r" + text.ljust(self._shown)
            self._shown = max(self._shown, len(text))  # before: an interrupt may come at any time
            sys.stderr.write(line)
            sys.stderr.flush()
            self._shown = len(text)

    def _say_once(self, faster: str) -> None:
        _said.append(faster)
        if faster:
            self.wipe()
            sys.stderr.write(f"lastpick: {faster}\n")

    def positions(self, found: int) -> None:
        """How far the oracle has come; a pairing has no positions to count."""
        self.show(f"{found:,} positions solved" if found else "pairing numbers")

    def games(self, read: int) -> None:
        """How many games have been read from disk."""
        self.show(f"{read:,} games read")

    def wipe(self) -> None:
        """Leave nothing of the line, for what is shown next or at the end."""
        if self._shown:
            sys.stderr.write("\r" + " " * (self._shown + len("^C")) + "\r")  # as typed after it
            sys.stderr.flush()
            self._shown = 0

    @staticmethod
    def bar(done: int, of: int, width: int = 20) -> str:
        """How far, as a bar and a percentage."""
        full = width * min(done, of) // of
        return f"[{'#' * full}{'.' * (width - full)}] {100 * min(done, of) // of}%"

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.wipe()
        if isinstance(error, KeyboardInterrupt) and not error.args:
            error.args = (STOPPED,)
