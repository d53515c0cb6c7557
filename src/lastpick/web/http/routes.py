"""The public calls: each declared once, with what it reads, answers and costs."""

from __future__ import annotations

import secrets
import time
from typing import Annotated, Any

from pydantic import Field
from starlette.responses import JSONResponse, PlainTextResponse, Response

from ...catalog import Book, file_text, names
from ...catalog.book import LARGEST_FILE
from ...catalog.families import families
from ...catalog.rules import own_rules
from ...coach.daily import announced, read_day, today
from ...coach.hint import STEPS
from ...coach.lesson_file import shipped as lessons_shipped
from ...coach.puzzle_id import LONGEST as LONGEST_ID
from ...coach.puzzles import LEVELS
from ...errors import CatalogError, RecordError
from ...players import BOTS
from ..asking.lessons import lesson_list, whole_lesson
from ..asking.questions import Source, in_catalog
from ..asking.solo import solo_board, solo_games
from ..errors import Forbidden, NoLesson, TooLarge
from ..game.game_state import dumps
from ..game.terms import PERSON, Clock, Terms
from ..games.games import Games
from ..games.open_game import OpenGame
from ..games.seating import Admission
from ..store.files import size as file_size
from . import models
from .invitation import NOBODY, Invitation, invitation
from .limits import Limits
from .reading import Call, Token, check_size, seat_token
from .route import A_GAME, A_PICK, ALL_PICKS, AN_EVENT, DOWN, SMALL, STALE, WITH_TEXT, Routes
from .sse import Stream

ROUTES = Routes()

GameId = Annotated[str, Field(max_length=40, pattern=r"^[\w-]+$")]


def _source(body: models.NewGame | models.AskedPosition, call: Call) -> Source:
    if (body.game is None) == (body.toml is None):
        raise CatalogError("give either game, a shipped game's name, or toml, a game file's text")
    if body.toml is None:
        check_size(call.body, SMALL)  # only a game file needs more
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
    if size > LARGEST_FILE:
        raise TooLarge(f"the text is larger than {LARGEST_FILE // 1024} kB")


# --- games ------------------------------------------------------------------------------------


@ROUTES.post("/api/games", models.Created, status=201, cost=5, largest=WITH_TEXT, keeps=A_GAME)
async def create_game(body: models.NewGame, games: Games, limits: Limits, call: Call) -> bytes:
    """Make a game. Player 1, who starts, is the first seat."""
    source = _source(body, call)
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
    return _created(games, new, await invitation(call, new.game.log.id, new.invite, body.qr))


def _terms(body: models.NewGame, source: Source, book: Book, wanted: list[str]) -> Terms:
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
    by_itself = 0 if PERSON in terms.seats else book.game.numbers.size
    limits.kept.take(call.visitor, A_PICK * (len(terms.picks) + by_itself))
    if terms.toml is not None and not await games.knows_file(terms.toml):
        limits.files.take(call.visitor, file_size(terms.toml))


def _created(games: Games, new: Admission, invited: Invitation = NOBODY) -> bytes:
    """What whoever takes a seat is told."""
    state = new.game.full_state(games.now())
    head = {"id": new.game.log.id, "tokens": new.tokens, **invited._asdict()}
    return dumps(head)[:-1] + b',"state":' + state + b"}"


@ROUTES.post("/api/games/{game_id}/join", models.Created, status=201, keeps=AN_EVENT)
async def join_game(game_id: GameId, body: models.Join, games: Games) -> bytes:
    """Take the seat that a friend is invited to."""
    new = await games.join(game_id, body.invite, body.key, body.name)
    return _created(games, new)


@ROUTES.get("/api/games/{game_id}", models.FullState)
async def get_game(game_id: GameId, games: Games, limits: Limits, call: Call) -> bytes:
    """The state of a game."""
    game = await games.find(game_id)
    await _hear(call, games, limits, game)
    return game.full_state(games.now())


@ROUTES.get("/api/games/{game_id}/rules", models.GameRules)
async def game_rules(game_id: GameId, games: Games) -> bytes:
    """The rules of a game in words, and tips for it."""
    book = (await games.find(game_id, fresh=False)).log.book
    return dumps({"title": book.title, "rules": own_rules(book), "tips": book.tips})


