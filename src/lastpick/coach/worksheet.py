"""A class sheet: puzzles on paper, from easy to hard, with the answers on a page of their own."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ..catalog import Book
from ..catalog.rules import example_lines, own_rules
from ..catalog.wording import ListStyle
from .paper import LARGEST_BOARD, board, page
from .puzzles import LEVELS, Puzzle

_TASK = (
    "In each puzzle it is your turn. Exactly one pick wins, whatever the other player does"
    " afterwards. Which one, and why?"
)
_STAR = "\u2605"
_STARS = (
    f"The stars tell how hard the winning pick is to see, from {_STAR} (easy) to"
    f" {_STAR * LEVELS[-1]} (hard)."
)

_LEFT, _LAST, _START, _CHOICES = "Numbers left", "Last pick", "Starts from", "You may pick"

_LIST = ListStyle(separator=", ", conjunction="", runs=3, empty="none")


def sheet(book: Book, puzzles: Sequence[Puzzle], choices: bool = False) -> str:
    """The page, ready to be printed; with `choices` each puzzle lists what may be picked."""
    ordered = sorted(puzzles, key=lambda puzzle: puzzle.points)
    task = f"{_TASK} {_STARS}"
    if len(ordered) > 1:
        task += " The puzzles go from easy to hard."
    if book.game.numbers.size <= LARGEST_BOARD:
        task += " Numbers that are crossed out are gone."
        if not book.game.follows.trivial:
            task += " The one in the thick frame was picked last."
    rules = [f"Numbers {book.game.numbers}. {own_rules(book)}"]
    if example := example_lines(book):
        rules.append(f"An example: {' '.join(example)}")
    return page(
        f"{book.title}: find the winning pick",
        [*rules, task],
        (_puzzle(book, n, puzzle, choices) for n, puzzle in enumerate(ordered, 1)),
        (_answer(n, puzzle) for n, puzzle in enumerate(ordered, 1)),
        columns=2,
    )


def _puzzle(book: Book, number: int, puzzle: Puzzle, choices: bool) -> str:
    position, numbers = puzzle.position, book.game.numbers
    rows = dict(facts(book, puzzle))
    last = next((f"{key}: {rows.pop(key)}" for key in (_LAST, _START) if key in rows), "")
    if book.game.follows.trivial:
        last = ""  # whatever was picked last, any number may follow
    if not choices:
        rows.pop(_CHOICES, None)
    drawn = ""
    if numbers.size <= LARGEST_BOARD:
        drawn = board(numbers, position.gone, position.last if last else None)
        del rows[_LEFT]
    else:
        rows[_LEFT] = _LIST.text(position.pool, None)
    listed = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in rows.items()
    )
    level = f"level {puzzle.level} of {LEVELS[-1]}"
    return (
        f'<h3>Puzzle {number}<span class="last">{last.lower()}</span>'
        f'<span class="level" role="img" title="{level}" aria-label="{level}">'
        f"{_STAR * puzzle.level}</span></h3>"
        f"{drawn}{f'<dl>{listed}</dl>' if listed else ''}"
        '<div class="room">My pick <i></i> because</div><div class="line"></div>'
    )


def facts(book: Book, puzzle: Puzzle) -> list[tuple[str, str]]:
    """What a position shows: the numbers left, the last pick, and what may be picked."""
    position, wording = puzzle.position, book.wording
    found = [(_LEFT, wording.list("available", position.pool))]
    if position.last is not None:
        found.append((_START if position.opening else _LAST, str(position.last)))
    if position.choices != position.bits:
        found.append((_CHOICES, wording.list("choices", position.legal)))
    return found


def _answer(number: int, puzzle: Puzzle) -> str:
    return f"<b>{number}.</b> {escape(puzzle.plain)}"
