"""Games as both databases hold them: columns, terms as JSON, and how a schema grows.

The names of what is stored never change, whatever the fields are called here.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from ..errors import Damaged, StoreError
from ..game.entry import Entry
from ..game.terms import Clock, Terms, check_terms
from .files import digest

logger = logging.getLogger("lastpick.web")

DATABASE_FAILED = "the database failed"  # what the log says whenever it did
AT_ONCE = 200  # games that a sweep forgets at once: what is played meanwhile waits for them

_TERMS_AS = {"invited_seat": "awaited"}
_TERMS_FROM = {stored: field for field, stored in _TERMS_AS.items()}
_ENTRY_AS = {"answered_version": "upto", "next_game": "other"}

# The columns of an entry, in the order of its fields.
ENTRY = ", ".join(_ENTRY_AS.get(field, field) for field in Entry._fields)


class TimeSeen(NamedTuple):
    """The server's time: where it began with this store, and what of it has been seen so far."""

    began: float
    seen: float


class SeatRow(NamedTuple):
    """Who has taken a seat: the digest of the token, a name, and the last sign of life."""

    digest: bytes | None = None
    name: str | None = None
    last_seen: float | None = None


class GameRow(NamedTuple):
    """A game without its log."""

    id: str
    terms: Terms
    secret: bytes
    seats: tuple[SeatRow, SeatRow]


_GAME = TypeAdapter(GameRow)


def values_of(row: GameRow, at: float) -> tuple[str, str, bytes, float, bytes | None]:
    """A game's values for its table: id, terms, secret, created, file."""
    file = None if row.terms.toml is None else digest(row.terms.toml)
    return row.id, terms_to_json(row.terms._replace(toml=None)), row.secret, at, file


def seats_of(row: GameRow) -> list[tuple[Any, ...]]:
    """The values of its seats: game, seat, digest, name, seen."""
    return [
        (row.id, number, seat.digest, seat.name, seat.last_seen)
        for number, seat in enumerate(row.seats, 1)
    ]


def game_of(
    game: str, terms: str, secret: bytes, file: bytes | None, seats: Iterable[Sequence[Any]]
) -> GameRow:
    """A game from what is stored of it; each seat is its digest, name and seen.

    Games of an older version have the text of their file in the terms.
    """
    try:
        two = tuple(SeatRow(digest=seat[0], name=seat[1], last_seen=seat[2]) for seat in seats)
        agreed = terms_from_json(terms)
        if file is not None:
            agreed = agreed._replace(toml=file.decode())
        found = _GAME.validate_python((game, agreed, secret, two), strict=True)
        check_terms(found.terms)
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in wrong["loc"])
        raise Damaged(f"{where}: {wrong['msg']}") from None  # what stands there may be a secret
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise Damaged(f"its terms: {error}") from None
    return found


def terms_to_json(terms: Terms) -> str:
    fields = {_TERMS_AS.get(field, field): value for field, value in terms._asdict().items()}
    if not terms.picks:  # what an earlier version wrote is written as it was
        del fields["picks"]
    return json.dumps(fields, separators=(",", ":"))


def terms_from_json(text: str) -> Terms:
    stored: dict[str, Any] = json.loads(text)
    fields = {_TERMS_FROM.get(name, name): value for name, value in stored.items()}
    for name in ("seats", "score", "picks"):
        if name in fields:
            fields[name] = tuple(fields[name])
    if fields["clock"]:
        fields["clock"] = Clock(*fields["clock"])
    return Terms(**fields)


def steps_from(have: int, migrations: Sequence[str], where: str) -> list[tuple[int, str]]:
    """What brings a schema of version `have` up to date, each with the version that it reaches."""
    if have > len(migrations):
        raise StoreError(f"{where} was written by a newer Lastpick than this one")
    return list(enumerate(migrations[have:], have + 1))


def failure(why: str, **where: str) -> StoreError:
    """The log says what is wrong and where; visitors learn only that it is not their fault."""
    logger.error(DATABASE_FAILED, extra={"why": why, **where})
    return StoreError("the database of the games does not answer; try again in a moment")
