"""A program of somebody else's, spoken to in lines and kept from doing harm.

It runs in a process group of its own, which is killed whole. Its pipes never block: what it
does not read waits here, what it says to nobody is cut off, and what it writes to its standard
error is read and forgotten but for the last words.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock, current_thread, main_thread
from time import monotonic

from .player import CRASH, FLOOD, HANG, Failure, no_answer

LONGEST_LINE = 64 * 1024  # bytes, of an answer
SECRETS = ("LASTPICK_API_KEY", "OPENAI_API_KEY")  # no business of the program's

_CHUNK = 64 * 1024
_LAST_WORDS = 4096
_GRACE = 1.0  # seconds to leave by itself when asked to
_EXIT = 0.5  # seconds between the end of its output and the end of itself

_starting = Lock()  # held while a program is started
_running: set[subprocess.Popen[bytes]] = set()
_ending = False  # whether this process is about to end, and starts nothing any more
_TOLD = ("SIGINT", "SIGTERM", "SIGHUP")  # how a process is told to end


class Child:
    """A running program; OSError or ValueError if it cannot be started."""

    def __init__(self, words: Sequence[str]) -> None:
        kept = {name: value for name, value in os.environ.items() if name not in SECRETS}
        pipe = subprocess.PIPE
        with _starting, _undisturbed():
            if _ending:
                raise OSError("lastpick is about to end")
            self._process = subprocess.Popen(  # noqa: S603 - running it is what was asked for
                words, bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, env=kept,
                start_new_session=True,
            )  # fmt: skip
            _running.add(self._process)
            self._end = weakref.finalize(self, _end, self._process, os.getpid())
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._in, self._out, self._err = (stream.fileno() for stream in streams if stream)
        for fd in (self._in, self._out, self._err):
            os.set_blocking(fd, False)
        self._open = {self._out, self._err}
        self._unsent = bytearray()
        self._unread = b""
        self._said = b""

    def tell(self, line: bytes) -> None:
        """Send a line, or what the program takes of it now; the rest goes with the next."""
        self._unsent += line + b"\n"
        self._transfer(0)

    def speaks(self) -> bool:
        """Whether there is output that nobody has asked for."""
        self._transfer(0)
        return bool(self._unread)

    def answer(self, seconds: float) -> bytes:
        """The next line of its output."""
        until = monotonic() + seconds
        while b"\n" not in self._unread[: LONGEST_LINE + 1]:
            if len(self._unread) > LONGEST_LINE:
                raise Failure(FLOOD, f"a line of more than {LONGEST_LINE // 1024} kB")
            if self._out not in self._open:
                raise Failure(CRASH, self._farewell())
            left = until - monotonic()
            if left <= 0:
                unfinished = ", but part of a line" if self._unread else ""
                raise Failure(HANG, f"{no_answer(seconds)}{unfinished}")
            self._transfer(left)
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    def close(self, last: bytes | None = None) -> None:
        """End it with all that it started; with a last line it may first leave by itself."""
        if self._end.alive and last is not None:
            until = monotonic() + _GRACE
            self._unsent += last + b"\n"
            while self._open and (left := until - monotonic()) > 0:
                self._transfer(left)
                self._unread = b""
                if not self._unsent and self._process.stdin:
                    self._process.stdin.close()
        self._end()

    def _transfer(self, seconds: float) -> None:
        """Move bytes whichever way they go, once, waiting so long for the first of them."""
        with selectors.DefaultSelector() as ready:
            for fd in self._open:
                ready.register(fd, selectors.EVENT_READ)
            if self._unsent:
                ready.register(self._in, selectors.EVENT_WRITE)
            if not ready.get_map():
                return
            for key, _ in ready.select(seconds):
                self._write() if key.fd == self._in else self._read(key.fd)

    def _write(self) -> None:
        try:
            del self._unsent[: os.write(self._in, self._unsent[:_CHUNK])]
        except BlockingIOError:
            pass
        except OSError:  # it reads no more; whether that is a crash shows when it is asked
            self._unsent.clear()

    def _read(self, fd: int) -> None:
        try:
            found = os.read(fd, _CHUNK)
        except BlockingIOError:
            return
        if not found:
            self._open.discard(fd)
        elif fd == self._out:
            self._unread += found
        else:
            self._said = (self._said + found)[-_LAST_WORDS:]

    def _farewell(self) -> str:
        """How it ended, and the last that it wrote to its standard error."""
        until = monotonic() + _EXIT
        try:
            code = self._process.wait(_EXIT)
            how = f"exited with code {code}" if code >= 0 else f"was ended by signal {-code}"
        except subprocess.TimeoutExpired:
            how = "closed its output"
        while self._err in self._open and (left := until - monotonic()) > 0:
            self._transfer(left)
        said = [line for line in self._said.decode(errors="replace").splitlines() if line.strip()]
        return f"it {how}: {said[-1].strip()}" if said else f"it {how}"


def end_all() -> None:
    """Kill all that runs, and let nothing start any more: this process is about to end."""
    global _ending
    with _starting:
        _ending = True
    for process in list(_running):
        _kill(process)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Hold back what tells this process to end until a program is started.

    Raised in the middle of it, nobody would know of the program. What is handled here, and not
    ignored, a program does not inherit.
    """
    held: list[int] = []
    before = {}
    if current_thread() is main_thread():  # the only one in which signals are raised
        for number in (getattr(signal, name) for name in _TOLD if hasattr(signal, name)):
            if callable(signal.getsignal(number)):
                before[number] = signal.signal(number, lambda number, _: held.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in held:
            signal.raise_signal(number)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill the whole group of a program."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):  # gone already, or not ours to end
        pass


def _end(process: subprocess.Popen[bytes], owner: int) -> None:
    """Kill the whole group, then collect the program; in the process that started it only."""
    if os.getpid() == owner:
        _kill(process)
        _running.discard(process)
        try:
            process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            pass
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream:
            stream.close()
