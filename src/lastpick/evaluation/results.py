"""The results file: one line for each answer, on disk before the next question is asked.

The first line says what was agreed. The file only grows. A last line that a kill has cut short
is dropped; whatever else is wrong with the file is said, and the file is left as it is.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from stat import S_ISREG
from threading import Lock
from typing import Any, BinaryIO, NamedTuple

from ..errors import ArenaError, IllegalPick
from ..players.player import Options
from .ask import GAME, Answer, from_data, to_data
from .suite import Item, Suite

try:
    import fcntl
except ImportError:  # not on Windows, where two programs could write the same file
    fcntl = None  # type: ignore[assignment]

VERSION = 1
_KIND = "lastpick evaluation"


class Plan(NamedTuple):
    """What is evaluated and how: all that the result depends on."""

    player: str
    suite: Suite
    seed: int
    each: int | None  # items of each stratum; None: all
    games: int  # won games played on for each game, size and disguise
    options: Options

    def agreed(self) -> dict[str, Any]:
        options = self.options
        return {
            _KIND: VERSION,
            "player": self.player,
            "suite": self.suite.name,
            "suite_seed": self.suite.seed,
            "checksum": self.suite.checksum,
            "seed": self.seed,
            "each": self.each,
            "games": self.games,
            "seconds": options.seconds,
            "base_url": options.base_url,
            "temperature": options.temperature,
            "show_legal": options.show_legal,
        }


class Results:
    """The answers so far, and the file that they are kept in, if there is one."""

    def __init__(self, path: str | None = None, file: BinaryIO | None = None) -> None:
        self.path = path
        self.answers: dict[tuple[str, int, int], Answer] = {}
        self._file = file
        self._lock = Lock()

    def keep(self, answer: Answer) -> None:
        """Make an answer durable, and count it. Several threads may call this."""
        with self._lock:
            self.write(to_data(answer))
            self.answers[answer.place] = answer

    def write(self, data: Mapping[str, Any]) -> None:
        """Past the file's buffer: what could not be written must not be tried again later."""
        if self._file is None:
            return
        line = (json.dumps(data) + "\n").encode()
        try:
            while line:
                line = line[os.write(self._file.fileno(), line) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            raise _trouble("write", self.path, error) from None


@contextmanager
def open_results(path: str | None, plan: Plan) -> Iterator[Results]:
    """The results of an evaluation, new or gone on with; without a path they are not kept."""
    if path is None:
        yield Results()
        return
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    except (OSError, ValueError) as error:
        raise _trouble("open", path, error) from None
    if not S_ISREG(os.fstat(handle).st_mode):  # a device may be read without end
        os.close(handle)
        raise ArenaError(f"{path} is no ordinary file; name another with --output")
    with os.fdopen(handle, "r+b") as file:
        if fcntl:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise ArenaError(f"{path} is in use by another evaluation that runs now") from None
        results = Results(path, file)
        try:
            _read(results, file, path, plan)
        except OSError as error:
            raise _trouble("read", path, error) from None
        yield results


def _read(results: Results, file: BinaryIO, path: str, plan: Plan) -> None:
    """Take over what an earlier run has left."""
    ours = plan.agreed()
    head = file.readline()
    if not head.endswith(b"\n"):
        if head and not (json.dumps(ours) + "\n").encode().startswith(head):
            raise ArenaError(_foreign(path))
        file.truncate(0)
        results.write(ours)
        return
    _check_head(head, ours, path)
    items = {item.number: item for item in plan.suite.items}
    end = file.tell()
    for at, line in enumerate(file, 2):
        if not line.endswith(b"\n"):
            break
        try:
            answer = _answer(line, items)
            if answer.place in results.answers:
                raise ValueError("the same answer stands in it twice")
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
            raise ArenaError(
                f"the results file {path} is damaged in line {at}: {_why(error)};"
                " name another with --output"
            ) from None
        results.answers[answer.place] = answer
        end += len(line)
    file.truncate(end)


def _answer(line: bytes, items: Mapping[int, Item]) -> Answer:
    answer = from_data(json.loads(line))
    if answer.item not in items:
        raise ValueError(f"the suite has no item {answer.item}")
    item = items[answer.item]
    if answer.kind != GAME:
        if answer.ply != len(item.picks):
            raise ValueError(f"item {answer.item} is not decided at ply {answer.ply}")
        if answer.pick is not None:
            item.start().pick(answer.pick)
    return answer


def _check_head(head: bytes, ours: Mapping[str, Any], path: str) -> None:
    try:
        theirs: dict[str, Any] = json.loads(head)
        version = theirs[_KIND]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise ArenaError(_foreign(path)) from None
    if version != VERSION:
        raise ArenaError(
            f"{path} was written by another version of Lastpick; name another file with --output"
        )
    for key, value in ours.items():
        if theirs.get(key) != value:
            raise ArenaError(
                f"{path} holds another evaluation ({key}: {_told(theirs.get(key))} there,"
                f" {_told(value)} here); name another file with --output"
            )


def _foreign(path: str) -> str:
    return f"{path} exists and is no results file of an evaluation; name another with --output"


def _trouble(doing: str, path: str | None, error: OSError | ValueError) -> ArenaError:
    why = error.strerror if isinstance(error, OSError) else None
    return ArenaError(f"cannot {doing} the results file {path}: {why or error}")


def _why(error: Exception) -> str:
    if isinstance(error, IllegalPick):
        return str(error)
    if isinstance(error, (json.JSONDecodeError, UnicodeDecodeError, RecursionError)):
        return "it is no JSON"
    if type(error) is ValueError:
        return str(error)
    return "it is no answer"


def _told(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "..."
