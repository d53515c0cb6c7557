"""Running the program on a terminal that is drawn as a person sees it."""

from __future__ import annotations

import re
import signal
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import pexpect
import pyte

from support.running import TIMEOUT, command, environment

COLOUR = re.compile(r"\x1b\[[0-9;]*m")


class Terminal:
    """The program on a terminal of its own, drawn as a person sees it.

    It is drawn on a screen of its width and on a much wider one. Where nothing is wider
    than the terminal, both look the same.
    """

    ROWS = 900  # so that nothing scrolls away

    def __init__(self, words: list[str], columns: int, env: Mapping[str, str]) -> None:
        self.raw = ""
        self._narrow = pyte.Screen(columns, self.ROWS)
        self._wide = pyte.Screen(columns * 4, self.ROWS)
        self._streams = [pyte.Stream(screen) for screen in (self._narrow, self._wide)]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # a fork in a threaded process
            self.child = pexpect.spawn(
                words[0],
                words[1:],
                env=environment(env),
                dimensions=(self.ROWS, columns),
                encoding="utf-8",
                timeout=TIMEOUT,
            )
        self.child.delaybeforesend = None
        self.child.delayafterclose = 0
        self.child.logfile_read = self

    def write(self, text: str) -> None:
        """Draw what the program wrote; pexpect calls this."""
        self.raw += text
        for stream in self._streams:
            stream.feed(text)

    def flush(self) -> None:
        pass

    @property
    def lines(self) -> list[str]:
        """What the screen shows."""
        return _drawn(self._narrow)

    @property
    def fits(self) -> bool:
        """Whether no line was wider than the terminal."""
        return _drawn(self._narrow) == _drawn(self._wide)

    def expect(self, *patterns: str) -> int:
        """Wait until one of the patterns shows, and say which."""
        found: int = self.child.expect(list(patterns))
        return found

    def enter(self, entry: object, then: str) -> None:
        """Type a line, and wait until a pattern shows."""
        self.child.sendline(str(entry))
        self.expect(then)

    def end(self, press: Callable[[], object] | None = None) -> int:
        """Wait until the program leaves, by a key if there is one: its exit code."""
        leave_by(self.child, press) if press else self.child.expect(pexpect.EOF)
        self.child.wait()
        code: int = self.child.exitstatus
        return code

    def hang_up(self) -> None:
        """Close the terminal under the program, and wait until it is gone."""
        self.child.ptyproc.fileobj.close()
        self.child.wait()

    def close(self) -> None:
        if self.child.isalive():
            self.child.kill(signal.SIGKILL)
            self.child.wait()
        self.child.close()


def leave_by(child: pexpect.spawn, press: Callable[[], object]) -> None:
    """Press a key at a prompt until the program leaves.

    Python does not hear a Ctrl-C between showing a prompt and waiting for what is typed, and on a
    busy machine that is long enough to hit.
    """
    for _ in range(3):
        press()
        if child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=TIMEOUT / 3) == 0:
            return
    raise AssertionError("it does not leave")


@contextmanager
def terminal(
    *args: object, columns: int = 80, env: Mapping[str, str] | None = None, shell: str = ""
) -> Iterator[Terminal]:
    """A terminal that is closed whatever happens."""
    opened = Terminal(command(args, shell), columns, env or {})
    try:
        yield opened
    finally:
        opened.close()


def _drawn(screen: pyte.Screen) -> list[str]:
    """The lines down to the cursor; quicker than asking for the whole display."""
    rows = (screen.buffer[y] for y in range(screen.cursor.y + 1))
    found = ["".join(row[x].data for x in range(max(row, default=-1) + 1)).rstrip() for row in rows]
    while found and not found[-1]:
        found.pop()
    return found
