"""Lessons at the prompt: a step, what is entered, and what the coach says to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..coach import lesson_words as words
from ..coach.lesson import (
    PICK,
    READ,
    Answered,
    Lesson,
    LessonStep,
    Playing,
    answered,
    check,
)
from ..coach.lesson_file import open_lesson, shipped
from ..coach.lesson_progress import SEEN, SHOWN, SOLVED, LessonProgress
from ..coach.lesson_words import SKIPPED, LessonHint
from ..errors import JournalError, LastpickError
from ..game import Position
from ..oracle.budget import A_LOOK
from . import DONE, INTERRUPTED, UNABLE
from .commands import EntryLine, PromptWord
from .entries import VALID, read_pick, refusal
from .patience import Patience
from .screen import Leave, Screen
from .show_rules import show_rules

_HELP = {
    "hint": "a hint, and a plainer one each time",
    "show": "give up on this one, and see the answer",
    "undo": "take back your last pick",
    "again": "start this game anew",
    "rules": "how this game is played",
    "skip": "leave this step for later",
    "quit": "leave; the lesson goes on here next time",
}


def all_lessons() -> list[Lesson]:
    """The shipped lessons, in the order in which to take them."""
    return [open_lesson(name) for name in shipped()]


def checked(lesson: Lesson) -> Lesson:
    """A lesson whose steps can be done; an error names the line of one that cannot."""
    with Patience(A_LOOK) as patience:
        patience.tell("looking through the lesson:")
        check(lesson, patience.budget)
    if patience.interrupted:
        raise KeyboardInterrupt
    return lesson


def as_data(lessons: list[Lesson], progress: LessonProgress) -> dict[str, Any]:
    return {
        "lessons": [
            {
                "name": lesson.name,
                "title": lesson.title,
                "minutes": lesson.minutes,
                "steps": len(lesson.steps),
                "done": progress.done(lesson),
            }
            for lesson in lessons
        ]
    }


def show_lessons(screen: Screen, lessons: list[Lesson], progress: LessonProgress) -> None:
    """The list of lessons, with how far each has come."""
    name, title = (
        max(map(len, texts))
        for texts in zip(*((one.name, one.title) for one in lessons), strict=True)
    )
    narrow = screen.width is not None and screen.width < name + title + len("12    1 of 9  ")
    for number, lesson in enumerate(lessons, 1):
        done, of = progress.done(lesson), len(lesson.steps)
        far = "done" if done == of else f"{done} of {of}" if done else ""
        if narrow:
            screen.say(f"{number:2}  {lesson.name}  {far}".rstrip())
            screen.say(f"    {lesson.title}", "dim")
        else:
            screen.say(f"{number:2}  {lesson.name:{name}}  {far:6}  {lesson.title}")


def next_lesson(lessons: list[Lesson], progress: LessonProgress) -> Lesson:
    """The first that is not done; if all are, the first."""
    return next((one for one in lessons if progress.done(one) < len(one.steps)), lessons[0])


def show_next(screen: Screen, lesson: Lesson) -> None:
    long = words.minutes(lesson)
    screen.say(f"\nlastpick learn {lesson.name} takes the next one, about {long}.")


class Classroom:
    """One lesson, taken by one person at a prompt."""

    def __init__(self, lesson: Lesson, progress: LessonProgress, screen: Screen) -> None:
        self.lesson = lesson
        self.progress = progress
        self.screen = screen
        self.results: list[str] = []  # how each step went
        self._kept = True  # whether progress can be written

    def sit(self) -> int:
        """Take the steps that are not done yet, or all of them once more; the exit code."""
        todo = [step for step in self.lesson.steps if self.progress.how(step) is None]
        self._introduce(len(todo))
        try:
            for number, step in enumerate(self.lesson.steps, 1):
                if not todo or step in todo:
                    self._take(number, step)
        except Leave:
            self._leave()
            return DONE
        except EOFError:
            self.screen.say("The input ended before the lesson did.")
            self._leave()
            return UNABLE
        except KeyboardInterrupt:
            self.screen.say()
            self._leave()
            return INTERRUPTED
        self._end()
        return DONE

    def _introduce(self, todo: int) -> None:
        lesson, screen = self.lesson, self.screen
        screen.say(lesson.title, "bold")
        screen.say(words.goal(lesson))
        if not todo:
            screen.say(words.ONCE_MORE)
        elif todo < len(lesson.steps):
            screen.say(words.GOING_ON)
        screen.say("Type help to see what else can be entered.", "dim")

    def _leave(self) -> None:
        done, of = self.progress.done(self.lesson), len(self.lesson.steps)
        kept = "It goes on there with" if self._kept else "Nothing could be kept. To begin again:"
        self.screen.say(f"{done} of {of} steps done. {kept} lastpick learn {self._asked}")

    @property
    def _asked(self) -> str:
        """How the lesson is asked for: its name, or its own file's path."""
        own = self.lesson.name not in shipped() or "/" in self.lesson.where
        return self.lesson.where if own else self.lesson.name

    def _end(self) -> None:
        self.screen.say(f"\n{words.the_end(self.results)}", "good")
        names = list(shipped())
        if SKIPPED in self.results:
            self.screen.say(f"For what is left: lastpick learn {self._asked}")
        elif self._asked in names[:-1]:
            after = names[names.index(self._asked) + 1]
            self.screen.say(f"The next one: lastpick learn {after}")
        elif self._asked in names:
            game = self.lesson.steps[-1].book.game.name
            self.screen.say(
                "That was the last lesson. Now win against a bot or solve puzzles:"
                f" lastpick play {game} --p2 level:2, lastpick puzzle {game}"
            )

    # --- one step ---------------------------------------------------------------------

    def _take(self, number: int, step: LessonStep) -> None:
        self.screen.say(f"\nStep {number} of {len(self.lesson.steps)}", "bold")
        self.screen.say(step.text)
        self.screen.say()
        task = _Reading if step.task == READ else _Picking if step.task == PICK else _PlayingOn
        how = task(step, self.screen).done()
        self.results.append(how)
        if how == SKIPPED:
            return
        try:
            self.progress.add(self.lesson, step, how)
        except JournalError as error:
            if self._kept:
                self.screen.note(f"lastpick: {error}; from here on progress is not kept")
            self._kept = False


