"""What a server tells of a game, checked: nothing is taken on trust that ends up on a screen."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from ..catalog import Book, book_of, is_shipped, read_book
from ..errors import LastpickError
from ..game import Game
from ..players.player import clean
from ..record import LEFT, RESIGN, TIMEOUT, UNDO, YOU
from ..record.match import LONGEST_NAME
from ..relations import ROLES, Numbers, Relation

_MOST_VERSIONS = 1_000_000
_MOST_NUMBERS = 10_000
_LONGEST_RULE = 2_000
_LONGEST_HINT = 1_000
_ID = r"[A-Za-z0-9_-]{1,40}"
PICK, ASK, DECLINE, REMATCH = "pick", "ask", "decline", "rematch"
_KINDS = (PICK, UNDO, RESIGN, TIMEOUT, LEFT, ASK, DECLINE, REMATCH)


class Shapeless(LastpickError):
    """Something that no server of ours says."""


class SeatTold(NamedTuple):
    """Who sits in a seat: a name or none, whether anybody does, and when they were last heard."""

    name: str | None
    joined: bool
    seen: float | None  # seconds before


class ClockTold(NamedTuple):
    """The clock as it stood at a time of the server's."""

    left: tuple[float, float]
    since: float | None
    running: bool


class StateTold(NamedTuple):
    """The state of a game, as far as a player needs it."""

    id: str
    version: int
    picks: tuple[int, ...]
    given: int  # how many of them were there before: the game began from their position
    turn: int
    winner: int | None  # once it is over
    takeback: int | None
    best_of: int
    number: int
    score: tuple[int, int]
    rematch: tuple[int, ...]
    next: str | None
    clock: ClockTold | None
    people: tuple[SeatTold, SeatTold] | None  # not in answers to calls
    now: float | None
    claim_after: float

    @property
    def following(self) -> int:
        """Which game of its match the next one is."""
        decided = 2 * max(self.score) > self.best_of
        return 1 if self.best_of == 1 or decided else self.number + 1


class HintTold(NamedTuple):
    """A hint of the server's coach."""

    text: str
    kind: object
    pick: int | None
    area: tuple[int, int] | None


class ChangeTold(NamedTuple):
    """One event of a game."""

    version: int
    kind: str
    seat: int
    pick: int | None


def read_state(data: Any) -> StateTold:
    of = _object(data)
    match, people = _object(of["match"]), of.get("people")
    return StateTold(
        id=_id(of["id"]),
        version=_whole(of["version"], 0, _MOST_VERSIONS),
        picks=tuple(_whole(n, 0) for n in _list(of["picks"], _MOST_NUMBERS)),
        given=_whole(of.get("given", 0), 0, _MOST_NUMBERS),
        turn=_seat(of["turn"]),
        winner=None if of["outcome"] is None else _seat(_object(of["outcome"])["winner"]),
        takeback=None if of["takeback"] is None else _seat(of["takeback"]),
        best_of=(best_of := _whole(match["best_of"], 1, 99)),
        number=_whole(match["number"], 1, best_of),
        score=_two(_whole(n, 0, 9_999) for n in _list(match["score"], 2)),
        rematch=tuple(_seat(seat) for seat in _list(of["rematch"], 2)),
        next=None if of["next"] is None else _id(of["next"]),
        clock=_clock(of["clock"]),
        people=None if people is None else _two(_someone(one) for one in _list(people, 2)),
        now=_seconds(of["now"]) if "now" in of else None,
        claim_after=_seconds(of.get("claim_after", 0)),
    )


def read_change(data: Any) -> ChangeTold:
    of = _object(data)
    kind = of["kind"]
    if kind not in _KINDS:
        raise Shapeless("an event of a kind that nobody knows here")
    pick = _whole(of["pick"], 0) if kind == PICK else None
    return ChangeTold(_whole(of["version"], 1, _MOST_VERSIONS), kind, _seat(of["seat"]), pick)


def read_hint(data: Any) -> HintTold:
    of = _object(data)
    pick, area = of.get("pick"), of.get("area")
    return HintTold(
        text=clean(_text(of["text"], _LONGEST_RULE), _LONGEST_HINT),
        kind=of.get("kind"),
        pick=None if pick is None else _whole(pick, 0),
        area=None if area is None else _two(_whole(n, 0) for n in _list(area, 2)),
    )


