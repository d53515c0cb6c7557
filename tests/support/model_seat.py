"""A language model at a table, before one position of one game."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from lastpick.catalog import open_book
from lastpick.players import open_player
from lastpick.players.player import Failure, Options, Player

from .chatting import Endpoint

KEY = "sk-very-secret"
BOOK = open_book("divisor-duel")
POSITION = BOOK.game.play([6])


def seat_at(endpoint: Endpoint, name: str = "llm:tiny", **options: object) -> Player:
    settings = {"base_url": endpoint.url, "seconds": 50.0, **options}
    seat = open_player(name, Options(**settings))  # type: ignore[arg-type]
    seat.begin(BOOK, 2)
    return seat


def pick(seat: Player, seed: int = 1) -> int:
    return seat.choose(POSITION, Random(seed))


def failure(seat: Player) -> Failure:
    with pytest.raises(Failure) as caught:
        pick(seat)
    seat.close()
    text = str(caught.value)
    assert text.startswith("llm:tiny: ")
    assert text.isprintable()
    assert KEY not in text
    return caught.value


def entries(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]
