"""Which position a command is asked about: after some picks, where a record stands, or any pool."""

from __future__ import annotations

import os

from ..catalog import Book, book_of, open_book
from ..errors import LastpickError, NumbersError
from ..game import Position
from ..relations.lists import listed, words
from .record_files import load_records


def find_position(
    source: str,
    numbers: str | None = None,
    after: str | None = None,
    pool: str | None = None,
    last: int | None = None,
) -> tuple[Book, Position]:
    """A game or where a record stands, then some picks; or a game with that pool left."""
    is_record = os.path.isfile(source) and not source.endswith(".toml")
    if pool is None and last is not None:
        raise LastpickError("--last goes with --pool, as in --pool 3,5,8-12 --last 6")
    if pool is not None and after is not None:
        raise LastpickError("--pool and --after both name a position; leave out one of them")
    if is_record and pool is not None:
        raise LastpickError("a record has its own pool; name its game to ask about another")
    if is_record and numbers is not None:
        raise LastpickError("a record has its own numbers; leave out --numbers")
    if is_record:
        position = load_records(source)[-1].play().position
        return book_of(position.game), _after(position, after)
    book = open_book(source, numbers)
    if pool is None:
        return book, _after(book.game.start(), after)
    try:
        return book, book.game.position(listed(pool), last)
    except NumbersError as error:
        raise LastpickError(f"--pool: {error}") from None


def _after(position: Position, picks: str | None) -> Position:
    for word in words(picks or ""):
        if not word.isascii() or not word.isdigit() or len(word) > 15:
            raise LastpickError(f"--after: {word[:20]!r} is no pick; write it as in 6,3,9")
        try:
            position = position.pick(int(word))
        except LastpickError as error:
            raise LastpickError(f"--after: {error}") from None
    return position
