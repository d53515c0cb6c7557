"""The puzzle of a day: the same for everybody, on every machine.

Its game, its pool and how hard it is follow from the date by a numbered schedule
(`schedules.toml`); its position is the first one that fits among those that play at random
reaches, with the date as the seed. Whether a position fits is known for sure or not at all:
where there is no time to see it, there is an error, never another puzzle.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from functools import cache
from itertools import count
from random import Random
from typing import Any, NamedTuple

from ..catalog import Book, open_book
from ..errors import BudgetError, LastpickError
from ..game import Game, Position
from ..oracle import Budget
from ..oracle.budget import NO_DEADLINE
from . import puzzles
from .puzzles import Puzzle, grade_for_sure

_FILE = os.path.join(os.path.dirname(__file__), "schedules.toml")
_FEWEST_PICKED = 4  # picks before the puzzle: there are few positions after fewer


class Turn(NamedTuple):
    """Games with the same rules, of which one is next, and their pools from Monday to Sunday."""

    games: Sequence[str]
    pools: Sequence[str]


class Schedule(NamedTuple):
    """What comes on the days from its first one on; a list goes from Monday to Sunday."""

    number: int
    first_day: date
    turns: Sequence[Turn]
    legal: Sequence[int]  # the fewest legal picks
    points: Sequence[tuple[int, int]]  # the fewest and the most

    def of(self, day: date) -> Wanted:
        """What the puzzle of a day has to be like."""
        rounds, turn = divmod((day - self.first_day).days, len(self.turns))
        games, pools = self.turns[turn]
        fewest, most = self.points[day.weekday()]
        return Wanted(
            games[rounds % len(games)],
            pools[day.weekday()],
            self.legal[day.weekday()],
            range(fewest, most + 1),
        )


class Wanted(NamedTuple):
    """What the puzzle of a day has to be like."""

    game: str
    numbers: str
    legal: int
    points: range


class Daily(NamedTuple):
    """The puzzle of a day."""

    day: date
    schedule: int
    book: Book
    puzzle: Puzzle


def daily(day: date, budget: Budget = NO_DEADLINE) -> Daily:
    """The puzzle of a day, past or to come; BudgetError, if there is no time to find it."""
    schedule = schedule_of(day)
    wanted = schedule.of(day)
    book = open_book(wanted.game, wanted.numbers)
    for position in _drawn(book.game, wanted.legal, f"daily {schedule.number} {day}"):
        try:
            budget.tick(0)
            puzzle = grade_for_sure(position, budget, wanted.points)
        except BudgetError:
            raise BudgetError(f"there was no time to find the puzzle of {day}") from None
        if puzzle is not None:
            return Daily(day, schedule.number, book, puzzle)
    raise AssertionError("positions are drawn without end")


def _drawn(game: Game, legal: int, seed: str) -> Iterator[Position]:
    """Positions with so many legal picks at least: one of each game that is played at random."""
    for at in count():
        rng = Random(f"{seed}/{at}")
        position, found = game.start(), []
        for picked, n in enumerate(position.playout(rng).picks):
            if picked >= _FEWEST_PICKED and position.choices.bit_count() >= legal:
                found.append(position)
            position = position.pick_unchecked(n)
        if found:
            yield found[int(rng.random() * len(found))]


def schedule_of(day: date) -> Schedule:
    """The latest schedule that has begun by then; before the first one, that."""
    first, *others = schedules()
    return next((one for one in reversed(others) if one.first_day <= day), first)


@cache
def schedules() -> tuple[Schedule, ...]:
    """All of them, by their numbers."""
    with open(_FILE, "rb") as file:
        return tuple(
            Schedule(
                one["number"],
                one["first_day"],
                tuple(Turn(**turn) for turn in one["turn"]),
                one["legal"],
                one["points"],
            )
            for one in tomllib.load(file)["schedule"]
        )


def today() -> date:
    """The date that all puzzles go by: that of UTC."""
    return datetime.now(UTC).date()


def read_day(text: str) -> date:
    """A date as people write it, in the one form that is the same everywhere."""
    try:
        day = date.fromisoformat(text)
        if day.isoformat() == text:
            return day
    except ValueError:
        pass
    shown = text if text.isprintable() and 0 < len(text) <= 20 else repr(text[:20])
    raise LastpickError(f"{shown} is no date; write it as YYYY-MM-DD, such as {today()}")


def announced(day: date) -> dict[str, str]:
    """What the date alone tells of its puzzle: no position has to be found for it."""
    wanted = schedule_of(day).of(day)
    told = {"date": day.isoformat(), "game": wanted.game}
    return {**told, "title": open_book(wanted.game).title, "numbers": wanted.numbers}


def as_data(found: Daily) -> dict[str, Any]:
    """With `date` and `schedule`, then as any other puzzle."""
    told = {"date": found.day.isoformat(), "schedule": found.schedule}
    return {**told, **puzzles.as_data(found.puzzle)}
