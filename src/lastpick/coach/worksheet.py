"""A class sheet: puzzles on paper, from easy to hard, with the answers on a page of their own."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ..catalog import Book
from ..catalog.rules import rule_line
from .paper import page
from .puzzles import LEVELS, Puzzle

_TASK = (
    "In each position it is your turn. Exactly one pick wins, whatever the other player does"
    " afterwards. Which one, and why?"
)
_STAR = "\u2605"
_STARS = (
    f"The stars tell how hard the winning pick is to see, from {_STAR} (easy) to"
    f" {_STAR * LEVELS[-1]} (hard)."
)


def sheet(book: Book, puzzles: Sequence[Puzzle]) -> str:
    """The page, ready to be printed."""
    ordered = sorted(puzzles, key=lambda puzzle: puzzle.points)
    order = " The puzzles go from easy to hard." if len(ordered) > 1 else ""
    return page(
        f"{book.title}: find the winning pick",
        [f"Numbers {book.game.numbers}. {rule_line(book)}", _TASK, _STARS + order],
        (_puzzle(book, n, puzzle) for n, puzzle in enumerate(ordered, 1)),
        (_answer(n, puzzle) for n, puzzle in enumerate(ordered, 1)),
    )


def _puzzle(book: Book, number: int, puzzle: Puzzle) -> str:
    rows = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in facts(book, puzzle)
    )
    level = f"level {puzzle.level} of {LEVELS[-1]}"
    return (
        f"<h3>Puzzle {number}"
        f'<span class="level" role="img" title="{level}" aria-label="{level}">'
        f"{_STAR * puzzle.level}</span></h3>"
        f"<dl>{rows}</dl>"
        '<div class="room">My pick <i></i> because <i></i></div>'
    )


def facts(book: Book, puzzle: Puzzle) -> list[tuple[str, str]]:
    """What a position shows: the numbers left, the last pick, and what may be picked."""
    position, wording = puzzle.position, book.wording
    found = [("Numbers left", wording.list("available", position.pool))]
    if position.last is not None:
        found.append(("Starts from" if position.opening else "Last pick", str(position.last)))
    if position.choices != position.bits:
        found.append(("You may pick", wording.list("choices", position.legal)))
    return found


def _answer(number: int, puzzle: Puzzle) -> str:
    return f"<b>{number}.</b> {escape(puzzle.plain)}"
