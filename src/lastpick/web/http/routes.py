"""The public calls: a body checked, the hall asked, an answer given."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Coroutine
from datetime import date as calendar_date
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request
from fastapi.responses import PlainTextResponse, Response
from fastapi.routing import APIRoute

from ...catalog import names
from ...coach.hint import STEPS
from ...coach.puzzles import LEVELS
from ...errors import CatalogError, LastpickError, RecordError
from ...players import BOTS
from ..asking.questions import Source, in_catalog
from ..errors import ILLEGAL, Forbidden, NoToken, TooFast, TooLarge
from ..game.game_log import dumps
from ..game.terms import PERSON, Clock, Terms
from ..games.games import Games, New
from ..games.open_game import OpenGame
from . import models
from .guard import SMALL, Buckets
from .sse import Stream

_SEAT_RATE, _SEAT_BURST = 30.0, 120.0


def read_json(body: bytes) -> Any:
    return json.loads(body, object_pairs_hook=_each_once)


class ExactRequest(Request):
    """A request whose JSON names no key twice: readers differ on which of two counts."""

    async def json(self) -> Any:
        return read_json(await self.body())


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise HTTPException(ILLEGAL, "a key stands twice in the body")
    return found


class ExactRoute(APIRoute):
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def exact(request: Request) -> Response:
            return await handle(ExactRequest(request.scope, request.receive))

        return exact


router = APIRouter(prefix="/api", route_class=ExactRoute)

_PROBLEMS: dict[int | str, dict[str, Any]] = {
    code: {"model": models.Problem}
    for code in (400, 401, 403, 404, 405, 413, 415, 422, 429, 500, 503)
}
DOWN: dict[int | str, dict[str, Any]] = {503: {"model": models.Problem}}
_STALE: dict[int | str, dict[str, Any]] = {**_PROBLEMS, 409: {"model": models.StaleProblem}}


class Desk:
    """What the calls share: the hall, and how fast a seat may call and an address may watch."""

    def __init__(self, hall: Games, streams: int, rate: float) -> None:
        self.hall = hall
        self.seats = Buckets(_SEAT_RATE if rate else 0.0, _SEAT_BURST)
        self._streams: dict[str, int] = {}
        self._most = streams

    def enter(self, address: str) -> None:
        if self._streams.get(address, 0) >= self._most:
            raise TooFast(f"{self._most} streams of news are open from your side; close some")
        self._streams[address] = self._streams.get(address, 0) + 1

    def leave(self, address: str) -> None:
        self._streams[address] -= 1
        if not self._streams[address]:
            del self._streams[address]


async def _desk(request: Request) -> Desk:  # async, or FastAPI would send it to a thread
    desk: Desk = request.app.state.desk
    return desk


async def _token(request: Request) -> str:
    """The caller's seat token."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise NoToken("this needs your seat's token, as in Authorization: Bearer TOKEN")
    desk: Desk = request.app.state.desk
    desk.seats.take(token.strip())
    return token.strip()


At = Annotated[Desk, Depends(_desk)]
Token = Annotated[str, Depends(_token)]
GameId = Annotated[str, Path(max_length=40, pattern=r"^[\w-]+$")]


def _json(content: bytes, status: int = 200) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(content, status, headers, media_type="application/json")


def _source(body: models.NewGame | models.AskedPosition, size: int) -> Source:
    if (body.game is None) == (body.toml is None):
        raise CatalogError("give either game, a shipped game's name, or toml, a game file's text")
    if body.toml is None:
        if size > SMALL:
            raise TooLarge(f"the body is larger than {SMALL // 1024} kB")
        return Source(shipped(str(body.game)), None, body.numbers)
    _check_text(body.toml)
    return Source("", body.toml, body.numbers)


def shipped(name: str) -> str:
    """A shipped game's name: what is asked for over the network never reads a file."""
    if name not in names():
        raise CatalogError(f"no game is called {name!r}; the games are {', '.join(names())}")
    return name


def _check_text(text: str) -> None:
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise RecordError("the text is not valid Unicode") from None
    if size > 64 * 1024:
        raise TooLarge("the text is larger than 64 kB")


# --- games ------------------------------------------------------------------------------------


