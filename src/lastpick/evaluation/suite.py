"""A suite: positions in which the choice matters, with every pick that keeps the win.

The frozen ones are in the package as text (`suite_text`). Their checksums are pinned here, so that
a score always means the same.
"""

from __future__ import annotations

import json
import os
import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from ..catalog import Book, file_text, open_book, read_book
from ..errors import ArenaError, LastpickError
from ..game import Position
from ..oracle.judge import Judgement, judge
from ..oracle.verdict import Verdict

STANDARD = "standard-1"
ALIASES = {"standard": STANDARD, STANDARD: STANDARD, "standard-2": "standard-2"}
_BESIDE = f"{STANDARD}-remoteness"
CHECKSUMS = {
    STANDARD: "d19ff3147a7c7a6fbd3776c5fd778b37f79d483f5c0c1b82f853ff164cc7b833",
    _BESIDE: "b9f75ddcc0fbc80673efb96846eaafec1f1ebadfeb1d29a1f3200992bd3afc67",
    "standard-2": "9f26a461999704f0380fbb2bd4f5536d381d9faee3ff4d01c92fe82f3b9cba2f",
}
PUBLIC = "public"  # the seed of the frozen suites; a private one's is a whole number
OWN_SEED = 1  # of suites of own games, unless another is given
DEPTHS = ("early", "middle", "late")
BANDS = ("1", "3", "5", "7", "9", "11+")
_FOLDER = os.path.dirname(__file__)

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
        """How far one has to look to see the win; None where that is not known."""
        return band_of(self.remoteness)

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


def band_of(remoteness: int | None) -> str | None:
    """The band of a won position.

    In misère play wins take an even number of picks; they count as the next odd one, because
    whoever looks that far sees them.
    """
    return None if remoteness is None else BANDS[min(remoteness // 2, len(BANDS) - 1)]


@lru_cache(maxsize=256)
def _book(name: str, toml: str | None, numbers: str) -> Book:
    return open_book(name, numbers) if toml is None else read_book(toml, name, numbers)


class Rules(NamedTuple):
    """A game of somebody's own: its name, and the text of its file."""

    name: str
    text: str


class Gap(NamedTuple):
    """A stratum that has fewer positions than the others, or none."""

    game: str
    size: str
    level: str  # the depth or the band
    found: int
    why: str


class Suite(NamedTuple):
    """Items, and what makes them this suite."""

    name: str
    generator: int
    seed: str
    checksum: str
    items: tuple[Item, ...]
    rules: tuple[Rules, ...] = ()  # the games, if it is not made of shipped ones
    gaps: tuple[Gap, ...] = ()

    @property
    def label(self) -> str:
        """What its items' ids begin with: `standard-1`, `standard-1@7`, `standard-1@7+1f2e3d4c`.

        After the @ stands a private suite's seed, after the + what own rules come down to.
        """
        seed = "" if self.seed == PUBLIC else f"@{self.seed}"
        rules = f"+{sha256(json.dumps(self.rules).encode()).hexdigest()[:8]}" if self.rules else ""
        return f"{self.name}{seed}{rules}"

    @property
    def title(self) -> str:
        """What reports call it."""
        if self.seed == PUBLIC:
            return self.name
        own = ", of own rules" if self.rules else ""
        return f"{self.name}, private suite of seed {self.seed}{own}"

    def id_of(self, item: Item) -> str:
        """An item's id, as in `standard-1/17`: what others call it by."""
        return f"{self.label}/{item.number}"

    def find(self, wanted: str) -> Item:
        """The item of an id."""
        label, _, number = wanted.rpartition("/")
        if label == self.label and re.fullmatch("[1-9][0-9]{0,14}", number):
            place = bisect_left(self.items, int(number), key=lambda item: item.number)
            if place < len(self.items) and self.id_of(self.items[place]) == wanted:
                return self.items[place]
        raise LastpickError(
            f"the suite has no item {wanted[:60]!r}; expected an id such as"
            f" {self.id_of(self.items[0])}"
        )

    @property
    def empty(self) -> tuple[Gap, ...]:
        """The strata that have no items, and why."""
        return tuple(gap for gap in self.gaps if not gap.found)

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
    full = check_name(name)
    if each is not None and each < 1:
        raise LastpickError(f"a suite has 1 item of each stratum or more, not {each}")
    if seed is None and not rules:
        suite = frozen(full)
        most = max(map(len, suite.strata().values()))
        if each is not None and each > most:
            raise LastpickError(
                f"{full} has {most} items of each stratum, not {each};"
                " --suite-seed makes a private suite of any size"
            )
        return suite.cut(each)
    from .generator import generate

    own = tuple(map(read_rules, rules))
    for n, (title, _) in enumerate(own):
        if title in (other.name for other in own[:n]):
            raise LastpickError(
                f"two of the games are called {title}; a game is called like its file, so give"
                " each file a name of its own"
            )
    return generate(full, OWN_SEED if seed is None else seed, own, each, tell).cut(each)


def read_rules(rules: str | os.PathLike[str] | Rules) -> Rules:
    """A game's rules, by the path of its file or the name of a shipped game."""
    if isinstance(rules, Rules):
        return rules
    book = open_book(rules)
    return Rules(book.game.name, book.source or file_text(book.game.name))


def standard() -> Suite:
    """The frozen suite that is called standard."""
    return frozen(STANDARD)


@lru_cache(maxsize=4)
def frozen(name: str, folder: str = _FOLDER) -> Suite:
    """A frozen suite, refused if a byte of it is not as it was."""
    from .suite_text import from_text

    suite = from_text(_published(name, folder))
    if name != STANDARD:
        return suite
    ahead = json.loads(_published(_BESIDE, folder))  # the suite is older than what it holds
    return suite._replace(
        items=tuple(item._replace(remoteness=ahead[item.position - 1]) for item in suite.items)
    )


def _published(name: str, folder: str) -> str:
    """The text of a file of the package."""
    path = os.path.join(folder, f"{name}.jsonl")
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise ArenaError(f"cannot read the suite {name} at {path}: {error.strerror}") from None
    if sha256(data).hexdigest() != CHECKSUMS[name]:
        raise ArenaError(
            f"the suite {name} at {path} is not what was published (its checksum differs);"
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
