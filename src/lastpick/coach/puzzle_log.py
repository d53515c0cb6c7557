"""What became of each puzzle: a log that only grows, from which everything else is read.

A puzzle is written down before its first try, hint or giving up, as what was asked and on which
day; each of those is a line of its own, on disk before the answer to it is shown. A puzzle counts
once: after it was solved or given up, nothing is added to it. Lines that are no such thing, as
one that a crash cut short, are passed over.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Collection, Mapping
from datetime import date, timedelta
from typing import Any, NamedTuple

from ..catalog import Book
from ..errors import JournalError
from ..files import Log, LogKind, home, make_private, read_lines
from .daily import Daily, read_day, today
from .puzzles import Puzzle

_MOST_TRIES = 1_000  # that are kept of a puzzle
_NEW = 7  # puzzles that somebody has solved who is no newcomer any more
_WRONG, _RIGHT, _GIVEN_UP, _HINT = "\U0001f7e5", "\U0001f7e9", "\u2b1c", "\U0001f4a1"
_KIND = LogKind("the log of puzzles", JournalError)
Warn = Callable[[str], object]


class Result(NamedTuple):
    """What became of a puzzle."""

    tries: tuple[int, ...] = ()
    hints: int = 0
    solved: bool = False
    gave_up: bool = False

    @property
    def done(self) -> bool:
        return self.solved or self.gave_up

    @property
    def counts(self) -> bool:
        """Whether there was a first try, or giving up in its place."""
        return bool(self.tries) or self.gave_up

    @property
    def at_once(self) -> bool:
        """Whether the first try was right, without a hint."""
        return self.solved and len(self.tries) == 1 and not self.hints


class Kept(NamedTuple):
    """A puzzle in the log."""

    asked: Mapping[str, Any]
    day: date  # on which it was asked first
    result: Result = Result()


class Summary(NamedTuple):
    """All puzzles that were tried or given up, and the days in a row of the daily ones."""

    tried: int
    solved: int
    at_once: int
    streak: int
    best: int


class PuzzleLog:
    """The log of this user. What cannot be read or written is told to `warn`, once."""

    def __init__(self, warn: Warn, path: str | None = None) -> None:
        self._path = path or os.path.join(home(), "puzzles.jsonl")
        self._warn = warn
        self._log: Log | None = None
        self._lost = False  # nothing is kept from here on
        self.puzzles: dict[str, Kept] = {}
        if os.path.lexists(self._path):
            try:
                for line in read_lines(self._path, _KIND):
                    self._read(line)
            except JournalError as error:
                self._give_up(error)

    def result(self, asked: Mapping[str, Any]) -> Result:
        """What has become of a puzzle so far."""
        kept = self.puzzles.get(_name(asked))
        return kept.result if kept else Result()

    def add(self, asked: Mapping[str, Any], event: Mapping[str, Any]) -> None:
        """Something happened to a puzzle: it is on disk when this returns."""
        name = _name(asked)
        lines = []
        if name not in self.puzzles:
            lines.append({"puzzle": name, "asked": asked, "day": today().isoformat()})
        lines.append({"puzzle": name, **event})
        texts = [json.dumps(line) for line in lines]
        for text in texts:
            self._read(text.encode())
        if not self._lost:
            try:
                self._open().append(texts)
            except JournalError as error:
                self._give_up(error)

    def close(self) -> None:
        if self._log is not None:
            self._log.close()
            self._log = None

    def summary(self, now: date | None = None) -> Summary:
        results = [kept.result for kept in self.puzzles.values()]
        streak, best = in_a_row(self.days(), now or today())
        return Summary(
            tried=sum(result.counts for result in results),
            solved=sum(result.solved for result in results),
            at_once=sum(result.at_once for result in results),
            streak=streak,
            best=best,
        )

    def dailies(self) -> dict[str, Result]:
        """What became of each puzzle of a day that was begun, by its date."""
        kept = self.puzzles.values()
        return {one.asked["date"]: one.result for one in kept if "date" in one.asked}

    def easier(self, level: int) -> int | None:
        """The level of a puzzle to offer beside a harder one of the day; None to who needs none.

        The puzzle of a day is the same for everybody, so it cannot be easier for a newcomer.
        """
        solved = sum(kept.result.solved for kept in self.puzzles.values())
        return 1 if level > 1 and solved < _NEW else None

    def days(self) -> set[date]:
        """The days whose puzzle was solved, having been asked on that very day."""
        return {
            kept.day
            for kept in self.puzzles.values()
            if kept.result.solved and kept.asked.get("date") == kept.day.isoformat()
        }

    def _open(self) -> Log:
        if self._log is None:
            try:
                make_private(os.path.dirname(self._path))
            except OSError as error:
                raise _KIND.trouble("write", self._path, error) from None
            self._log = Log.open(self._path, _KIND, shared=True, private=True)
        return self._log

    def _give_up(self, error: JournalError) -> None:
        self._lost = True
        self.close()
        self._warn(f"{error}; from here on puzzles are not kept")

    def _read(self, line: bytes) -> None:
        try:
            entry = json.loads(line)
            name = entry["puzzle"]
            kept = self.puzzles.get(name)
            if kept is not None:
                self.puzzles[name] = kept._replace(result=_after(kept.result, entry))
            elif name == _name(entry["asked"]):
                self.puzzles[name] = Kept(entry["asked"], read_day(entry["day"]))
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return  # cut short, or not ours


def asked_of(book: Book, puzzle: Puzzle, daily: Daily | None = None) -> dict[str, Any]:
    """What was asked, as it stands in the log: enough to ask it again."""
    position = puzzle.position
    asked: dict[str, Any] = {
        "game": position.game.name,
        "numbers": str(position.game.numbers),
        "picks": list(position.picks),
        "level": puzzle.level,
    }
    if book.source is not None:
        asked["toml"] = book.source  # a game of the user's own
    if daily is not None:
        asked |= {"date": daily.day.isoformat(), "schedule": daily.schedule}
    return asked


def in_a_row(days: Collection[date], now: date) -> tuple[int, int]:
    """How many days in a row up to now, and at best. One that ended yesterday still goes on."""
    runs: dict[date, int] = {}
    for day in sorted(days):
        runs[day] = runs.get(day - timedelta(1), 0) + 1
    streak = runs.get(now) or runs.get(now - timedelta(1), 0)
    return streak, max(runs.values(), default=0)


def _name(asked: Mapping[str, Any]) -> str:
    """A short name for what was asked, the same each time."""
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:12]


def _after(result: Result, event: Mapping[str, Any]) -> Result:
    """A result after one more line."""
    if result.done:
        return result
    if "try" in event:
        pick, right = event["try"], event["right"]
        if type(pick) is not int or type(right) is not bool:
            raise TypeError
        tries = (*result.tries, pick) if len(result.tries) < _MOST_TRIES else result.tries
        return result._replace(tries=tries, solved=right)
    if "hint" in event:
        return result._replace(hints=result.hints + 1)
    return result._replace(gave_up=True) if event.get("gave_up") is True else result


def share(daily: Daily, result: Result, streak: int) -> str:
    """The result of a daily puzzle in two or three lines, without the answer in them."""
    tries, hints = len(result.tries), result.hints
    hinted = "no hint" if not hints else "1 hint" if hints == 1 else f"{hints} hints"
    if result.solved:
        told = "Solved on the first try" if result.at_once else f"Solved on try {tries}"
    else:
        told = "Given up" if not tries else f"Given up after try {tries}"
    lines = [
        f"Lastpick daily {daily.day}, {daily.book.title}, level {daily.puzzle.level}",
        f"{told}, {hinted}",
    ]
    if result.solved and streak > 1:
        lines.append(f"{streak} days in a row")
    return "\n".join(lines)


def signs(result: Result) -> str:
    """The same at a glance, where there are colours: a square a try, a lamp a hint."""
    wrong = len(result.tries) - result.solved
    tries = _WRONG * wrong + (_RIGHT if result.solved else _GIVEN_UP)
    return " ".join(part for part in (tries, _HINT * result.hints) if part)


def to_paste(daily: Daily, result: Result, streak: int) -> str:
    """A result for others to read: in words, and at a glance."""
    return f"{share(daily, result, streak)}\n{signs(result)}"
