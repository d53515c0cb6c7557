"""Who takes part, as it is written after --players, and in which games."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..catalog import Book, open_book
from ..errors import LastpickError, PlayerError
from ..players.keys import without_keys

LONGEST_LABEL = 40
_NAMED = re.compile(r"([^\s=:,/]+)=(.*)", re.DOTALL)
_POOL = re.compile(r"(.+)@([0-9]+-[0-9]+)", re.DOTALL)


class Entrant(NamedTuple):
    """A player of a tournament: what it is called in the tables, and how it is opened."""

    label: str
    name: str

    @property
    def kept(self) -> Entrant:
        """The same without a key in its command, for files and reports."""
        return self._replace(name=without_keys(self.name))


def read_players(values: Iterable[str]) -> list[Entrant]:
    """The players in the values of --players.

    Commas separate players. A command may hold commas and anything else, so `exec:` takes
    the rest of its value: it comes last, or in a --players of its own.
    """
    return [_entrant(item) for value in values for item in _items(value)]


def _items(value: str) -> Iterator[str]:
    rest = value
    while rest:
        named = _NAMED.match(rest)
        if (named[2] if named else rest).lstrip().startswith("exec:"):
            yield rest
            return
        item, _, rest = rest.partition(",")
        if item.strip():
            yield item


def _entrant(item: str) -> Entrant:
    item = item.strip()
    named = _NAMED.fullmatch(item)
    label, name = (named[1], named[2].strip()) if named else (_short(without_keys(item)), item)
    if not item.isprintable():
        raise PlayerError(f"the player {item[:40]!r} has characters that cannot be shown")
    if not label[0].isalnum() or len(label) > LONGEST_LABEL:
        raise PlayerError(
            f"the name {label[:60]!r} must begin with a letter or a digit and have at most"
            f" {LONGEST_LABEL} characters"
        )
    return Entrant(label, name)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_LABEL else name[: LONGEST_LABEL - 3] + "..."


def read_games(words: Iterable[str], numbers: str | None) -> list[Book]:
    """The games by name or file, each on its own pool (GAME@A-B), on `numbers`, or as it is."""
    books = []
    for word in words:
        found = _POOL.fullmatch(word)
        if found and numbers:
            raise LastpickError(f"{word} brings its own pool; leave out --numbers {numbers}")
        books.append(open_book(found[1], found[2]) if found else open_book(word, numbers))
    return books
