"""Lessons: the list, a lesson, and what the coach says and does in its steps."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from ....coach.lesson_file import shipped
from ...asking.lessons import lesson_list, whole_lesson
from ...errors import NoLesson
from ...game.game_state import dumps
from ...games.games import Games
from ..route import Routes
from ..shapes import Body, Picks
from .source import ask

ROUTES = Routes()
LessonName = Annotated[str, Field(max_length=40, pattern=r"^[\w-]+$")]
Lesson = Annotated[str, Field(max_length=40, description="a shipped lesson's name")]
Count = Annotated[int, Field(ge=0, le=1_000_000)]


class LessonAbout(BaseModel):
    name: str
    title: str
    goal: str
    minutes: int
    games: list[str]
    steps: list[str]


class LessonList(BaseModel):
    lessons: list[LessonAbout]


@ROUTES.get("/api/lessons", LessonList)
async def list_lessons() -> bytes:
    """The lessons, in the order in which to take them; steps by what they are known by."""
    return dumps(lesson_list())


class LessonBoard(BaseModel):
    """What a board shows, the learner as 1; what the lesson left out is gone with no pick: null."""

    start: int | None
    picks: list[int]
    last: int | None
    last_pick: str
    legal: list[int]
    removes: dict[str, list[int]]
    gone: dict[str, int | None]
    makers: list[int]
    turn: int
    task: str | None
    stuck: str | None


class LessonStepData(LessonBoard, title="LessonStep"):
    id: str
    text: str
    kind: Literal["read", "pick", "play"]
    begins: str
    coach_begins: bool
    game: str
    title: str
    rule: str
    numbers: str


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


@ROUTES.get("/api/lessons/{name}", LessonData)
async def get_lesson(name: LessonName) -> bytes:
    """A lesson: what each step says, shows and asks."""
    return dumps(whole_lesson(_lesson(name)))


def _lesson(name: str) -> str:
    if name not in shipped():
        raise NoLesson(f"no lesson is called {name!r}; the lessons are {', '.join(shipped())}")
    return name


class LessonCall(Body):
    lesson: Lesson
    step: Annotated[int, Field(ge=1, le=1_000, description="from 1")]


class LessonPick(LessonCall):
    pick: int


class LessonAnswer(BaseModel):
    legal: bool
    right: bool | None
    wrong: bool
    text: str


@ROUTES.post("/api/lessons/answer", LessonAnswer, cost=10)
async def answer_lesson(body: LessonPick, games: Games) -> bytes:
    """What the coach says to a pick in a step that asks for one."""
    return await ask(games, "lesson_answer", _lesson(body.lesson), body.step, body.pick)


class LessonHintCall(LessonCall):
    made: Picks = Field([])
    given: Count = 0


class LessonHintData(BaseModel, title="LessonHint"):
    text: str
    given: int
    more: bool


@ROUTES.post("/api/lessons/hint", LessonHintData, cost=10)
async def hint_lesson(body: LessonHintCall, games: Games) -> bytes:
    """One more hint than were given."""
    asked = (_lesson(body.lesson), body.step, body.made, body.given)
    return await ask(games, "lesson_hint", *asked)


class LessonShow(LessonCall):
    tries: Count


class LessonShown(BaseModel):
    shown: bool
    text: str
    picks: list[int]


@ROUTES.post("/api/lessons/show", LessonShown, cost=10)
async def show_lesson(body: LessonShow, games: Games) -> bytes:
    """The answer to a step, after a try."""
    return await ask(games, "lesson_show", _lesson(body.lesson), body.step, body.tries)


class LessonMove(LessonCall):
    tries: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    made: Picks = Field([])
    pick: int | None = None


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


@ROUTES.post("/api/lessons/play", LessonMoved, cost=10)
async def play_lesson(body: LessonMove, games: Games) -> bytes:
    """A pick in a game that a step plays on, and the coach's reply."""
    asked = (_lesson(body.lesson), body.step, body.tries, body.made, body.pick)
    return await ask(games, "lesson_play", *asked)
