"""Puzzles at the prompt: a position, a pick, and why it is right or wrong."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from random import SystemRandom

from ..catalog import Book
from ..coach.puzzles import Puzzle, clue, each_puzzle
from ..coach.refutation import refutation
from ..coach.worksheet import facts
from ..errors import BudgetError, IllegalPick
from ..game import Game
from ..oracle.budget import A_LOOK
from . import DONE, UNABLE
from .patience import Patience
from .screen import Leave, Screen, plain

_PROMPT = "Which pick wins? "
_HELP = "Enter a number, or hint, skip or quit."


def read_puzzles(
    game: Game, count: int, level: int | None, seed: int | None, patience: Patience
) -> tuple[list[Puzzle], str | None]:
    """Look for puzzles, with a bar if it takes long; and why there are too few, if so.

    Without a seed, new ones each time.
    """
    if seed is None:
        seed = SystemRandom().randrange(10**9)
    found: list[Puzzle] = []
    try:
        found.extend(
            each_puzzle(
                game, count, level, seed, partial(patience.bar, "puzzles"), budget=patience.budget
            )
        )
    except BudgetError as error:
        return found, str(error)
    return found, None


def sit(book: Book, puzzles: Sequence[Puzzle], screen: Screen, exact: bool = False) -> int:
    """Ask every puzzle; the exit code. Reasons are told in plain words, or exactly."""
    right = asked = 0
    screen.say(f"{book.title} {book.game.numbers}: one pick wins. {_HELP}", "bold")
    try:
        for number, puzzle in enumerate(puzzles, 1):
            screen.say(f"\nPuzzle {number} of {len(puzzles)}, level {puzzle.level}", "bold")
            for name, text in facts(book, puzzle):
                screen.say(f"{name}: {text}")
            right += _ask(puzzle, screen, exact)
            asked = number
    except Leave:
        pass
    except EOFError:
        screen.say(f"The input ended before the puzzles did. {_score(right, asked)}")
        return UNABLE
    screen.say(f"\n{_score(right, asked)}", "bold")
    return DONE


def _score(right: int, asked: int) -> str:
    return f"Right: {right} of {asked}."


def _ask(puzzle: Puzzle, screen: Screen, exact: bool) -> bool:
    """Ask until a pick is made or the puzzle is skipped; whether it was solved."""
    while True:
        entry = screen.ask(_PROMPT).strip().lower()
        if entry == "quit":
            raise Leave
        if entry == "hint":
            screen.say(clue(puzzle))
        elif entry == "skip":
            screen.say(_answer(puzzle, exact))
            return False
        elif (pick := _read(entry, puzzle, screen)) is not None:
            return _judge(puzzle, pick, screen, exact)


def _read(entry: str, puzzle: Puzzle, screen: Screen) -> int | None:
    """A legal pick; else what is wrong is said."""
    if not re.fullmatch(r"[0-9]{1,15}", entry, re.ASCII):
        screen.say(f"'{plain(entry, 30)}' is no pick. {_HELP}", "bad")
        return None
    try:
        puzzle.position.pick(int(entry))
    except IllegalPick as error:
        reason = str(error)
        screen.say(f"{reason[0].upper()}{reason[1:]}. {_HELP}", "bad")
        return None
    return int(entry)


def _answer(puzzle: Puzzle, exact: bool) -> str:
    return f"The winning pick is {puzzle.answer}. {puzzle.reason if exact else puzzle.plain}"


def _judge(puzzle: Puzzle, pick: int, screen: Screen, exact: bool) -> bool:
    if pick == puzzle.answer:
        screen.say(f"Right! {puzzle.reason if exact else puzzle.plain}", "good")
        return True
    with Patience(A_LOOK) as patience:
        why = refutation(puzzle.position, pick, patience.budget, exact)
    screen.say(f"Wrong. {why}", "bad")
    screen.say(_answer(puzzle, exact))
    return False
