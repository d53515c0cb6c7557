"""Counts of pick sequences, shown line by line as they become known."""

from __future__ import annotations

from typing import Any

from ..catalog import Book
from ..errors import BudgetError
from ..game import Game
from ..perft import Perft, each_ply
from .patience import Patience
from .screen import Screen


def count(
    book: Book, plies: int | None, patience: Patience, screen: Screen | None
) -> tuple[Perft, str | None]:
    """Count, showing each line at once on a screen; and what stopped it before the end."""
    counted, stopped = Perft([], []), None
    if screen:
        screen.say(f"{book.title} {book.game.numbers}", "bold")
        screen.say("picks  sequences  complete games")
    try:
        for ply in each_ply(
            book.game,
            plies,
            lambda number, found: patience.tell(f"pick {number}: {found:,} positions"),
            patience.budget,
        ):
            counted.sequences.append(ply.sequences)
            counted.complete.append(ply.complete)
            if screen:
                patience.progress.wipe()
                screen.say(f"{ply.number:5}  {ply.sequences:9}  {ply.complete:14}")
                screen.target.flush()
    except BudgetError as error:
        stopped = str(error)
    if screen:
        patience.progress.wipe()
        so_far = " so far" if stopped else ""
        screen.say(f"{counted.games} complete game{'s' * (counted.games != 1)}{so_far}")
    return counted, stopped


def as_data(game: Game, counted: Perft, stopped: str | None) -> dict[str, Any]:
    """The counts as plain data; `stopped` says why they are not all, where they are not."""
    return {
        "game": game.name,
        "numbers": str(game.numbers),
        "sequences": counted.sequences,
        "games": counted.games,
        "by_length": counted.by_length,
        **({"stopped": stopped} if stopped else {}),
    }
