"""Check a verdict by its certificate, without the solver that made it.

What is proved, and from what:

- a chain, from its pairing and barrier (`pairing`): everything the verdict says;
- parts, from the nimbers of the parts and of what each pick leaves (`sums`): the
  split, the mex of each part one level down, the xor and the winning picks. What a pick
  leaves is worked out anew where it is small or a run under a band, and is otherwise taken
  from the certificate;
- a search: by searching again, plainly.

A BudgetError says that a claim is too large to be checked.
"""

from __future__ import annotations

from ...errors import BudgetError
from ...game import Position
from ..verdict import Verdict
from .pairing import pairing_holds
from .sums import parts_hold

_MOST_SEARCHED = 100_000
_METHODS = {
    "pairing": ("matching",),
    "misere pairing": ("matching",),
    "parts": ("parts", "table"),
    "search": ("search",),
}


def verify(position: Position, verdict: Verdict) -> bool:
    """Whether a verdict on a position follows from its reason."""
    try:
        return _verify(position, verdict)
    except BudgetError:
        raise
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        return False  # a certificate of the wrong shape


def _verify(position: Position, verdict: Verdict) -> bool:
    kind, winning = verdict.reason["kind"], verdict.winning
    if kind == "unknown":
        nothing = (verdict.wins, tuple(winning), verdict.complete, verdict.nimber)
        return nothing == (None, (), False, None)
    if verdict.method not in _METHODS[kind] or verdict.wins is not bool(winning):
        return False
    if list(winning) != sorted(set(winning) & set(position.legal)):
        return False
    if not (verdict.complete or winning):  # "no pick wins" is said of all picks or not at all
        return False
    if verdict.reason["pick"] not in (winning or (None,)):
        return False
    if kind == "parts":
        return parts_hold(position, verdict)
    if verdict.nimber is not None:
        return False
    if kind in ("pairing", "misere pairing"):
        return pairing_holds(position, verdict)
    return _search_holds(position, verdict)


def _search_holds(position: Position, verdict: Verdict) -> bool:
    seen: dict[tuple[int, int | None], bool] = {}

    def lost(at: Position) -> bool:
        """Whether every pick, if there is one, leads to a position that is not lost."""
        key = (at.bits, at.last)
        if key not in seen:
            seen[key] = not any(lost(at.pick(n)) for n in at.legal)
            if len(seen) > _MOST_SEARCHED:
                raise BudgetError(
                    f"too large to be checked: more than {_MOST_SEARCHED:,} positions follow"
                )
        return seen[key]

    asked = position.legal if verdict.complete else verdict.winning
    try:
        return tuple(n for n in asked if lost(position.pick(n))) == tuple(verdict.winning)
    except RecursionError:
        raise BudgetError("too large to be checked: games on this pool are too long") from None
