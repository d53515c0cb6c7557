"""A game's log, and the game as it stands after it.

Nothing is ever taken away: an undo is an entry too. So that no call costs more the longer a log
is, the past is not replayed. Each version keeps a link to the picks that stood after it, which it
shares with those before, and a clock's reading. From there one board is made for whoever asks
about that version, and it is bounded by the pool.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any

from ...catalog import Book
from ...errors import GameOver, RecordError
from ...game import Position
from ...record import CONCEDE, ENDINGS, RESIGN, UNDO, Event, Guess, Person, Record, write_played
from .entry import ASK, GUESS, KINDS, PICK, REMATCH, Entry
from .game_state import GameState, dumps
from .terms import PERSON, Terms

_FEW = 8  # entries that are added one by one; of more, nobody sees what was in between
_NEWS_KEPT = 20  # the newest, which those who watch are sent; older ones are made when asked for
_LARGEST_NEWS = 5_000  # numbers that left the pool, in what is made again at once

_VISITORS = ("Player 1", "Player 2")

Standing = tuple["Standing", int] | None  # the picks that stand, newest first, shared


class GameLog(GameState):
    """A game with all that happened in it. `apply` adds to it."""

    def __init__(self, game_id: str, terms: Terms, book: Book) -> None:
        super().__init__(game_id, terms, book, terms.picks)
        self.entries: list[Entry] = []
        self.keys: dict[str, Entry] = {}  # the first entry that each call caused
        self.acted: list[float | None] = [None, None]  # when each seat last did something
        self._standing: list[Standing] = [_linked(terms.picks)]  # after each version, from 0 on
        self._count = len(terms.picks)  # of the picks that stand
        # What a clock showed after each version, if there is one.
        self._clocks: list[tuple[float, float, float | None]] = [self._reading]
        self._ending: tuple[int, str] | None = None  # the version that ended it, and how
        self._rematches: list[Entry] = []
        self._news: list[bytes] = []  # the newest

    def at(self, version: int) -> GameState:
        """The game as it was after so many entries."""
        if not 0 <= version <= self.version:
            raise RecordError(f"there is no version {version} yet; the game is at {self.version}")
        ended = self._ending is not None and self._ending[0] <= version
        ending = self._ending[1] if self._ending and ended else None
        picks = _picks(self._standing[version])
        past = GameState(self.id, self.terms, self.book, picks, ending)
        if version:
            entry = self.entries[version - 1]
            past.version, past.changed = version, entry.at
            past.takeback = entry.seat if entry.kind == ASK else None
        for entry in self._rematches:
            if entry.version <= version:
                past.rematch.append(entry.seat)
                past.next = entry.next_game
        if self.terms.clock:
            one, two, past.since = self._clocks[version]
            past.left = [one, two]
        return past

    # --- adding -------------------------------------------------------------------------------

    def apply(self, entries: Sequence[Entry]) -> None:
        """Add entries. A LastpickError says why one cannot be; the log is of no use then."""
        one_by_one = len(entries) <= _FEW
        for entry in entries:
            self._check(entry)
            event = self._event(entry)
            self._note(entry, event)
            if one_by_one:
                self._news.append(dumps(_change(entry, self.play.position)))
                self._let_happen(event)
        del self._news[:-_NEWS_KEPT]
        if not one_by_one:
            self._news.clear()
            self._set_up(_picks(self._standing[-1]), self._ending[1] if self._ending else None)
        self._json = None

    def _check(self, entry: Entry) -> None:
        """Refuse what can stand in no log, without a look at the board."""
        told = f"entry {entry.version!r}"
        if entry.version != self.version + 1:
            raise RecordError(f"{told} comes after entry {self.version}")
        if entry.kind not in KINDS or entry.seat not in (1, 2):
            raise RecordError(f"{told} is {entry.kind!r} of seat {entry.seat!r}")
        if not isinstance(entry.at, float | int) or not isfinite(entry.at):
            raise RecordError(f"{told} was made at {entry.at!r}")
        picks, n = entry.kind in (PICK, GUESS), entry.pick
        if (n not in self.book.game.numbers) if picks else n is not None:
            raise RecordError(f"{told} is {entry.kind!r} with the pick {n!r}")
        if not isinstance(entry.answered_version, int | None):
            raise RecordError(f"{told} was answered with {entry.answered_version!r}")
        if not (isinstance(entry.key, str | None) and isinstance(entry.next_game, str | None)):
            raise RecordError(f"{told} has a key or a next game that is no text")

    def _event(self, entry: Entry) -> Event | None:
        """What the entry is in the played game; None if it is only talk."""
        if entry.pick is not None:
            return Guess(entry.pick) if entry.kind == GUESS else entry.pick
        if entry.kind == RESIGN and entry.seat != 1 + self._count % 2:
            return CONCEDE
        return entry.kind if entry.kind == UNDO or entry.kind in ENDINGS else None

    def _let_happen(self, event: Event | None) -> None:
        """One event on the board."""
        if event is None:
            return
        if isinstance(event, int):
            removed = self.play.position.removal(event)
            self.play.add(event)
            self.gone |= dict.fromkeys(removed, event)
            return
        last = self.play.position.last
        self.play.add(event)
        if event == UNDO:
            while self.gone and next(reversed(self.gone.values())) == last:
                self.gone.popitem()  # the last to go are those that the last pick removed

    def _note(self, entry: Entry, event: Event | None) -> None:
        """What an entry changes beside the board."""
        standing = self._standing[-1]
        if event is not None:
            if self._ending:
                raise GameOver(f"entry {entry.version} comes after the game is over")
            self._run_clock(entry)
            if isinstance(event, int):
                standing = (standing, event)
                self._count += 1
            elif event == UNDO:
                if standing is None or self._count <= len(self.terms.picks):
                    raise RecordError(f"entry {entry.version} takes back what nobody picked")
                standing = standing[0]
                self._count -= 1
            else:
                self._ending = (entry.version, event)
        elif entry.kind == REMATCH:
            self._rematches.append(entry)
            self.rematch.append(entry.seat)
            self.next = entry.next_game
        self.takeback = entry.seat if entry.kind == ASK else None
        self._standing.append(standing)
        if self.terms.clock:
            self._clocks.append(self._reading)
        self.entries.append(entry)
        if entry.key is not None:
            self.keys[entry.key] = entry
        self.version, self.changed = entry.version, entry.at
        self.acted[entry.seat - 1] = entry.at

    @property
    def _reading(self) -> tuple[float, float, float | None]:
        """What the clock shows."""
        return self.left[0], self.left[1], self.since

    def _run_clock(self, entry: Entry) -> None:
        """The clock runs from the first pick on."""
        if self.terms.clock is None:
            return
        if self.since is not None:
            mover = self._count % 2
            self.left[mover] = max(0.0, self.left[mover] - max(0.0, entry.at - self.since))
            if entry.pick is not None:
                self.left[mover] += self.terms.clock.increment
        if self.since is not None or entry.pick is not None:
            self.since = entry.at

    # --- as data ------------------------------------------------------------------------------

    def news(self, after: int, most: int) -> list[bytes]:
        """Each entry after a version as news; so many at most, and fewer where they are long."""
        kept_after = self.version - len(self._news)
        if after >= kept_after:
            return self._news[after - kept_after :][:most]
        return self._made_again(self.entries[after : after + most])

    def _made_again(self, entries: Sequence[Entry]) -> list[bytes]:
        """News of long ago, or of entries that were read from the store."""
        game = self.book.game
        positions = [game.start()]  # those that stand, so that an undo finds the one before
        for n in _picks(self._standing[entries[0].version - 1]):
            positions.append(positions[-1].pick_unchecked(n))
        made: list[bytes] = []
        room = _LARGEST_NEWS
        for entry in entries:
            before = positions[-1]
            made.append(dumps(_change(entry, before)))
            if entry.pick is not None:
                positions.append(before.pick_unchecked(entry.pick))
                room -= before.bits.bit_count() - positions[-1].bits.bit_count()
                if room < 0:
                    break
            elif entry.kind == UNDO:
                positions.pop()
        return made

    def record(self, names: tuple[str | None, str | None]) -> str:
        """The played game as a record's text."""
        bots = [None if kind == PERSON else kind for kind in self.terms.seats]
        shown = [a or b or c for a, b, c in zip(names, bots, _VISITORS, strict=True)]
        if shown[0] == shown[1]:
            shown = list(_VISITORS)
        one, two = (Person(name, bot) for name, bot in zip(shown, bots, strict=True))
        match = (self.terms.number, self.terms.best_of) if self.terms.best_of > 1 else None
        about = (self.terms.date, tuple(self._events()), None, match, self.play.unsolved)
        record = Record(self.book.game, (one, two), *about, given=self.play.given)
        return write_played(record, self.play)

    def _events(self) -> Iterator[Event]:
        """All that happened in the played game, with what was taken back."""
        yield from self.terms.picks
        for entry in self.entries:
            if entry.pick is not None:
                yield entry.pick
            elif entry.kind == UNDO:
                yield UNDO
        if self._ending:
            yield self._ending[1]


def _change(entry: Entry, before: Position) -> dict[str, Any]:
    """An entry of the log as news; `before` is the position in which it was made."""
    told: dict[str, Any] = {"version": entry.version, "kind": entry.kind, "seat": entry.seat}
    if entry.pick is not None:
        told |= {"kind": PICK, "pick": entry.pick, "removed": before.removal(entry.pick)}
    return told


def _linked(picks: Sequence[int]) -> Standing:
    standing: Standing = None
    for n in picks:
        standing = (standing, n)
    return standing


def _picks(standing: Standing) -> list[int]:
    """The picks that stand, in order."""
    found = []
    while standing is not None:
        standing, n = standing
        found.append(n)
    found.reverse()
    return found
