"""What a game is about: the list of games, and the rules of one in our own words."""

from __future__ import annotations

from typing import Any

from ..catalog import Book, names, open_book
from ..catalog.rules import example_lines, own_rules, relations, special
from ..relations import ROLES
from .screen import Screen


def show_games(screen: Screen) -> None:
    for name in names():
        book = open_book(name)
        screen.say(name, "bold")
        screen.say(f"  {book.title}, {book.game.numbers}. {book.summary}")
    screen.say("\nlastpick play NAME starts one, lastpick rules NAME explains it.")


def show_rules(screen: Screen, book: Book) -> None:
    screen.say(book.title, "bold")
    screen.say(f"\n{own_rules(book)}")
    screen.say(f"\nNumbers: {book.game.numbers}")
    for name in ROLES:
        relation = getattr(book.game, name)
        if not relation.trivial:
            screen.say(f"{name.capitalize()}: {relation.text}")
    for name, said in special(book.game).items():
        screen.say(f"{name.capitalize().replace('_', ' ')}: {said}")
    if lines := example_lines(book):
        screen.say("\nAn example", "bold")
        for line in lines:
            screen.say(line)
    if book.tips:
        screen.say("\nTips (advice, not rules)", "bold")
        for tip in book.tips:
            screen.say(f"- {tip}")


def as_data(game: str, numbers: str | None = None) -> dict[str, Any]:
    """A game's file as plain data."""
    return book_data(open_book(game, numbers))


def book_data(book: Book) -> dict[str, Any]:
    """The same of a book that is open."""
    return {
        "game": book.game.name,
        "title": book.title,
        "summary": book.summary,
        "numbers": str(book.game.numbers),
        **relations(book.game),
        **special(book.game),
        "rules": own_rules(book),
        "example": list(book.example),
        "tips": list(book.tips),
    }
