"""The shapes of requests and answers, for checking the former and describing both.

Requests are strict: exactly these keys, and whole numbers that are whole numbers. A model whose
name would be that of another class here has a `title`: what the OpenAPI document calls it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from ...catalog.book import LARGEST_FILE
from ...players import BOTS
from ..asking.questions import MOST_NUMBERS

SeatName = Literal["me", "friend", *BOTS]  # type: ignore[valid-type]
Key = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
Version = Annotated[int, Field(ge=0, le=1_000_000)]
Name = Annotated[str, Field(min_length=1, max_length=40)]
NumbersText = Annotated[
    str, Field(max_length=40, description=f"as in 1-20; {MOST_NUMBERS:,} at most")
]
GameName = Annotated[str, Field(max_length=40, description="a shipped game's name")]
Toml = Annotated[str, Field(max_length=LARGEST_FILE, description="the text of a game file")]
Picks = Annotated[list[int], Field(max_length=MOST_NUMBERS)]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class ClockTerms(Body):
    seconds: Annotated[int, Field(ge=10, le=86_400)]
    increment: Annotated[int, Field(ge=0, le=3_600)] = 0


class NewGame(Body):
    game: GameName | None = None
    toml: Toml | None = None
    numbers: NumbersText | None = None
    seats: Annotated[list[SeatName], Field(min_length=2, max_length=2)]
    names: Annotated[list[Name | None], Field(min_length=2, max_length=2)] | None = None
    toss: bool = False
    best_of: Annotated[int, Field(ge=1, le=99)] = 1
    clock: ClockTerms | None = None


class Join(Body):
    invite: Annotated[str, Field(max_length=200)]
    key: Key
    name: Name | None = None


class Versioned(Body):
    version: Version
    key: Key


class BareCall(Versioned, title="Call"):
    pass


class Pick(Versioned):
    pick: int


class Takeback(Versioned):
    agree: bool = True


class AskedPosition(Body):
    game: GameName | None = None
    toml: Toml | None = None
    numbers: NumbersText | None = None
    picks: Picks = []


class PuzzleAnswer(Body):
    game: GameName
    numbers: NumbersText
    picks: Picks
    pick: int


class RecordText(Body):
    record: Annotated[str, Field(max_length=LARGEST_FILE)]


# --- answers ------------------------------------------------------------------------------------


class OutcomeData(BaseModel, title="Outcome"):
    winner: int
    reason: str


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


class State(PositionData):
    id: str
    game: str
    title: str
    rule: str
    numbers: str
    relations: dict[str, str]
    version: int
    seats: list[str]
    unsolved: list[int]
    takeback: int | None
    match: MatchScore
    rematch: list[int]
    next: str | None
    previous: str | None
    clock: ClockState | None


class Someone(BaseModel):
    name: str | None
    joined: bool
    seen: float | None


class FullState(State):
    people: list[Someone]
    now: float
    claim_after: float


class Created(BaseModel):
    id: str
    state: FullState
    tokens: dict[str, str]
    invite: str | None = None
    link: str | None = None
    qr: str | None = None


class Rematch(BaseModel):
    id: str | None
    state: State
    tokens: dict[str, str]


class VerdictData(BaseModel, title="Verdict"):
    wins: bool | None
    winning: list[int]
    complete: bool
    nimber: int | None
    method: str
    reason: dict[str, object]


class Judged(PositionData):
    game: str
    numbers: str
    verdict: VerdictData


class Hint(BaseModel):
    step: int
    text: str
    kind: str | None
    area: list[int] | None
    pick: int | None


class ReviewedPlayer(BaseModel):
    name: str
    bot: str | None
    mattered: int
    right: int
    share: float | None
    mistakes: int


class ReviewedStep(BaseModel):
    move: int
    player: int
    event: int | str
    grade: str
    legal: int
    winning: list[int]
    mattered: bool
    mistake: bool
    trap: bool | None
    traps: list[int]
    reason: str
    plain: str
    choices: list[int]
    removed: list[int]


class ReviewData(BaseModel, title="Review"):
    game: str
    title: str
    rule: str
    relations: dict[str, str]
    start: int | None
    last_pick: str
    toml: str | None
    numbers: str
    date: str
    result: str
    players: list[ReviewedPlayer]
    winners: list[int | None]
    turning_point: int | None
    not_graded: int
    steps: list[ReviewedStep]
    picks: list[int]
    record: str


class PuzzleData(PositionData, title="Puzzle"):
    outcome: None = None
    id: str
    game: str
    title: str
    rule: str
    numbers: str
    level: int
    clue: str
    date: str | None = None
    schedule: int | None = None


class AnswerData(BaseModel, title="Answer"):
    right: bool
    text: str
    answer: int | None


class Card(BaseModel):
    """A picture of a game: the numbers from first to last, in a position of its example."""

    first: int
    last: int
    picks: list[int]
    legal: list[int]
    gone: dict[str, int]


class CatalogGame(BaseModel):
    name: str
    title: str
    summary: str
    numbers: str
    rules: str
    tips: list[str]
    relations: dict[str, str]
    start: int | None
    last_pick: str
    example: list[int]
    pools: list[str]
    first: bool
    card: Card


class CatalogPlayer(BaseModel):
    name: str
    title: str
    summary: str


class Catalog(BaseModel):
    games: list[CatalogGame]
    players: list[CatalogPlayer]


class Health(BaseModel):
    status: str


class Problem(BaseModel):
    error: str


class StaleProblem(Problem):
    state: FullState
