"""What a puzzle is called: its game, its pool and the picks so far, as in an address.

`GAME_1-20_6-3-9` is the position of a game on 1-20 after 6, 3 and 9. So a puzzle can be sent and
kept without anything being stored for it; that it is one is seen when it is opened.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ..catalog import Book, names, open_book
from ..errors import CatalogError, RecordError, meant
from ..game import Position
from ..oracle import Budget
from ..oracle.budget import NO_DEADLINE
from .puzzles import Puzzle, grade_for_sure

LONGEST = 2_000  # characters: 200 picks of ten
_ID = re.compile(r"([a-z0-9-]+)_([0-9]{1,20}-[0-9]{1,20})(?:_([0-9]{1,20}(?:-[0-9]{1,20})*))?")
_SAMPLE = "GAME_1-20_6-3-9"


class PuzzleId(NamedTuple):
    """A position of a shipped game."""

    game: str
    numbers: str
    picks: tuple[int, ...]


def puzzle_id(position: Position) -> str:
    parts = [position.game.name, str(position.game.numbers), "-".join(map(str, position.picks))]
    return "_".join(part for part in parts if part)


def is_puzzle_id(text: str) -> bool:
    """Whether it is written like one, and not like a game's name or a file's."""
    return len(text) <= LONGEST and _ID.fullmatch(text) is not None


def read_puzzle_id(text: str) -> PuzzleId:
    found = _ID.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        raise RecordError(f"no puzzle is called that; they are called as in {_SAMPLE}")
    game, numbers, picks = found.groups()
    if game not in names():
        raise CatalogError(f"no game is called {game!r}{meant(game, names())}")
    return PuzzleId(game, numbers, tuple(map(int, picks.split("-"))) if picks else ())


def open_puzzle(text: str, budget: Budget = NO_DEADLINE) -> tuple[Book, Puzzle]:
    """The puzzle of that name; BudgetError, if there is no time to see whether it is one."""
    game, numbers, picks = read_puzzle_id(text)
    book = open_book(game, numbers)
    return book, the_puzzle(book.game.play(picks), budget)


def the_puzzle(position: Position, budget: Budget = NO_DEADLINE) -> Puzzle:
    """The puzzle in a position that should hold one."""
    found = grade_for_sure(position, budget)
    if found is None:
        raise RecordError("this position is no puzzle: it has not exactly one winning pick")
    return found
