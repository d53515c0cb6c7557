"""How a link looks where it is pasted: a title, a description and a picture of the board.

For a page nothing is worked out: what is said of a puzzle follows from its name. The picture is
drawn when somebody asks for that.
"""

from __future__ import annotations

import html
from collections.abc import Awaitable, Callable
from functools import cache
from textwrap import shorten
from typing import Any, NamedTuple

from ...catalog import Book, names, open_book
from ...coach.daily import read_day, schedule_of
from ...coach.lesson_file import shipped
from ...coach.puzzle_id import read_puzzle_id
from ...players import BOTS
from ..asking.lessons import lesson
from ..asking.questions import Source, in_catalog, open_source
from ..errors import NoLesson
from ..game.terms import PERSON
from ..games.games import Games
from ..games.open_game import OpenGame
from .page_text import section

WIDTH, HEIGHT = 1200, 630
_LONGEST = 300  # letters of a description; nobody shows more, and a game file's may be a book


class LinkCard(NamedTuple):
    """What is shown of an address, and the question that has its picture drawn."""

    title: str
    description: str
    question: tuple[Any, ...]
    lasting: bool = True  # whether it stays as it is


Linked = Callable[[Games, str], Awaitable[LinkCard]]


async def of_game(games: Games, game_id: str) -> LinkCard:
    """A game as it stands now."""
    game = await games.find(game_id)
    log = game.log
    play, book = log.play, log.book
    seat = play.outcome.winner if play.outcome else play.turn
    note = _say("hasWon" if play.outcome else "toMove", numbers=_pool(book), seat=seat)
    texts = (_title(book), book.summary, note)
    asked = (Source.of(log.terms), list(play.position.picks), play.makers, bool(play.outcome))
    return LinkCard(
        _say("game", game=_title(book), numbers=_pool(book)),
        _who(game, book.summary),
        ("picture", *asked, texts),
        lasting=bool(play.outcome),
    )


def _who(game: OpenGame, rule: str) -> str:
    """Who plays, or who invites whoever reads it."""
    terms, seats = game.log.terms, game.row.seats
    called = [
        row.name or _say("player", seat=seat) if kind == PERSON else BOTS[kind].title
        for seat, (kind, row) in enumerate(zip(terms.seats, seats, strict=True), 1)
    ]
    if outcome := game.log.play.outcome:
        winner, loser = called[outcome.winner - 1], called[2 - outcome.winner]
        return _say("won", winner=winner, loser=loser, rule=rule)
    waiting = terms.invited_seat
    if waiting and seats[waiting - 1].digest is None and (name := seats[2 - waiting].name):
        return _say("invitation", name=name, rule=rule)
    return _say("playing", one=called[0], two=called[1], rule=rule)


async def of_puzzle(_: Games, name: str) -> LinkCard:
    """A position with a pick to find; whether there is one is not asked here."""
    game, numbers, picks = read_puzzle_id(name)
    source = Source(game, None, numbers)
    book = open_source(source)
    texts = (book.title, book.summary, f"{_pool(book)} · {_say('find')}")
    title = _say("puzzle", game=book.title, numbers=_pool(book))
    asked = ("picture", source, picks, None, False, texts)
    return LinkCard(title, _say("onePick", rule=book.summary), asked)


async def of_daily(_: Games, day: str) -> LinkCard:
    """The puzzle of a day."""
    date = read_day(day)
    wanted = schedule_of(date).of(date)
    book = open_book(wanted.game, wanted.numbers)
    title = _say("daily", day=day, game=book.title, numbers=_pool(book))
    texts = (book.title, book.summary, f"{day} · {_say('find')}")
    return LinkCard(title, _say("onePick", rule=book.summary), ("daily_picture", day, texts))


async def of_lesson(_: Games, name: str) -> LinkCard:
    """A lesson, with its first task."""
    if name not in shipped():
        raise NoLesson(f"no lesson is called {name!r}; the lessons are {', '.join(shipped())}")
    found, number = lesson(name), list(shipped()).index(name) + 1
    texts = (found.title, found.goal, _say("lessonNote", number=number))
    title = _say("lesson", number=number, title=found.title)
    return LinkCard(title, found.goal, ("lesson_picture", name, texts))


@cache
def of_anything() -> LinkCard:
    """What is said where there is nothing to say: about all of it."""
    cards = [in_catalog(name) for name in names()]
    first = next((card for card in cards if card["first"]), cards[0])
    texts = (_say("slogan"), _say("promise"), first["title"])
    asked = (Source(first["name"], None, None), first["card"]["picks"], None, False)
    return LinkCard(_say("name"), _say("description"), ("picture", *asked, texts))


# By the first part of an address; only these can be shown in a frame too.
KINDS: dict[str, Linked] = {
    "game": of_game, "puzzle": of_puzzle, "daily": of_daily, "learn": of_lesson
}  # fmt: skip


def meta_tags(link: LinkCard, origin: str, path: str, picture: str) -> str:
    """The link as tags in a page's head; `origin` is how the server is called from outside."""
    tags = {
        "og:site_name": _say("name"),
        "og:type": "website",
        "og:title": link.title,
        "og:description": shorten(link.description, _LONGEST, placeholder=" …"),
        "og:url": origin + path,
        "og:image": origin + picture,
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": link.title,
        "twitter:card": "summary_large_image",
    }
    return "".join(
        f'  <meta {"name" if key.startswith("twitter") else "property"}="{key}"'
        f' content="{html.escape(" ".join(said.split()))}">\n'
        for key, said in tags.items()
    )


def _title(book: Book) -> str:
    """What a game is called; a file without a title leaves only the name of all such games."""
    return str(section("shared")["ownGame"]) if book.title == book.game.name else book.title


def _pool(book: Book) -> str:
    return str(book.game.numbers).replace("-", "–")  # noqa: RUF001


def _say(key: str, **gaps: object) -> str:
    words = section("links") if key in section("links") else section("shared")
    return str(words[key]).format(**gaps).strip()
