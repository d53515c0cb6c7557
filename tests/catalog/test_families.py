"""Games that share their rules are one family, found by the rules alone."""

from __future__ import annotations

import pytest

from lastpick.catalog import names, open_book, read_book
from lastpick.catalog.families import families
from lastpick.catalog.rules import rule_title


def test_every_game_is_in_the_family_of_its_rules() -> None:
    found = [[book.game.name for book in family.books] for family in families()]
    assert sorted(name for group in found for name in group) == names()
    for family in families():
        assert all(family.books[0].game.same_rules(book.game) for book in family.books)
    leaders = [family.books[0].game for family in families()]
    for i, game in enumerate(leaders):
        assert not any(game.same_rules(other) for other in leaders[:i])
    assert sorted(map(len, found)) == [1, 1, 1, 3]
    assert any(book.first for book in families()[0].books), "the game for a first visit leads"


def test_titles_tell_the_families_apart() -> None:
    assert {family.title for family in families()} == {
        "Divisors and multiples",
        "Divisors and multiples, from an even number",
        "Multiples out",
        "Neighbours out",
    }
    for family in families():
        assert {rule_title(book) for book in family.books} == {family.title}


@pytest.mark.parametrize(
    ("rules", "title"),
    [
        ("", "Any number"),
        ('follows = "n % last == 0"', "Multiples"),
        ('removes = "abs(m - n) <= 1"', "Neighbours out"),
        ('removes = "multiple"\nfollows = "divisor"', "Divisors, multiples out"),
        ('opens = "n > 5"', "From some numbers only"),
        ('start = 7\nlast_pick = "loses"', "From 7, the last pick loses"),
        ('follows = "abs(n - last) <= 3"', "Close"),
        ('removes = "m % 10 == n % 10"', "Close"),
    ],
)
def test_a_title_is_made_from_the_relations(rules: str, title: str) -> None:
    """However they are written; what has no name leaves the title of the book."""
    book = read_book(f'title = "Close"\nnumbers = "1-20"\n{rules}', "close")
    assert rule_title(book) == title


def test_families_do_not_depend_on_the_pool() -> None:
    for name in names():
        book = open_book(name)
        assert rule_title(open_book(name, "2-30")) == rule_title(book)
