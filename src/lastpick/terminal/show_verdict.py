"""What the oracle says, shown: verdicts, and the sets of a chain."""

from __future__ import annotations

from ..catalog import Book
from ..game import Position
from ..oracle import Verdict
from ..oracle.verdict import told_by_picks
from .screen import Screen


def show_verdict(screen: Screen, book: Book, position: Position, verdict: Verdict) -> None:
    mover, other = position.turn, 3 - position.turn
    screen.say(f"{book.title} {position.game.numbers}, Player {mover} to move", "bold")
    if not told_by_picks(position):
        last = "nothing was picked yet" if position.last is None else f"last pick {position.last}"
        left = book.wording.list("available", position.pool) if position.bits else "no number"
        screen.say(f"Left: {left}; {last}")
    if verdict.wins is None:
        screen.say(verdict.text)
        return
    winner = mover if verdict.wins else other
    screen.say(f"Player {winner} wins with best play.", "good" if verdict.wins else "bad")
    if verdict.winning:
        title = "Winning picks" if verdict.complete else "A winning pick"
        screen.say(f"{title}: {book.wording.list('choices', verdict.winning)}")
    if verdict.nimber is not None:
        screen.say(f"Nimber: {verdict.nimber}")
    screen.say(verdict.text)
    screen.say(f"(by {_METHODS[verdict.method]})", "dim")


_METHODS = {
    "matching": "matching",
    "table": "the table of all positions",
    "parts": "the sum of parts",
    "search": "search",
    "subsets": "trying every subset of the pool",
    "walk": "counting back from where the game ends",
}


def show_remoteness(screen: Screen, picks: int | None) -> None:
    if picks is None:
        screen.say("Remoteness: unknown")
    else:
        made = f"{picks} pick{'s' * (picks != 1)} to the end"
        screen.say(f"Remoteness: {made}, if the winner hurries and the loser delays")


def show_sets(screen: Screen, book: Book, sets: dict[str, list[int]]) -> None:
    about = {
        "D": "missed by some largest pairing",
        "A": "next to those, always paired",
        "C": "the rest, paired among themselves",
    }
    for name, numbers in sets.items():
        screen.say(f"{name} ({about[name]}): {book.wording.list('choices', numbers)}")
