"""Puzzles: any, a day's, the one of an id; answers to them, hints, and a result to share."""

from __future__ import annotations

import secrets
from typing import Annotated

from pydantic import BaseModel, Field

from ....coach.daily import read_day, today
from ....coach.hint import STEPS
from ....coach.puzzle_id import LONGEST as LONGEST_ID
from ....coach.puzzles import LEVELS
from ...asking.questions import MOST_NUMBERS, Source
from ...games.games import Games
from ..route import Routes
from ..shapes import Body, GameName, Hint, NumbersText, Picks, PositionData
from .source import ask, shipped

ROUTES = Routes()


class PuzzleData(PositionData, title="Puzzle"):
    outcome: None = None
    id: str
    game: str
    title: str
    rule: str
    numbers: str
    level: int
    clue: str
    rules: str
    date: str | None = None
    schedule: int | None = None
    today: str | None = None


@ROUTES.get("/api/puzzles", PuzzleData, cost=10)
async def puzzle(
    games: Games,
    game: Annotated[str | None, Field(max_length=40)] = None,
    numbers: Annotated[str | None, Field(max_length=40)] = None,
    level: Annotated[int | None, Field(ge=LEVELS[0], le=LEVELS[-1])] = None,
    seed: Annotated[int | None, Field(ge=0, le=10**15)] = None,
) -> bytes:
    """A position with exactly one winning pick."""
    seed = secrets.randbelow(10**9) if seed is None else seed
    if game is None:
        return await ask(games, "any_puzzle", numbers, level, seed)
    return await ask(games, "puzzle", Source(shipped(game), None, numbers), level, seed)


@ROUTES.get("/api/puzzles/daily", PuzzleData, cost=10)
async def daily_puzzle(
    games: Games, date: Annotated[str | None, Field(max_length=10)] = None
) -> bytes:
    """The puzzle of a day, the same for everybody."""
    day = today() if date is None else read_day(date)
    return await ask(games, "daily", day.isoformat())


@ROUTES.get("/api/puzzles/{puzzle_id}", PuzzleData, cost=10)
async def named_puzzle(
    games: Games, puzzle_id: Annotated[str, Field(max_length=LONGEST_ID)]
) -> bytes:
    """The puzzle of that id."""
    return await ask(games, "named_puzzle", puzzle_id)


class PuzzlePosition(Body):
    game: GameName
    numbers: NumbersText
    picks: Picks


class PuzzleAnswer(PuzzlePosition):
    pick: Annotated[int | None, Field(description="null: which pick is it?")]


class AnswerData(BaseModel, title="Answer"):
    legal: bool
    right: bool
    text: str
    answer: int | None


@ROUTES.post("/api/puzzles/answer", AnswerData, cost=10)
async def answer_puzzle(body: PuzzleAnswer, games: Games) -> bytes:
    """Whether a pick solves a puzzle, and why; a pick of null gives up."""
    return await ask(games, "answer", _puzzle_source(body), body.picks, body.pick)


class PuzzleStep(PuzzlePosition):
    step: Annotated[int, Field(ge=1, le=STEPS)] = 1


@ROUTES.post("/api/puzzles/hint", Hint, cost=10)
async def puzzle_hint(body: PuzzleStep, games: Games) -> bytes:
    """A hint for a puzzle, in three steps."""
    return await ask(games, "puzzle_hint", _puzzle_source(body), body.picks, body.step)


def _puzzle_source(body: PuzzlePosition) -> Source:
    return Source(shipped(body.game), None, body.numbers)


class DailyResult(Body):
    date: Annotated[str, Field(max_length=10)]
    tries: Annotated[int, Field(ge=0, le=MOST_NUMBERS)]
    hints: Annotated[int, Field(ge=0, le=STEPS)] = 0
    solved: bool
    streak: Annotated[int, Field(ge=0, le=1_000_000, description="days in a row, this one too")] = 0


class Shared(BaseModel):
    text: str


@ROUTES.post("/api/puzzles/daily/share", Shared, cost=10)
async def share_daily(body: DailyResult, games: Games) -> bytes:
    """The result of a day's puzzle in a few lines that do not give the answer away."""
    day = read_day(body.date).isoformat()
    told = (day, body.tries, body.hints, body.solved, body.streak)
    return await ask(games, "daily_share", *told)