@ROUTES.get("/api/games/{game_id}/why-not/{pick}", models.WhyNot)
async def why_not(
    game_id: GameId, games: Games, pick: Annotated[int, Field(ge=-(10**15), le=10**15)]
) -> bytes:
    """Why a number cannot be picked now: in words, or empty where it can be."""
    log = (await games.find(game_id)).log
    return dumps({"pick": pick, "version": log.version, "text": log.why_not(pick)})


@ROUTES.post("/api/games/{game_id}/name", models.FullState, status=201, keeps=AN_EVENT)
async def name_player(game_id: GameId, body: models.NewName, games: Games, token: Token) -> bytes:
    """Say what one wants to be called in a game."""
    return (await games.rename(game_id, token, body.name)).full_state(games.now())


async def _hear(call: Call, games: Games, limits: Limits, game: OpenGame) -> int:
    """The seat of whoever asks, if a token says so; 0 for a spectator."""
    if b"authorization" not in call.headers:
        return 0
    seat = await games.seat(game, seat_token(call, limits))
    games.presence.hear(game, seat)
    return seat


@ROUTES.post("/api/games/{game_id}/picks", models.State, status=201, keeps=AN_EVENT, refusals=STALE)
async def pick(game_id: GameId, body: models.Pick, games: Games, token: Token) -> bytes:
    """Pick a number."""
    return await games.pick(game_id, token, body.version, body.key, body.pick)


@ROUTES.post(
    "/api/games/{game_id}/resign", models.State, status=201, keeps=AN_EVENT, refusals=STALE
)
async def resign(game_id: GameId, body: models.BareCall, games: Games, token: Token) -> bytes:
    """Give the game up."""
    return await games.resign(game_id, token, body.version, body.key)


@ROUTES.post(
    "/api/games/{game_id}/takeback", models.State, status=201, keeps=AN_EVENT, refusals=STALE
)
async def takeback(game_id: GameId, body: models.Takeback, games: Games, token: Token) -> bytes:
    """Ask to take one's last pick back, or answer the other player who asks."""
    return await games.takeback(game_id, token, body.version, body.key, body.agree)


@ROUTES.post("/api/games/{game_id}/claim", models.State, status=201, keeps=AN_EVENT, refusals=STALE)
async def claim(game_id: GameId, body: models.BareCall, games: Games, token: Token) -> bytes:
    """Win a game that the other player has left."""
    return await games.claim(game_id, token, body.version, body.key)


@ROUTES.post(
    "/api/games/{game_id}/rematch", models.Rematch, status=201, keeps=A_GAME, refusals=STALE
)
async def rematch(game_id: GameId, body: models.BareCall, games: Games, token: Token) -> bytes:
    """Ask for another game, with the other player starting."""
    found = await games.rematch(game_id, token, body.version, body.key)
    if isinstance(found, bytes):
        return b'{"id":null,"tokens":{},"state":' + found + b"}"
    return _created(games, found)


@ROUTES.get("/api/games/{game_id}/events", "text/event-stream", cost=5)
async def events(game_id: GameId, games: Games, limits: Limits, call: Call) -> Response:
    """The state and every change, as server-sent events."""
    game = await games.find(game_id)
    seat = await _hear(call, games, limits, game)
    last = call.header(b"last-event-id")
    after = int(last) if last.isascii() and last.isdigit() and len(last) < 10 else None
    visitor = call.visitor
    limits.streams.enter(visitor, game_id)
    return Stream(
        games,
        game,
        seat,
        after,
        release=lambda: limits.streams.leave(visitor, game_id),
        charge=lambda seconds: limits.addresses.charge(visitor, 1000 * seconds),
    )


# --- the oracle and the coach -----------------------------------------------------------------


async def _ask(games: Games, question: str, *words: Any) -> bytes:
    return await games.pool.ask_json(question, *words)


def _asked(game: OpenGame) -> tuple[Source, list[int]]:
    return Source.of(game.log.terms), list(game.log.play.position.picks)


@ROUTES.get("/api/games/{game_id}/verdict", models.Judged, cost=10)
async def game_verdict(game_id: GameId, games: Games) -> bytes:
    """Who wins a game from here, and why."""
    return await _ask(games, "verdict", *_asked(await games.find(game_id)))


