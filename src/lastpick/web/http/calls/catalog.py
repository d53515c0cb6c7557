"""What there is: games, which of them are alike, bots, and the puzzle of the day."""

from __future__ import annotations

from pydantic import BaseModel

from ....catalog import names
from ....catalog.families import families
from ....coach.daily import announced, today
from ....players import BOTS
from ...asking.questions import in_catalog
from ...game.game_state import dumps
from ..route import Routes

ROUTES = Routes()


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


@ROUTES.get("/api/catalog", Catalog)
async def catalog() -> bytes:
    """The games, which share their rules, and the bots; which day it is, and its puzzle's game."""
    games = [in_catalog(name) for name in names()]
    alike = [
        {"title": family.title, "games": [book.game.name for book in family.books]}
        for family in families()
    ]
    bots = [{"name": bot.name, "title": bot.title, "summary": bot.summary} for bot in BOTS.values()]
    told = {"games": games, "families": alike, "players": bots}
    return dumps({**told, "daily": announced(today())})
