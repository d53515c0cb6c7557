"""The bots, by name: a new one is a file with its `Bot`, and a line here."""

from __future__ import annotations

from ..errors import PlayerError, meant
from ..record import Person
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


def title(kind: str) -> str:
    """Display name of a kind of player; one from outside keeps the name it was asked for by."""
    return BOTS[kind].title if kind in BOTS else kind


def display_name(person: Person) -> str:
    """Display name of a player: a bot without a name of its own has its title."""
    name, bot = person
    if bot and name.removeprefix(bot) in ("", " 1", " 2"):
        return title(bot) + name.removeprefix(bot)
    return name
