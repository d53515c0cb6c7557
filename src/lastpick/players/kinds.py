"""Players whose name holds something to fill in, as in exec:COMMAND; and any player by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..errors import PlayerError, meant
from .bots import BOTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .player import Options, Player


class Kind(NamedTuple):
    """A kind of player: how its name is written, and how one is opened."""

    form: str
    open: Callable[[str, Options], Player]
    outside: bool = True  # another program or a model, which can fail; not a bot of ours
    bare: bool = False  # whether nothing needs to be filled in


def _open_mcts(name: str, _: Options) -> Player:
    from .mcts import mcts_pick
    from .player import BotPlayer

    return BotPlayer(name, mcts_pick(name.partition(":")[2]))


def _open_searcher(name: str, _: Options) -> Player:
    from .player import BotPlayer
    from .searcher import searching_pick

    return BotPlayer(name, searching_pick(name))


def _open_engine(name: str, options: Options) -> Player:
    from .engine import EnginePlayer

    return EnginePlayer(name, options)


def _open_model(name: str, options: Options) -> Player:
    from .llm.player import LlmPlayer

    return LlmPlayer(name, options)


MODEL = "llm"
KINDS = {
    "mcts": Kind("mcts:PLAYOUTS", _open_mcts, outside=False, bare=True),
    "search": Kind("search:DEPTH", _open_searcher, outside=False),
    "careful": Kind("careful:DEPTH", _open_searcher, outside=False),
    "exec": Kind("exec:COMMAND", _open_engine),
    MODEL: Kind("llm:MODEL", _open_model),
}


def _kind(name: str) -> Kind | None:
    before, colon, _ = name.partition(":")
    found = KINDS.get(before)
    return found if found and (colon or found.bare) else None


def comes_from_outside(name: str) -> bool:
    """Whether a player is another program or a model, which can fail."""
    kind = _kind(name)
    return kind is not None and kind.outside


def is_model(name: str) -> bool:
    """Whether a player is a language model, which has to be reached and costs something."""
    return name.startswith(f"{MODEL}:")


def check_known(name: str, *others: str) -> None:
    """Refuse a name that no kind of player has, nor anybody else who may sit there."""
    if name not in (*BOTS, *others) and _kind(name) is None:
        shown = ", ".join((*BOTS, *(kind.form for kind in KINDS.values())))
        shown = " or ".join((shown, *others))
        kind = name.partition(":")[0]
        near = meant(name, (*BOTS, *others))
        if not near and kind not in KINDS:
            near = meant(kind, KINDS)
        raise PlayerError(f"no player is called {name[:40]!r}; expected {shown}{near}")


def open_player(name: str, options: Options | None = None) -> Player:
    """A player by its name: a bot's, or one of a kind that has something to fill in."""
    from .player import BotPlayer, Options

    check_known(name)
    kind = _kind(name)
    return kind.open(name, options or Options()) if kind else BotPlayer(name)