@ROUTES.get("/api/games/{game_id}/hint", models.Hint, cost=10)
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
    return await _ask(games, "hint", *_asked(game), step)


@ROUTES.get("/api/games/{game_id}/review", models.ReviewData, cost=20)
async def game_review(game_id: GameId, games: Games) -> bytes:
    """Every pick of a finished game, graded."""
    game = await games.find(game_id)
    if not game.log.play.outcome:
        raise RecordError("the game is not over yet")
    return await _ask(games, "review", _record(game))


def _record(game: OpenGame) -> str:
    one, two = game.row.seats
    return game.log.record((one.name, two.name))


@ROUTES.get("/api/games/{game_id}/record", "text/plain")
async def record(game_id: GameId, games: Games) -> Response:
    """The record of a game, as text."""
    game = await games.find(game_id)
    name = f'attachment; filename="lastpick-{game_id}.txt"'
    return PlainTextResponse(_record(game), headers={"content-disposition": name})


@ROUTES.get("/api/games/{game_id}/file", "text/plain")
async def game_file(game_id: GameId, games: Games) -> Response:
    """The file of the game that is played: its rules and its words, as TOML."""
    terms = (await games.find(game_id)).log.terms
    return PlainTextResponse(file_text(terms.game) if terms.toml is None else terms.toml)


@ROUTES.post("/api/verdict", models.Judged, cost=10, largest=WITH_TEXT)
async def verdict(body: models.AskedPosition, games: Games, call: Call) -> bytes:
    """Any position, who wins from it, and why."""
    source = _source(body, call)
    return await _ask(games, "verdict", source, body.picks)


@ROUTES.post("/api/review", models.ReviewData, cost=20, largest=WITH_TEXT)
async def review(body: models.RecordText, games: Games) -> bytes:
    """Every pick of a record, graded."""
    _check_text(body.record)
    return await _ask(games, "review", body.record)


@ROUTES.get("/api/catalog", models.Catalog)
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


@ROUTES.get("/api/puzzles", models.PuzzleData, cost=10)
async def puzzle(
    games: Games,
    game: Annotated[str | None, Field(max_length=40)] = None,
    numbers: Annotated[str | None, Field(max_length=40)] = None,
    level: Annotated[int | None, Field(ge=LEVELS[0], le=LEVELS[-1])] = None,
    seed: Annotated[int | None, Field(ge=0, le=10**15)] = None,
) -> bytes:
    """A position with exactly one winning pick."""
    seed = secrets.randbelow(10**9) if seed is None else seed
    if game is None:
        return await _ask(games, "any_puzzle", numbers, level, seed)
    return await _ask(games, "puzzle", Source(shipped(game), None, numbers), level, seed)


@ROUTES.get("/api/puzzles/daily", models.PuzzleData, cost=10)
async def daily_puzzle(
    games: Games, date: Annotated[str | None, Field(max_length=10)] = None
) -> bytes:
    """The puzzle of a day, the same for everybody."""
    day = today() if date is None else read_day(date)
    return await _ask(games, "daily", day.isoformat())


@ROUTES.get("/api/puzzles/{puzzle_id}", models.PuzzleData, cost=10)
async def named_puzzle(
    games: Games, puzzle_id: Annotated[str, Field(max_length=LONGEST_ID)]
) -> bytes:
    """The puzzle of that id."""
    return await _ask(games, "named_puzzle", puzzle_id)


@ROUTES.post("/api/puzzles/answer", models.AnswerData, cost=10)
async def answer_puzzle(body: models.PuzzleAnswer, games: Games) -> bytes:
    """Whether a pick solves a puzzle, and why; a pick of null gives up."""
    return await _ask(games, "answer", _puzzle_source(body), body.picks, body.pick)


@ROUTES.post("/api/puzzles/hint", models.Hint, cost=10)
async def puzzle_hint(body: models.PuzzleStep, games: Games) -> bytes:
    """A hint for a puzzle, in three steps."""
    return await _ask(games, "puzzle_hint", _puzzle_source(body), body.picks, body.step)


def _puzzle_source(body: models.PuzzlePosition) -> Source:
    return Source(shipped(body.game), None, body.numbers)


