"""People's stand-ins: bots by level, and players from outside."""

from __future__ import annotations

from ..errors import PlayerError
from .bots import (
    PLAYERS,
    SIGHT,
    Choose,
    Player,
    find,
    generator,
    greedy_pick,
    random_pick,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .seat import Options, Seat

__all__ = [
    "OUTSIDE",
    "PLAYERS",
    "SIGHT",
    "Choose",
    "Player",
    "check_known",
    "find",
    "generator",
    "greedy_pick",
    "open_player",
    "random_pick",
]


OUTSIDE = {  # players with something to fill in
    "mcts": "mcts:PLAYOUTS",
    "exec": "exec:COMMAND",
    "llm": "llm:MODEL",
}


def check_known(name: str) -> None:
    """Refuse a name that no kind of player has."""
    kind, colon, _ = name.partition(":")
    if name not in PLAYERS and name != "mcts" and not (colon and kind in OUTSIDE):
        shown = ", ".join((*PLAYERS, *OUTSIDE.values()))
        raise PlayerError(f"no player is called {name[:40]!r}; expected {shown}")


def open_player(name: str, options: Options | None = None) -> Seat:
    """A player by its name: a bot's, mcts:PLAYOUTS, exec:COMMAND, or llm:MODEL."""
    from .seat import BotSeat, Options

    check_known(name)
    options = options or Options()
    kind, _, rest = name.partition(":")
    if kind == "exec":
        from .engine import EngineSeat

        return EngineSeat(name, options)
    if kind == "llm":
        from .chat import ChatSeat

        return ChatSeat(name, options)
    if kind == "mcts":
        from .mcts import mcts_pick

        return BotSeat(name, mcts_pick(rest))
    return BotSeat(name)
