"""Servers that mean harm to whoever joins a game on them, by lines and on the full screen.

The program plays on a terminal of its own while its server sends what it should not, without end.
It stays small, keeps few files, writes nothing that a terminal would obey, and leaves at Ctrl-C; or
it has said in one line what is wrong.
"""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import sys
import termios
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from playing import Wrong
from processes import alive, memory
from rig import Progress, Run
from support.hostile_server import ATTACKS, hostile_server
from support.running import environment

MOST_MEMORY = 200.0  # megabytes, with the 50 or 90 of the program itself
MOST_SEATS = 101  # files: the game of the link, and a hundred after it
MOST_WAIT = 1.0  # seconds from Ctrl-C to the end
_CLOSING = 1.0  # more for the app, which takes so long in peace too on a busy machine
_BEGUN = 60.0  # seconds in which the program has begun to talk to its server
_SIZE = (50, 500)  # of the terminal: an error stands on one of its lines
_KEPT = 1 << 16  # bytes of what it showed last
_FOREIGN = (b"\x1b]0;owned", b"\x9b2J", "\u202e".encode())
_COLOURS = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\r")


class Suffered(NamedTuple):
    """How the program took an attack."""

    memory: float
    seats: int
    wait: float | None  # None: it had left by itself


class Player:
    """The program on a terminal of its own, whose output is read and mostly forgotten."""

    def __init__(self, home: Path, *words: str) -> None:
        self.home = home
        self.shown = b""
        self.obeyed: list[bytes] = []
        self.pid, self._terminal = pty.fork()
        if not self.pid:
            command = [sys.executable, "-m", "lastpick", *words]
            termios.tcsetwinsize(0, _SIZE)
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # a job in the background has it ignored
            os.execve(command[0], command, environment({"LASTPICK_HOME": str(home)}))

    def read_for(self, seconds: float) -> bool:
        """Take in what it shows, for so long; whether it goes on."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if not select.select([self._terminal], [], [], left)[0]:
                continue
            try:
                some = os.read(self._terminal, _KEPT)
            except OSError:
                some = b""
            if not some:
                return False
            self.obeyed += [bad for bad in _FOREIGN if bad in self.shown[-20:] + some]
            self.shown = (self.shown + some)[-_KEPT:]
        return True

    def interrupt(self) -> float:
        """Press Ctrl-C: the seconds until it has left."""
        began = time.monotonic()
        with suppress(OSError):
            os.write(self._terminal, b"\x03")
        while self.read_for(0.05) and time.monotonic() < began + 30:
            pass
        return time.monotonic() - began

    @property
    def last(self) -> str:
        """The last line that it showed."""
        text = _COLOURS.sub("", self.shown.decode(errors="replace"))
        return next((line for line in reversed(text.split("\n")) if line.strip()), "")

    @property
    def seats(self) -> int:
        return len(list(self.home.glob("seats/*")))

    def close(self) -> None:
        os.close(self._terminal)
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


@contextmanager
def _joined(home: Path, *words: str) -> Any:
    player = Player(home, *words)
    try:
        yield player
    finally:
        player.close()


def suffer(name: str, home: Path, seconds: float, full: bool) -> Suffered:
    """Join the server of an attack; Wrong says what it could do."""
    where = f"{name}{', on the full screen' if full else ''}"
    with (
        hostile_server(ATTACKS[name]) as server,
        _joined(home, "join", server.link, *["--full"] * full) as player,
    ):
        begun, largest, goes_on = time.monotonic(), 0.0, True
        while not server.asked and goes_on and time.monotonic() < begun + _BEGUN:
            goes_on = player.read_for(0.1)
        until = time.monotonic() + seconds
        while goes_on and time.monotonic() < until:
            if alive(player.pid):
                with suppress(OSError, ValueError, IndexError):
                    largest = max(largest, memory([player.pid]))
            goes_on = player.read_for(0.1)
        wait = player.interrupt() if goes_on else None
        if not server.asked:
            raise Wrong(f"{where}: nobody came: {player.last[:200]!r}")
        if largest > MOST_MEMORY:
            raise Wrong(f"{where}: {largest:.0f} MB")
        if player.seats > MOST_SEATS:
            raise Wrong(f"{where}: {player.seats} files of seats")
        if player.obeyed:
            raise Wrong(f"{where}: the terminal was sent {player.obeyed[0]!r}")
        if b"Traceback" in player.shown:
            raise Wrong(f"{where}: a traceback: {player.last!r}")
        if wait is not None and wait > MOST_WAIT + _CLOSING * full:
            raise Wrong(f"{where}: {wait:.1f} s from Ctrl-C to the end")
        if wait is None and not (player.last.startswith("lastpick: ") or full):
            raise Wrong(f"{where}: it left with {player.last!r}")
        return Suffered(largest, player.seats, wait)


async def joining(run: Run, count: int) -> str:
    """Each attack for so many seconds, in both faces."""
    progress = Progress("joining", 2 * len(ATTACKS))
    found: list[Suffered] = []
    for number, (name, full) in enumerate(
        (name, full) for name in ATTACKS for full in (False, True)
    ):
        found.append(suffer(name, run.folder / str(number), count, full))
        progress(number + 1)
    waits = [one.wait for one in found if one.wait is not None]
    return (
        f"{len(ATTACKS)} servers, by lines and on the full screen: at most"
        f" {max(one.memory for one in found):.0f} MB and {max(one.seats for one in found)} files,"
        f" {len(found) - len(waits)} times one line, else gone {max(waits):.1f} s after Ctrl-C"
    )
