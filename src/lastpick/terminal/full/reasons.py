"""A verdict's reason on the board: partners by their letters, parts by their letters and tints."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from ...coach.plain import easiest
from ...game import Position
from ...oracle import Budget, Verdict, solve
from ...oracle.budget import NO_DEADLINE
from ...oracle.verdict import Reason

_MOST = 40  # pairs or parts; more of them hide the board
_PAIRINGS = ("pairing", "misere pairing", "partners")
_PARTNERS = (
    "tiles with the same letter are partners: if the loser picks one, the winner picks the other."
)
_PARTS = "tiles with the same letter are a part: no pick in one part changes another."


class Drawn(NamedTuple):
    """What a reason looks like on the board, and how to read that."""

    pairs: Sequence[tuple[int, int]] = ()
    groups: Sequence[Sequence[int]] = ()
    words: str = ""
    pick: int | None = None  # after which this holds


def drawn(position: Position, verdict: Verdict, budget: Budget = NO_DEADLINE) -> Drawn:
    """What the winning pick that is told of leaves, or the position itself where no pick wins.

    Nothing, where the reason is neither a pairing nor parts.
    """
    if not verdict.winning:
        return _drawn(position, verdict.reason, "")
    pick = easiest(position, verdict)
    after, reason = position.pick_unchecked(pick), verdict.reason
    if reason["kind"] not in _PAIRINGS or reason["pick"] != pick:
        reason = solve(after, budget).reason
    return _drawn(after, reason, f"After {pick}, ")._replace(pick=pick)


def _drawn(position: Position, reason: Reason, first: str) -> Drawn:
    kind = reason["kind"]
    if kind in _PAIRINGS:
        pairs = _pairs(position, reason["pairs"])
        return Drawn(pairs=pairs, words=_said(first, _PARTNERS)) if pairs else Drawn()
    if kind == "parts":
        groups = [part["numbers"] for part in islice(reason["parts"], _MOST)]
        return Drawn(groups=groups, words=_said(first, _PARTS)) if len(groups) > 1 else Drawn()
    return Drawn()


def _pairs(position: Position, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The pairs of which a number may be picked now; if they are many, the first ones."""
    left, asked = set(position.pool), set(position.legal)
    useful = ((a, b) for a, b in pairs if {a, b} <= left and {a, b} & asked)
    return list(islice(useful, _MOST))


def _said(first: str, text: str) -> str:
    return f"{first}{text}" if first else f"{text[0].upper()}{text[1:]}"
