"""Answers that anything has made, graded: lines of JSON with an item's `id` and its `answer`.

A line is read, graded and forgotten, so that a file may be as large as it likes. Which suite it
is, the ids say. Whatever is wrong with a line is told with its number, and nothing is graded.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any, BinaryIO, NamedTuple, NoReturn

from ..errors import LastpickError, meant
from ..players.player import GARBAGE, Options, clean
from .ask import DECISION, Answer
from .decision import Score, score, score_failure
from .report.data import Report, report
from .results import Plan, Results
from .suite import ALIASES, PUBLIC, Item, Suite

STDIN = "-"
LONGEST_LINE = 16 * 1024 * 1024  # bytes
_MISSING = "there is no answer to it"


class Given(NamedTuple):
    """An answer as it stands in the file."""

    line: int
    id: str
    answer: str | None  # None: the model refused

    @property
    def label(self) -> str:
        """The suite that its id names."""
        return self.id.rpartition("/")[0]


Open = Callable[[Given | None], Suite]
Tell = Callable[[int, int], object]


def grade(
    path: str,
    open_asked: Open,
    each: int | None = None,
    lenient: bool = False,
    tell: Tell | None = None,
) -> Report:
    """The report on a file of answers, the same that `lastpick evaluate` makes.

    `open_asked` opens the suite that the first answer is about; None, if there is no answer.
    """
    results = Results()
    with _opened(path) as file:
        given = read(file, path)
        first = next(given, None)
        suite = open_asked(first)
        seen: dict[int, int] = {}
        for one in chain([first] if first else [], given):
            item = _item(one, suite, path)
            if before := seen.get(item.number):
                refuse(path, one.line, f"{one.id} stands in line {before} too")
            seen[item.number] = one.line
            _keep(results, score(item, one.answer, lenient))
            if tell:
                tell(len(seen), len(suite.items))
    for item in suite.items:
        if item.number not in seen:
            _keep(results, score_failure(item, GARBAGE, _MISSING))
    plan = Plan(
        player=called(path),
        suite=suite,
        seed=1,
        each=each,
        games=0,
        options=Options(lenient=lenient),
    )
    return report(plan, results)


def _keep(results: Results, found: Score) -> None:
    failure = None if found.legal else found.result
    answer = Answer(
        kind=DECISION,
        item=found.item.number,
        ply=len(found.item.picks),
        pick=found.pick,
        failure=failure,
        text=found.said or None,
    )
    results.answers[answer.place] = answer


def _item(one: Given, suite: Suite, path: str) -> Item:
    try:
        return suite.find(one.id)
    except LastpickError:
        first, last = (suite.id_of(suite.items[end]) for end in (0, -1))
        said = repr(one.id[:60])  # with the spaces that may be what is wrong
        if one.label == suite.label:
            why = f"{said} is none of the {len(suite.items):,} items from {first} to {last}"
            why += "" if suite.seed == PUBLIC else "; --each says if there were more"
        elif one.label.partition("@")[0] in ALIASES.values():
            why = f"{said} is of another suite than {suite.label}; score each alone"
        else:
            why = f"expected an id such as {first}, found {said}{meant(one.label, [suite.label])}"
        refuse(path, one.line, why)


# --- the file ---------------------------------------------------------------------------


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    """A file, a pipe, or standard input."""
    if path == STDIN:
        yield sys.stdin.buffer
        return
    try:
        file = open(path, "rb")  # noqa: SIM115 - closed below
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise _unread(path, error) from None
    with file:
        yield file


def _unread(path: str, error: Exception) -> LastpickError:
    why = isinstance(error, OSError) and error.strerror
    return LastpickError(f"cannot read {path}: {why or error}")


def read(file: BinaryIO, path: str) -> Iterator[Given]:
    """The answers of a file, one after the other."""
    number = 0
    while line := _line(file, path):
        number += 1
        if len(line) > LONGEST_LINE:
            refuse(path, number, f"it is longer than {LONGEST_LINE // 1024**2} MB")
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")  # as some editors begin a file
        if not line.isspace():
            yield _given(line, number, path)


def _line(file: BinaryIO, path: str) -> bytes:
    try:
        return file.readline(LONGEST_LINE + 1)
    except OSError as error:
        raise _unread(path, error) from None


def _given(line: bytes, number: int, path: str) -> Given:
    try:
        told: Any = json.loads(line.decode(), object_pairs_hook=tuple)
    except UnicodeDecodeError:
        refuse(path, number, "it is no text in UTF-8")
    except (ValueError, RecursionError):
        refuse(path, number, 'it is no JSON; expected {"id": "...", "answer": "..."}')
    if not isinstance(told, tuple):  # as objects are read here
        refuse(path, number, 'expected an object {"id": "...", "answer": "..."}')
    for key, count in Counter(key for key, _ in told).items():
        if count > 1:
            refuse(path, number, f"{clean(key, 40)!r} stands in it {count} times; leave one")
    said: dict[str, Any] = dict(told)
    for key in ("id", "answer"):
        slip = meant(key, said)
        if key not in said and (slip or key == "id"):
            refuse(path, number, f"{key!r} is missing{slip}")
    said.setdefault("answer", "")  # an id without an answer is garbage
    if not isinstance(said["id"], str):
        refuse(path, number, f"'id' is no string but {_short(said['id'])}")
    if not isinstance(said["answer"], str | None):
        refuse(path, number, f"'answer' is neither a string nor null but {_short(said['answer'])}")
    return Given(number, said["id"], said["answer"])


def _short(value: object) -> str:
    if isinstance(value, tuple | list):
        return "an object" if isinstance(value, tuple) else "a list"
    return clean(json.dumps(value), 40)


def refuse(path: str, line: int, why: str) -> NoReturn:
    """Say what is wrong with a line."""
    raise LastpickError(f"{called(path)}, line {line}: {why}")


def called(path: str) -> str:
    """What a file of answers is called."""
    return "standard input" if path == STDIN else path
