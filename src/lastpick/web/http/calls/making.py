"""Making a game, taking a seat in it, and what one is called there."""

from __future__ import annotations

import secrets
import time
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from ....catalog import Book
from ....errors import RecordError
from ....players import BOTS
from ...asking.questions import Source
from ...game.game_state import dumps
from ...game.terms import PERSON, Clock, Terms
from ...games.games import Games
from ...games.seating import Admission
from ...store.files import size as file_size
from ..invitation import NOBODY, Invitation, invitation
from ..limits import Limits
from ..reading import Call, Token
from ..route import A_GAME, A_PICK, AN_EVENT, WITH_TEXT, Routes
from ..shapes import Body, FullState, GameId, GameOrFile, Key, Name, Picks
from .source import source_of

ROUTES = Routes()
SeatName = Literal["me", "friend", *BOTS]  # type: ignore[valid-type]


class ClockTerms(Body):
    seconds: Annotated[int, Field(ge=10, le=86_400)]
    increment: Annotated[int, Field(ge=0, le=3_600)] = 0


class NewGame(GameOrFile):
    seats: Annotated[list[SeatName], Field(min_length=2, max_length=2)]
    names: Annotated[list[Name | None], Field(min_length=2, max_length=2)] | None = None
    toss: bool = False
    best_of: Annotated[int, Field(ge=1, le=99)] = 1
    clock: ClockTerms | None = None
    picks: Picks = Field([])
    qr: bool = False  # whether the invitation's link is wanted as a picture too


class Created(BaseModel):
    id: str
    state: FullState
    tokens: dict[str, str]
    invite: str | None = None
    link: str | None = None
    qr: str | None = None


@ROUTES.post("/api/games", Created, status=201, cost=5, largest=WITH_TEXT, keeps=A_GAME)
async def create_game(body: NewGame, games: Games, limits: Limits, call: Call) -> bytes:
    """Make a game. Player 1, who starts, is the first seat."""
    source = source_of(body, call)
    book = await games.books.book(source)
    wanted, called = list(body.seats), list(body.names or (None, None))
    if wanted.count("friend") > 1:
        raise RecordError("one seat at most can be a friend's; yours is called me")
    if body.best_of % 2 == 0:
        raise RecordError(f"a match is best of an odd number of games, not {body.best_of}")
    if body.toss and secrets.randbelow(2):
        wanted.reverse()
        called.reverse()
    if body.picks and not book.game.play(body.picks).choices:
        raise RecordError("the game is over after these picks; leave out the last of them")
    mine = [seat for seat, kind in enumerate(wanted, 1) if kind == "me"]
    terms = _terms(body, source, book, wanted)
    await _charge_store(terms, book, games, limits, call)
    new = await games.create(terms, mine, (called[0], called[1]))
    return created(games, new, await invitation(call, new.game.log.id, new.invite, body.qr))


def _terms(body: NewGame, source: Source, book: Book, wanted: list[str]) -> Terms:
    people = [PERSON if seat in ("me", "friend") else seat for seat in wanted]
    return Terms(
        game=book.game.name,
        toml=source.toml,
        numbers=str(book.game.numbers),
        seats=(people[0], people[1]),
        invited_seat=wanted.index("friend") + 1 if "friend" in wanted else 0,
        shared=wanted == ["me", "me"],
        seed=secrets.randbelow(1 << 48),
        date=time.strftime("%Y-%m-%d", time.gmtime()),
        clock=Clock(body.clock.seconds, body.clock.increment) if body.clock else None,
        best_of=body.best_of,
        picks=tuple(body.picks),
    )


async def _charge_store(terms: Terms, book: Book, games: Games, limits: Limits, call: Call) -> None:
    """What a game takes of the store beyond its row; a file that is there already takes nothing."""
    limits.kept.take(call.caller, size_of_picks(terms, book))
    if terms.toml is not None and not await games.knows_file(terms.toml):
        limits.files.take(call.caller, file_size(terms.toml))


def size_of_picks(terms: Terms, book: Book) -> int:
    """Bytes of the picks that a game begins with, as text, and of those that it can still have."""
    return len(str(terms.picks)) + A_PICK * (book.game.numbers.size - len(terms.picks))


def created(games: Games, new: Admission, invited: Invitation = NOBODY) -> bytes:
    """What whoever takes a seat is told."""
    state = new.game.full_state(games.now())
    head = {"id": new.game.log.id, "tokens": new.tokens, **invited._asdict()}
    return dumps(head)[:-1] + b',"state":' + state + b"}"


class Join(Body):
    invite: Annotated[str, Field(max_length=200)]
    key: Key
    name: Name | None = None


@ROUTES.post("/api/games/{game_id}/join", Created, status=201, keeps=AN_EVENT)
async def join_game(game_id: GameId, body: Join, games: Games) -> bytes:
    """Take the seat that a friend is invited to."""
    new = await games.join(game_id, body.invite, body.key, body.name)
    return created(games, new)


class NewName(Body):
    name: Name


@ROUTES.post("/api/games/{game_id}/name", FullState, status=201, keeps=AN_EVENT)
async def name_player(game_id: GameId, body: NewName, games: Games, token: Token) -> bytes:
    """Say what one wants to be called in a game."""
    return (await games.rename(game_id, token, body.name)).full_state(games.now())
