"""The coach's lessons as plain data, and what is asked while one is taken.

Nothing is kept between two calls: whoever takes a lesson says which step it is and what was
picked there so far, and is told what the coach says to it, in the same words as in the terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from ...coach import lesson_words as words
from ...coach.lesson import PICK, PLAY, READ, Lesson, LessonStep, Playing, answered
from ...coach.lesson_file import open_lesson, shipped
from ...errors import IllegalPick, LessonError
from ...game import Position
from ...oracle import Budget
from ...record import board, gone


@cache
def lesson(name: str) -> Lesson:
    """A shipped lesson; what is asked for over the network never reads a file of another name."""
    if name not in shipped():
        raise LessonError(f"no lesson is called {name!r}; the lessons are {', '.join(shipped())}")
    return open_lesson(name)


# --- what needs no oracle -------------------------------------------------------------------------


@cache
def lesson_list() -> dict[str, Any]:
    """Every lesson, in the order in which to take them."""
    return {"lessons": [_about(lesson(name)) for name in shipped()]}


def _about(taken: Lesson) -> dict[str, Any]:
    return {
        "name": taken.name,
        "title": taken.title,
        "goal": taken.goal,
        "minutes": taken.minutes,
        "games": list(taken.games),
        "steps": [step.digest for step in taken.steps],
    }


@cache
def whole_lesson(name: str) -> dict[str, Any]:
    """A lesson with all that its steps show before anything is picked."""
    taken, names = lesson(name), list(shipped())
    at = names.index(name) + 1
    books = {step.book.game.name: step.book for step in taken.steps}
    return {
        **_about(taken),
        "aim": words.goal(taken),
        "going_on": words.GOING_ON,
        "once_more": words.ONCE_MORE,
        "next": _about(lesson(names[at])) if at < len(names) else None,
        "books": {key: {"title": book.title, "rules": book.rules} for key, book in books.items()},
        "steps": [_shown(step) for step in taken.steps],
    }


def _shown(step: LessonStep) -> dict[str, Any]:
    return {
        "id": step.digest,
        "text": step.text,
        "kind": step.task,
        "begins": words.begins(step) if step.task == PLAY else "",
        "coach_begins": step.task == PLAY and Playing(step).coach_is_next,
        "game": step.book.game.name,
        "title": step.book.title,
        "rule": step.book.summary,
        "numbers": str(step.book.game.numbers),
        **_board(step, step.position),
    }


def _board(step: LessonStep, position: Position) -> dict[str, Any]:
    """What the board shows, on which the learner is 1.

    Numbers that the lesson itself left out are gone with no pick.
    """
    before = step.position
    left: dict[int, int | None] = {**dict.fromkeys(before.gone), **gone(before)}
    for n in position.picks[len(before.picks) :]:
        left |= dict.fromkeys(before.removal(n), n)
        before = before.pick_unchecked(n)
    return {
        **board(position, {}),
        "gone": left,
        "makers": step.makers(position),
        "turn": step.side(position.turn),
    }


# --- what the coach says --------------------------------------------------------------------------


def _step(name: str, number: int, *tasks: str) -> LessonStep:
    steps = lesson(name).steps
    if not 1 <= number <= len(steps):
        raise LessonError(f"the lesson {name} has the steps 1 to {len(steps)}, and no {number}")
    step = steps[number - 1]
    if step.task not in tasks:
        does = {READ: "is only read", PICK: "asks for one pick", PLAY: "is a game"}[step.task]
        raise LessonError(f"step {number} of the lesson {name} {does}")
    return step


def lesson_answer(name: str, number: int, pick: int, *, budget: Budget) -> dict[str, Any]:
    """What the coach says to a pick; one that the rules refuse is no try."""
    step = _step(name, number, PICK)
    if refused := _refused(step.position, pick):
        return {"legal": False, "right": None, "wrong": False, "text": refused}
    found = answered(step, pick, budget)
    return {
        "legal": True,
        "right": found.right,
        "wrong": found.wrong,
        "text": words.judged(found),
    }


def _refused(position: Position, pick: int) -> str:
    """Why a pick may not be made; nothing, if it may."""
    try:
        position.pick(pick)
    except IllegalPick as error:
        reason = str(error)
        return f"{reason[0].upper()}{reason[1:]}."
    return ""


def lesson_hint(
    name: str, number: int, made: Sequence[int], given: int, *, budget: Budget
) -> dict[str, Any]:
    """One more hint than were given, for a step or for the game that is played in it."""
    step = _step(name, number, PICK, PLAY)
    position = Playing.resumed(step, 1, made).position
    return words.next_hint(step, position, given, budget)._asdict()


def lesson_show(name: str, number: int, tries: int, *, budget: Budget) -> dict[str, Any]:
    """The answer, for somebody who gives up; who has not tried yet is asked to."""
    step = _step(name, number, PICK)
    if not tries:
        return {"shown": False, "text": words.TRY_FIRST, "picks": []}
    text, picks = words.answer(step, budget)
    return {"shown": True, "text": text, "picks": list(picks)}


def lesson_play(
    name: str, number: int, tries: int, made: Sequence[int], pick: int | None, *, budget: Budget
) -> dict[str, Any]:
    """The learner's pick in a game that is played on, and the coach's reply to it.

    Without a pick it is the coach who begins.
    """
    step = _step(name, number, PLAY)
    playing = Playing.resumed(step, tries, made)
    refused = said = ""
    landed = None
    if pick is not None:
        if playing.coach_is_next and not playing.over:
            raise LessonError("it is the coach's turn; leave out the pick to let the coach pick")
        refused = _refused(playing.position, pick)
        if not refused:
            said = playing.pick(pick, budget)
            landed = _board(step, playing.position)
    reply = playing.reply(budget) if playing.coach_is_next and not playing.over else None
    over = playing.over
    ended = words.how_it_ended(playing) if over else ""
    return {
        "legal": not refused,
        "text": refused or " ".join(filter(None, (said, ended))),
        "lets_go": bool(said),
        "landed": landed,
        "reply": reply,
        "news": "" if reply is None else words.replied(reply),
        "made": list(playing.position.picks[len(step.position.picks) :]),
        "over": over,
        "won": playing.won,
        "board": _board(step, playing.position),
    }


OF_THE_ORACLE = {
    function.__name__: function
    for function in (lesson_answer, lesson_hint, lesson_show, lesson_play)
}
