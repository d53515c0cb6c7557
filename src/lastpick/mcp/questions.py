"""What is asked about a position or a game: hints, verdicts, reviews. Each within its seconds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..catalog import Book
from ..coach import hint as coach_hint
from ..coach.plain import plain
from ..coach.plain.words import by_seat
from ..coach.review import Review, review
from ..errors import GameOver, LastpickError
from ..game import Position
from ..oracle import Verdict, solve
from .books import book_for
from .games import find, latest
from .thinking import thinking


class QuestionedPosition(NamedTuple):
    """A position that is asked about."""

    book: Book
    position: Position
    over: bool = False  # whether its game ended, by the rules or not


def place(
    name: str | None, game: str | None, numbers: str | None, picks: Sequence[int] | None
) -> QuestionedPosition:
    """Where a saved game stands, by default the latest; or any game after some picks."""
    if game is None and (numbers is not None or picks is not None):
        raise LastpickError("numbers and picks say more about a game; which game?")
    if game is None:
        saved = latest() if name is None else find(name)
        play = saved.match.begin()
        return QuestionedPosition(saved.setup.book(), play.position, play.outcome is not None)
    if name is not None:
        raise LastpickError("an id and a game both name a position; leave out one of them")
    book = book_for(game, numbers)
    position = book.game.play(picks or ())
    return QuestionedPosition(book, position, not position.choices)


def hint(at: QuestionedPosition, step: int, seconds: float) -> str:
    """One of three steps, each plainer, for the player to move."""
    if at.over:
        raise GameOver("the game is over: there is nothing to hint at; review grades it")
    with thinking(seconds) as budget:
        return coach_hint.hint(at.position, step, budget)


def verdict(at: QuestionedPosition, seconds: float) -> tuple[Verdict, str]:
    """Who wins, every winning pick, and the reason in plain words."""
    with thinking(seconds) as budget:
        found = solve(at.position, budget)
        return found, plain(at.position, found, by_seat(at.position.turn))


def reviews(name: str | None, seconds: float) -> tuple[str, list[Review]]:
    """A game graded step by step, and its name; by default the latest that is over."""
    saved = latest(over=True) if name is None else find(name)
    games = saved.records()
    with thinking(seconds) as budget:
        return saved.name, [review(record, budget=budget) for record in games]
