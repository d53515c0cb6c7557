"""The shapes that several calls share, of requests and answers.

Requests are strict: exactly these keys, and whole numbers that are whole numbers. A model whose
name would be that of another class here has a `title`: what the OpenAPI document calls it.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from ...catalog.book import LARGEST_FILE
from ..asking.questions import MOST_NUMBERS

Key = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
Name = Annotated[str, Field(min_length=1, max_length=40)]
NumbersText = Annotated[
    str, Field(max_length=40, description=f"as in 1-20; {MOST_NUMBERS:,} at most")
]
GameName = Annotated[str, Field(max_length=40, description="a shipped game's name")]
Toml = Annotated[str, Field(max_length=LARGEST_FILE, description="the text of a game file")]
Picks = Annotated[list[int], Field(max_length=MOST_NUMBERS)]
GameId = Annotated[str, Field(max_length=40, pattern=r"^[\w-]+$")]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class GameOrFile(Body):
    game: GameName | None = None
    toml: Toml | None = None
    numbers: NumbersText | None = None


class OutcomeData(BaseModel, title="Outcome"):
    winner: int
    reason: str


class PositionData(BaseModel):
    """What a board shows."""

    start: int | None
    picks: list[int]
    last: int | None
    last_pick: str
    legal: list[int]
    removes: dict[str, list[int]]
    gone: dict[str, int]
    task: str | None
    stuck: str | None
    turn: int
    outcome: OutcomeData | None


class MatchScore(BaseModel):
    best_of: int
    number: int
    score: list[int]


class ClockState(BaseModel):
    seconds: int
    increment: int
    left: list[float]
    since: float | None
    running: bool


class State(PositionData):
    id: str
    game: str
    title: str
    rule: str
    numbers: str
    relations: dict[str, str]
    version: int
    given: int
    seats: list[str]
    unsolved: list[int]
    takeback: int | None
    match: MatchScore
    rematch: list[int]
    next: str | None
    previous: str | None
    clock: ClockState | None
    at: float | None


class Someone(BaseModel):
    name: str | None
    joined: bool
    seen: float | None


class FullState(State):
    people: list[Someone]
    now: float
    claim_after: float


class Hint(BaseModel):
    step: int
    text: str
    kind: str | None
    area: list[int] | None
    pick: int | None


class Problem(BaseModel):
    error: str


class StaleProblem(Problem):
    state: FullState
