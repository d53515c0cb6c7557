"""Logs whose first line says what was agreed, and which only the same agreement goes on with.

A header is a JSON object. Its first key tells the kind of log, with the version of its form;
the others are all that the lines below depend on. What it does not say is as it always was
before it could be said. Whatever is wrong with a file that is there
is said, and the file is left as it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from ..errors import LastpickError
from .log import ADVICE, Log, LogKind, read_lines

_LONGEST_TOLD = 60  # characters of a value in an error
_ELSE = f"; {ADVICE}"  # what else to do, where a log was to be written
_NO_JSON = (json.JSONDecodeError, UnicodeDecodeError, RecursionError)


class Agreed(NamedTuple):
    """A kind of log: what its header is about, and what each of its lines is."""

    kind: LogKind
    about: str  # as in "tournament"
    entry: str  # as in "game"
    unsaid: Mapping[str, Any] = {}  # what a header means that does not say it


Take = Callable[[bytes], object]


@contextmanager
def open_agreed(path: str, what: Agreed, header: Mapping[str, Any], take: Take) -> Iterator[Log]:
    """The log with this header: a new one, or gone on with; `take` is given each line of it.

    It is held by this process alone.
    """
    try:
        log = Log.open(path, what.kind)
    except BlockingIOError:
        raise what.kind.error(f"{path} is in use by another {what.about} that runs now") from None
    with log:
        _take_over(log, what, header, take)
        yield log


def read_agreed(
    path: str, what: Agreed, kind: str, version: int, begin: Callable[[dict[str, Any]], Take]
) -> None:
    """Read a log that is there, and leave it alone; `begin` is given its header, then says who
    is given each line."""
    lines = read_lines(path, what.kind)
    header = _header(next(lines, b""), path, what, kind, version, "")
    take = begin(header)
    _take_all(lines, path, what, take, "")


def _take_over(log: Log, what: Agreed, header: Mapping[str, Any], take: Take) -> None:
    lines = log.lines()
    first = next(lines, None)
    if first is None:  # new, or cut short within its first line
        text = json.dumps(header)
        if not log.begins_like(text):
            raise _foreign(log.path, what, _ELSE)
        log.begin(text)
        return
    kind, version = next(iter(header.items()))
    theirs = _header(first, log.path, what, kind, version, _ELSE)
    if other := difference(what, theirs, header):
        raise what.kind.error(
            f"{log.path} holds another {what.about} ({other}); name another file with --output"
        )
    _take_all(lines, log.path, what, take, _ELSE)
    log.drop_torn()


def _header(
    first: bytes, path: str, what: Agreed, kind: str, version: int, advice: str
) -> dict[str, Any]:
    """The header in the first line of a log."""
    try:
        header: dict[str, Any] = json.loads(first)
        found = header[kind]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise _foreign(path, what, advice) from None
    if found != version:
        raise what.kind.error(f"{path} was written by another version of Lastpick{advice}")
    return header


def _take_all(lines: Iterable[bytes], path: str, what: Agreed, take: Take, advice: str) -> None:
    for at, line in enumerate(lines, 2):
        try:
            take(line)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise what.kind.error(
                f"{what.kind.name} {path} is damaged in line {at}:"
                f" {_reason(error, what.entry)}{advice}"
            ) from None


def difference(what: Agreed, there: Mapping[str, Any], here: Mapping[str, Any]) -> str:
    """The first thing in which two headers differ, in words; nothing if they agree."""
    for key in {**here, **there}:
        theirs, ours = (said.get(key, what.unsaid.get(key)) for said in (there, here))
        if theirs != ours:
            return f"{key}: {_told(theirs)} there, {_told(ours)} here"
    return ""


def _foreign(path: str, what: Agreed, advice: str) -> LastpickError:
    a = "an" if what.about[0] in "aeiou" else "a"
    there = "exists and " if advice else ""
    return what.kind.error(f"{path} {there}is no results file of {a} {what.about}{advice}")


def _reason(error: Exception, entry: str) -> str:
    """What is wrong with a line; what Python says of its own types helps nobody."""
    if isinstance(error, _NO_JSON):
        return "it is no JSON"
    if isinstance(error, KeyError):
        return f"{error.args[0]!r} is missing"
    return str(error) if isinstance(error, ValueError) else f"it is no {entry}"


def _told(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= _LONGEST_TOLD else text[: _LONGEST_TOLD - 3] + "..."
