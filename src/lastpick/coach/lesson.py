"""What a lesson is, whether an answer is right, and a game played on against the coach.

A lesson is a list of steps. Each shows a position and sets a task: to read on, to pick, or to
play on until the game is won. What is said of a pick comes from the oracle and is about that very
pick, so it is true of picks that the lesson's author never thought of. Nothing here prints: a
terminal, a full screen and a page show the same steps and the same sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from random import Random
from typing import NamedTuple

from ..catalog import Book
from ..errors import LessonError
from ..game import Position
from ..oracle import Budget, solve
from ..oracle.budget import A_GLANCE, A_LOOK, FEW_POSITIONS, NO_DEADLINE
from ..oracle.traps import trap
from ..players.player import BotPlayer
from .refutation import confirmation, refutation, refuting

READ, PICK, PLAY = "read", "pick", "play"
TASKS = (READ, PICK, PLAY)
LEARNER, COACH = "you", "coach"


class LessonStep(NamedTuple):
    """A few sentences, a position, and what to do there."""

    text: str
    book: Book
    position: Position
    task: str
    answers: tuple[int, ...]  # the picks that are asked for; none: every winning one
    because: str  # why just these
    asks: str  # what they are, where other winning picks are not asked for
    hint: str
    against: str  # whom a game is played on against: COACH, who is perfect, or a bot
    begins: str  # LEARNER or COACH
    worths: bool  # whether sums are told by what their parts are worth, as its lesson teaches
    claims: tuple[str, ...]  # what the text says in numbers, for whoever checks it
    digest: str  # of all that the step says, to know it again
    line: int  # where it begins in its file

    @property
    def seat(self) -> int:
        """The learner's."""
        turn = self.position.turn
        return turn if self.begins == LEARNER else 3 - turn

    def side(self, seat: int) -> int:
        """The seat as the board shows it: the learner is always 1."""
        return 1 + (seat + self.seat) % 2

    def makers(self, position: Position) -> list[int]:
        """The seat of each pick, as the board shows it."""
        return [self.side(1 + at % 2) for at in range(len(position.picks))]


class Lesson(NamedTuple):
    """What you will be able to do, and the steps that lead there."""

    name: str
    title: str
    goal: str
    minutes: int
    steps: tuple[LessonStep, ...]
    where: str  # its file, as errors name it

    @property
    def games(self) -> tuple[str, ...]:
        """The titles of the games that it is about."""
        return tuple(dict.fromkeys(step.book.title for step in self.steps))


class Answered(NamedTuple):
    """What a pick was worth as an answer, and what is to be said of it."""

    right: bool | None  # None where nobody worked it out
    text: str
    wins_too: bool = False  # whether it wins, but is not one that the step means

    @property
    def wrong(self) -> bool:
        """True if the pick is known to lose; a win not asked for is neither right nor wrong."""
        return self.right is False and not self.wins_too


def wins(position: Position, pick: int, budget: Budget = NO_DEADLINE) -> bool | None:
    """Whether a legal pick wins; None where nobody worked it out."""
    theirs = solve(position.pick(pick), budget.part(A_GLANCE, FEW_POSITIONS)).wins
    return None if theirs is None else not theirs


def truth(position: Position, pick: int, budget: Budget = NO_DEADLINE, worths: bool = False) -> str:
    """What the oracle says of a pick."""
    won = wins(position, pick, budget)
    if won is None:
        return f"I could not work out whether {pick} wins."
    return (confirmation if won else refutation)(position, pick, budget, worths=worths)


def answered(step: LessonStep, pick: int, budget: Budget = NO_DEADLINE) -> Answered:
    """Whether a legal pick is what a step asks for, and the truth about it.

    Every winning pick is right, unless the step says beforehand what else it asks for.
    """
    said, won = truth(step.position, pick, budget, step.worths), wins(step.position, pick, budget)
    if pick in step.answers:
        return Answered(True, f"{said} {step.because}".strip())
    if not (step.answers and won):
        return Answered(won, said)
    if step.asks:
        return Answered(False, f"{pick} wins too. Now find {step.asks}.", wins_too=True)
    meant = " or ".join(map(str, step.answers))
    return Answered(
        True, f"{said} That is another way: this step had {meant} in mind.", wins_too=True
    )


def expected(step: LessonStep, budget: Budget = NO_DEADLINE) -> tuple[int, ...]:
    """The picks that a step asks for."""
    return step.answers or tuple(solve(step.position, budget.part(A_LOOK)).winning)


