"""Picking alone: which games, the board after a pick, and how many picks there can be."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from ...asking.questions import Source
from ...asking.solo import solo_board, solo_games
from ...game.game_state import dumps
from ...games.games import Games
from ..route import ALL_PICKS, Routes
from ..shapes import Body, GameName, NumbersText, Picks
from .source import ask, shipped

ROUTES = Routes()


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


@ROUTES.get("/api/solo", SoloGames)
async def list_solo() -> bytes:
    """The games that can be picked alone, and the best that is known on each of their pools."""
    return dumps(solo_games())


class SoloPicks(Body):
    game: GameName
    numbers: NumbersText | None = None
    picks: Picks = Field([])


class SoloMove(SoloPicks):
    pick: int | None = None


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


@ROUTES.post("/api/solo", SoloBoard, cost=2, largest=ALL_PICKS)
async def solo(body: SoloMove) -> bytes:
    """The board of somebody who picks alone, after one pick more."""
    return dumps(solo_board(_alone(body), body.picks, body.pick))


def _alone(body: SoloPicks) -> Source:
    return Source(shipped(body.game), None, body.numbers)


@ROUTES.get("/api/solo/{game}/best", SoloBest, cost=10)
async def solo_best(
    game: Annotated[str, Field(max_length=40)],
    games: Games,
    numbers: Annotated[str | None, Field(max_length=40)] = None,
) -> bytes:
    """How many picks somebody alone can make, as far as it is known."""
    return await ask(games, "solo_best", Source(shipped(game), None, numbers))


@ROUTES.post("/api/solo/outlook", SoloBest, cost=20, largest=ALL_PICKS)
async def solo_outlook(body: SoloPicks, games: Games) -> bytes:
    """How many picks there can still be from here; at the end, how near to the best that is."""
    return await ask(games, "solo_outlook", _alone(body), body.picks)