class _Task:
    """A step that is being worked on: the prompt, and the commands that it knows."""

    entry = "Enter your pick"
    commands: tuple[str, ...] = ()

    def __init__(self, step: LessonStep, screen: Screen) -> None:
        self.step = step
        self.screen = screen
        self.hints = 0
        doing = {"rules": lambda: show_rules(screen, step.book), "quit": self._quit}
        self.prompt = EntryLine(
            screen,
            self.entry,
            {name: PromptWord(_HELP[name], doing.get(name)) for name in self.commands},
        )

    def done(self) -> str:
        """Ask until the step is done: how it was."""
        raise NotImplementedError

    def ask(self, prompt: str) -> str:
        """What is entered; what every step knows is done at once."""
        while (entry := self.prompt.ask(prompt)) is None:
            pass
        return entry

    def _quit(self) -> None:
        raise Leave

    def board(self, position: Position) -> None:
        """The position, as compactly as it can be said."""
        game = position.game
        left = VALID.text(position.pool)
        self.screen.say(f"{self.step.book.title} {game.numbers}. Left: {left}")
        if position.last is not None and not game.follows.trivial:
            said = "It starts from" if position.opening else "Last pick:"
            self.screen.say(f"{said} {position.last}. You may pick: {VALID.text(position.legal)}")

    def think(self, work: Callable[[Patience], Any]) -> Any:
        """Have the oracle asked, with a line that tells so if it takes long."""
        with Patience(A_LOOK) as patience:
            patience.tell("The coach is thinking:")
            found = work(patience)
        if patience.interrupted:
            raise KeyboardInterrupt
        return found

    def give_hint(self, position: Position) -> None:
        """One more hint than before, if there is one."""
        found: LessonHint = self.think(
            lambda p: words.next_hint(self.step, position, self.hints, p.budget)
        )
        self.hints = found.given
        self.screen.say(found.text)
        if found.more:
            self.screen.say("(hint again tells more)", "dim")

    def entered(self, entry: str, position: Position) -> int | None:
        """A legal pick; else what is wrong is said."""
        try:
            return read_pick(entry, position)
        except LastpickError as error:
            self.screen.say(refusal(error, position), "bad")
            return None


