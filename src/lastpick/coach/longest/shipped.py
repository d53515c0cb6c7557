"""Proved longest games that come with the program, by the rules and the pool.

They stand in `longest.toml`, each with the picks that show it. What a game is called does not
matter, nor what its last pick does: games of the same relations share them.
"""

from __future__ import annotations

import os
import tomllib
from functools import cache
from typing import Any

from ...game import Game, Rules
from ...relations import ROLES, Relation

PATH = os.path.join(os.path.dirname(__file__), "longest.toml")


def longest(game: Game) -> tuple[int, ...] | None:
    """The picks of a longest game, if they are known."""
    text = _known().get(_relations(game.rules), {}).get(str(game.numbers))
    return None if text is None else tuple(map(int, text.split()))


def games() -> list[Game]:
    """Every game that is known, on each of its pools."""
    from ...relations import Numbers

    return [
        Game("shipped", Numbers.parse(pool), *relations, start_from=start)
        for (*relations, start), pools in _known().items()
        for pool in pools
    ]


Key = tuple[Relation, Relation, Relation, int | None]


def _relations(rules: Rules) -> Key:
    """What decides about the length of games: not what the last pick does for whoever made it."""
    return rules[:4]


@cache
def _known() -> dict[Key, dict[str, str]]:
    try:
        with open(PATH, "rb") as file:
            table: dict[str, Any] = tomllib.load(file)
    except FileNotFoundError:  # about to be made
        return {}
    return {_key(entry): entry["longest"] for entry in table["rules"]}


def _key(entry: dict[str, Any]) -> Key:
    opens, follows, removes = (Relation(role, entry.get(name)) for name, role in ROLES.items())
    return opens, follows, removes, entry.get("start")
