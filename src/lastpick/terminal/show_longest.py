"""The longest and the shortest game, and whether that is proved."""

from __future__ import annotations

from typing import Any

from ..catalog import Book
from ..coach.longest import Longest, Shortest, best, shortest
from ..coach.longest.programme import solver_is_there
from ..game import Game
from .patience import Patience
from .screen import Screen

SOLVER = "pip install 'lastpick[longest]'"


def read_longest(game: Game, patience: Patience) -> Longest:
    """The longest game that is found in time; a line tells how far it has come."""
    patience.tell("looking for the longest game")
    return best(
        game,
        patience.budget,
        lambda found, at_most: patience.tell(f"longest so far {found}, at most {at_most}"),
    )


def read_shortest(game: Game, patience: Patience) -> Shortest:
    """The shortest game that is found in time."""
    patience.tell("looking for the shortest game")
    return shortest(game, patience.budget)


def show_longest(screen: Screen, book: Book, found: Longest | Shortest) -> None:
    kind = "longest" if isinstance(found, Longest) else "shortest"
    screen.say(f"{book.title} {book.game.numbers}, the {kind} complete game: {in_words(found)}.")
    if found.picks:
        screen.say(f"  {', '.join(map(str, found.picks))}")
    if not found.proved and not solver_is_there():
        screen.note(f"lastpick: more can be proved with a solver: {SOLVER}")


def in_words(found: Longest | Shortest) -> str:
    """How many picks, or between which bounds."""
    if found.proved:
        return f"{found.length} pick{'s' * (found.length != 1)}, proved"
    if isinstance(found, Longest):
        return f"at least {found.length} picks, at most {found.at_most}"
    return f"at most {found.length} picks, at least {found.at_least}"


def as_data(game: Game, found: Longest | Shortest) -> dict[str, Any]:
    """The answer as plain data."""
    if isinstance(found, Longest):
        bound = {"at_most": found.at_most}
    else:
        bound = {"at_least": found.at_least}
    return {
        "game": game.name,
        "numbers": str(game.numbers),
        "length": found.length,
        **bound,
        "proved": found.proved,
        "picks": list(found.picks),
    }
