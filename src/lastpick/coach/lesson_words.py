"""What is said in a lesson besides its own text: hints, answers, and how a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..catalog import ListStyle
from ..game import Position
from ..oracle import Budget
from .hint import STEPS, in_words, look
from .lesson import COACH, PICK, Answered, Lesson, LessonStep, Playing, answered, expected
from .lesson_progress import SHOWN, SOLVED

SKIPPED = "skipped"  # how a step went that was left for later
TRY_FIRST = "Try a number first: I tell you what it does."
GOING_ON = "Going on where you left."
ONCE_MORE = "You have done this lesson. Here it is once more."
NOTHING_OF_YOURS = "There is nothing of yours to take back yet."
_LIST = ListStyle(separator=", ", conjunction="", runs=3, empty="none")


class LessonHint(NamedTuple):
    """A hint, how many have been given with it, and whether the next one tells more."""

    text: str
    given: int
    more: bool


def goal(lesson: Lesson) -> str:
    """What it is for, and how long it takes."""
    return f"{lesson.goal} About {minutes(lesson)}."


def minutes(lesson: Lesson) -> str:
    return "1 minute" if lesson.minutes == 1 else f"{lesson.minutes} minutes"


def next_hint(step: LessonStep, position: Position, given: int, budget: Budget) -> LessonHint:
    """The author's hint first, then the oracle's, which lead to a pick that the step means."""
    own = [step.hint] if step.hint else []
    most = len(own) + STEPS
    given = min(given + 1, most)
    if given <= len(own):
        return LessonHint(own[given - 1], given, True)
    meant = step.answers if step.task == PICK else ()
    text = in_words(position, look(position, budget, meant), given - len(own), worths=step.worths)
    return LessonHint(text, given, given < most)


def judged(found: Answered) -> str:
    """What is said to a pick that was tried."""
    if found.right:
        return f"Right. {found.text}"
    return f"Not this one. {found.text}" if found.wrong else found.text


def answer(step: LessonStep, budget: Budget) -> tuple[str, tuple[int, ...]]:
    """The answer, for somebody who gives up, and its picks."""
    picks = expected(step, budget)
    if not picks:
        return "I could not work this out.", ()
    others = f" {_LIST.text(picks[1:])} would do too." if len(picks) > 1 else ""
    return f"Here is the answer. {answered(step, picks[0], budget).text}{others}", picks


def begins(step: LessonStep) -> str:
    """What there is to do in a game that is played on."""
    yours = "You begin." if step.position.opening else "It is your turn."
    return f"Play until you win. {'The coach begins.' if step.begins == COACH else yours}"


def replied(n: int) -> str:
    """What the coach has just picked."""
    return f"The coach picks {n}."


def how_it_ended(playing: Playing) -> str:
    """Who could not pick, and who won by that."""
    who = "The coach" if playing.coach_is_next else "You"
    stuck = f"{who} cannot pick" + ", which wins here" * playing.position.game.misere
    if not playing.won:
        return f"{stuck}: this one is lost."
    return f"{stuck}. You win."


def the_end(results: Sequence[str]) -> str:
    """How the steps of a lesson went."""
    shown, skipped = results.count(SHOWN), results.count(SKIPPED)
    said = f"{results.count(SOLVED)} solved" + f", {shown} shown" * bool(shown)
    said += f", {skipped} left for later" * bool(skipped)
    return f"The end of this lesson: {said}."
