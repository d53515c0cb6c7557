"""A verdict's reason on the board: partners by their letters, parts by their letters and tints."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from ...game import Position
from ...oracle import Verdict

_MOST = 40  # pairs or parts; more of them hide the board
_PAIRINGS = ("pairing", "misere pairing", "partners")


class Drawn(NamedTuple):
    """What a reason looks like on the board, and how to read that."""

    pairs: Sequence[tuple[int, int]] = ()
    groups: Sequence[Sequence[int]] = ()
    words: str = ""


def drawn(position: Position, verdict: Verdict) -> Drawn:
    """The pairing or the parts of a verdict; nothing where the reason has no such thing."""
    reason, pick = verdict.reason, verdict.reason.get("pick")
    if reason["kind"] in _PAIRINGS:
        after = position if pick is None else position.pick_unchecked(pick)
        left, asked = set(after.pool), set(after.legal)
        whole = ((a, b) for a, b in reason["pairs"] if a in left and b in left)
        useful = islice((pair for pair in whole if asked & set(pair)), _MOST)
        pairs = list(useful)
        first = "" if pick is None else f"After {pick}: "
        words = f"{first}tiles with the same letter are partners. Answer one with the other."
        return Drawn(pairs=pairs, words=_capital(words)) if pairs else Drawn()
    if reason["kind"] == "parts":
        parts = [part["numbers"] for part in islice(reason["parts"], _MOST)]
        words = "Tiles with the same letter are a part: no pick in one part changes another."
        return Drawn(groups=parts, words=words) if len(parts) > 1 else Drawn()
    return Drawn()


def _capital(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"