def resist(position: Position, rng: Random, budget: Budget) -> int:
    """How the coach picks: the answer with which it explains why the last pick loses.

    If none wins, the hardest trap.
    """
    told = refuting(position, budget)
    return rng.choice(trap(position, budget)) if told is None else told


class Playing:
    """A game played on from a step's position against the coach, with as many tries as it takes."""

    def __init__(self, step: LessonStep) -> None:
        self.step = step
        self.position = step.position
        self.tries = 1
        self._turns: list[Position] = []  # in which the learner picked
        self._choose = resist if step.against == COACH else BotPlayer(step.against).choose

    @classmethod
    def resumed(cls, step: LessonStep, tries: int, made: Sequence[int]) -> Playing:
        """The game of a try, after the picks that were made in it so far by both."""
        found = cls(step)
        found.tries = tries
        for n in made:
            if not found.coach_is_next:
                found._turns.append(found.position)
            found.position = found.position.pick(n)
        return found

    def copy(self) -> Playing:
        """The same game once more, to be played on beside this one."""
        found = copy(self)
        found._turns = list(self._turns)
        return found

    def again(self) -> None:
        """Start anew from the step's position; `undo` still goes back into a game just lost."""
        if not self.over:
            self._turns.clear()
        self.position = self.step.position
        self.tries += 1

    @property
    def coach_is_next(self) -> bool:
        """Whether it is the coach's turn."""
        made = len(self.position.picks) - len(self.step.position.picks)
        return made % 2 == (self.step.begins == LEARNER)

    @property
    def over(self) -> bool:
        return not self.position.choices

    @property
    def won(self) -> bool:
        """Whether the game is over and the learner has won it."""
        return self.over and self.coach_is_next != self.position.game.misere

    def pick(self, n: int, budget: Budget = NO_DEADLINE) -> str:
        """Make the learner's pick; what is said if it lets go of a win, else nothing."""
        before = self.position
        self.position = before.pick(n)
        self._turns.append(before)
        if not self._lost_the_win(budget):
            return ""
        return refutation(before, n, budget, worths=self.step.worths)

    def _lost_the_win(self, budget: Budget) -> bool:
        """True if the learner's pick just before loses, and another one wins."""
        pick = self.position.last
        if pick is None or self.position.picks == self.step.position.picks:
            return False
        before = self._turns[-1]
        if wins(before, pick, budget) is not False:
            return False
        return bool(solve(before, budget.part(A_GLANCE, FEW_POSITIONS)).wins)

    def reply(self, budget: Budget = NO_DEADLINE) -> int:
        """Make the coach's pick; the same in the same try of the same step.

        A bot, too, answers a pick that lost the win in the way in which that was explained.
        """
        picks = ",".join(map(str, self.position.picks))
        chance = Random(f"{self.step.digest}/{self.tries}/{picks}")
        choose = resist if self._lost_the_win(budget) else self._choose
        n = choose(self.position, chance, budget.part(A_LOOK))
        self.position = self.position.pick(n)
        return n

    def undo(self) -> bool:
        """Take back the learner's last pick and the answer to it, if there is one."""
        if not self._turns:
            return False
        self.position = self._turns.pop()
        return True


def check(lesson: Lesson, budget: Budget = NO_DEADLINE) -> None:
    """Refuse a step that cannot be done, or expects other picks than the winning ones silently.

    What the oracle does not know within the budget is let pass.
    """
    for step in lesson.steps:
        if step.task != READ and (trouble := _trouble(step, budget)):
            raise LessonError(f"{lesson.where}: line {step.line}: {trouble}")


def _trouble(step: LessonStep, budget: Budget) -> str | None:
    verdict = solve(step.position, budget.part(A_GLANCE, FEW_POSITIONS))
    if verdict.wins is None:
        return None
    won = verdict.winning
    if step.task == PICK:
        if not step.because and verdict.complete and not set(step.answers) <= set(won):
            known = (
                f"the winning picks are {', '.join(map(str, won))}" if won else "no pick wins here"
            )
            return f"{known}; where others are asked for, 'because' says why"
        if step.asks not in step.text:
            return f"the text does not say {step.asks!r}, which 'asks' will ask for"
        if not step.answers and not verdict.wins:
            return "no pick wins here; name those that are asked for as 'answers'"
        return None
    if step.against == COACH and verdict.wins != (step.begins == LEARNER):
        return "whoever learns cannot win this game, as the coach plays it perfectly"
    return None
