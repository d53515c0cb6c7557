"""The texts of visitors' own games: each is kept once, whoever plays it, within a certain room."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from ..errors import NoRoom
from ..game.terms import Terms

ROOM = 256 << 20  # bytes for all files together
LEAST = 4096  # bytes that a file counts as, however short it is: a row and its place in two indexes

# Seconds without a pick, a player or a new game of it after which a file may have to make room.
# Longer than the time between two notes of the files that are being played.
UNUSED = 7200.0

LOOKS = 50  # files that are looked at together for some that may go
MANY = 1000  # games of one file that are not worth the room that it takes


class GameFile(NamedTuple):
    """Somebody's game file as it is kept."""

    digest: bytes
    size: int
    content: bytes


def file_of(terms: Terms) -> GameFile | None:
    """The file of a game; None for a game of ours."""
    if terms.toml is None:
        return None
    content = terms.toml.encode()
    return GameFile(digest(terms.toml), size(terms.toml), content)


def digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def size(text: str) -> int:
    """The bytes that a file counts as."""
    return max(len(text.encode()), LEAST)


def no_room() -> NoRoom:
    return NoRoom(
        "there is no room for new game files now; play a game that is here already, or try again"
        " in an hour"
    )
