"""A suite: positions in which the choice matters, with every pick that keeps the win.

As text it is a line that says what the suite is, and a line of JSON for each item. The frozen
one is in the package; its checksum is pinned here, so that a score always means the same.
"""

from __future__ import annotations

import json
import os
import tomllib
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
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
BANDS = ("1", "3", "5", "7", "9", "11+")
_FILE = os.path.join(os.path.dirname(__file__), f"{STANDARD}.jsonl")
_REMOTENESS_FILE = os.path.join(os.path.dirname(__file__), f"{STANDARD}-remoteness.jsonl")
_REMOTENESS_CHECKSUM = "9d7af35528f7996f2e20a813036593edeb6596b383ce5c69073d9a809301648c"

Stratum = tuple[str, str, str, str]
Tell = Callable[[int, int], object]


class Item(NamedTuple):
    """A decision to be made."""

    number: int
    position: int  # which position it is a version of: plain and disguised ones share it
    game: str  # the game whose rules these are
    size: str
    depth: str | None  # in suites of version 1; those of version 2 go by remoteness
    disguise: str
    name: str  # the game as the player gets to know it
    toml: str | None  # the text of its file; None for a shipped game
    numbers: str
    picks: tuple[int, ...]
    legal: int  # how many picks there are
    winning: tuple[int, ...]
    remoteness: int | None = None  # picks to the end if the winner hurries and the loser delays

    @property
    def band(self) -> str | None:
        """How far one has to look to see the win; None where that is not known.

        In misère play wins take an even number of picks; they count as the next odd one, because
        whoever looks that far sees them.
        """
        if self.remoteness is None:
            return None
        return BANDS[min(self.remoteness // 2, len(BANDS) - 1)]

    @property
    def stratum(self) -> Stratum:
        return self.game, self.size, self.depth or self.band or "", self.disguise

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


class Rules(NamedTuple):
    """A game of somebody's own: its name, and the text of its file."""

    name: str
    text: str


class Suite(NamedTuple):
    """Items, and what makes them this suite."""

    name: str
    generator: int
    seed: str
    checksum: str
    items: tuple[Item, ...]
    rules: tuple[Rules, ...] = ()  # the games, if it is not made of shipped ones

    @property
    def label(self) -> str:
        """What its items' ids begin with: `standard-1`, `standard-1@7`, `standard-1@7+1f2e3d4c`.

        After the @ stands a private suite's seed, after the + what own rules come down to.
        """
        seed = "" if self.seed == PUBLIC else f"@{self.seed}"
        rules = f"+{sha256(_dumps(self.rules).encode()).hexdigest()[:8]}" if self.rules else ""
        return f"{self.name}{seed}{rules}"

    def id_of(self, item: Item) -> str:
        """An item's id, as in `standard-1/17`: what others call it by."""
        return f"{self.label}/{item.number}"

    def find(self, wanted: str) -> Item:
        """The item of an id."""
        label, _, number = wanted.rpartition("/")
        if label == self.label and number.isascii() and number.isdecimal():
            place = bisect_left(self.items, int(number), key=lambda item: item.number)
            if place < len(self.items) and self.id_of(self.items[place]) == wanted:
                return self.items[place]
        raise LastpickError(
            f"the suite has no item {wanted[:60]!r}; expected an id such as"
            f" {self.id_of(self.items[0])}"
        )

    def strata(self) -> dict[Stratum, list[Item]]:
        found: dict[Stratum, list[Item]] = {}
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


def open_suite(
    name: str,
    seed: int | None = None,
    rules: Sequence[str | os.PathLike[str] | Rules] = (),
    each: int | None = None,
    tell: Tell | None = None,
) -> Suite:
    """A suite by its name: the frozen one, or with a seed a private one of the same make-up.

    With `rules` (files of games, or what the `rules` of an earlier suite hold) it is made of
    these games. `each` is how many items of each stratum it has. `tell` hears how far its making
    has come.
    """
    check_name(name)
    if rules:
        raise LastpickError("suites of own games cannot be made yet")
    if seed is None:
        return standard().cut(each)
    from .generator import generate

    return generate(seed, tell).cut(each)


def standard(path: str = _FILE, checksum: str = CHECKSUM) -> Suite:
    """The frozen suite, refused if a byte of it is not as it was."""
    suite = from_text(_published(path, checksum))
    found = json.loads(_published(_REMOTENESS_FILE, _REMOTENESS_CHECKSUM))
    return suite._replace(
        items=tuple(item._replace(remoteness=found[item.position - 1]) for item in suite.items)
    )


def _published(path: str, checksum: str) -> str:
    """The text of a file of the package."""
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
    return data.decode()


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
    fields.pop("remoteness", None)  # kept beside it: the file is older
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
