"""Shipped games that share their rules, whatever their names and pools: a family each."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from .book import Book, names, open_book
from .rules import rule_title


class Family(NamedTuple):
    """One set of rules, and the books that have it."""

    title: str  # the rules in a few words
    books: tuple[Book, ...]


@cache
def families() -> tuple[Family, ...]:
    """All families; the one with the game for a first visit leads."""
    groups: list[list[Book]] = []
    for book in map(open_book, names()):
        for group in groups:
            if group[0].game.same_rules(book.game):
                group.append(book)
                break
        else:
            groups.append([book])
    groups.sort(key=lambda group: not any(book.first for book in group))
    return tuple(Family(rule_title(group[0]), tuple(group)) for group in groups)
