"""Lessons as TOML files: the shipped ones, and a teacher's own. An error names the line."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..catalog import open_book
from ..errors import LastpickError, LessonError, meant
from ..files import toml
from ..game import Position
from ..players import BOTS
from ..relations.lists import listed
from .lesson import COACH, LEARNER, PICK, PLAY, READ, TASKS, Lesson, LessonStep

FOLDER = os.path.join(os.path.dirname(__file__), "lessons")
MOST_MINUTES = 600
_WHAT = "lesson"

_TEXT, _PICKS = (str, "a text"), (list, "a list of picks such as [6, 3, 9]")
_GAME = (str, "a game's name, or the path of a game file")
_NUMBERS = (str, 'a pool such as "1-20"')
_WORTHS = (bool, "true or false")
_KEYS: dict[str, tuple[type, str]] = {
    "title": _TEXT,
    "goal": _TEXT,
    "minutes": (int, f"a whole number from 1 to {MOST_MINUTES}"),
    "game": _GAME,
    "numbers": _NUMBERS,
    "worths": _WORTHS,
    "steps": (list, "one or more steps, each under [[steps]]"),
}
_STEP_KEYS: dict[str, tuple[type, str]] = {
    "text": _TEXT,
    "game": _GAME,
    "numbers": _NUMBERS,
    "picks": _PICKS,
    "pool": (str, 'numbers that are left, such as "3,5,8-12"'),
    "last": (int, "the number picked last"),
    "task": (str, " or ".join(f'"{task}"' for task in TASKS)),
    "answers": _PICKS,
    "because": _TEXT,
    "asks": _TEXT,
    "hint": _TEXT,
    "against": (str, f'"{COACH}" or a bot such as "level:3"'),
    "begins": (str, f'"{LEARNER}" or "{COACH}"'),
    "worths": _WORTHS,
    "claims": (list, "a list of texts"),
}
_ONLY_FOR = {"answers": PICK, "because": PICK, "asks": PICK, "against": PLAY, "begins": PLAY}


class Wrong(Exception):
    """What is wrong with a key of a lesson's file."""

    def __init__(self, key: str, text: str) -> None:
        super().__init__(text)
        self.key = key


def shipped() -> dict[str, str]:
    """The shipped lessons by name, in the order in which to take them: the path of each."""
    files = sorted(file for file in os.listdir(FOLDER) if file.endswith(".toml"))
    return {_name(file): os.path.join(FOLDER, file) for file in files}


def open_lesson(asked: str) -> Lesson:
    """A lesson by its name, its number in the list, or the path of its file."""
    if asked.endswith(".toml") or os.path.basename(asked) != asked:
        return read_lesson(_read(asked), _name(os.path.basename(asked)), asked)
    lessons = shipped()
    name = re.sub(r"[\s_]+", "-", asked.strip().lower())
    if name.isascii() and name.isdigit() and 0 < int(name[:9]) <= len(lessons):
        name = list(lessons)[int(name[:9]) - 1]
    if name not in lessons:
        shown = asked if len(asked) <= 40 else asked[:37] + "..."
        instead = meant(name, lessons) or f"; the lessons are {', '.join(lessons)}."
        raise LessonError(
            f"no lesson is called {shown!r}{instead}"
            " A lesson of your own is given by its file, as in ./mylesson.toml"
        )
    return read_lesson(_read(lessons[name]), name, os.path.basename(lessons[name]))


def read_lesson(text: str, name: str, where: str) -> Lesson:
    """The lesson in the text of a file; errors name the file as `where`, and the line."""
    try:
        table = toml.parse(text, _WHAT)
    except ValueError as error:  # which names the line
        raise LessonError(f"{where}: {error}") from None
    lines = _Lines(text)
    try:
        _check_keys(table, _KEYS)
        for key in ("title", "goal", "minutes", "steps"):
            if key not in table:
                raise Wrong("", f"key '{key}' is missing: expected {_KEYS[key][1]}")
        if not 1 <= table["minutes"] <= MOST_MINUTES:
            raise Wrong("minutes", f"key 'minutes': expected {_KEYS['minutes'][1]}")
        if not table["steps"] or any(type(step) is not dict for step in table["steps"]):
            raise Wrong("steps", f"key 'steps': expected {_KEYS['steps'][1]}")
    except Wrong as wrong:
        raise LessonError(f"{where}: line {lines.of(wrong.key)}: {wrong}") from None
    steps = []
    for number, step in enumerate(table["steps"], 1):
        try:
            steps.append(_step(step, table, lines.of("", number), os.path.dirname(where)))
        except Wrong as wrong:
            above = wrong.key in table and wrong.key not in step
            at = 0 if above else number  # what the step takes from the top of the file
            said = f"{wrong}" if above else f"step {number}: {wrong}"
            raise LessonError(f"{where}: line {lines.of(wrong.key, at)}: {said}") from None
    title, goal = (" ".join(table[key].split()) for key in ("title", "goal"))
    return Lesson(name, title, goal, table["minutes"], tuple(steps), where)


