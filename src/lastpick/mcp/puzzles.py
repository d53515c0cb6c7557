"""Puzzles: asked, tried, given up. Each try is in the log of puzzles before it is answered."""

from __future__ import annotations

from random import SystemRandom
from typing import NamedTuple

from ..catalog import Book
from ..coach.daily import Daily, daily, read_day, today
from ..coach.hint import STEPS
from ..coach.puzzle_attempt import DONE_BEFORE, Attempt, tried_before
from ..coach.puzzle_id import open_puzzle, puzzle_id, the_puzzle
from ..coach.puzzle_log import PuzzleLog, asked_of, share
from ..coach.puzzles import Puzzle, find_puzzles
from ..coach.worksheet import facts
from ..errors import LastpickError, RecordError
from ..oracle import Budget
from .books import OWN_GAME, book_for, is_text
from .thinking import thinking

_DAILY = "daily-"


class PuzzleWish(NamedTuple):
    """Which puzzle is meant, and what is done about it."""

    name: str | None = None
    game: str | None = None
    numbers: str | None = None
    level: int | None = None
    pick: int | None = None
    hint: bool = False
    give_up: bool = False


class PuzzleReply(NamedTuple):
    """A puzzle, and what is said."""

    name: str
    book: Book
    attempt: Attempt
    right: bool | None
    text: str


class _Asked(NamedTuple):
    name: str
    book: Book
    puzzle: Puzzle
    daily: Daily | None = None


def puzzle(wish: PuzzleWish, seconds: float) -> PuzzleReply:
    """Ask a puzzle, or go on with one."""
    does = [wish.pick is not None, wish.hint, wish.give_up]
    if sum(does) > 1:
        raise LastpickError("a pick, a hint or giving up: one at a time")
    if any(does) and wish.name is None:
        raise LastpickError("of which puzzle? Give the id that came with it")
    with thinking(seconds) as budget:
        asked = _asked(wish, budget)
        trouble: list[str] = []
        log = PuzzleLog(trouble.append)
        try:
            attempt = Attempt(asked.puzzle, asked_of(asked.book, asked.puzzle, asked.daily), log)
            right, lines = _done(wish, asked, attempt, budget)
            if asked.daily and attempt.result.done and not attempt.before.done:
                lines += ["", share(asked.daily, attempt.result, log.summary().streak)]
        finally:
            log.close()
    return PuzzleReply(asked.name, asked.book, attempt, right, "\n".join([*lines, *trouble]))


def _asked(wish: PuzzleWish, budget: Budget) -> _Asked:
    name = wish.name
    if name is not None and (wish.numbers is not None or wish.level is not None):
        raise LastpickError("a puzzle's id says it all; leave out numbers and level")
    if name is None and wish.game is None:
        if wish.numbers is not None or wish.level is not None:
            raise LastpickError("numbers and level say more about a game; which game?")
        return _of_day(today().isoformat(), budget)
    if name is None:
        book = book_for(wish.game or "", wish.numbers)
        seed = SystemRandom().randrange(10**9)
        (found,) = find_puzzles(book.game, 1, wish.level, seed, budget=budget)
        return _Asked(puzzle_id(found.position), book, found)
    if name.startswith(_DAILY):
        return _of_day(name.removeprefix(_DAILY), budget)
    if wish.game is not None and is_text(wish.game):
        return _own(name, wish.game, budget)
    if name.startswith(f"{OWN_GAME}_"):
        raise RecordError("a puzzle of your own game needs its text too; give it as game")
    book, found = open_puzzle(name, budget)
    return _Asked(name, book, found)


def _of_day(day: str, budget: Budget) -> _Asked:
    found = daily(read_day(day), budget)
    return _Asked(f"{_DAILY}{found.day}", found.book, found.puzzle, found)


def _own(name: str, text: str, budget: Budget) -> _Asked:
    """A puzzle of somebody's own game, whose id tells the pool and the picks alone."""
    _, numbers, picks = (*name.split("_"), "", "")[:3]
    try:
        made = [int(word) for word in picks.split("-") if word]
    except ValueError:
        raise RecordError(f"no puzzle has the id {name[:40]!r}") from None
    book = book_for(text, numbers or None)
    return _Asked(name, book, the_puzzle(book.game.play(made), budget))


# --- what is said ---------------------------------------------------------------------------------


def _done(
    wish: PuzzleWish, asked: _Asked, attempt: Attempt, budget: Budget
) -> tuple[bool | None, list[str]]:
    """Whether a pick was right, and what is said to whatever was done."""
    if wish.pick is not None:
        return _tried(wish.pick, attempt, budget)
    if wish.hint:
        step = attempt.next_hint
        text = attempt.hint(step, budget)
        attempt.hinted(step)
        return None, [text, *["(A further hint tells more.)"] * (step < STEPS)]
    if wish.give_up:
        attempt.give_up()
        return None, [attempt.why()]
    return None, _question(asked, attempt)


def _tried(pick: int, attempt: Attempt, budget: Budget) -> tuple[bool, list[str]]:
    attempt.puzzle.position.pick(pick)  # an error says why it is none
    if pick in attempt.result.tries:
        return pick == attempt.puzzle.answer, [tried_before(pick)]
    if attempt.attempt(pick):
        return True, [f"Right! {attempt.why()}"]
    return False, [
        attempt.why_not(pick, budget),
        "Another pick can be tried; or a hint, or give_up.",
    ]


def _question(asked: _Asked, attempt: Attempt) -> list[str]:
    book, puzzle = asked.book, asked.puzzle
    of_day = f"Puzzle of {asked.daily.day}: " if asked.daily else ""
    lines = [f"{of_day}{book.title} {book.game.numbers}, level {puzzle.level}, id {asked.name}"]
    lines.append(f"{book.summary} Exactly one pick wins, whatever comes afterwards. Which?".strip())
    lines += [f"{name}: {text}" for name, text in facts(book, puzzle)]
    if attempt.before.done:
        lines.append(DONE_BEFORE)
    elif attempt.so_far:
        lines.append(attempt.so_far)
    return lines