@router.post("/games", status_code=201, responses=_PROBLEMS, response_model=models.Created)
async def create_game(body: models.NewGame, desk: At, request: Request) -> Response:
    """Make a game. Player 1, who starts, is the first seat."""
    source = _source(body, len(await request.body()))
    book = await desk.hall.library.book(source)
    wanted, called = list(body.seats), list(body.names or (None, None))
    if wanted.count("friend") > 1:
        raise RecordError("one seat at most can be a friend's; yours is called me")
    if body.best_of % 2 == 0:
        raise RecordError(f"a match is best of an odd number of games, not {body.best_of}")
    if body.toss and secrets.randbelow(2):
        wanted.reverse()
        called.reverse()
    people = [PERSON if seat in ("me", "friend") else seat for seat in wanted]
    clock = Clock(body.clock.seconds, body.clock.increment) if body.clock else None
    terms = Terms(
        book.game.name,
        source.toml,
        str(book.game.numbers),
        (people[0], people[1]),
        wanted.index("friend") + 1 if "friend" in wanted else 0,
        wanted == ["me", "me"],
        secrets.randbelow(1 << 48),
        time.strftime("%Y-%m-%d", time.gmtime()),
        clock,
        body.best_of,
    )
    mine = [seat for seat, kind in enumerate(wanted, 1) if kind == "me"]
    new = await desk.hall.create(terms, mine, (called[0], called[1]))
    return _json(_created(desk, new), 201)


def _created(desk: Desk, new: New) -> bytes:
    """What whoever takes a seat is told."""
    state = new.live.full_state(desk.hall.now())
    head = {"id": new.live.table.id, "tokens": new.tokens, "invite": new.invite}
    return dumps(head)[:-1] + b',"state":' + state + b"}"


@router.post(
    "/games/{game_id}/join", status_code=201, responses=_PROBLEMS, response_model=models.Created
)
async def join_game(game_id: GameId, body: models.Join, desk: At) -> Response:
    """Take the seat that a friend is invited to."""
    new = await desk.hall.join(game_id, body.invite, body.key, body.name)
    return _json(_created(desk, new), 201)


@router.get("/games/{game_id}", responses=_PROBLEMS, response_model=models.FullState)
async def get_game(game_id: GameId, desk: At, request: Request) -> Response:
    """The state of a game."""
    live = await desk.hall.live(game_id)
    await _hear(request, desk, live)
    return _json(live.full_state(desk.hall.now()))


async def _hear(request: Request, desk: Desk, live: OpenGame) -> int:
    """The seat of whoever asks, if a token says so; 0 for a spectator."""
    if "authorization" not in request.headers:
        return 0
    seat = await desk.hall.seat(live, await _token(request))
    desk.hall.hear(live, seat)
    return seat


@router.post(
    "/games/{game_id}/picks", status_code=201, responses=_STALE, response_model=models.State
)
async def pick(game_id: GameId, body: models.Pick, desk: At, token: Token) -> Response:
    """Pick a number."""
    return _json(await desk.hall.pick(game_id, token, body.version, body.key, body.pick), 201)


@router.post(
    "/games/{game_id}/resign", status_code=201, responses=_STALE, response_model=models.State
)
async def resign(game_id: GameId, body: models.Call, desk: At, token: Token) -> Response:
    """Give the game up."""
    return _json(await desk.hall.resign(game_id, token, body.version, body.key), 201)


@router.post(
    "/games/{game_id}/takeback", status_code=201, responses=_STALE, response_model=models.State
)
async def takeback(game_id: GameId, body: models.Takeback, desk: At, token: Token) -> Response:
    """Ask to take one's last pick back, or answer the other player who asks."""
    state = await desk.hall.takeback(game_id, token, body.version, body.key, body.agree)
    return _json(state, 201)


@router.post(
    "/games/{game_id}/claim", status_code=201, responses=_STALE, response_model=models.State
)
async def claim(game_id: GameId, body: models.Call, desk: At, token: Token) -> Response:
    """Win a game that the other player has left."""
    return _json(await desk.hall.claim(game_id, token, body.version, body.key), 201)


@router.post(
    "/games/{game_id}/rematch", status_code=201, responses=_STALE, response_model=models.Rematch
)
async def rematch(game_id: GameId, body: models.Call, desk: At, token: Token) -> Response:
    """Ask for another game, with the other player starting."""
    found = await desk.hall.rematch(game_id, token, body.version, body.key)
    if isinstance(found, bytes):
        return _json(b'{"id":null,"tokens":{},"state":' + found + b"}", 201)
    return _json(_created(desk, found), 201)


@router.get(
    "/games/{game_id}/events",
    responses={**_PROBLEMS, 200: {"content": {"text/event-stream": {}}}},
    response_class=Response,
)
async def events(game_id: GameId, desk: At, request: Request) -> Response:
    """The state and every change, as server-sent events."""
    live = await desk.hall.live(game_id)
    seat = await _hear(request, desk, live)
    last = request.headers.get("last-event-id", "")
    after = int(last) if last.isascii() and last.isdigit() and len(last) < 10 else None
    address = request.client.host if request.client else ""
    desk.enter(address)
    return Stream(desk.hall, live, seat, after, lambda: desk.leave(address))


# --- the oracle and the coach -----------------------------------------------------------------


