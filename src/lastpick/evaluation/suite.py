"""A suite: positions in which the choice matters, with every pick that keeps the win.

As text it is a line that says what the suite is, and a line of JSON for each item. The frozen
one is in the package; its checksum is pinned here, so that a score always means the same.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from ..catalog import Book, open_book, read_book
from ..errors import ArenaError, LastpickError
from ..game import Position
from ..oracle.judge import Judgement, judge
from ..oracle.verdict import Verdict

STANDARD = "standard-1"
ALIASES = {"standard": STANDARD, STANDARD: STANDARD}
CHECKSUM = "d19ff3147a7c7a6fbd3776c5fd778b37f79d483f5c0c1b82f853ff164cc7b833"
PUBLIC = "public"  # the seed of the frozen suite; a private one's is a whole number
_FILE = os.path.join(os.path.dirname(__file__), f"{STANDARD}.jsonl")


class Item(NamedTuple):
    """A decision to be made."""

    number: int
    position: int  # which position it is a version of: plain and disguised ones share it
    game: str  # the shipped game whose rules these are
    size: str
    depth: str
    disguise: str
    name: str  # the game as the player gets to know it
    toml: str | None  # the text of its file; None for a shipped game
    numbers: str
    picks: tuple[int, ...]
    legal: int  # how many picks there are
    winning: tuple[int, ...]

    @property
    def stratum(self) -> tuple[str, str, str, str]:
        return self.game, self.size, self.depth, self.disguise

    @property
    def chance(self) -> float:
        """How often a random legal pick keeps the win."""
        return len(self.winning) / self.legal

    def judge(self, pick: int | None) -> Judgement:
        """What an answer is worth, by the verdict that the suite keeps; None is no legal pick."""
        verdict = Verdict(
            wins=True,
            winning=self.winning,
            complete=True,
            nimber=None,
            method=STANDARD,
            reason={"kind": "suite", "text": "It stands in the suite."},
        )
        return judge(verdict, self.legal, pick)

    def book(self) -> Book:
        return _book(self.name, self.toml, self.numbers)

    def start(self) -> Position:
        return self.book().game.play(self.picks)


@lru_cache(maxsize=64)
def _book(name: str, toml: str | None, numbers: str) -> Book:
    return open_book(name, numbers) if toml is None else read_book(toml, name)


class Suite(NamedTuple):
    """Items, and what makes them this suite."""

    name: str
    generator: int
    seed: str
    checksum: str
    items: tuple[Item, ...]

    def strata(self) -> dict[tuple[str, str, str, str], list[Item]]:
        found: dict[tuple[str, str, str, str], list[Item]] = {}
        for item in self.items:
            found.setdefault(item.stratum, []).append(item)
        return found

    def cut(self, most: int | None) -> Suite:
        """So many items of each stratum at most, the first ones."""
        if most is None:
            return self
        kept = {item.number for items in self.strata().values() for item in items[:most]}
        return self._replace(items=tuple(item for item in self.items if item.number in kept))


def to_text(generator: int, seed: str, items: Iterable[Item]) -> str:
    """A suite as it is stored."""
    rows = [_line(item) for item in items]
    head = {"suite": STANDARD, "generator": generator, "seed": seed, "items": len(rows)}
    return "".join(f"{line}\n" for line in (_dumps(head), *rows))


def from_text(text: str) -> Suite:
    """A suite from its text."""
    lines = text.splitlines()
    head = json.loads(lines[0])
    checksum = sha256(text.encode()).hexdigest()
    items = tuple(_items(lines[1:]))
    return Suite(head["suite"], head["generator"], head["seed"], checksum, items)


def standard(path: str = _FILE, checksum: str = CHECKSUM) -> Suite:
    """The frozen suite, refused if a byte of it is not as it was."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise ArenaError(f"cannot read the suite {STANDARD} at {path}: {error.strerror}") from None
    if sha256(data).hexdigest() != checksum:
        raise ArenaError(
            f"the suite {STANDARD} at {path} is not what was published (its checksum differs);"
            " install Lastpick anew"
        )
    return from_text(data.decode())


def check_name(name: str) -> str:
    """The full name of a suite."""
    if name not in ALIASES:
        raise LastpickError(
            f"no suite is called {name[:40]!r}; expected {' or '.join(ALIASES)};"
            " --suite-seed makes a private one"
        )
    return ALIASES[name]


def _line(item: Item) -> str:
    """An item without what its place and its game's file say anyway."""
    fields = {key: value for key, value in item._asdict().items() if value is not None}
    del fields["number"]
    if item.toml is not None:
        del fields["numbers"]
    return _dumps(fields)


def _items(lines: Iterable[str]) -> Iterator[Item]:
    for number, line in enumerate(lines, 1):
        fields: dict[str, Any] = {"number": number, "toml": None, **json.loads(line)}
        if fields["toml"] is not None:
            fields["numbers"] = tomllib.loads(fields["toml"])["numbers"]
        for key in ("picks", "winning"):
            fields[key] = tuple(fields[key])
        yield Item(**fields)


def _dumps(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
