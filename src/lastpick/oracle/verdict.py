"""What the oracle says of a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..game import Position
from .compact import plain

Reason = dict[str, Any]  # "kind" and "text", and the certificate of that kind


class Verdict(NamedTuple):
    """Who wins with best play, and why.

    `wins` is whether the player to move does (None: unknown). `winning` holds the winning
    picks that were found; `complete` says whether that is all of them. `reason` is a
    certificate that a program can check, with a sentence for people.
    """

    wins: bool | None
    winning: Sequence[int]
    complete: bool
    nimber: int | None
    method: str
    reason: Reason

    @property
    def text(self) -> str:
        """The reason in a sentence."""
        return str(self.reason["text"])


def as_data(position: Position, verdict: Verdict) -> dict[str, Any]:
    """A verdict as plain data, with the position that it is about.

    `pool` and `last` stand there only where the picks alone do not tell the position.
    """
    stands = {"pool": list(position.pool), "last": position.last}
    return {
        "game": position.game.name,
        "numbers": str(position.game.numbers),
        "picks": list(position.picks),
        **({} if told_by_picks(position) else stands),
        "to_move": position.turn,
        "wins": verdict.wins,
        "winning": list(verdict.winning),
        "complete": verdict.complete,
        "nimber": verdict.nimber,
        "method": verdict.method,
        "reason": {key: plain(value) for key, value in verdict.reason.items()},
    }


def told_by_picks(position: Position) -> bool:
    """Whether play from the start leads here by the picks of this position."""
    reached = position.game.start()
    for n in position.picks:
        reached = reached.pick_unchecked(n)
    return (reached.bits, reached.last) == (position.bits, position.last)


def listed(numbers: Sequence[int], most: int = 12) -> str:
    """A list for a sentence, cut short."""
    shown = [str(n) for n in numbers[:most]]
    return ", ".join(shown) + (", ..." if len(numbers) > most else "")


def ended(text: str) -> str:
    """A sentence with its end; one that ends in dots has it."""
    return text if text.endswith("...") else f"{text}."
