"""Check a verdict by its certificate, without the solver that made it.

What is proved, and from what:

- a chain, from its pairing and barrier (`pairing`): everything the verdict says;
- parts (`sums`): the split, the nimber of each part and of what each pick leaves, all worked out
  anew, the xor and the winning picks;
- partners in a game that is no chain (`partners`): that no pick wins;
- a walk (`walks`): the value of each number that can be reached, from those that follow it;
- a search, or all subsets: by searching again, plainly (`plays`); where anything may follow and the
  last pick loses, what is left of the pool is searched (`misere`).

The sentences of a reason are not looked at, nor is the count of positions. A BudgetError says that
a claim is too large to be checked.
"""

from __future__ import annotations

from ...errors import BudgetError
from ...game import Position
from ..budget import Budget
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

_MOST_POSITIONS = 1 << 24  # of which the nimbers are kept


_NOT_SO = {
    "parts": "the parts, their nimbers or the winning picks are not as it says",
    "walk": "the values of the numbers or the winning picks are not as it says",
    "misere": "the winning picks are not those that a search finds",
    "search": "the winning picks are not those that a search finds",
    "subsets": "the winning picks are not those that a search finds",
    "pairing": "the pairs and the barrier do not prove the winning picks",
    "misere pairing": "the pairs and the barrier do not prove the winning picks",
    "partners": "the pairs do not answer every number that can come to be picked",
}


def verify(position: Position, verdict: Verdict, budget: Budget | None = None) -> bool:
    """Whether a verdict on a position follows from its reason.

    The nimbers of parts are worked out within a budget: a minute, unless another is given.
    """
    return flaw(position, verdict, budget) is None


def flaw(position: Position, verdict: Verdict, budget: Budget | None = None) -> str | None:
    """What of a verdict does not follow from its reason; None if all of it does."""
    budget = budget or Budget()
    try:
        return _flaw(position, verdict, budget.part(budget.left, _MOST_POSITIONS))
    except BudgetError:
        raise
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        return "the reason is not of the form that its kind has"


def _flaw(position: Position, verdict: Verdict, budget: Budget) -> str | None:
    kind, winning = verdict.reason["kind"], verdict.winning
    if kind == "unknown":
        nothing = (verdict.wins, tuple(winning), verdict.complete, verdict.nimber)
        return None if nothing == (None, (), False, None) else "it is unknown and claims something"
    stuck_wins = position.game.misere and not position.choices
    if verdict.method not in _METHODS[kind]:
        return "the method is not that of the reason"
    if verdict.wins is not (bool(winning) or stuck_wins):
        return "who wins does not go with the winning picks"
    if list(winning) != sorted(set(winning) & set(position.legal)):
        return "the winning picks are not valid picks in ascending order"
    if not (verdict.complete or winning):  # "no pick wins" is said of all picks or not at all
        return "that no pick wins is not said of all picks"
    if verdict.reason["pick"] not in (winning or (None,)):
        return "the pick of the reason is no winning pick"
    if kind not in ("parts", "walk") and verdict.nimber is not None:
        return "there is no nimber in such a game"
    return None if _holds(position, verdict, budget) else _NOT_SO[kind]


def _holds(position: Position, verdict: Verdict, budget: Budget) -> bool:
    """Whether the certificate proves the winning picks."""
    kind = verdict.reason["kind"]
    if kind == "parts":
        return parts_hold(position, verdict, budget)
    if kind == "walk":
        return walk_holds(position, verdict, budget)
    if kind == "misere":
        return misere_sum_holds(position, verdict, budget)
    if kind in ("pairing", "misere pairing"):
        return pairing_holds(position, verdict, budget)
    if kind == "partners":
        return partners_hold(position, verdict, budget)
    return plays_hold(position, verdict, budget)
