"""A game's log: what happened, in order. Everything else is replayed from it."""

from __future__ import annotations

from typing import NamedTuple

from ...record import LEFT, RESIGN, TIMEOUT, UNDO

PICK, ASK, DECLINE, REMATCH = "pick", "ask", "decline", "rematch"
GUESS = "guess"  # a bot's pick where it could not tell who wins
KINDS = (PICK, GUESS, UNDO, RESIGN, TIMEOUT, LEFT, ASK, DECLINE, REMATCH)


class Entry(NamedTuple):
    """One event. `version` counts them from 1; no two of a game share one."""

    version: int
    seat: int  # whose doing it is
    kind: str
    at: float  # in the server's own time
    pick: int | None = None
    key: str | None = None  # the seat and the key of the call that caused it: it is done once
    answered_version: int | None = None  # the version that the request was answered with
    next_game: str | None = None  # for a rematch that both want: the id of the new game
