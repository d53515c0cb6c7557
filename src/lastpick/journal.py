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
import sys
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, BinaryIO, Literal, NamedTuple

from .catalog import Book, open_book, read_book
from .errors import JournalError, LastpickError
from .record import Event, Match, Person

try:
    import fcntl
except ImportError:  # not on Windows, where two programs could resume the same game
    fcntl = None  # type: ignore[assignment]

VERSION = 1
_ENDING = ".game"


def home() -> str:
    """The folder for this user's data, by the platform's own convention."""
    if own := os.environ.get("LASTPICK_HOME"):
        return own
    user = os.path.expanduser("~")
    if sys.platform == "darwin":
        base = os.path.join(user, "Library", "Application Support")
    elif sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.join(user, "AppData", "Local")
    else:
        base = os.environ.get("XDG_DATA_HOME") or os.path.join(user, ".local", "share")
    return os.path.join(base, "lastpick")


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

    def book(self) -> Book:
        if self.toml is None:
            return open_book(self.game, self.numbers)
        return read_book(self.toml, self.game, self.numbers)

    def match(self) -> Match:
        return Match(self.book().game, self.people, self.first, self.best_of, self.strikes)

    def to_json(self) -> str:
        return json.dumps({"lastpick": VERSION, **self._asdict()})

    @classmethod
    def from_json(cls, text: str) -> Setup:
        fields: dict[str, Any] = json.loads(text)
        if fields.pop("lastpick") != VERSION:
            raise ValueError("it was saved by another version of Lastpick")
        fields["people"] = tuple(Person(*person) for person in fields["people"])
        fields["named"] = tuple(fields["named"])
        return cls(**fields)


class Saved(NamedTuple):
    """A match as it stands on disk."""

    path: str
    setup: Setup
    match: Match

    @property
    def name(self) -> str:
        return os.path.basename(self.path).removesuffix(_ENDING)

    @property
    def free(self) -> bool:
        """Whether nobody is playing this match right now."""
        try:
            _open(self.path, "rb").close()
        except OSError:
            return False
        return True


class Log:
    """An open journal file, held by this process alone."""

    def __init__(self, path: str, file: BinaryIO) -> None:
        self.path = path
        self._file = file

    def append(self, events: Iterable[Event]) -> None:
        """Make events durable: they are on disk when this returns."""
        self._write("".join(f"{event}\n" for event in events))

    def _write(self, text: str) -> None:
        try:
            self._file.write(text.encode())
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise _trouble("write", self.path, error) from None

    def close(self) -> None:
        try:
            self._file.close()
        except OSError:  # what could not be written has been reported by append
            pass


class Journal:
    """All matches of this user."""

    def __init__(self, folder: str | None = None) -> None:
        self.folder = folder or os.path.join(home(), "games")

    def begin(self, setup: Setup) -> Log:
        """Open a file for a new match."""
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
        path = os.path.join(self.folder, f"{stamp}-{os.urandom(3).hex()}{_ENDING}")
        try:
            os.makedirs(self.folder, exist_ok=True)
            log = Log(path, _open(path, "xb"))
            log._write(setup.to_json() + "\n")
            _sync_folder(self.folder)
        except OSError as error:
            raise _trouble("save games in", self.folder, error) from None
        return log

    def resume(self, saved: Saved) -> Log:
        """Open the file of a saved match, and drop a line that was cut short."""
        try:
            file = _open(saved.path, "r+b")
            data = file.read()
            file.seek(data.rfind(b"\n") + 1)
            file.truncate()
        except BlockingIOError:
            raise JournalError(f"{saved.name} is being played in another window") from None
        except OSError as error:
            raise _trouble("write", saved.path, error) from None
        return Log(saved.path, file)

    def saved(self) -> Iterator[Saved | JournalError]:
        """Every match on disk, the latest first; an error in place of a damaged one."""
        try:
            names = [name for name in os.listdir(self.folder) if name.endswith(_ENDING)]
        except FileNotFoundError:
            return
        except OSError as error:
            raise _trouble("read", self.folder, error) from None
        paths = [os.path.join(self.folder, name) for name in names]
        for path in sorted(paths, key=_age, reverse=True):
            try:
                if found := _read(path):
                    yield found
            except JournalError as error:
                yield error

    def unfinished(self) -> list[Saved]:
        """The matches that can be resumed, the latest first; damaged ones are left out."""
        matches = (found for found in self.saved() if isinstance(found, Saved))
        return [found for found in matches if not found.match.winner and found.free]


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
        for number, play in enumerate(match.plays, 1):
            if play.outcome is None:
                continue
            for seat, person in enumerate(match.seats(number), 1):
                opponent = match.seats(number)[2 - seat]
                key = (person.name, match.game.name, opponent.name)
                counts.setdefault(key, [0, 0])[play.outcome.winner != seat] += 1
    return [Standing(*key, won, lost) for key, (won, lost) in sorted(counts.items())]


def _trouble(doing: str, path: str, error: OSError) -> JournalError:
    return JournalError(f"cannot {doing} {path}: {error.strerror or error}")


def _open(path: str, mode: Literal["rb", "r+b", "xb"]) -> BinaryIO:
    """Open a file for this process alone; BlockingIOError if another one has it."""
    file = open(path, mode)  # noqa: SIM115 - a log stays open for as long as the match
    if fcntl:
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise
    return file


def _sync_folder(folder: str) -> None:
    """Make a new file's name durable too, where folders can be opened (not on Windows)."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _age(path: str) -> tuple[int, str]:
    try:
        return os.stat(path).st_mtime_ns, path
    except OSError:  # gone since the folder was listed
        return 0, path


def _read(path: str) -> Saved | None:
    """A match from its file; None if its first line never got to disk."""
    try:
        with open(path, "rb") as file:
            lines = file.read().split(b"\n")[:-1]
    except OSError as error:
        raise _trouble("read", path, error) from None
    if not lines:
        return None
    at = 1
    try:
        setup = Setup.from_json(lines[0].decode())
        match = setup.match()
        for line in lines[1:]:
            at += 1
            word = line.decode()
            match.add(int(word) if word.isdigit() else word)
    except (LastpickError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise JournalError(f"the saved game {path} is damaged in line {at}: {error}") from None
    return Saved(path, setup, match)
