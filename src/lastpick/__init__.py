"""Lastpick: two-player number games in which whoever cannot pick loses.

>>> import lastpick
>>> position = lastpick.load("divisor-duel").start()
>>> position.pick(6).legal
(1, 2, 3, 12, 18)
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # as in typing, without the time that importing it takes

__version__ = "0.1.0"
__all__ = [
    "AlreadyGone",
    "Game",
    "GameOver",
    "IllegalPick",
    "LastpickError",
    "NotAnOpening",
    "NotRelated",
    "OutOfRange",
    "Outcome",
    "Position",
    "__version__",
    "load",
    "oracle",
]

if TYPE_CHECKING:
    from typing import Any

    from . import oracle
    from .catalog import load
    from .errors import (
        AlreadyGone,
        GameOver,
        IllegalPick,
        LastpickError,
        NotAnOpening,
        NotRelated,
        OutOfRange,
    )
    from .game import Game, Outcome, Position

_HOMES = {
    "load": "catalog",
    "Game": "game",
    "Outcome": "game",
    "Position": "game",
    "oracle": "oracle",
    "AlreadyGone": "errors",
    "GameOver": "errors",
    "IllegalPick": "errors",
    "LastpickError": "errors",
    "NotAnOpening": "errors",
    "NotRelated": "errors",
    "OutOfRange": "errors",
}


if os.environ.get("LASTPICK_KERNELS") == "interpreted":
    from .kernels import interpret

    interpret()


def __getattr__(name: str) -> Any:
    """Import a public name from its room when it is first used, to start up fast."""
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(
            f"module 'lastpick' has no attribute {name!r}", name=name, obj=sys.modules[__name__]
        )
    home = import_module(f".{_HOMES[name]}", __name__)
    return home if name == "oracle" else getattr(home, name)


def __dir__() -> list[str]:
    """Everything public, imported or not yet, for help() and completion."""
    return sorted({*globals(), *__all__})