class _Reading(_Task):
    entry = "Enter alone goes on"
    commands = ("rules", "skip", "quit")

    def done(self) -> str:
        self.board(self.step.position)
        while entry := self.ask("Enter goes on: "):
            if entry == "skip":
                return SKIPPED
            self.screen.say("There is nothing to pick here: Enter alone goes on.", "dim")
        return SEEN


class _Picking(_Task):
    commands = ("hint", "show", "rules", "skip", "quit")

    def done(self) -> str:
        position = self.step.position
        self.board(position)
        tries = 0
        while True:
            entry = self.ask("Your pick: ")
            if entry == "skip":
                return SKIPPED
            if entry == "hint":
                self.give_hint(position)
            elif entry == "show" and not tries:
                self.screen.say(words.TRY_FIRST)
            elif entry == "show":
                self._show()
                return SHOWN
            elif (pick := self.entered(entry, position)) is not None:
                tries += 1
                found = self._answered(pick)
                style = "good" if found.right else "bad" if found.wrong else ""
                self.screen.say(words.judged(found), style)
                if found.right:
                    return SOLVED
                if tries == 2:
                    self.screen.say("(hint helps, show gives the answer)", "dim")

    def _answered(self, pick: int) -> Answered:
        found: Answered = self.think(lambda p: answered(self.step, pick, p.budget))
        return found

    def _show(self) -> None:
        text, _ = self.think(lambda p: words.answer(self.step, p.budget))
        self.screen.say(text)


class _PlayingOn(_Task):
    commands = ("hint", "undo", "again", "rules", "skip", "quit")

    def done(self) -> str:
        playing = Playing(self.step)
        self.screen.say(words.begins(self.step), "dim")
        while True:
            if playing.over:
                if self._won(playing):
                    return SOLVED
                playing.again()
            elif playing.coach_is_next:
                self._reply(playing)
            elif not self._turn(playing):
                return SKIPPED

    def _won(self, playing: Playing) -> bool:
        """Whether the game that is over was won; if not, it begins anew."""
        ended = words.how_it_ended(playing)
        if playing.won:
            self.screen.say(ended, "good")
            return True
        self.screen.say(f"{ended} Once more from the start.", "bad")
        self.screen.say("(undo goes back to your last pick instead)", "dim")
        return False

    def _reply(self, playing: Playing) -> None:
        n = self.think(lambda p: playing.reply(p.budget))
        self.screen.say(words.replied(n))

    def _turn(self, playing: Playing) -> bool:
        """Ask until something happens to the game; False if the step is left for later."""
        self.board(playing.position)
        self.hints = 0
        while True:
            entry = self.ask("Your pick: ")
            if entry == "skip":
                return False
            if entry == "hint":
                self.give_hint(playing.position)
            elif entry == "again":
                playing.again()
                return True
            elif entry == "undo":
                if playing.undo():
                    return True
                self.screen.say(words.NOTHING_OF_YOURS)
            elif (pick := self.entered(entry, playing.position)) is not None:
                self._pick(playing, pick)
                return True

    def _pick(self, playing: Playing, pick: int) -> None:
        """Make the learner's pick; one that lets go of the win is told at once."""
        if said := self.think(lambda p: playing.pick(pick, p.budget)):
            self.screen.say(said, "bad")
            self.screen.say("(undo takes it back)", "dim")