@ROUTES.post("/api/puzzles/daily/share", models.Shared, cost=10)
async def share_daily(body: models.DailyResult, games: Games) -> bytes:
    """The result of a day's puzzle in a few lines that do not give the answer away."""
    day = read_day(body.date).isoformat()
    told = (day, body.tries, body.hints, body.solved, body.streak)
    return await _ask(games, "daily_share", *told)


# --- lessons ----------------------------------------------------------------------------------

LessonName = Annotated[str, Field(max_length=40, pattern=r"^[\w-]+$")]


@ROUTES.get("/api/lessons", models.LessonList)
async def list_lessons() -> bytes:
    """The lessons, in the order in which to take them; steps by what they are known by."""
    return dumps(lesson_list())


@ROUTES.get("/api/lessons/{name}", models.LessonData)
async def get_lesson(name: LessonName) -> bytes:
    """A lesson: what each step says, shows and asks."""
    return dumps(whole_lesson(_lesson(name)))


def _lesson(name: str) -> str:
    if name not in lessons_shipped():
        raise NoLesson(
            f"no lesson is called {name!r}; the lessons are {', '.join(lessons_shipped())}"
        )
    return name


@ROUTES.post("/api/lessons/answer", models.LessonAnswer, cost=10)
async def answer_lesson(body: models.LessonPick, games: Games) -> bytes:
    """What the coach says to a pick in a step that asks for one."""
    return await _ask(games, "lesson_answer", _lesson(body.lesson), body.step, body.pick)


@ROUTES.post("/api/lessons/hint", models.LessonHintData, cost=10)
async def hint_lesson(body: models.LessonHintCall, games: Games) -> bytes:
    """One more hint than were given."""
    asked = (_lesson(body.lesson), body.step, body.made, body.given)
    return await _ask(games, "lesson_hint", *asked)


@ROUTES.post("/api/lessons/show", models.LessonShown, cost=10)
async def show_lesson(body: models.LessonShow, games: Games) -> bytes:
    """The answer to a step, after a try."""
    return await _ask(games, "lesson_show", _lesson(body.lesson), body.step, body.tries)


@ROUTES.post("/api/lessons/play", models.LessonMoved, cost=10)
async def play_lesson(body: models.LessonMove, games: Games) -> bytes:
    """A pick in a game that a step plays on, and the coach's reply."""
    asked = (_lesson(body.lesson), body.step, body.tries, body.made, body.pick)
    return await _ask(games, "lesson_play", *asked)


# --- alone ------------------------------------------------------------------------------------


@ROUTES.get("/api/solo", models.SoloGames)
async def list_solo() -> bytes:
    """The games that can be picked alone, and the best that is known on each of their pools."""
    return dumps(solo_games())


@ROUTES.post("/api/solo", models.SoloBoard, cost=2, largest=ALL_PICKS)
async def solo(body: models.SoloMove) -> bytes:
    """The board of somebody who picks alone, after one pick more."""
    return dumps(solo_board(_alone(body), body.picks, body.pick))


def _alone(body: models.SoloPicks) -> Source:
    return Source(shipped(body.game), None, body.numbers)


@ROUTES.get("/api/solo/{game}/best", models.SoloBest, cost=10)
async def solo_best(
    game: Annotated[str, Field(max_length=40)],
    games: Games,
    numbers: Annotated[str | None, Field(max_length=40)] = None,
) -> bytes:
    """How many picks somebody alone can make, as far as it is known."""
    return await _ask(games, "solo_best", Source(shipped(game), None, numbers))


@ROUTES.post("/api/solo/outlook", models.SoloBest, cost=20, largest=ALL_PICKS)
async def solo_outlook(body: models.SoloPicks, games: Games) -> bytes:
    """How many picks there can still be from here; at the end, how near to the best that is."""
    return await _ask(games, "solo_outlook", _alone(body), body.picks)


# --- the rest ---------------------------------------------------------------------------------


@ROUTES.get("/healthz", models.Health, refusals=DOWN)
async def _health(games: Games) -> Response:
    """Whether the server works, and its store can be written."""
    await games.health.check()
    return JSONResponse({"status": "ok"})
