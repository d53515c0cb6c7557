"""Running the program as a user does: in a pipe, and on a terminal that is drawn."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pexpect
import pyte

from lastpick.journal import Journal, Saved
from lastpick.terminal.screen import Screen
from lastpick.terminal.start import Wishes, play

PROGRAM = (sys.executable, "-m", "lastpick")
TIMEOUT = 60  # bounds a child that hangs; nothing waits for it otherwise
GAMES = (
    "divisor-duel",
    "juniper-green",
    "non-consecutive",
    "number-bind",
    "number-knockout",
    "prime-rumble",
)
COLOUR = re.compile(r"\x1b\[[0-9;]*m")

_NOT_INHERITED = re.compile(
    r"PYTHON(UNBUFFERED|IOENCODING|UTF8|DEVMODE|WARNINGS)|NO_COLOR|TERM|COLUMNS|LINES|LANG|LC_.*"
)


def environment(changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """This process's environment without what changes how a program looks."""
    kept = {k: v for k, v in os.environ.items() if not _NOT_INHERITED.fullmatch(k)}
    return {**kept, "LANG": "C.UTF-8", "TERM": "xterm", **(changes or {})}


# --- in a pipe ------------------------------------------------------------------------


class Done(NamedTuple):
    """What a program said, and how it left."""

    out: str
    err: str
    code: int

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def lines(entries: Iterable[object]) -> bytes:
    """What is typed, one entry a line."""
    return "".join(f"{entry}\n" for entry in entries).encode()


def run(
    *args: object,
    stdin: Iterable[object] | bytes = b"",
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> Done:
    """Run the program with these lines on its standard input."""
    found = subprocess.run(
        [*PROGRAM, *map(str, args)],
        input=stdin if isinstance(stdin, bytes) else lines(stdin),
        capture_output=True,
        timeout=TIMEOUT,
        env=environment(env),
        cwd=cwd,
        check=False,
    )
    done = Done(found.stdout.decode(), found.stderr.decode(), found.returncode)
    assert "Traceback" not in done.out + done.err, done.err
    return done


@contextmanager
def started(*args: object) -> Iterator[subprocess.Popen[bytes]]:
    """The program as a child with pipes, ended whatever happens."""
    child = subprocess.Popen(
        [*PROGRAM, *map(str, args)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    with child:
        try:
            yield child
        finally:
            child.kill()


def play_here(wishes: Wishes, entered: bytes) -> tuple[int, str]:
    """Play in this process, which is fast: the exit code and what was shown."""
    source = io.TextIOWrapper(io.BytesIO(entered), encoding="utf-8", errors="replace")
    target = io.StringIO()
    return play(wishes, Screen(source, target)), target.getvalue()


def saved() -> list[Saved]:
    """The matches in the journal, the latest first; none of them damaged."""
    found = list(Journal().saved())
    assert all(isinstance(entry, Saved) for entry in found), found
    return [entry for entry in found if isinstance(entry, Saved)]


# --- on a terminal --------------------------------------------------------------------


class Terminal:
    """The program on a terminal of its own, drawn as a person sees it.

    It is drawn on a screen of its width and on a much wider one. Where nothing is wider
    than the terminal, both look the same.
    """

    ROWS = 900  # so that nothing scrolls away

    def __init__(
        self, *args: object, columns: int = 80, env: Mapping[str, str] | None = None
    ) -> None:
        self.raw = ""
        self._narrow = pyte.Screen(columns, self.ROWS)
        self._wide = pyte.Screen(columns * 4, self.ROWS)
        self._streams = [pyte.Stream(screen) for screen in (self._narrow, self._wide)]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # a fork in a threaded process
            self.child = pexpect.spawn(
                PROGRAM[0],
                [*PROGRAM[1:], *map(str, args)],
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

    def end(self) -> int:
        """Wait until the program leaves: its exit code."""
        self.child.expect(pexpect.EOF)
        self.child.wait()
        code: int = self.child.exitstatus
        return code

    def close(self) -> None:
        if self.child.isalive():
            self.child.kill(signal.SIGKILL)
            self.child.wait()
        self.child.close()


@contextmanager
def terminal(
    *args: object, columns: int = 80, env: Mapping[str, str] | None = None
) -> Iterator[Terminal]:
    """A terminal that is closed whatever happens."""
    opened = Terminal(*args, columns=columns, env=env)
    try:
        yield opened
    finally:
        opened.close()


def _drawn(screen: pyte.Screen) -> list[str]:
    found = [line.rstrip() for line in screen.display]
    while found and not found[-1]:
        found.pop()
    return found
