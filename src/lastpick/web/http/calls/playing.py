"""A game that is played: its state and news, and what its players do."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field
from starlette.responses import PlainTextResponse, Response

from ....catalog import file_text
from ....catalog.rules import own_rules
from ...game.game_state import dumps
from ...games.games import Games
from ...games.open_game import OpenGame
from ..limits import Limits
from ..reading import Call, Token, seat_token
from ..route import A_GAME, AN_EVENT, STALE, Routes
from ..shapes import Body, FullState, GameId, Key, State
from ..sse import Stream
from .making import created, size_of_picks

ROUTES = Routes()


@ROUTES.get("/api/games/{game_id}", FullState)
async def get_game(game_id: GameId, games: Games, call: Call) -> bytes:
    """The state of a game."""
    game = await games.find(game_id)
    await _hear(call, games, game)
    return game.full_state(games.now())


@ROUTES.get("/api/games/{game_id}/events", "text/event-stream", cost=5)
async def events(game_id: GameId, games: Games, limits: Limits, call: Call) -> Response:
    """The state and every change, as server-sent events."""
    game = await games.find(game_id)
    seat = await _hear(call, games, game)
    caller = call.caller.in_seat(game_id, seat) if seat else call.caller
    last = call.header(b"last-event-id")
    after = int(last) if last.isascii() and last.isdigit() and len(last) < 10 else None
    limits.streams.enter(caller, game_id)
    return Stream(
        games,
        game,
        seat,
        after,
        release=lambda: limits.streams.leave(caller, game_id),
        charge=lambda seconds: limits.charge(caller, 1000 * seconds),
    )


async def _hear(call: Call, games: Games, game: OpenGame) -> int:
    """The seat of whoever asks, if a token says so; 0 for a spectator."""
    if b"authorization" not in call.headers:
        return 0
    seat = await games.seat(game, seat_token(call))
    games.presence.hear(game, seat)
    return seat


class GameRules(BaseModel):
    title: str
    rules: str
    tips: list[str]


@ROUTES.get("/api/games/{game_id}/rules", GameRules)
async def game_rules(game_id: GameId, games: Games) -> bytes:
    """The rules of a game in words, and tips for it."""
    book = (await games.find(game_id, fresh=False)).log.book
    return dumps({"title": book.title, "rules": own_rules(book), "tips": book.tips})


class WhyNot(BaseModel):
    pick: int
    version: int
    text: str


@ROUTES.get("/api/games/{game_id}/why-not/{pick}", WhyNot)
async def why_not(
    game_id: GameId, games: Games, pick: Annotated[int, Field(ge=-(10**15), le=10**15)]
) -> bytes:
    """Why a number cannot be picked now: in words, or empty where it can be."""
    log = (await games.find(game_id)).log
    return dumps({"pick": pick, "version": log.version, "text": log.why_not(pick)})


Version = Annotated[int, Field(ge=0, le=1_000_000)]


class Versioned(Body):
    version: Version
    key: Key


class Pick(Versioned):
    pick: int


@ROUTES.post("/api/games/{game_id}/picks", State, status=201, refusals=STALE)
async def pick(game_id: GameId, body: Pick, games: Games, token: Token) -> bytes:
    """Pick a number."""
    return await games.pick(game_id, token, body.version, body.key, body.pick)


class BareCall(Versioned, title="Call"):
    pass


@ROUTES.post("/api/games/{game_id}/resign", State, status=201, refusals=STALE)
async def resign(game_id: GameId, body: BareCall, games: Games, token: Token) -> bytes:
    """Give the game up."""
    return await games.resign(game_id, token, body.version, body.key)


class Takeback(Versioned):
    agree: bool = True


@ROUTES.post("/api/games/{game_id}/takeback", State, status=201, keeps=2 * AN_EVENT, refusals=STALE)
async def takeback(game_id: GameId, body: Takeback, games: Games, token: Token) -> bytes:
    """Ask to take one's last pick back, or answer the other player who asks."""
    return await games.takeback(game_id, token, body.version, body.key, body.agree)


@ROUTES.post("/api/games/{game_id}/claim", State, status=201, refusals=STALE)
async def claim(game_id: GameId, body: BareCall, games: Games, token: Token) -> bytes:
    """Win a game that the other player has left."""
    return await games.claim(game_id, token, body.version, body.key)


class Rematch(BaseModel):
    id: str | None
    state: State
    tokens: dict[str, str]


@ROUTES.post("/api/games/{game_id}/rematch", Rematch, status=201, keeps=A_GAME, refusals=STALE)
async def rematch(
    game_id: GameId, body: BareCall, games: Games, limits: Limits, token: Token, call: Call
) -> bytes:
    """Ask for another game, with the other player starting."""
    log = (await games.find(game_id, fresh=False)).log
    limits.kept.take(call.caller, size_of_picks(log.terms, log.book))
    found = await games.rematch(game_id, token, body.version, body.key)
    if isinstance(found, bytes):
        return b'{"id":null,"tokens":{},"state":' + found + b"}"
    return created(games, found)


@ROUTES.get("/api/games/{game_id}/record", "text/plain")
async def record(game_id: GameId, games: Games) -> Response:
    """The record of a game, as text."""
    game = await games.find(game_id)
    name = f'attachment; filename="lastpick-{game_id}.txt"'
    return PlainTextResponse(record_of(game), headers={"content-disposition": name})


def record_of(game: OpenGame) -> str:
    one, two = game.row.seats
    return game.log.record((one.name, two.name))


@ROUTES.get("/api/games/{game_id}/file", "text/plain")
async def game_file(game_id: GameId, games: Games) -> Response:
    """The file of the game that is played: its rules and its words, as TOML."""
    terms = (await games.find(game_id)).log.terms
    return PlainTextResponse(file_text(terms.game) if terms.toml is None else terms.toml)
