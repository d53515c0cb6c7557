"""Check a verdict by its certificate, without the solver that made it.

What is proved, and from what:

- a chain, from its pairing and barrier (`pairing`): everything the verdict says;
- parts, from the nimbers of the parts and of what each pick leaves (`sums`): the
  split, the mex of each part one level down, the xor and the winning picks. What a pick
  leaves is worked out anew where it is small or a run under a band, and is otherwise taken
  from the certificate;
- partners in a game that is no chain (`partners`): that no pick wins;
- a walk (`walks`): the value of each number that can be reached, from those that follow it;
- a search, or all subsets: by searching again, plainly (`plays`); where anything may follow and the
  last pick loses, what is left of the pool is searched (`misere`).

A BudgetError says that a claim is too large to be checked.
"""

from __future__ import annotations

from ...errors import BudgetError
from ...game import Position
from ..verdict import Verdict
from .misere_sums import misere_sum_holds
from .pairing import pairing_holds
from .partners import partners_hold
from .plays import plays_hold
from .sums import parts_hold
from .walks import walk_holds

_METHODS = {
    "pairing": ("matching",),
    "misere pairing": ("matching",),
    "partners": ("matching",),
    "parts": ("parts", "table"),
    "search": ("search",),
    "subsets": ("subsets",),
    "walk": ("walk",),
    "misere": ("search",),
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
    stuck_wins = position.game.misere and not position.choices
    if verdict.method not in _METHODS[kind] or verdict.wins is not (bool(winning) or stuck_wins):
        return False
    if list(winning) != sorted(set(winning) & set(position.legal)):
        return False
    if not (verdict.complete or winning):  # "no pick wins" is said of all picks or not at all
        return False
    if verdict.reason["pick"] not in (winning or (None,)):
        return False
    if kind == "parts":
        return parts_hold(position, verdict)
    if kind == "walk":
        return walk_holds(position, verdict)
    if verdict.nimber is not None:
        return False
    if kind == "misere":
        return misere_sum_holds(position, verdict)
    if kind in ("pairing", "misere pairing"):
        return pairing_holds(position, verdict)
    if kind == "partners":
        return partners_hold(position, verdict)
    return plays_hold(position, verdict)
