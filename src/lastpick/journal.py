"""Where games live on disk: durable picks, resume, statistics.

Each match is one file that only grows. Its first line says in JSON what was agreed: the
game, the people, the seed. Every further line is an event, written and synced before it
is shown to anybody. Nothing else is stored: positions, results, scores and statistics are
replayed from these lines, so that no two of them can disagree. A last line that a crash
cut short was never shown, and is dropped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from types import NoneType
from typing import Any, NamedTuple

from .catalog import Book, names, open_book, read_book
from .errors import CatalogError, JournalError, LastpickError
from .files import Log, LogKind, home, is_free, make_private, new_name, read_lines
from .game import Game
from .record import Event, Guess, Match, Person, Record, records

VERSION = 1
_ENDING = ".game"
_LARGEST = 1024**2  # bytes of a match: a hundred thousand picks
LEFT_OUT = "it is left out until it is mended or moved away"
_KIND = LogKind("", JournalError)  # the path says what it is
_LETTERS = (Person("A"), Person("B"))  # two people without names, in older files
NUMBERED = ("Player 1", "Player 2")


def unnamed(at: int, first: int) -> str:
    """What one of two people is called who gave no name: by who starts the first game."""
    return NUMBERED[at != first]


Look = Callable[[int], object]  # how many matches were read


class Setup(NamedTuple):
    """What was agreed before the first pick."""

    game: str
    toml: str | None  # the text of a user's own game file
    numbers: str
    people: tuple[Person, Person]
    named: tuple[bool, bool]  # whether a name was given, to be used in the game's voice
    first: int
    best_of: int
    strikes: int | None
    seed: int
    date: str
    record: str | None  # a file that the caller wants the record in
    solo: bool = False  # whether one person has both seats
    swap: bool = False  # whether the first pick may be taken over

    def book(self) -> Book:
        if self.toml is None:
            if self.game not in names():  # nor is it a file, which somebody else may have named
                raise CatalogError(f"no game is called {self.game[:40]!r} in this Lastpick")
            return open_book(self.game, self.numbers)
        return read_book(self.toml, self.game, self.numbers)

    def match(self, book: Book | None = None) -> Match:
        game = (book or self.book()).game
        return Match(
            game, self.people, self.first, self.best_of, self.strikes, self.solo, self.swap
        )

    def to_json(self) -> str:
        return json.dumps({"lastpick": VERSION, **self._asdict()})

    @classmethod
    def from_json(cls, text: str) -> Setup:
        fields: dict[str, Any] = json.loads(text)
        if not isinstance(fields, dict) or "lastpick" not in fields:
            raise ValueError("it is no saved game")
        if fields.pop("lastpick") != VERSION:
            raise ValueError("it was saved by another version of Lastpick")
        fields["people"] = tuple(Person(*person) for person in fields["people"])
        fields["named"] = tuple(fields["named"])
        _check_shape(fields)
        if fields["people"] == _LETTERS and not any(fields["named"]):
            fields["people"] = tuple(Person(unnamed(at, fields["first"])) for at in (0, 1))
        return cls(**fields)


_OPTIONAL = {"solo": False, "swap": False}  # which older files do not tell
_SHAPES: dict[str, tuple[type, ...]] = {
    "game": (str,), "toml": (str, NoneType), "numbers": (str,), "people": (tuple,),
    "named": (tuple,), "first": (int,), "best_of": (int,), "strikes": (int, NoneType),
    "seed": (int,), "date": (str,), "record": (str, NoneType), "solo": (bool,), "swap": (bool,),
}  # fmt: skip


def _check_shape(fields: dict[str, Any]) -> None:
    """Refuse a first line that no match can have been begun with."""
    for name, value in {**_OPTIONAL, **fields}.items():
        if name not in _SHAPES:
            raise ValueError(f"{name!r} is unknown")
        if type(value) not in _SHAPES[name]:
            raise ValueError(f"{name!r} is {type(value).__name__}")
    people, named = fields["people"], fields["named"]
    told = all(isinstance(word, str | None) for person in people for word in person)
    if not told or len(people) != 2 or len(named) != 2 or fields["first"] not in (0, 1):
        raise ValueError("it is not between two players")
    from datetime import date

    date.fromisoformat(fields["date"])
    words = (
        fields["game"],
        fields["numbers"],
        *(word or "" for person in people for word in person),
    )
    if not all(map(str.isprintable, words)):
        raise ValueError("it holds control characters")


class Saved(NamedTuple):
    """A match as it stands on disk."""

    path: str
    setup: Setup
    match: Match

    @property
    def name(self) -> str:
        return _name(self.path)

    def records(self) -> list[Record]:
        """A record of each of its games."""
        return records(self.match, self.setup.date, self.setup.book().title)

    @property
    def ended(self) -> str:
        """When the last event was written, by UTC."""
        from datetime import UTC, datetime

        seconds = _age(self.path)[0] // 10**9
        return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")

    @property
    def free(self) -> bool:
        """Whether nobody is playing this match right now."""
        return is_free(self.path)


class MatchLog:
    """The open file of a match, held by this process alone."""

    def __init__(self, log: Log) -> None:
        self.path = log.path
        self.name = _name(log.path)
        self._log = log

    def append(self, events: Iterable[Event]) -> None:
        """Make events durable: they are on disk when this returns."""
        self._log.append(_word(event) for event in events)

    def close(self) -> None:
        self._log.close()


class Journal:
    """All matches of this user."""

    def __init__(self, folder: str | None = None) -> None:
        self.folder = folder or os.path.join(home(), "games")

    def begin(self, setup: Setup) -> MatchLog:
        """Open a file for a new match."""
        path = os.path.join(self.folder, new_name(_ENDING))
        try:
            make_private(self.folder)
            return MatchLog(Log.create(path, _KIND, setup.to_json()))
        except OSError as error:
            raise _KIND.trouble("save games in", self.folder, error) from None

    def find(self, name: str) -> Saved | None:
        """The match of that name as it stands on disk by now; None if there is none."""
        path = os.path.join(self.folder, name + _ENDING)
        if os.path.basename(name) != name or "\0" in name or not os.path.lexists(path):
            return None
        return _read(path)

    def resume(self, saved: Saved) -> MatchLog:
        """Open the file of a saved match, and drop a line that was cut short."""
        log = _hold(saved)
        log.drop_torn()
        return MatchLog(log)

    def delete(self, saved: Saved) -> None:
        """Delete a match for good; not one that is being played in another window."""
        _hold(saved).delete()

    def saved(self, look: Look = lambda read: None) -> Iterator[Saved | JournalError]:
        """Every match on disk, the latest first; an error in place of a damaged one.

        `look` is told how many were read.
        """
        try:
            names = [name for name in os.listdir(self.folder) if name.endswith(_ENDING)]
        except FileNotFoundError:
            return
        except OSError as error:
            raise _KIND.trouble("read", self.folder, error) from None
        paths = [os.path.join(self.folder, name) for name in names]
        for read, path in enumerate(sorted(paths, key=_age, reverse=True)):
            look(read)
            try:
                if found := _read(path):
                    yield found
            except JournalError as error:
                yield error

    def unfinished(
        self,
        look: Look = lambda read: None,
        damaged: Callable[[JournalError], object] = lambda error: None,
    ) -> list[Saved]:
        """The matches that can be resumed, the latest first; `damaged` hears of those left out."""
        found = []
        for saved in self.saved(look):
            if isinstance(saved, JournalError):
                damaged(saved)
            elif not saved.match.winner and saved.free:
                found.append(saved)
        return found


class Standing(NamedTuple):
    """Games that a player finished against an opponent."""

    player: str
    game: str
    opponent: str
    won: int
    lost: int


def standings(matches: Iterable[Match]) -> list[Standing]:
    """Wins and losses per player, game and opponent."""
    counts: dict[tuple[str, str, str], list[int]] = {}
    for match in matches:
        if match.solo:
            continue
        for number, play in enumerate(match.plays, 1):
            if play.outcome is None:
                continue
            for seat, person in enumerate(match.seats(number), 1):
                opponent = match.seats(number)[2 - seat]
                key = (person.name, match.game.name, opponent.name)
                counts.setdefault(key, [0, 0])[play.outcome.winner != seat] += 1
    return [Standing(*key, won, lost) for key, (won, lost) in sorted(counts.items())]


class PersonalBest(NamedTuple):
    """The most picks of somebody who played alone."""

    game: str
    numbers: str
    best: int
    games: int  # how many came to their end


def personal_bests(matches: Iterable[Match]) -> dict[Game, PersonalBest]:
    """What was reached alone, by game, pool and rules."""
    found: dict[Game, PersonalBest] = {}
    for match in matches:
        if match.solo and match.play.most:
            game = match.game
            before = found.get(game) or PersonalBest(game.name, str(game.numbers), 0, 0)
            best = max(before.best, match.play.most)
            found[game] = before._replace(best=best, games=before.games + 1)
    return found


def _name(path: str) -> str:
    return os.path.basename(path).removesuffix(_ENDING)


def _word(event: Event) -> str:
    """An event as it stands in a file; a guess is marked, so that it is still one afterwards."""
    return f"{event}?" if isinstance(event, Guess) else str(event)


def _event(word: str) -> Event:
    if word.endswith("?"):
        return Guess(word[:-1])
    return int(word) if word.isdigit() else word


def _hold(saved: Saved) -> Log:
    """The file of a match, for this process alone."""
    if not os.path.exists(saved.path):
        raise JournalError(f"{saved.name} has been deleted")
    try:
        return Log.open(saved.path, _KIND)
    except BlockingIOError:
        raise JournalError(f"{saved.name} is being played in another window") from None


def _age(path: str) -> tuple[int, str]:
    try:
        return os.stat(path).st_mtime_ns, path
    except OSError:  # gone since the folder was listed
        return 0, path


def _read(path: str) -> Saved | None:
    """A match from its file; None if its first line never got to disk."""
    lines = read_lines(path, _KIND, _LARGEST)
    header = next(lines, None)
    if header is None:
        return None
    at = 1
    try:
        setup = Setup.from_json(header.decode())
        match = setup.match()
        for line in lines:
            at += 1
            match.add(_event(line.decode().removesuffix("\n")))
    except JournalError:
        raise
    except (LastpickError, ValueError, TypeError, LookupError, AttributeError) as error:
        raise JournalError(f"the saved game {path} is damaged in line {at}: {error}") from None
    except (RecursionError, OverflowError, MemoryError):
        raise JournalError(
            f"the saved game {path} is damaged in line {at}: it is no game"
        ) from None
    return Saved(path, setup, match)
