"""Why a wrong pick loses, and why a right one wins, in plain words."""

from __future__ import annotations

from ..game import Position
from ..oracle import Budget, Verdict, solve
from ..oracle.budget import A_GLANCE, FEW_POSITIONS, NO_DEADLINE
from .plain import easiest, left, won
from .plain.words import fit


def of_last(after: Position, verdict: Verdict, budget: Budget = NO_DEADLINE) -> str | None:
    """Why the pick that led to a position wins or loses, said of that pick; None at the start."""
    pick = after.last
    if pick is None or after.opening:
        return None
    if verdict.wins is None:
        return f"I could not work out whether {pick} wins."
    if verdict.wins:
        return _refuted(after, verdict, budget)
    return fit(f"{pick} wins: ", left(after, verdict))


def refutation(
    position: Position,
    pick: int,
    budget: Budget = NO_DEADLINE,
    exact: bool = False,
    worths: bool = False,
) -> str:
    """How many answers refute a wrong pick, one of them, and why that one does."""
    after = position.pick(pick)
    verdict = _glance(after, budget)
    if verdict.wins is None:
        return f"{pick} loses, but I could not work out which answer shows it."
    if not verdict.wins:
        return confirmation(position, pick, budget, worths)
    if exact and after.choices:
        return (
            f"{pick} loses to {_how_many(verdict, after)} {verdict.reason['pick']}. {verdict.text}"
        )
    return _refuted(after, verdict, budget, worths)


def _refuted(after: Position, verdict: Verdict, budget: Budget, worths: bool = False) -> str:
    if not after.choices:
        return f"{after.last} loses: nothing can follow it, and the last pick loses."
    answer = easiest(after, verdict)
    lead = f"{after.last} loses to {_how_many(verdict, after)} {answer}: "
    return fit(lead, won(after, verdict, answer, budget, worths))


def confirmation(
    position: Position, pick: int, budget: Budget = NO_DEADLINE, worths: bool = False
) -> str:
    """Why this very winning pick wins."""
    after = position.pick(pick)
    verdict = _glance(position, budget)
    if pick in verdict.winning:
        return fit(f"{pick} wins: ", won(position, verdict, pick, budget, worths))
    verdict = _glance(after, budget)
    if verdict.wins is None:
        return f"I could not work out whether {pick} wins."
    if verdict.wins:
        return refutation(position, pick, budget, worths=worths)
    return fit(f"{pick} wins: ", left(after, verdict, worths))


def _glance(position: Position, budget: Budget) -> Verdict:
    return solve(position, budget.part(A_GLANCE, FEW_POSITIONS))


def _how_many(verdict: Verdict, after: Position) -> str:
    won, total = len(verdict.winning), after.choices.bit_count()
    if total == 1:
        return "the only answer,"
    if won == 1:
        return f"one of the {total:,} answers,"
    return f"{'each' if won == total else f'{won:,}'} of the {total:,} answers. One is"
