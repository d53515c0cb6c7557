"""A game that is open: who watches it, and who was heard when."""

from __future__ import annotations

import asyncio
from math import inf
from typing import Any, NamedTuple

from ..game.game_log import GameLog
from ..game.game_state import dumps
from ..game.terms import PERSON
from ..store.rows import GameRow, SeatRow


class Watcher:
    """A stream of news; `wake` is set when there is some."""

    def __init__(self, seat: int) -> None:
        self.seat = seat  # 0 for a spectator
        self.wake = asyncio.Event()
        self.pulse = False  # whether it is time for a sign of life
        self.stopped = False

    def give_pulse(self) -> None:
        self.pulse = True
        self.wake.set()

    def stop(self) -> None:
        self.stopped = True
        self.wake.set()


class Note(NamedTuple):
    """Who is here, as it was told."""

    number: int
    at: float
    data: bytes


class OpenGame:
    """A game that is open."""

    def __init__(self, row: GameRow, log: GameLog, claim_after: float) -> None:
        self.row = row
        self.log = log
        self.claim_after = claim_after
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.notes = 0  # how often it was told who is here
        self.note: Note | None = None  # the last of these
        self.told_at = -inf
        self.telling: asyncio.TimerHandle | None = None  # the next of these
        self.seen_anew: set[int] = set()  # seats that other servers have not been told of
        self._here = [0, 0, 0]  # watchers of each seat, and before them the spectators
        self.thinking: asyncio.Task[None] | None = None
        self.asked_at = 0.0  # when somebody last called for it, by the clock of `bots`
        self.revision = 0  # grows when people change, and nothing in the log does
        self.doubtful = False  # whether the log may have grown without this server knowing

    @property
    def size(self) -> int:
        """What it takes of the server's memory, in numbers.

        A kilobyte of its file is as much as one, and so are three events.
        """
        file, events = len(self.log.terms.toml or ""), len(self.log.entries)
        return self.log.book.game.numbers.size + file // 1024 + events // 3

    @property
    def idle(self) -> bool:
        return not self.watchers and not self.lock.locked() and self.thinking is None

    @property
    def of_bots(self) -> bool:
        """Whether only bots play."""
        return PERSON not in self.log.terms.seats

    @property
    def waits(self) -> bool:
        """Whether nobody may pick yet: with a clock, every seat must have been taken."""
        terms = self.log.terms
        return terms.clock is not None and any(
            kind == PERSON and seat.digest is None
            for kind, seat in zip(terms.seats, self.row.seats, strict=True)
        )

    def tell(self) -> None:
        for watcher in self.watchers:
            watcher.wake.set()

    def enter(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        self._here[watcher.seat] += 1

    def leave(self, watcher: Watcher) -> None:
        if watcher in self.watchers:
            self.watchers.remove(watcher)
            self._here[watcher.seat] -= 1

    def here(self, seat: int) -> bool:
        return self._here[seat] > 0

    def idle_seconds(self, seat: int, now: float) -> float | None:
        """For how many seconds a player has not been heard; None: never was."""
        if self.here(seat):
            return 0.0
        at = self.row.seats[seat - 1].last_seen
        if at is None:
            return None
        acted = self.log.acted[seat - 1]
        return max(0.0, now - (at if acted is None else max(at, acted)))

    def people(self, now: float) -> dict[str, Any]:
        """Who sits here; not part of the state, which follows from the log alone."""
        agreed = self.log.terms.previous is not None  # by asking for this game: no invitation
        people = []
        for seat, kind in enumerate(self.log.terms.seats, 1):
            taken = self.row.seats[seat - 1]
            people.append(
                {
                    "name": taken.name,
                    "joined": kind != PERSON or taken.digest is not None or agreed,
                    "seen": None if kind != PERSON else _rounded(self.idle_seconds(seat, now)),
                }
            )
        return {"people": people, "now": round(now, 3), "claim_after": self.claim_after}

    def full_state(self, now: float) -> bytes:
        """The state with the people, as one JSON object."""
        return self.log.json()[:-1] + b"," + dumps(self.people(now))[1:]

    def set_seat(self, seat: int, taken: SeatRow) -> None:
        one, two = self.row.seats
        self.row = self.row._replace(seats=(taken, two) if seat == 1 else (one, taken))

    def take_people(self, row: GameRow) -> bool:
        """Who sits here, as the store has it; whether that is news."""
        before, self.row = self.row, row
        for seat, known in enumerate(before.seats, 1):
            self.heard(seat, known.last_seen or 0.0)
        changed = [seat[:2] for seat in row.seats] != [seat[:2] for seat in before.seats]
        self.revision += changed
        return changed

    def heard(self, seat: int, at: float) -> None:
        taken = self.row.seats[seat - 1]
        if at > (taken.last_seen or 0.0):
            self.set_seat(seat, taken._replace(last_seen=at))


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 1)
