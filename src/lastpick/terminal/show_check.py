"""Checking a file: a record against its rules, or a game file against the kit."""

from __future__ import annotations

from typing import Any

from ..catalog import book_of, open_book
from ..conformance import problems, warnings
from ..errors import CatalogError
from ..record import result
from .record_files import load_records


def check(path: str) -> list[dict[str, Any]]:
    """What a file holds, one entry for each game in it; an error says what is wrong."""
    return _check_game(path) if path.endswith(".toml") else _check_records(path)


def _check_game(path: str) -> list[dict[str, Any]]:
    book = open_book(path)
    for problem in problems(book):
        raise CatalogError(f"{path}: {problem}")
    game = book.game
    return [
        {
            "kind": "game",
            "game": game.name,
            "title": book.title,
            "numbers": str(game.numbers),
            "warnings": list(warnings(book)),
        }
    ]


def _check_records(path: str) -> list[dict[str, Any]]:
    return [
        {
            "kind": "record",
            "game": record.game.name,
            "title": book_of(record.game).title,
            "numbers": str(record.game.numbers),
            "players": [person.name for person in record.players],
            "date": record.date,
            "picks": list(record.play().position.picks),
            "result": result(record.play()),
        }
        for record in load_records(path)
    ]


def in_words(found: dict[str, Any]) -> str:
    if found["kind"] == "game":
        warned = (f"\nWarning: {text}" for text in found["warnings"])
        return f"OK: {found['title']} on {found['numbers']} keeps its rules{''.join(warned)}"
    picks = len(found["picks"])
    return (
        f"OK: {found['title']} on {found['numbers']}, {' - '.join(found['players'])},"
        f" {picks} pick{'s' * (picks != 1)}, {found['result']}"
    )
