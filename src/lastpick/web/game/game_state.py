"""A game after so many entries of its log: what stands, told as data."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ...catalog import Book
from ...catalog.rules import relations
from ...errors import IllegalPick
from ...record import Play, board, gone
from .terms import PERSON, Terms


class GameState:
    """What a game's entries add up to: the picks that stand, and what was said beside them."""

    def __init__(
        self,
        game_id: str,
        terms: Terms,
        book: Book,
        picks: Sequence[int],
        ending: str | None = None,
    ) -> None:
        self.id = game_id
        self.terms = terms
        self.book = book
        self.version = 0
        self.changed: float | None = None  # when the last entry was made
        self.takeback: int | None = None
        self.rematch: list[int] = []
        self.next: str | None = None
        seconds = float(terms.clock.seconds) if terms.clock else 0.0
        self.left = [seconds, seconds]
        self.since: float | None = None  # when the running clock was last read; None: not yet
        self._json: bytes | None = None
        self._set_up(picks, ending)

    def _set_up(self, picks: Sequence[int], ending: str | None) -> None:
        """The board on which these picks stand, whatever was taken back before."""
        self.play = Play.standing(self.book.game, picks, ending, given=len(self.terms.picks))
        self.gone = gone(self.play.position)  # what has left, and the pick that removed it

    @property
    def bot(self) -> str | None:
        """The bot that is to move; None if a person is, or the game is over."""
        mover = self.terms.seats[self.play.turn - 1]
        return None if mover == PERSON or self.play.outcome else mover

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

    def score(self) -> list[int]:
        """Games won in the match by the people in seats 1 and 2, this game included."""
        score = list(self.terms.score)
        if outcome := self.play.outcome:
            score[outcome.winner - 1] += 1
        return score

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
            "at": None if self.changed is None else round(self.changed, 3),
        }

    def _clock(self) -> dict[str, Any] | None:
        if self.terms.clock is None:
            return None
        running = self.since is not None and not self.play.outcome
        left = [round(seconds, 3) for seconds in self.left]
        return {
            **self.terms.clock._asdict(), "left": left, "since": self.since, "running": running
        }  # fmt: skip


def dumps(data: object) -> bytes:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()
