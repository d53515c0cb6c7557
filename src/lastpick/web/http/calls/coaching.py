"""The oracle and the coach: verdicts, hints and reviews, of games here and of others."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from ....catalog.book import LARGEST_FILE
from ....coach.hint import STEPS
from ....errors import RecordError
from ...asking.questions import Source
from ...errors import Forbidden
from ...games.games import Games
from ...games.open_game import OpenGame
from ..reading import Call, Token
from ..route import WITH_TEXT, Routes
from ..shapes import Body, GameId, GameOrFile, Hint, OutcomeData, Picks, PositionData
from .playing import record_of
from .source import ask, check_text, source_of

ROUTES = Routes()


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


@ROUTES.get("/api/games/{game_id}/verdict", Judged, cost=10)
async def game_verdict(game_id: GameId, games: Games) -> bytes:
    """Who wins a game from here, and why."""
    return await ask(games, "verdict", *_asked(await games.find(game_id)))


ReadersName = Annotated[str, Field(min_length=1, max_length=40)]


class AskedPosition(GameOrFile):
    picks: Picks = Field([])
    names: Annotated[
        list[ReadersName] | None,
        Field(
            min_length=2,
            max_length=2,
            description='the player to move and the other, as the reasons call them; "you" and'
            ' "your opponent" address a reader',
        ),
    ] = None


@ROUTES.post("/api/verdict", Judged, cost=10, largest=WITH_TEXT)
async def verdict(body: AskedPosition, games: Games, call: Call) -> bytes:
    """Any position, who wins from it, and why."""
    source = source_of(body, call)
    return await ask(games, "verdict", source, body.picks, body.names)


@ROUTES.get("/api/games/{game_id}/hint", Hint, cost=10)
async def hint(
    game_id: GameId, games: Games, token: Token, step: Annotated[int, Field(ge=1, le=STEPS)] = 1
) -> bytes:
    """A hint for the player to move, in three steps."""
    game = await games.find(game_id)
    seat = await games.seat(game, token)
    if game.log.play.outcome:
        raise RecordError("the game is over")
    if seat != game.log.play.turn:
        raise Forbidden("hints are for the player to move")
    return await ask(games, "hint", *_asked(game), step)


def _asked(game: OpenGame) -> tuple[Source, list[int]]:
    return Source.of(game.log.terms), list(game.log.play.position.picks)


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


@ROUTES.get("/api/games/{game_id}/review", ReviewData, cost=20)
async def game_review(game_id: GameId, games: Games) -> bytes:
    """Every pick of a finished game, graded."""
    game = await games.find(game_id)
    if not game.log.play.outcome:
        raise RecordError("the game is not over yet")
    return await ask(games, "review", record_of(game))


class RecordText(Body):
    record: Annotated[str, Field(max_length=LARGEST_FILE)]


@ROUTES.post("/api/review", ReviewData, cost=20, largest=WITH_TEXT)
async def review(body: RecordText, games: Games) -> bytes:
    """Every pick of a record, graded."""
    check_text(body.record)
    return await ask(games, "review", body.record)
