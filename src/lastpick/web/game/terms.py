"""What was agreed when a game was made. It never changes."""

from __future__ import annotations

from typing import NamedTuple

from ...errors import RecordError
from ...players import BOTS

PERSON = "person"
OWN_GAME = "own-game"


class Clock(NamedTuple):
    """Seconds that each player has, and what every pick adds."""

    seconds: int
    increment: int


class Terms(NamedTuple):
    """The game, who sits where, and which game of a match it is."""

    game: str
    toml: str | None  # the text of somebody's own game file
    numbers: str
    seats: tuple[str, str]  # PERSON, or the kind of bot, for Player 1 and Player 2
    invited_seat: int  # the seat that a friend is invited to; 0 for none
    shared: bool  # whether one person plays both seats, at one screen
    seed: int  # of the bots
    date: str
    clock: Clock | None = None
    best_of: int = 1
    number: int = 1  # which game of the match
    score: tuple[int, int] = (0, 0)  # before this game, of the people in seats 1 and 2
    previous: str | None = None
    picks: tuple[int, ...] = ()  # made before: the game begins from their position


def check_terms(terms: Terms) -> None:
    """Refuse what no game can have been made with."""
    for kind in terms.seats:
        if kind != PERSON and kind not in BOTS:
            raise RecordError(f"nobody is called {kind!r}")
    if terms.invited_seat not in (0, 1, 2):
        raise RecordError(f"there is no seat {terms.invited_seat}")
