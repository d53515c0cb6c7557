"""The bots, by name: a new one is a file with its `Bot`, and a line here."""

from __future__ import annotations

from ..errors import PlayerError, meant
from . import greedy, levels, perfect, random_bot
from .bot import Bot

BOTS = {
    bot.name: bot
    for bot in (
        random_bot.BOT,
        greedy.BOT,
        *levels.BOTS,
        perfect.BOT,
    )
}


def find_bot(name: str) -> Bot:
    """The kind of bot with that name."""
    if name not in BOTS:
        raise PlayerError(
            f"no player is called {name[:40]!r}; expected {', '.join(BOTS)}{meant(name, BOTS)}"
        )
    return BOTS[name]
