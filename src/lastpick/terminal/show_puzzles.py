"""Puzzles at the prompt: a position, a pick, and why it is right or wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from random import SystemRandom
from typing import Any

from ..catalog import Book
from ..catalog.rules import ending
from ..coach.daily import Daily, daily, read_day, today
from ..coach.hint import STEPS
from ..coach.puzzle_attempt import DONE_BEFORE, Attempt, tried_before
from ..coach.puzzle_log import PuzzleLog, Result, asked_of, share
from ..coach.puzzles import Puzzle, each_puzzle
from ..coach.worksheet import facts
from ..errors import BudgetError, LastpickError
from ..game import Game
from ..oracle import Budget
from ..oracle.budget import A_LOOK
from . import DONE, INTERRUPTED, UNABLE
from .commands import EntryLine, PromptWord
from .entries import read_pick, refusal
from .patience import Patience
from .screen import Leave, Screen
from .show_rules import show_rules

_PROMPT = "Which pick wins? "


def read_puzzles(
    game: Game,
    count: int,
    level: int | None,
    seed: int | None,
    patience: Patience,
    alike: bool = True,
) -> tuple[list[Puzzle], str | None]:
    """Look for puzzles, with a bar if it takes long; and why there are too few, if so.

    Without a seed, new ones each time.
    """
    if seed is None:
        seed = SystemRandom().randrange(10**9)
    found: list[Puzzle] = []
    try:
        tell = partial(patience.bar, "puzzles")
        found.extend(
            each_puzzle(game, count, level, seed, tell, budget=patience.budget, alike=alike)
        )
    except BudgetError as error:
        return found, str(error)
    return found, None


def read_daily(day: str | None, patience: Patience) -> Daily:
    """The puzzle of a day, or of today."""
    when = today() if day is None else read_day(day)
    patience.tell(f"the puzzle of {when}")
    return daily(when, patience.budget)


def sit(book: Book, puzzles: Sequence[Puzzle], screen: Screen, exact: bool = False) -> int:
    """Ask every puzzle; the exit code. Reasons are told in plain words, or exactly."""
    unusual = f", where {ending(book.game)}" if book.game.misere else ""
    title = f"{book.title} {book.game.numbers}{unusual}"
    screen.say(f"{title}: one pick wins. Enter it, or help.", "bold")
    log = _open_log(screen)
    asked = [
        PuzzlePrompt(
            f"Puzzle {number} of {len(puzzles)}, level {puzzle.level}",
            book, puzzle, asked_of(book, puzzle), log, screen, exact,
        )
        for number, puzzle in enumerate(puzzles, 1)
    ]  # fmt: skip
    code = _ask_all(asked, log, screen, "The input ended before the puzzles did.")
    results = [one.result for one in asked if one.result.counts]
    right = sum(result.at_once for result in results)
    if results:
        screen.say(f"\nRight on the first try: {right} of {len(results)}.", "bold")
    return code


def sit_daily(found: Daily, screen: Screen, exact: bool = False) -> int:
    """Ask the puzzle of a day, and tell the result to share; the exit code."""
    log = _open_log(screen)
    asked = asked_of(found.book, found.puzzle, found)
    title = f"{found.book.title} {found.book.game.numbers}, level {found.puzzle.level}"
    about = f"Puzzle of {found.day}: {title}"
    one = PuzzlePrompt(about, found.book, found.puzzle, asked, log, screen, exact)
    screen.say(f"{found.book.summary} Exactly one pick wins. Enter it, or help.")
    if one.before.done:
        screen.say(f"\n{share(found, one.before, log.summary().streak)}")
    elif level := log.easier(found.puzzle.level):
        game = found.book.game.name
        screen.say(f"An easier one to begin with: lastpick puzzle {game} --level {level}", "dim")
    code = _ask_all([one], log, screen, "The input ended before the puzzle was solved.")
    if one.result.done and not one.before.done:
        screen.say(f"\n{share(found, one.result, log.summary().streak)}", "bold")
    elif one.result.counts and not one.before.done:
        screen.say(f"To go on with it: lastpick puzzle --daily {found.day}")
    return code


def _open_log(screen: Screen) -> PuzzleLog:
    return PuzzleLog(lambda text: screen.note(f"lastpick: {text}"))


def _ask_all(puzzles: Iterable[PuzzlePrompt], log: PuzzleLog, screen: Screen, at_end: str) -> int:
    try:
        for puzzle in puzzles:
            puzzle.ask()
        return DONE
    except Leave:
        return DONE
    except EOFError:
        screen.say(at_end)
        return UNABLE
    except KeyboardInterrupt:
        screen.say()
        return INTERRUPTED
    finally:
        log.close()


@contextmanager
def _patience() -> Iterator[Budget]:
    """Time for one look, while somebody waits; Ctrl-C ends it, and then leaves."""
    with Patience(A_LOOK) as patience:
        yield patience.budget
    if patience.interrupted:
        raise KeyboardInterrupt


class PuzzlePrompt:
    """One puzzle at the prompt. What was done is in the log before it is answered."""

    def __init__(
        self,
        title: str,
        book: Book,
        puzzle: Puzzle,
        asked: Mapping[str, Any],
        log: PuzzleLog,
        screen: Screen,
        exact: bool,
    ) -> None:
        self.title = title
        self.book = book
        self.puzzle = puzzle
        self.screen = screen
        self.attempt = Attempt(puzzle, asked, log, exact)
        self.before = self.attempt.before
        commands = {
            "hint": PromptWord("in three steps, each plainer", self._hint),
            "answer": PromptWord("give up, and see which wins", self._give_up),
            "pool": PromptWord("the position once more", self._pool),
            "rules": PromptWord("how this game is played", lambda: show_rules(screen, book)),
            "quit": PromptWord("leave; what you tried is kept", self._quit),
        }
        self.prompt = EntryLine(screen, "Enter the number that wins", commands)

    @property
    def result(self) -> Result:
        """What has become of it by now."""
        return self.attempt.result

    def ask(self) -> None:
        """Ask until it is solved or given up."""
        self.screen.say(f"\n{self.title}", "bold")
        if self.before.done:
            self.screen.say(DONE_BEFORE, "dim")
        if so_far := self.attempt.so_far:
            self.screen.say(so_far)
        self._pool()
        while not self.result.done:
            entry = self.prompt.ask(_PROMPT)
            if entry is None:
                continue
            try:
                self._try(read_pick(entry, self.puzzle.position))
            except LastpickError as error:
                self.screen.say(refusal(error, self.puzzle.position), "bad")

    def _pool(self) -> None:
        for name, text in facts(self.book, self.puzzle):
            self.screen.say(f"{name}: {text}")

    def _hint(self) -> None:
        step = self.attempt.next_hint
        with _patience() as budget:
            text = self.attempt.hint(step, budget)
        self.attempt.hinted(step)
        self.screen.say(text)
        if step < STEPS:
            self.screen.say("(hint again tells more)", "dim")

    def _give_up(self) -> None:
        self.attempt.give_up()
        self.screen.say(self.attempt.why())

    def _quit(self) -> None:
        raise Leave

    def _try(self, pick: int) -> None:
        if pick in self.result.tries:
            self.screen.say(tried_before(pick), "bad")
            return
        if self.attempt.attempt(pick):
            self.screen.say(f"Right! {self.attempt.why()}", "good")
            return
        with _patience() as budget:
            why_not = self.attempt.why_not(pick, budget)
        self.screen.say(why_not, "bad")
        self.screen.say("Try another one; or enter hint, or answer to give up.", "dim")