async def _ask(desk: Desk, question: str, *words: Any) -> Response:
    return _json(dumps(await desk.hall.thinkers.ask(question, *words)))


def _asked(live: OpenGame) -> tuple[Source, list[int]]:
    terms = live.table.terms
    return (
        Source(terms.game, terms.toml, terms.numbers),
        list(live.table.play.position.picks),
    )


@router.get("/games/{game_id}/verdict", responses=_PROBLEMS, response_model=models.Judged)
async def game_verdict(game_id: GameId, desk: At) -> Response:
    """Who wins a game from here, and why."""
    return await _ask(desk, "verdict", *_asked(await desk.hall.live(game_id)))


@router.get("/games/{game_id}/hint", responses=_PROBLEMS, response_model=models.Hint)
async def hint(
    game_id: GameId, desk: At, token: Token, step: Annotated[int, Query(ge=1, le=STEPS)] = 1
) -> Response:
    """A hint for the player to move, in three steps."""
    live = await desk.hall.live(game_id)
    seat = await desk.hall.seat(live, token)
    if live.table.play.outcome:
        raise RecordError("the game is over")
    if seat != live.table.play.turn:
        raise Forbidden("hints are for the player to move")
    return await _ask(desk, "hint", *_asked(live), step)


@router.get("/games/{game_id}/review", responses=_PROBLEMS, response_model=models.Review)
async def game_review(game_id: GameId, desk: At) -> Response:
    """Every pick of a finished game, graded."""
    live = await desk.hall.live(game_id)
    if not live.table.play.outcome:
        raise RecordError("the game is not over yet")
    return await _ask(desk, "review", _record(live))


def _record(live: OpenGame) -> str:
    one, two = live.row.seats
    return live.table.record((one.name, two.name))


@router.get(
    "/games/{game_id}/record",
    responses={**_PROBLEMS, 200: {"content": {"text/plain": {}}}},
    response_class=Response,
)
async def record(game_id: GameId, desk: At) -> Response:
    """The record of a game, as text."""
    live = await desk.hall.live(game_id)
    name = f'attachment; filename="lastpick-{game_id}.txt"'
    return PlainTextResponse(_record(live), headers={"content-disposition": name})


@router.post("/verdict", responses=_PROBLEMS, response_model=models.Judged)
async def verdict(body: models.AskedPosition, desk: At, request: Request) -> Response:
    """Any position, who wins from it, and why."""
    source = _source(body, len(await request.body()))
    return await _ask(desk, "verdict", source, body.picks)


@router.post("/review", responses=_PROBLEMS, response_model=models.Review)
async def review(body: models.RecordText, desk: At) -> Response:
    """Every pick of a record, graded."""
    _check_text(body.record)
    return await _ask(desk, "review", body.record)


@router.get("/catalog", responses=_PROBLEMS, response_model=models.Catalog)
async def catalog() -> Response:
    """The games and the bots."""
    games = [in_catalog(name) for name in names()]
    bots = [{"name": bot.name, "title": bot.title, "summary": bot.summary} for bot in BOTS.values()]
    return _json(dumps({"games": games, "players": bots}))


@router.get("/puzzles", responses=_PROBLEMS, response_model=models.Puzzle)
async def puzzle(
    desk: At,
    game: Annotated[str | None, Query(max_length=40)] = None,
    numbers: Annotated[str | None, Query(max_length=40)] = None,
    level: Annotated[int | None, Query(ge=LEVELS[0], le=LEVELS[-1])] = None,
    seed: Annotated[int | None, Query(ge=0, le=10**15)] = None,
) -> Response:
    """A position with exactly one winning pick."""
    seed = secrets.randbelow(10**9) if seed is None else seed
    if game is None:
        return await _ask(desk, "any_puzzle", numbers, level, seed)
    return await _ask(desk, "puzzle", Source(shipped(game), None, numbers), level, seed)


@router.get("/puzzles/daily", responses=_PROBLEMS, response_model=models.Puzzle)
async def daily_puzzle(
    desk: At, date: Annotated[str | None, Query(max_length=10)] = None
) -> Response:
    """The puzzle of a day, the same for everybody."""
    day = time.strftime("%Y-%m-%d", time.gmtime()) if date is None else date
    try:
        if calendar_date.fromisoformat(day).isoformat() != day:
            raise ValueError
    except ValueError:
        raise LastpickError(f"{day!r} is no date; expected one such as 2026-11-16") from None
    return await _ask(desk, "daily", day)


@router.post("/puzzles/answer", responses=_PROBLEMS, response_model=models.Answer)
async def answer_puzzle(body: models.PuzzleAnswer, desk: At) -> Response:
    """Whether a pick solves a puzzle, and why."""
    source = Source(shipped(body.game), None, body.numbers)
    return await _ask(desk, "answer", source, body.picks, body.pick)
