"""People's stand-ins: bots by level, and players from outside."""

from __future__ import annotations

from ..errors import PlayerError
from .bots import ACCURACY, BOTS, Bot, Choose, find_bot, greedy_pick, random_pick, rng_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .player import Options, Player

__all__ = [
    "ACCURACY",
    "BOTS",
    "OUTSIDE",
    "Bot",
    "Choose",
    "check_known",
    "find",
    "find_bot",
    "greedy_pick",
    "open_player",
    "random_pick",
    "rng_for",
]

find = find_bot  # its name in the first release


OUTSIDE = {  # players with something to fill in
    "mcts": "mcts:PLAYOUTS",
    "exec": "exec:COMMAND",
    "llm": "llm:MODEL",
}


def check_known(name: str) -> None:
    """Refuse a name that no kind of player has."""
    kind, colon, _ = name.partition(":")
    if name not in BOTS and name != "mcts" and not (colon and kind in OUTSIDE):
        shown = ", ".join((*BOTS, *OUTSIDE.values()))
        raise PlayerError(f"no player is called {name[:40]!r}; expected {shown}")


def open_player(name: str, options: Options | None = None) -> Player:
    """A player by its name: a bot's, mcts:PLAYOUTS, exec:COMMAND, or llm:MODEL."""
    from .player import BotPlayer, Options

    check_known(name)
    options = options or Options()
    kind, _, rest = name.partition(":")
    if kind == "exec":
        from .engine import EnginePlayer

        return EnginePlayer(name, options)
    if kind == "llm":
        from .llm.player import LlmPlayer

        return LlmPlayer(name, options)
    if kind == "mcts":
        from .mcts import mcts_pick

        return BotPlayer(name, mcts_pick(rest))
    return BotPlayer(name)
