"""A game as it stands: its terms and its log, replayed, and told as data."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ...catalog import Book
from ...catalog.rules import relations
from ...errors import IllegalPick
from ...record import CONCEDE, RESIGN, UNDO, Event, Guess, Person, Play, Record, board, gone, write
from .entry import ASK, DECLINE, GUESS, PICK, REMATCH, Entry
from .terms import PERSON, Terms

_VISITORS = ("Player 1", "Player 2")


class GameLog:
    """A replayed log. `apply` adds to it; nothing is ever taken away, an undo is an entry too."""

    def __init__(self, game_id: str, terms: Terms, book: Book) -> None:
        self.id = game_id
        self.terms = terms
        self.book = book
        self.entries: list[Entry] = []
        self.changes: list[bytes] = []  # each entry as news
        self.keys: dict[str, Entry] = {}
        self.play = Play(book.game, given=len(terms.picks))
        for n in terms.picks:
            self.play.add(n)
        self.gone = gone(self.play.position)  # what has left, and the pick that removed it
        self.takeback: int | None = None
        self.rematch: list[int] = []
        self.next: str | None = None
        seconds = float(terms.clock.seconds) if terms.clock else 0.0
        self.left = [seconds, seconds]
        self.since: float | None = None  # when the running clock was last read; None: not yet
        self._json: bytes | None = None

    @property
    def version(self) -> int:
        return len(self.entries)

    @property
    def bot(self) -> str | None:
        """The bot that is to move; None if a person is, or the game is over."""
        mover = self.terms.seats[self.play.turn - 1]
        return None if mover == PERSON or self.play.outcome else mover

    def at(self, version: int) -> GameLog:
        """The game as it was after so many entries."""
        past = GameLog(self.id, self.terms, self.book)
        past.apply(self.entries[:version])
        return past

    def apply(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self.changes.append(dumps(self._change(entry)))
            self._apply(entry)
            self.entries.append(entry)
            if entry.key is not None:
                self.keys[entry.key] = entry
        self._json = None

    def _apply(self, entry: Entry) -> None:
        if entry.pick is not None:
            self.gone |= dict.fromkeys(self.play.position.removal(entry.pick), entry.pick)
        if (event := self._event(entry)) is not None:
            self._run_clock(entry)
            self.takeback = None
            self.play.add(event)
        if entry.kind == UNDO:
            self.gone = gone(self.play.position)
        elif entry.kind == ASK:
            self.takeback = entry.seat
        elif entry.kind == DECLINE:
            self.takeback = None
        elif entry.kind == REMATCH:
            self.rematch.append(entry.seat)
            self.next = entry.next_game

    def _event(self, entry: Entry) -> Event | None:
        """What the entry is in the played game; None if it is only talk."""
        if entry.pick is not None:
            return Guess(entry.pick) if entry.kind == GUESS else entry.pick
        if entry.kind in (ASK, DECLINE, REMATCH):
            return None
        if entry.kind == RESIGN and entry.seat != self.play.turn:
            return CONCEDE
        return entry.kind

    # --- the clock: it runs from the first pick on ------------------------------------------

    def _run_clock(self, entry: Entry) -> None:
        if self.terms.clock is None:
            return
        if self.since is not None:
            mover = self.play.turn - 1
            self.left[mover] = max(0.0, self.left[mover] - max(0.0, entry.at - self.since))
            if entry.pick is not None:
                self.left[mover] += self.terms.clock.increment
        if self.since is not None or entry.pick is not None:
            self.since = entry.at

    def time_left(self, now: float) -> float | None:
        """Seconds until the player to move is out of time, negative after; None: no clock."""
        if self.terms.clock is None or self.since is None or self.play.outcome:
            return None
        return self.left[self.play.turn - 1] - (now - self.since)

    def why_not(self, n: int) -> str:
        """Why a number cannot be picked now, or an empty text."""
        if self.play.outcome:
            return "the game is over"
        try:
            self.play.position.pick(n)
        except IllegalPick as error:
            return str(error)
        return ""

    # --- as data ------------------------------------------------------------------------------

    def json(self) -> bytes:
        """The state, worked out once for each version."""
        if self._json is None:
            self._json = dumps(self.state())
        return self._json

    def state(self) -> dict[str, Any]:
        terms, play, game = self.terms, self.play, self.book.game
        return {
            "id": self.id,
            "game": game.name,
            "title": self.book.title,
            "rule": self.book.summary,
            "numbers": str(game.numbers),
            "relations": relations(game),
            "version": self.version,
            "seats": list(terms.seats),
            **board(play.position, self.gone, bool(play.outcome)),
            "given": play.given,
            "turn": play.turn,
            "outcome": play.outcome._asdict() if play.outcome else None,
            "unsolved": list(play.unsolved),
            "takeback": self.takeback,
            "match": {"best_of": terms.best_of, "number": terms.number, "score": self.score()},
            "rematch": self.rematch,
            "next": self.next,
            "previous": terms.previous,
            "clock": self._clock(),
            "at": round(self.entries[-1].at, 3) if self.entries else None,
        }

    def score(self) -> list[int]:
        """Games won in the match by the people in seats 1 and 2, this game included."""
        score = list(self.terms.score)
        if outcome := self.play.outcome:
            score[outcome.winner - 1] += 1
        return score

    def _clock(self) -> dict[str, Any] | None:
        if self.terms.clock is None:
            return None
        running = self.since is not None and not self.play.outcome
        left = [round(seconds, 3) for seconds in self.left]
        return {
            **self.terms.clock._asdict(), "left": left, "since": self.since, "running": running
        }  # fmt: skip

    def _change(self, entry: Entry) -> dict[str, Any]:
        """An entry of the log as news, before it is applied."""
        told: dict[str, Any] = {"version": entry.version, "kind": entry.kind, "seat": entry.seat}
        if entry.pick is not None:
            removed = self.play.position.removal(entry.pick)
            told |= {"kind": PICK, "pick": entry.pick, "removed": removed}
        return told

    def record(self, names: tuple[str | None, str | None]) -> str:
        """The played game as a record's text."""
        bots = [None if kind == PERSON else kind for kind in self.terms.seats]
        shown = [a or b or c for a, b, c in zip(names, bots, _VISITORS, strict=True)]
        if shown[0] == shown[1]:
            shown = list(_VISITORS)
        one, two = (Person(name, bot) for name, bot in zip(shown, bots, strict=True))
        match = (self.terms.number, self.terms.best_of) if self.terms.best_of > 1 else None
        events = tuple(self.play.events)
        about = (self.terms.date, events, None, match, self.play.unsolved)
        return write(Record(self.book.game, (one, two), *about, given=self.play.given))


def dumps(data: object) -> bytes:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()
