"""Games that are over: a list of them, and their records."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from ..errors import JournalError, LastpickError
from ..journal import LEFT_OUT, Journal, Saved
from ..players import display_name
from ..record import Record, doing
from .progress import Progress
from .record_files import load_records
from .screen import Screen

LAST = "last"


def finished(
    complain: Callable[[str], object], look: Callable[[int], object] = lambda read: None
) -> list[Saved]:
    """Every match between two of which a game is over, the latest first.

    `complain` hears of damaged files.

    `look` is told how many were read.
    """
    found = []
    for saved in Journal().saved(look):
        if isinstance(saved, JournalError):
            complain(f"{saved}; {LEFT_OUT}")
        elif saved.match.plays[0].outcome and not saved.match.solo:
            found.append(saved)
    return found


def as_data(saved: Saved) -> dict[str, Any]:
    match = saved.match
    return {
        "name": saved.name,
        "game": match.game.name,
        "numbers": str(match.game.numbers),
        "players": [person.name for person in match.people],
        "winner": match.winner.name if match.winner else None,
        "ended": saved.ended,
    }


def describe(saved: Saved) -> str:
    """A match that is over, in one line."""
    match = saved.match
    a, b = map(display_name, match.people)
    score = f" {max(match.score)}:{min(match.score)}" if match.best_of > 1 else ""
    game = f"{saved.setup.book().title} {match.game.numbers}"
    ends = doing(display_name(match.winner), "wins") if match.winner else "not over yet,"
    return f"{game}, {a} - {b}: {ends}{score}"


def games_over(saved: Saved) -> list[Record]:
    """Records of the games of a match that are over."""
    return [record for record in saved.records() if record.play().outcome]


def show_history(screen: Screen, found: list[Saved]) -> None:
    for saved in found:
        screen.say(f"{saved.name}  {describe(saved)}")
    if not found:
        screen.say("No game is over yet; lastpick play GAME starts one.")
    else:
        screen.say("\nlastpick review NAME grades one of them, lastpick review last the latest.")


def find_records(name: str, screen: Screen) -> list[Record]:
    """The records in a file, of a match by its name in the history, or of the last one."""
    if name == LAST or not os.path.exists(name):
        with Progress() as progress:
            over = finished(screen.complain, progress.games)
        for saved in over:
            if name in (LAST, saved.name):
                return games_over(saved)
    if name == LAST:
        raise LastpickError("no game is over yet; lastpick play GAME starts one")
    return load_records(name)
