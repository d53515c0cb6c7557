"""Checking a file: a record against its rules, a game file against the kit, a verdict's proof."""

from __future__ import annotations

from functools import partial
from typing import Any

from ..catalog import open_book
from ..conformance import problems, tried, warnings
from ..errors import CatalogError
from ..record import Record, result
from .check_verdict import check_verdict
from .check_verdict import in_words as verdict_in_words
from .patience import Patience
from .progress import Progress
from .record_files import read_records, read_text


def check(path: str, seconds: float) -> list[dict[str, Any]]:
    """What a file holds, one entry for each game in it; an error says what is wrong.

    "-" is standard input. A verdict that is not checked within so many seconds is a BudgetError.
    """
    if path.endswith(".toml"):
        return _check_game(path)
    where, text = read_text(path)
    if text.lstrip()[:1] not in tuple("{["):
        return _check_records(where, text)
    with Patience(seconds) as patience:
        patience.tell("checking")
        return [check_verdict(text, where, patience)]


def _check_game(path: str) -> list[dict[str, Any]]:
    book = open_book(path)
    with Progress() as progress:
        look = partial(progress.show, f"trying it out on {book.game.numbers}")
        for problem in problems(book, look=look):
            raise CatalogError(f"{path}: {problem}")
        warned = list(warnings(book, look))
    game = book.game
    return [
        {
            "kind": "game",
            "game": game.name,
            "title": book.title,
            "numbers": str(game.numbers),
            "tried": str(tried(game)),
            "warnings": warned,
        }
    ]


def _check_records(where: str, text: str) -> list[dict[str, Any]]:
    with Progress() as progress:
        found: list[dict[str, Any]] = []
        for record in read_records(where, text):
            progress.show(f"{len(found):,} games replayed")
            found.append(_checked(record))
    return found


def _checked(record: Record) -> dict[str, Any]:
    play = record.play()
    return {
        "kind": "record",
        "game": record.game.name,
        "title": record.book.title,
        "numbers": str(record.game.numbers),
        "players": [person.name for person in record.players],
        "date": record.date,
        "picks": list(play.position.picks),
        "result": result(play),
    }


def in_words(found: dict[str, Any]) -> str:
    if found["kind"] == "game":
        warned = (f"\nWarning: {text}" for text in found["warnings"])
        on = f"{found['title']} on {found['numbers']}"
        some = (
            "" if found["tried"] == found["numbers"] else f"; only {found['tried']} was tried out"
        )
        return f"OK: {on} keeps its rules{some}{''.join(warned)}"
    if found["kind"] == "verdict":
        return verdict_in_words(found)
    picks = len(found["picks"])
    return (
        f"OK: {found['title']} on {found['numbers']}, {' - '.join(found['players'])},"
        f" {picks} pick{'s' * (picks != 1)}, {found['result']}"
    )
