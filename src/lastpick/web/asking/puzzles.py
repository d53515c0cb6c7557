"""What is asked about puzzles: one of a kind, by its id or of a day; hints, answers, results."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from ...catalog import Book, daily_games
from ...coach import daily as coach_daily
from ...coach import puzzles
from ...coach.puzzle_id import puzzle_id, read_puzzle_id, the_puzzle
from ...coach.puzzle_log import Result, to_paste
from ...coach.refutation import refutation
from ...errors import BudgetError, IllegalPick, RecordError
from ...oracle import Budget
from ...record import board, gone
from ...record.board import Tiles
from .picture import draw
from .questions import Source, hint, keep, open_source

_PUZZLE_POOLS = 200  # beyond that, puzzles take too long to find
_FEW_TRIES = 400  # a fraction of a second


def puzzle(
    source: Source,
    level: int | None,
    seed: int,
    tries: int = puzzles.MOST_TRIES,
    *,
    budget: Budget,
) -> dict[str, Any]:
    book = _for_puzzles(source)
    found = puzzles.find_puzzles(book.game, 1, level, seed, tries=tries, budget=budget)[0]
    return _puzzle_data(book, found)


def _for_puzzles(source: Source) -> Book:
    book = open_source(source)
    if book.game.numbers.size > _PUZZLE_POOLS:
        raise BudgetError(
            f"puzzles are made on pools of up to {_PUZZLE_POOLS} numbers, not on {source.numbers}"
        )
    return book


def any_puzzle(
    numbers: str | None, level: int | None, seed: int, *, budget: Budget
) -> dict[str, Any]:
    """A puzzle of any game: where one has none of that level at once, another will.

    Drawn from the daily games, so that a seed gives the same puzzle whatever games are added.
    """
    games = daily_games()
    *others, last = Random(f"game {seed}").sample(games, len(games))
    for game in others:
        try:
            return puzzle(Source(game, None, numbers), level, seed, _FEW_TRIES, budget=budget)
        except BudgetError:
            continue
    return puzzle(Source(last, None, numbers), level, seed, budget=budget)


def named_puzzle(name: str, *, budget: Budget) -> dict[str, Any]:
    """The puzzle of that id."""
    game, numbers, picks = read_puzzle_id(name)
    book = _for_puzzles(Source(game, None, numbers))
    return _puzzle_data(book, the_puzzle(book.game.play(picks), budget))


def daily(day: str, *, budget: Budget) -> dict[str, Any]:
    """The puzzle of a day, the same as in the terminal; and which day it is now."""
    found = _daily(day, budget)
    told = {"date": day, "schedule": found.schedule, "today": coach_daily.today().isoformat()}
    return {**_puzzle_data(found.book, found.puzzle), **told}


def daily_share(
    day: str, tries: int, hints: int, solved: bool, streak: int, *, budget: Budget
) -> dict[str, Any]:
    """A result in the words of the terminal. Which picks were tried stays with whoever did."""
    result = Result((0,) * tries, hints, solved, gave_up=not solved)
    return {"text": to_paste(_daily(day, budget), result, streak)}


_dailies: dict[str, coach_daily.Daily] = {}  # the latest: many ask for the same day


def _daily(day: str, budget: Budget) -> coach_daily.Daily:
    if day not in _dailies:
        keep(_dailies, day, coach_daily.daily(coach_daily.read_day(day), budget))
    return _dailies[day]


def _puzzle_data(book: Book, found: puzzles.Puzzle) -> dict[str, Any]:
    position = found.position
    return {
        "id": puzzle_id(position),
        "game": book.game.name,
        "title": book.title,
        "rule": book.summary,
        "numbers": str(book.game.numbers),
        **board(position, gone(position)),
        "turn": position.turn,
        "level": found.level,
        "clue": puzzles.clue(found),
        "rules": book.rules,
    }


def puzzle_hint(
    source: Source, picks: Sequence[int], step: int, *, budget: Budget
) -> dict[str, Any]:
    """As in play; that the position is won is known, so the first step tells something else."""
    told = hint(source, picks, step, budget=budget)
    if step > 1:
        return told
    position = open_source(source).game.play(picks)
    return {**told, "text": puzzles.clue(the_puzzle(position, budget))}


def answer(
    source: Source, picks: Sequence[int], pick: int | None, *, budget: Budget
) -> dict[str, Any]:
    """Whether a pick solves a puzzle, and why; without a pick, which one does.

    One that the rules refuse is no try.
    """
    position = open_source(source).game.play(picks)
    try:
        if pick is not None:
            position.pick(pick)
    except IllegalPick as error:
        return {"legal": False, "right": False, "text": str(error), "answer": None}
    found = puzzles.grade(position, budget)
    if found is None:
        raise RecordError("this position is no puzzle: it has not exactly one winning pick")
    if pick is None or pick == found.answer:
        told = {"right": pick is not None, "text": found.plain, "answer": found.answer}
    else:
        told = {"right": False, "text": refutation(position, pick, budget), "answer": None}
    return {"legal": True, **told}


def daily_picture(day: str, texts: list[str], *, budget: Budget) -> str:
    """The puzzle of a day, without its answer."""
    return draw(texts, Tiles(_daily(day, budget).puzzle.position))


OF_THE_ORACLE = {
    function.__name__: function
    for function in (
        puzzle, any_puzzle, named_puzzle, daily, daily_share, daily_picture, puzzle_hint, answer,
    )
}  # fmt: skip
