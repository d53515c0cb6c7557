"""Which steps of lessons are done: a log that only grows, a line for each step done.

A step is known by a digest of what it says. So progress outlives a file that is moved or gets
another name; and a step that its author has changed is to be done anew, and no other.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable

from ..errors import JournalError
from ..files import Log, LogKind, home, make_private, read_lines
from .lesson import Lesson, LessonStep

SOLVED, SHOWN, SEEN = "solved", "shown", "read"  # how a step was done
_KIND = LogKind("", JournalError)  # the path says what it is


class LessonProgress:
    """The steps that this user has done, and how each was done: solved, if ever."""

    def __init__(self, path: str | None = None, kept: bool = True) -> None:
        self.path = path or os.path.join(home(), "lessons.log")
        self.latest = ""  # the name of the lesson that was worked on last
        self._kept = kept
        self._how = self._read() if kept else {}

    @classmethod
    def opened(cls, warn: Callable[[str], object]) -> LessonProgress:
        """That of this user; where it cannot be read, none, which is not kept either."""
        try:
            return cls()
        except JournalError as error:
            warn(f"{error}; progress is not kept until that is moved away")
            return cls(kept=False)

    def how(self, step: LessonStep) -> str | None:
        """How a step was done; None if it is not done yet."""
        return self._how.get(step.digest)

    def done(self, lesson: Lesson) -> int:
        """How many steps of a lesson are done."""
        return sum(step.digest in self._how for step in lesson.steps)

    def add(self, lesson: Lesson, step: LessonStep, how: str) -> None:
        """Keep that a step is done: it is on disk when this returns."""
        if self._how.get(step.digest) != SOLVED:
            self._how[step.digest] = how
        if not self._kept:
            return
        entry = json.dumps({"step": step.digest, "how": how, "lesson": lesson.name})
        try:
            make_private(os.path.dirname(self.path))
        except OSError as error:
            raise _KIND.trouble("write", self.path, error) from None
        with Log.open(self.path, _KIND, shared=True, private=True) as log:
            log.append([entry])

    def _read(self) -> dict[str, str]:
        found: dict[str, str] = {}
        if not os.path.lexists(self.path):
            return found
        for line in read_lines(self.path, _KIND):
            try:
                entry = json.loads(line)
                digest, how = entry["step"], entry["how"]
            except (ValueError, TypeError, LookupError, RecursionError):
                continue  # cut short by a crash, so nobody was told that it is done
            if not isinstance(digest, str) or not isinstance(how, str):
                continue
            self.latest = str(entry.get("lesson", ""))
            if found.get(digest) != SOLVED:
                found[digest] = how
        return found
