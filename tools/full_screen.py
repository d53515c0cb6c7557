"""The program on a terminal of its own, drawn as a person sees it: whole frames and no halves.

The terminal says that it can hold a frame back until it is whole, as most do, so that a program
that is killed in the middle of one has not shown it.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import pexpect
import pyte

PATIENCE = 60  # seconds; bounds a program that hangs
COLUMNS, LINES = 80, 24
KEYS = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "escape": "\x1b",
    "enter": "\r",
    "ctrl+c": "\x03",
}
_CAN_HOLD, _IT_CAN = b"\x1b[?2026$p", "\x1b[?2026;2$y"
_FRAME_ENDS = b"\x1b[?2026l"
_KEPT = (
    "PATH", "PYTHONPATH", "HOME", "XDG_CONFIG_HOME", "LASTPICK_HOME", "LASTPICK_KERNELS",
    "VIRTUAL_ENV",
)  # fmt: skip


class NotShown(Exception):
    """The screen never came to show what it should."""


class FullScreen:
    """A program, its terminal, and what that shows."""

    def __init__(self, command: list[str], columns: int, lines: int, env: Mapping[str, str]):
        self.raw = b""
        self._drawn = 0  # how much of it is on the screen
        self._asked = False  # whether it was told what the terminal can do
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)
        kept = {key: os.environ[key] for key in _KEPT if key in os.environ}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # a fork in a threaded process
            self.child = pexpect.spawn(
                command[0],
                command[1:],
                env={**kept, "LANG": "C.UTF-8", "TERM": "xterm-256color", **env},
                dimensions=(lines, columns),
                timeout=PATIENCE,
            )
        self.child.delaybeforesend = None
        self.child.delayafterclose = 0

    # --- what it shows ----------------------------------------------------------------

    def read(self, patience: float = PATIENCE) -> bool:
        """Take in some of what the program writes; whether there was any."""
        try:
            self.raw += self.child.read_nonblocking(65536, patience)
        except pexpect.EOF:
            return False
        if not self._asked and _CAN_HOLD in self.raw:
            self._asked = True
            self.child.send(_IT_CAN)
        return True

    def read_for(self, seconds: float) -> None:
        """Take in what the program writes in this time."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            try:
                self.read(left)
            except pexpect.TIMEOUT:
                return

    @property
    def lines(self) -> list[str]:
        """The lines of the last whole frame."""
        whole = self.raw.rfind(_FRAME_ENDS) + len(_FRAME_ENDS)
        if whole > max(self._drawn, len(_FRAME_ENDS)):
            self._stream.feed(self.raw[self._drawn : whole])
            self._drawn = whole
        return list(self._screen.display)

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines)

    def wait(self, found: str | Callable[[FullScreen], bool]) -> None:
        """Read until the screen shows a text, or is as it should be."""
        while not (found(self) if callable(found) else found in self.text):
            try:
                more = self.read()
            except pexpect.TIMEOUT:
                raise NotShown(f"{found!r} never came; there is\n{self.text}") from None
            if not more:
                raise NotShown(f"the program left without {found!r}:\n{self.after}")

    @property
    def after(self) -> str:
        """Everything as plain text, for a program that writes lines or has left."""
        return re.sub(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[=>]|\r", "", self.raw.decode(errors="replace"))

    # --- what is done to it -----------------------------------------------------------

    def press(self, *keys: object) -> None:
        """Keys, by their names or as they are; a number is typed and entered."""
        for key in keys:
            self.child.send(f"{key}\r" if isinstance(key, int) else KEYS.get(str(key), str(key)))

    def resize(self, columns: int, lines: int) -> None:
        self.lines  # noqa: B018 - draws what was meant for the old size
        self._screen.resize(lines, columns)
        self.child.setwinsize(lines, columns)

    def kill(self) -> None:
        """End it as a power cut would, and see what it had managed to write."""
        self.child.kill(signal.SIGKILL)
        while self.read():
            pass
        self.child.wait()

    def end(self) -> int:
        """Wait until the program leaves: its exit code."""
        while self.read():
            pass
        self.child.wait()
        code: int = self.child.exitstatus
        return code

    def close(self) -> None:
        if self.child.isalive():
            self.child.kill(signal.SIGKILL)
            self.child.wait()
        self.child.close()


@contextmanager
def full_screen(
    *args: object,
    columns: int = COLUMNS,
    lines: int = LINES,
    env: Mapping[str, str] | None = None,
    command: list[str] | None = None,
) -> Iterator[FullScreen]:
    """The program with these arguments, ended whatever happens."""
    words = command or [sys.executable, "-m", "lastpick", *map(str, args)]
    opened = FullScreen(words, columns, lines, env or {})
    try:
        yield opened
    finally:
        opened.close()
