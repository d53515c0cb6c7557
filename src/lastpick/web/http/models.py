"""The shapes of requests and answers, for checking the former and describing both.

Requests are strict: exactly these keys, and whole numbers that are whole numbers. A model whose
name would be that of another class here has a `title`: what the OpenAPI document calls it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from ...catalog.book import LARGEST_FILE
from ...coach.hint import STEPS
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
    picks: Picks = []
    qr: bool = False  # whether the invitation's link is wanted as a picture too


class Join(Body):
    invite: Annotated[str, Field(max_length=200)]
    key: Key
    name: Name | None = None


class NewName(Body):
    name: Name


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


class PuzzlePosition(Body):
    game: GameName
    numbers: NumbersText
    picks: Picks


class PuzzleAnswer(PuzzlePosition):
    pick: Annotated[int | None, Field(description="null: which pick is it?")]


class PuzzleStep(PuzzlePosition):
    step: Annotated[int, Field(ge=1, le=STEPS)] = 1


class DailyResult(Body):
    date: Annotated[str, Field(max_length=10)]
    tries: Annotated[int, Field(ge=0, le=MOST_NUMBERS)]
    hints: Annotated[int, Field(ge=0, le=STEPS)] = 0
    solved: bool
    streak: Annotated[int, Field(ge=0, le=1_000_000, description="days in a row, this one too")] = 0


Lesson = Annotated[str, Field(max_length=40, description="a shipped lesson's name")]
Count = Annotated[int, Field(ge=0, le=1_000_000)]


class LessonCall(Body):
    lesson: Lesson
    step: Annotated[int, Field(ge=1, le=1_000, description="from 1")]


class LessonPick(LessonCall):
    pick: int


class LessonHintCall(LessonCall):
    made: Picks = []
    given: Count = 0


class LessonShow(LessonCall):
    tries: Count


class LessonMove(LessonCall):
    tries: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    made: Picks = []
    pick: int | None = None


class SoloPicks(Body):
    game: GameName
    numbers: NumbersText | None = None
    picks: Picks = []


class SoloMove(SoloPicks):
    pick: int | None = None


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


class WhyNot(BaseModel):
    pick: int
    version: int
    text: str


class GameRules(BaseModel):
    title: str
    rules: str
    tips: list[str]


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
    said: str


class LessonName(BaseModel):
    name: str
    title: str


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
    lesson: LessonName | None
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
    outcome: OutcomeData | None
    stuck: str | None
    swapped: bool
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
    rules: str
    date: str | None = None
    schedule: int | None = None
    today: str | None = None


class AnswerData(BaseModel, title="Answer"):
    legal: bool
    right: bool
    text: str
    answer: int | None


class Shared(BaseModel):
    text: str


class LessonBoard(BaseModel):
    """What a board shows; what the lesson itself left out is gone with no pick: null."""

    start: int | None
    picks: list[int]
    last: int | None
    last_pick: str
    legal: list[int]
    removes: dict[str, list[int]]
    gone: dict[str, int | None]
    turn: int
    task: str | None
    stuck: str | None


class LessonStepData(LessonBoard, title="LessonStep"):
    id: str
    text: str
    kind: Literal["read", "pick", "play"]
    begins: str
    coach_begins: bool
    seat: int
    game: str
    title: str
    rule: str
    numbers: str


class LessonAbout(BaseModel):
    name: str
    title: str
    goal: str
    minutes: int
    games: list[str]
    steps: list[str]


class LessonList(BaseModel):
    lessons: list[LessonAbout]


class LessonBook(BaseModel):
    title: str
    rules: str


class LessonData(BaseModel, title="Lesson"):
    name: str
    title: str
    goal: str
    minutes: int
    games: list[str]
    aim: str
    going_on: str
    once_more: str
    next: LessonAbout | None
    books: dict[str, LessonBook]
    steps: list[LessonStepData]


class LessonAnswer(BaseModel):
    legal: bool
    right: bool | None
    text: str


class LessonHintData(BaseModel, title="LessonHint"):
    text: str
    given: int
    more: bool


class LessonShown(BaseModel):
    shown: bool
    text: str
    picks: list[int]


class LessonMoved(BaseModel):
    legal: bool
    text: str
    lets_go: bool
    landed: LessonBoard | None
    reply: int | None
    news: str
    made: list[int]
    over: bool
    won: bool
    board: LessonBoard


class SoloBoard(BaseModel):
    game: str
    title: str
    rule: str
    rules: str
    numbers: str
    start: int | None
    picks: list[int]
    last: int | None
    last_pick: str
    legal: list[int]
    removes: dict[str, list[int]]
    gone: dict[str, int]
    task: str | None
    stuck: str | None
    over: bool
    refused: str
    text: str
    also_gone: str
    lost: list[int]
    lost_text: str


class SoloBest(BaseModel):
    length: int
    at_most: int
    proved: bool
    text: str


class SoloPool(SoloBest):
    numbers: str


class SoloGame(BaseModel):
    name: str
    title: str
    also: list[str]
    rule: str
    pools: list[SoloPool]


class SoloGames(BaseModel):
    games: list[SoloGame]


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


class CatalogFamily(BaseModel):
    """Games that share their rules."""

    title: str
    games: list[str]


class CatalogPlayer(BaseModel):
    name: str
    title: str
    summary: str


class Announced(BaseModel):
    """The puzzle of a day, as far as its date tells."""

    date: str
    game: str
    title: str
    numbers: str


class Catalog(BaseModel):
    games: list[CatalogGame]
    families: list[CatalogFamily]
    players: list[CatalogPlayer]
    daily: Announced


class Health(BaseModel):
    status: str


class Problem(BaseModel):
    error: str


class StaleProblem(Problem):
    state: FullState
