"""Which game is meant: the name of a shipped one, or the text of somebody's own game file.

An assistant names no files: what stands on the disk is none of its business.
"""

from __future__ import annotations

from ..catalog import Book, names, open_book, read_book
from ..errors import CatalogError, meant

OWN_GAME = "own-game"


def book_for(game: str, numbers: str | None = None) -> Book:
    """The book of a game, on its own pool or on another."""
    if is_text(game):
        return read_book(game, OWN_GAME, numbers, where="your game")
    known = names()
    for name in (game, "-".join(game.lower().replace("_", " ").split())):
        if name in known:
            return open_book(name, numbers)
    near = meant(game, known) or f"; the games are {', '.join(known)}."
    raise CatalogError(
        f"no game is called {game[:40]!r}{near} A game of your own is given by the text of its file"
    )


def is_text(game: str) -> bool:
    """Whether it is the text of a file: every such text sets a key, and no name does."""
    return "=" in game or "\n" in game.strip()
