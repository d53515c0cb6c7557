"""Checking a file: a record against its rules, or a game file against the kit."""

from __future__ import annotations

from functools import partial
from typing import Any

from ..catalog import open_book
from ..conformance import problems, warnings
from ..errors import CatalogError
from ..record import Record, result
from .progress import Progress
from .record_files import load_records


def check(path: str) -> list[dict[str, Any]]:
    """What a file holds, one entry for each game in it; an error says what is wrong."""
    return _check_game(path) if path.endswith(".toml") else _check_records(path)


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
            "warnings": warned,
        }
    ]


def _check_records(path: str) -> list[dict[str, Any]]:
    with Progress() as progress:
        found: list[dict[str, Any]] = []
        for record in load_records(path):
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
        return f"OK: {found['title']} on {found['numbers']} keeps its rules{''.join(warned)}"
    picks = len(found["picks"])
    return (
        f"OK: {found['title']} on {found['numbers']}, {' - '.join(found['players'])},"
        f" {picks} pick{'s' * (picks != 1)}, {found['result']}"
    )
