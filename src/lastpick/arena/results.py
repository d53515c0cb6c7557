"""The results file: one line a game, on disk before it is counted.

The first line says what was agreed. The file only grows; the last line of a run that was
killed may be cut short, and is dropped. Whatever else is wrong with a file is said, and
the file is left as it is. While a tournament runs, its file is locked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256

from ..errors import ArenaError
from ..files import Agreed, Log, LogKind, open_agreed
from .played import check_played, read_played
from .tally import Tally
from .tournament import Tournament

RESULTS = LogKind("the results file", ArenaError)
_AGREED = Agreed(RESULTS, about="tournament", entry="game")


def usual_path(tournament: Tournament) -> str:
    """A file in the current folder; the same command finds it again, and no other one does."""
    return f"arena-{sha256(json.dumps(tournament.agreed()).encode()).hexdigest()[:10]}.jsonl"


class Results:
    """What stands in the file of a tournament, counted."""

    def __init__(self, path: str, tournament: Tournament) -> None:
        self.path = path
        self.tournament = tournament
        self.tally = Tally(tournament)
        self.done = bytearray(tournament.total + 1)  # a flag for each game
        self._log: Log | None = None

    def missing(self) -> Iterator[int]:
        """The games that are still to be played, as it stands when each is asked for."""
        number = self.done.find(0, 1)
        while number != -1:
            yield number
            number = self.done.find(0, number + 1)

    def append(self, lines: Sequence[str]) -> None:
        """Make games durable, then count them."""
        if self._log:
            self._log.append(lines)
        for line in lines:
            self._count(line, played_just_now=True)

    def _count(self, line: str, played_just_now: bool) -> None:
        played = read_played(line, self.tournament)
        if not played_just_now:
            check_played(played, self.tournament)
        if self.done[played.number]:
            raise ValueError(f"game {played.number} stands twice")
        self.done[played.number] = 1
        self.tally.add(played)

    def _take(self, line: bytes) -> None:
        self._count(line.decode(), played_just_now=False)


@contextmanager
def open_results(path: str, tournament: Tournament) -> Iterator[Results]:
    """The results file of a tournament, new or gone on with, held by this process alone."""
    found = Results(path, tournament)
    with open_agreed(path, _AGREED, tournament.agreed(), found._take) as log:
        found._log = log
        yield found