def read_presence(data: Any) -> tuple[float | None, float | None]:
    """For how many seconds each player has not been heard; None: never was."""
    seen = _list(_object(data)["seen"], 2)
    return _two(None if at is None else _seconds(at) for at in seen)


def read_game(data: Any) -> Game:
    """The rules that are played, from the same relations as on the server."""
    of = _object(data)
    relations = _object(of["relations"])
    numbers = Numbers.parse(_text(of["numbers"], 40))
    if numbers.size > _MOST_NUMBERS:
        raise Shapeless("a pool that is too large")
    start = of["start"]
    game = Game(
        clean(_text(of["game"], 40), 40),
        numbers,
        *(Relation(role, _text(relations[name], _LONGEST_RULE)) for name, role in ROLES.items()),
        start_from=None if start is None else _whole(start, 0),
        last_pick=_text(of["last_pick"], 10),
    )
    game.check()
    return game


def read_words(game: Game, data: Any, file: str | None) -> Book:
    """The book of a game: ours if it is shipped, else by the text of its file, if that is right."""
    if is_shipped(game):
        return book_of(game)
    if file is not None:
        try:
            book = read_book(file, game.name, game.numbers)
        except LastpickError:
            book = None
        if book and book.game.same_rules(game):
            return book
    of = _object(data)
    title, summary = (clean(_text(of[key], _LONGEST_RULE), 200) for key in ("title", "rule"))
    return book_of(game)._replace(title=clean(title, 40) or game.name, summary=summary)


def read_seat(data: Any) -> tuple[str, str | None, int | None, str | None]:
    """Game, invitation, and the seat and token that were given out, if one was."""
    of = _object(data)
    tokens = _object(of["tokens"])
    invite = of.get("invite")
    seat, token = next(iter(tokens.items()), (None, None))
    return (
        _id(of["id"]),
        None if invite is None else _secret(invite),
        None if seat is None else _seat(int(_text(seat, 1))),
        None if token is None else _secret(token),
    )


# --- parts ----------------------------------------------------------------------------------------


def _clock(data: Any) -> ClockTold | None:
    if data is None:
        return None
    of = _object(data)
    since = None if of["since"] is None else _seconds(of["since"])
    left = _two(_seconds(at) for at in _list(of["left"], 2))
    return ClockTold(left, since, of["running"] is True)


def _someone(data: Any) -> SeatTold:
    of = _object(data)
    name, seen = of["name"], of["seen"]
    if name is not None:
        name = clean(_text(name, 1_000), LONGEST_NAME).strip() or None
        name = None if name == YOU else name  # which is somebody else here
    return SeatTold(name, of["joined"] is True, None if seen is None else _seconds(seen))


def _object(data: Any) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise Shapeless("an object is missing")
    return _Keys(data)


class _Keys(dict[str, Any]):
    def __missing__(self, key: str) -> Any:
        raise Shapeless(f"{key!r} is missing")


def _list(data: Any, most: int) -> list[Any]:
    if not isinstance(data, list) or len(data) > most:
        raise Shapeless("a list is missing, or too long")
    return data


def _two(items: Any) -> tuple[Any, Any]:
    found = tuple(items)
    if len(found) != 2:
        raise Shapeless("a list that should have two parts")
    return found


def _whole(data: Any, least: int, most: int = 10**15) -> int:
    if type(data) is not int or not least <= data <= most:
        raise Shapeless("a number is missing, or too large")
    return data


def _seconds(data: Any) -> float:
    if type(data) not in (int, float) or not 0 <= data < 1e12:
        raise Shapeless("a time is missing")
    return float(data)


def _seat(data: Any) -> int:
    return _whole(data, 1, 2)


def _text(data: Any, longest: int) -> str:
    if not isinstance(data, str) or len(data) > longest:
        raise Shapeless("a text is missing, or too long")
    return data


def _id(data: Any) -> str:
    if not re.fullmatch(_ID, text := _text(data, 40)):
        raise Shapeless("a game without a name")
    return text


def _secret(data: Any) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,200}", text := _text(data, 200)):
        raise Shapeless("a token that is none")
    return text
