"""How a played game ends before the rules end it, and each form of words in which that is told.

The player to move resigns, runs out of time or has left, or the one who waits concedes.
"""

from __future__ import annotations

from typing import NamedTuple

from ..game import NO_LEGAL_PICK

RESIGN, CONCEDE, TIMEOUT, LEFT = "resign", "concede", "timeout", "left"


class Ending(NamedTuple):
    """Why a game is lost, to be said of the one who lost it."""

    reason: str  # in a record's result, and as the reason of an outcome
    happens: str  # as it is told while it is played: "Ann resigns"
    happened: str  # and afterwards: "Ann resigned"
    whole: str  # the same in a sentence that says nothing else: "Ann left the game."


_RESIGNATION = Ending("resignation", happens="resigns", happened="resigned", whole="resigned")
_TIMEOUT = Ending(
    "out of time",
    happens="is out of time",
    happened="ran out of time",
    whole="ran out of time",
)
_LEFT = Ending("left the game", happens="has left", happened="left", whole="left the game")
ENDINGS = {RESIGN: _RESIGNATION, CONCEDE: _RESIGNATION, TIMEOUT: _TIMEOUT, LEFT: _LEFT}

# What is said of the one who lost, by the reason of an outcome.
WHY_LOST = {
    NO_LEGAL_PICK: "has no legal pick left",
    **{ending.reason: ending.whole for ending in ENDINGS.values()},
}
