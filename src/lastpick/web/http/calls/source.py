"""What a question is about: a shipped game, or the text of a game file; and asking it."""

from __future__ import annotations

from typing import Any

from ....catalog import names
from ....catalog.book import LARGEST_FILE
from ....errors import CatalogError, RecordError
from ...asking.questions import Source
from ...errors import TooLarge
from ...games.games import Games
from ..reading import Call, check_size
from ..route import SMALL
from ..shapes import GameOrFile


def source_of(body: GameOrFile, call: Call) -> Source:
    """The game that a body names, or brings with it."""
    if (body.game is None) == (body.toml is None):
        raise CatalogError("give either game, a shipped game's name, or toml, a game file's text")
    if body.toml is None:
        check_size(call.body, SMALL)  # only a game file needs more
        return Source(shipped(str(body.game)), None, body.numbers)
    check_text(body.toml)
    return Source("", body.toml, body.numbers)


def shipped(name: str) -> str:
    """A shipped game's name: what is asked for over the network never reads a file."""
    if name not in names():
        raise CatalogError(f"no game is called {name!r}; the games are {', '.join(names())}")
    return name


def check_text(text: str) -> None:
    """Refuse what cannot be a file's text."""
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise RecordError("the text is not valid Unicode") from None
    if size > LARGEST_FILE:
        raise TooLarge(f"the text is larger than {LARGEST_FILE // 1024} kB")


async def ask(games: Games, question: str, *words: Any) -> bytes:
    """Have something worked out, beside all other calls."""
    return await games.pool.ask_json(question, *words)
