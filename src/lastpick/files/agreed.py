"""Logs whose first line says what was agreed, and which only the same agreement goes on with.

A header is a JSON object. Its first key tells the kind of log, with the version of its form;
the others are all that the lines below depend on. Whatever is wrong with a file that is there
is said, and the file is left as it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from ..errors import LastpickError
from .log import ADVICE, Log, LogKind

_LONGEST_TOLD = 60  # characters of a value in an error
_NO_JSON = (json.JSONDecodeError, UnicodeDecodeError, RecursionError)


class Agreed(NamedTuple):
    """A kind of log: what its header is about, and what each of its lines is."""

    kind: LogKind
    about: str  # as in "tournament"
    entry: str  # as in "game"


@contextmanager
def open_agreed(
    path: str, what: Agreed, header: dict[str, Any], take: Callable[[bytes], object]
) -> Iterator[Log]:
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


def _take_over(
    log: Log, what: Agreed, header: dict[str, Any], take: Callable[[bytes], object]
) -> None:
    lines = log.lines()
    first = next(lines, None)
    if first is None:  # new, or cut short within its first line
        text = json.dumps(header)
        if not log.begins_like(text):
            raise _foreign(log.path, what)
        log.begin(text)
        return
    _check(first, log.path, what, header)
    for at, line in enumerate(lines, 2):
        try:
            take(line)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise what.kind.error(
                f"{what.kind.name} {log.path} is damaged in line {at}:"
                f" {_reason(error, what.entry)}; {ADVICE}"
            ) from None
    log.drop_torn()


def _check(first: bytes, path: str, what: Agreed, header: dict[str, Any]) -> None:
    kind, version = next(iter(header.items()))
    try:
        theirs: dict[str, Any] = json.loads(first)
        their_version = theirs[kind]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise _foreign(path, what) from None
    if their_version != version:
        raise what.kind.error(
            f"{path} was written by another version of Lastpick; name another file with --output"
        )
    for key in header | theirs:  # what only one of them says is a difference too
        there, here = theirs.get(key), header.get(key)
        if there != here:
            raise what.kind.error(
                f"{path} holds another {what.about} ({key}: {_told(there)} there,"
                f" {_told(here)} here); name another file with --output"
            )


def _foreign(path: str, what: Agreed) -> LastpickError:
    a = "an" if what.about[0] in "aeiou" else "a"
    return what.kind.error(f"{path} exists and is no results file of {a} {what.about}; {ADVICE}")


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