class _Lines(NamedTuple):
    """The lines of a file, to find where something stands."""

    text: str

    def of(self, key: str, step: int = 0) -> int:
        """The line of a key of the file or of a step; where there is none, of what holds it."""
        at, found = 0, 1
        for number, line in self._outside():
            if line.startswith("[["):
                at += 1
                if at == step:
                    found = number
            elif at == step and key and re.match(rf"['\"]?{re.escape(key)}['\"]?\s*=", line):
                return number
        if step and not at:  # the steps are written in one list
            return self.of("steps")
        return found

    def _outside(self) -> Iterator[tuple[int, str]]:
        """The lines that begin outside of a text of several lines."""
        within = ""
        for number, line in enumerate(self.text.split("\n"), 1):
            if not within:
                if line.lstrip().startswith("#"):
                    continue
                yield number, line.strip()
            for mark in re.findall(r'"""|\'\'\'', line):
                within = "" if mark == within else within or mark


def _check_keys(table: Mapping[str, Any], keys: Mapping[str, tuple[type, str]]) -> None:
    for key, value in table.items():
        if key not in keys:
            known = ", ".join(keys)
            instead = meant(key, keys)
            raise Wrong(key, f"unknown key {key[:60]!r}: expected one of {known}{instead}")
        kind, expected = keys[key]
        items = value if keys[key] is _PICKS or key == "claims" else []
        inner = int if keys[key] is _PICKS else str
        if type(value) is not kind or any(type(item) is not inner for item in items):
            raise Wrong(key, f"key '{key}': expected {expected}")
        if isinstance(value, str) and not re.sub(r"[\n\t]", "", value).isprintable():
            raise Wrong(key, f"key '{key}': expected no control characters")


def _step(step: Mapping[str, Any], table: Mapping[str, Any], line: int, folder: str) -> LessonStep:
    _check_keys(step, _STEP_KEYS)
    if "text" not in step:
        raise Wrong("", "key 'text' is missing: expected a text")
    task = step.get("task", READ)
    _one_of("task", task, TASKS)
    for key, of in _ONLY_FOR.items():
        if key in step and task != of:
            raise Wrong(key, f"key '{key}' is for steps whose task is \"{of}\"")
    begins = step.get("begins", LEARNER)
    _one_of("begins", begins, (LEARNER, COACH))
    against = step.get("against", COACH)
    _one_of("against", against, (COACH, *BOTS))
    game = step.get("game", table.get("game"))
    if game is None:
        raise Wrong("", "key 'game' is missing, here and at the top of the file")
    if game.endswith(".toml"):  # beside the lesson's file
        game = os.path.join(folder, game)
    numbers = step.get("numbers", None if "game" in step else table.get("numbers"))
    try:
        book = open_book(game, numbers)
    except LastpickError as error:
        key = "numbers" if numbers is not None and _opens(game) else "game"
        raise Wrong(key, str(error)) from None
    position = _position(book.game.start(), step)
    if task != READ and not position.choices:
        raise Wrong("task", "nothing can be picked in this position")
    for n in step.get("answers", ()):
        if n not in position.legal:
            raise Wrong("answers", f"key 'answers': {n} cannot be picked in this position")
    if "asks" in step and "answers" not in step:
        raise Wrong("asks", "key 'asks' goes with 'answers', which are the picks that it names")
    made = LessonStep(
        text=paragraphs(step["text"]),
        book=book,
        position=position,
        task=task,
        answers=tuple(step.get("answers", ())),
        because=" ".join(step.get("because", "").split()),
        asks=" ".join(step.get("asks", "").split()),
        hint=" ".join(step.get("hint", "").split()),
        against=against,
        begins=begins,
        worths=step.get("worths", table.get("worths", False)),
        claims=tuple(step.get("claims", ())),
        digest="",
        line=line,
    )
    return made._replace(digest=_digest(made))


def _opens(game: str) -> bool:
    try:
        open_book(game)
    except LastpickError:
        return False
    return True


def _digest(step: LessonStep) -> str:
    """What a step is known by: what it says and asks, however its file is laid out."""
    position = step.position
    where = (position.game.name, str(position.game.numbers), position.pool, position.last)
    said = (step.text, step.task, step.answers, step.because, step.asks, step.against, step.begins)
    return hashlib.sha256(repr((*where, *said)).encode()).hexdigest()[:16]


def _one_of(key: str, said: str, known: tuple[str, ...]) -> None:
    if said not in known:
        shown = " or ".join(f'"{word}"' for word in known)
        raise Wrong(key, f"key '{key}': expected {shown}{meant(said, known)}")


def _position(start: Position, step: Mapping[str, Any]) -> Position:
    if "pool" in step and "picks" in step:
        raise Wrong("picks", "'pool' and 'picks' both name a position; leave out one of them")
    if "last" in step and "pool" not in step:
        raise Wrong("last", "'last' goes with 'pool'")
    try:
        if "pool" in step:
            return start.game.position(listed(step["pool"]), step.get("last"))
        return start.game.play(step.get("picks", ()))
    except LastpickError as error:
        key = "pool" if "pool" in step else "picks"
        raise Wrong(key, f"key '{key}': {error}") from None


def paragraphs(text: str) -> str:
    """A text with each paragraph on one line; an indented line stands as it is."""
    found: list[str] = []
    for line in text.strip("\n").split("\n"):
        joins = found and found[-1] and not found[-1].startswith(" ") and not line.startswith(" ")
        if joins and line.strip():
            found[-1] += f" {line.strip()}"
        else:
            found.append(line.rstrip())
    return "\n".join(found)


def _name(file: str) -> str:
    """A lesson's name: its file's, without the number that puts it in its place."""
    return re.sub(r"^\d+-", "", os.path.splitext(file)[0])


def _read(path: str) -> str:
    try:
        return toml.read_file(path, _WHAT)
    except ValueError as error:
        raise LessonError(str(error)) from None
