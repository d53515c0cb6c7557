"""Running the program as a user does, in a pipe."""

from __future__ import annotations

import io
import json
import os
import re
import select
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from lastpick.journal import Journal, Saved
from lastpick.record import Event
from lastpick.terminal.screen import Screen
from lastpick.terminal.start import PlayRequest, play

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

_NOT_INHERITED = re.compile(
    r"PYTHON(UNBUFFERED|IOENCODING|UTF8|DEVMODE|WARNINGS)|NO_COLOR|MAKE.*|MFLAGS|TERM|COLUMNS|LINES|LANG|LC_.*"
)


def environment(changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """This process's environment without what changes how a program looks."""
    kept = {k: v for k, v in os.environ.items() if not _NOT_INHERITED.fullmatch(k)}
    return {**kept, "LANG": "C.UTF-8", "TERM": "xterm", **(changes or {})}


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


def command(args: Iterable[object], shell: str = "") -> list[str]:
    """The command line that runs the program, in a shell if one is to prepare something."""
    prepared = ("sh", "-c", f'{shell} && exec "$@"', "sh") if shell else ()
    return [*prepared, *PROGRAM, *map(str, args)]


def run(
    *args: object,
    stdin: Iterable[object] | bytes = b"",
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    shell: str = "",
) -> Done:
    """Run the program with these lines on its standard input."""
    found = subprocess.run(
        command(args, shell),
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


def refused(done: Done) -> str:
    """The one line that says why nothing was done."""
    assert (done.out, done.code) == ("", 2)
    assert done.err.count("\n") == 1
    assert done.err.startswith("lastpick")
    return done.err


def without_a_solver(folder: Path) -> dict[str, str]:
    """An environment in which highspy cannot be imported."""
    (folder / "highspy.py").write_text("raise ImportError\n")
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {"PYTHONPATH": os.pathsep.join(paths)}


def run_unread(*args: object, stdin: Iterable[object] = ()) -> tuple[str, int]:
    """Run the program with an output that nobody reads: its messages and its exit code."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        found = subprocess.run(
            command(args),
            input=lines(stdin),
            stdout=writer,
            stderr=subprocess.PIPE,
            timeout=TIMEOUT,
            env=environment(),
            check=False,
        )
    finally:
        os.close(writer)
    return found.stderr.decode(), found.returncode


@contextmanager
def started(*args: object) -> Iterator[subprocess.Popen[bytes]]:
    """The program as a child with pipes, ended whatever happens."""
    child = subprocess.Popen(
        command(args),
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


def tell(child: subprocess.Popen[bytes], *entries: object) -> None:
    """Enter something, without waiting for what comes of it."""
    assert child.stdin is not None
    child.stdin.write(lines(entries))
    child.stdin.flush()


def read(child: subprocess.Popen[bytes], most: int = 65536) -> bytes:
    """Some of what a child shows, as soon as there is any; nothing when it has left."""
    assert child.stdout is not None
    ready, _, _ = select.select([child.stdout], [], [], TIMEOUT)
    assert ready, "the program shows nothing and does not leave"
    return os.read(child.stdout.fileno(), most)


def read_until(child: subprocess.Popen[bytes], ending: str) -> str:
    """Read what a child shows until it ends with a text, such as a prompt."""
    shown = b""
    while not shown.endswith(ending.encode()):
        some = read(child)
        assert some, f"{ending!r} never came after {shown.decode()!r}"
        shown += some
    return shown.decode()


def play_here(wishes: PlayRequest, entered: bytes) -> tuple[int, str]:
    """Play in this process, which is fast: the exit code and what was shown."""
    source = io.TextIOWrapper(io.BytesIO(entered), encoding="utf-8", errors="replace")
    target = io.StringIO()
    return play(wishes, Screen(source, target)), target.getvalue()


def latest() -> Saved:
    """The match that was written last."""
    found = next(iter(Journal().saved()))
    assert isinstance(found, Saved), found
    return found


def events() -> list[Event]:
    """What has happened in the latest match's latest game."""
    return latest().match.play.events
