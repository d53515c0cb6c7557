"""What a game is about: the list of games, and the rules of one in our own words."""

from __future__ import annotations

from typing import Any

from ..catalog import Book, ListStyle, names, open_book
from ..catalog.rules import relations
from ..game import Position
from ..relations import ROLES
from .screen import Screen

_TURNS_SHOWN = 4
_LIST = ListStyle(separator=", ", conjunction="", runs=0, empty="nothing")


def show_games(screen: Screen) -> None:
    for name in names():
        book = open_book(name)
        screen.say(name, "bold")
        screen.say(f"  {book.title}, {book.game.numbers}. {book.summary}")
    screen.say("\nlastpick play NAME starts one, lastpick rules NAME explains it.")


def show_rules(screen: Screen, book: Book) -> None:
    screen.say(book.title, "bold")
    screen.say(f"\n{book.rules or in_general(book)}")
    screen.say(f"\nNumbers: {book.game.numbers}")
    for name in ROLES:
        relation = getattr(book.game, name)
        if not relation.trivial:
            screen.say(f"{name.capitalize()}: {relation.text}")
    if lines := example(book):
        screen.say("\nAn example", "bold")
        for line in lines:
            screen.say(line)
    if book.tips:
        screen.say("\nTips (advice, not rules)", "bold")
        for tip in book.tips:
            screen.say(f"- {tip}")


def as_data(game: str, numbers: str | None = None) -> dict[str, Any]:
    """A game's file as plain data."""
    book = open_book(game, numbers)
    return {
        "game": book.game.name,
        "title": book.title,
        "summary": book.summary,
        "numbers": str(book.game.numbers),
        **relations(book.game),
        "rules": book.rules or in_general(book),
        "example": list(book.example),
        "tips": list(book.tips),
    }


def in_general(book: Book) -> str:
    """The rules of a game whose file does not tell them."""
    game = book.game
    parts = [f"Two players take turns picking from the numbers {game.numbers}."]
    if not game.opens.trivial:
        parts.append(f"The first pick n must satisfy {game.opens.text}.")
    if not game.follows.trivial:
        parts.append(
            f"A later pick n must suit the pick before it, called last: {game.follows.text}."
        )
    if game.removes.trivial:
        parts.append("A number that is picked is gone.")
    else:
        parts.append(
            "A number n that is picked is gone, and with it every number m such that:"
            f" {game.removes.text}."
        )
    parts.append("Whoever cannot pick loses.")
    return " ".join(parts)


def example(book: Book) -> list[str]:
    """A short game in sentences, if the game's file has one that fits its pool."""
    game, position = book.game, book.game.start()
    lines = []
    for ply, n in enumerate(book.example):
        if not position.choices >> n - game.numbers.first & 1:
            return []
        if ply < _TURNS_SHOWN:
            lines.append(_turn(position, n))
        position = position.pick(n)
    if outcome := position.outcome:
        rest = ", ".join(map(str, book.example[_TURNS_SHOWN:]))
        lines.append(f"It goes on {rest}." if rest else "")
        lines.append(
            f"Player {position.turn} has no valid pick left: player {outcome.winner} wins."
        )
    return [line for line in lines if line]


def _turn(position: Position, n: int) -> str:
    game = position.game
    limit = game.opens if position.last is None else game.follows
    text = f"Player {position.turn}"
    if not limit.trivial:
        text += f" may pick {_LIST.text(position.legal, 12)}, and"
    text += f" picks {n}."
    if others := [m for m in position.removal(n) if m != n]:
        text += f" With it {'goes' if len(others) == 1 else 'go'} {_LIST.text(others, 12)}."
    return text
