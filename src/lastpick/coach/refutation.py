"""Why a wrong pick loses, and why a right one wins, in plain words."""

from __future__ import annotations

from ..game import Position
from ..oracle import Budget, Verdict, solve
from ..oracle.budget import A_GLANCE, FEW_POSITIONS, NO_DEADLINE
from .plain import easiest, lost, won
from .plain.words import fit


def refutation(
    position: Position, pick: int, budget: Budget = NO_DEADLINE, exact: bool = False
) -> str:
    """How many answers refute a wrong pick, one of them, and why that one does."""
    after = position.pick(pick)
    verdict = _glance(after, budget)
    if verdict.wins is None:
        return f"{pick} loses, but I could not work out which answer shows it."
    if not verdict.wins:
        return confirmation(position, pick, budget)
    if not after.choices:
        return f"{pick} loses: nothing can follow it, and the last pick loses."
    if exact:
        return (
            f"{pick} loses to {_how_many(verdict, after)} {verdict.reason['pick']}. {verdict.text}"
        )
    answer = easiest(after, verdict)
    lead = f"{pick} loses to {_how_many(verdict, after)} {answer}: "
    return fit(lead, won(after, verdict, answer, budget))


def confirmation(position: Position, pick: int, budget: Budget = NO_DEADLINE) -> str:
    """Why this very winning pick wins."""
    after = position.pick(pick)
    verdict = _glance(position, budget)
    if pick in verdict.winning:
        return fit(f"{pick} wins: ", won(position, verdict, pick, budget))
    verdict = _glance(after, budget)
    if verdict.wins is None:
        return f"I could not work out whether {pick} wins."
    if verdict.wins:
        return refutation(position, pick, budget)
    if not after.choices:
        return f"{pick} wins: nothing can follow it."
    return fit(f"{pick} wins. No answer does: ", lost(after, verdict))


def _glance(position: Position, budget: Budget) -> Verdict:
    return solve(position, budget.part(A_GLANCE, FEW_POSITIONS))


def _how_many(verdict: Verdict, after: Position) -> str:
    won, total = len(verdict.winning), after.choices.bit_count()
    if total == 1:
        return "the only answer,"
    if won == 1:
        return f"one of the {total:,} answers,"
    return f"{'each' if won == total else f'{won:,}'} of the {total:,} answers. One is"
