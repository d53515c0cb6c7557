"""What the start page shows of the catalog, written into it: nothing is fetched, nothing moves."""

from __future__ import annotations

from html import escape
from typing import Any

from ...catalog import Book
from ...catalog.families import Family, families
from ...catalog.rules import example_lines
from ...game import Position
from ...players import BOTS, perfect
from ...players import levels as levels_of_bots
from ...record import Tiles, card
from ...record.board import REMOVED, START
from ..asking.lessons import lesson_list
from ..asking.questions import in_catalog

# Who a first visitor plays at the catalog's game for a first visit, which no opening wins: they
# open, and even whoever picks at random wins about half of their games.
FIRST_BOT = "level:1"

_LEVELS = (*levels_of_bots.BOTS, perfect.BOT)
_KEPT = ("name", "title", "summary", "numbers", "pools", "rules", "tips")


def catalog() -> dict[str, Any]:
    """The games, bots and steps of lessons as the page's scripts need them."""
    books = [book for family in families() for book in family.books]
    games = []
    for book in books:
        told = in_catalog(book.game.name)
        kept = {key: told[key] for key in _KEPT}
        games.append({**kept, "example": example_lines(book)})
    return {
        "games": games,
        "levels": {bot.name: bot.summary for bot in _LEVELS},
        "lessons": [lesson["steps"] for lesson in lesson_list()["lessons"]],
    }


def levels() -> str:
    """Bots to choose from, the gentlest first, by the word that tells how strong they are."""
    return "".join(
        f'              <label class="choice"><input type="radio" name="level" value="{bot.name}">'
        f"<span>{escape(bot.title.removesuffix(' bot'))}</span></label>\n"
        for bot in _LEVELS
    )


def play_now() -> str:
    """The two buttons that lead: a bot at once, or a friend, at the game for a first visit."""
    book = first_book()
    name, title = escape(book.game.name), escape(book.title)
    bot = escape(BOTS[FIRST_BOT].title)
    return f"""\
        <div class="pair" data-game="{name}">
          <button id="play-now" class="button is-primary is-large" type="button" data-do="bot" \
data-bot="{FIRST_BOT}">{{{{start.playNow}}}}</button>
          <button id="invite-now" class="button is-large" type="button" data-do="friend">\
{{{{start.invite}}}}</button>
        </div>
        <p class="small muted">{title}: {escape(book.summary)} {{{{start.against}}}} {bot}.</p>
"""


def first_board() -> str:
    """The game for a first visit, in the middle of its example: what all this looks like."""
    book = first_book()
    position = book.game.play(card(book)["picks"])
    return _picture(position, book.game.numbers.first, book.game.numbers.last, "hero-board")


def first_book() -> Book:
    """The game for a first visit; its family leads, whatever other books that holds."""
    leading = families()[0].books
    return next((book for book in leading if book.first), leading[0])


def family_cards() -> str:
    """A card for each family."""
    return "".join(_card(place, family) for place, family in enumerate(families(), 1))


def _card(place: int, family: Family) -> str:
    book = family.books[0]
    shown = card(book)
    position = book.game.play(shown["picks"])
    name, title = escape(book.game.name), escape(book.title)
    return f"""\
        <article class="card family" data-game="{name}" aria-labelledby="family-{place}">
{_picture(position, shown["first"], shown["last"])}\
          <div class="family-text">
            <h3 id="family-{place}">{escape(family.title)}</h3>
            <p class="muted family-rule">{escape(book.summary)}</p>
{_books(place, family)}\
          </div>
          <div class="family-do">
            <div class="pair">
              {_button("bot", "playBot", title)}
              {_button("friend", "invite", title)}
            </div>
            <div class="pair">
              {_button("rules", "rules", title, "is-quiet is-small")}
              {_button("options", "options", title, "is-quiet is-small")}
            </div>
          </div>
        </article>
"""


def _button(do: str, word: str, title: str, looks: str = "") -> str:
    """Its name says which game; the page changes that with the chosen book."""
    return (
        f'<button class="{f"button {looks}".strip()}" type="button" data-do="{do}"'
        f' aria-label="{{{{start.{word}}}}}: {title}">{{{{start.{word}}}}}</button>'
    )


def _books(place: int, family: Family) -> str:
    """The books of a family to choose from, or the one that there is."""
    if len(family.books) == 1:
        [book] = family.books
        return f'            <p class="book">{_book_label(book)}</p>\n'
    choices = "".join(
        f'              <label class="choice"><input type="radio" name="family-{place}"'
        f' value="{escape(book.game.name)}"{" checked" if book is family.books[0] else ""}>'
        f"<span>{escape(book.title)}</span></label>\n"
        for book in family.books
    )
    return (
        '            <fieldset class="choices books">\n'
        '              <legend class="visually-hidden">{{start.books}}</legend>\n'
        f"{choices}            </fieldset>\n"
    )


def _book_label(book: Book) -> str:
    numbers = str(book.game.numbers).replace("-", "\u2013")
    return f'{escape(book.title)} <span class="badge">{numbers}</span>'


def _picture(position: Position, first: int, last: int, looks: str = "") -> str:
    """Tiles of a position, for the eye alone: everything that they show is said beside them."""
    tiles = Tiles(position)
    shown = []
    for n in range(first, last + 1):
        tile = tiles[n]
        by = f' data-by="{tile.seat}"' if tile.seat else ""
        kind = REMOVED if tile.kind == START else tile.kind
        is_last = " is-last" if tile.last else ""
        shown.append(f'<span class="tile is-{kind}{is_last}"{by}><span>{n}</span></span>')
    classes = f"picture {looks}".strip()
    return f'          <div class="{classes}" aria-hidden="true">{"".join(shown)}</div>\n'
