"""Why a wrong pick loses, and why a right one wins, in plain words."""

from __future__ import annotations

from ..game import Position
from ..oracle import Budget, Verdict, solve
from ..oracle.budget import A_GLANCE, FEW_POSITIONS, NO_DEADLINE
from .plain import easiest, left, won
from .plain.words import OPPONENT, YOU, Called, fit, spoken

_LAST = "nothing can follow it, and the last pick loses"
MADE_IT = Called(OPPONENT, YOU)  # the reader has just picked


def of_last(
    after: Position, verdict: Verdict, budget: Budget = NO_DEADLINE, called: Called = MADE_IT
) -> str | None:
    """Why the pick that led to a position wins or loses, said of that pick; None at the start."""
    pick = after.last
    if pick is None or after.opening:
        return None
    if verdict.wins is None:
        return f"I could not work out whether {pick} wins."
    if verdict.wins:
        return _refuted(after, verdict, called, budget)
    return _confirmed(after, verdict, called)


def refutation(
    position: Position,
    pick: int,
    budget: Budget = NO_DEADLINE,
    exact: bool = False,
    worths: bool = False,
    called: Called = MADE_IT,
) -> str:
    """How many answers refute a wrong pick, one of them, and why that one does.

    `called` is about the position that the pick leads to.
    """
    after = position.pick(pick)
    verdict = _glance(after, budget)
    if verdict.wins is None:
        return f"{pick} loses, but I could not work out which answer shows it."
    if not verdict.wins:
        return confirmation(position, pick, budget, worths)
    if exact and after.choices:
        lead = f"{pick} loses: {_how_many(verdict, after)} {verdict.reason['pick']}"
        return spoken(f"{lead}. <winner's> reason: ", *called) + verdict.text
    return _refuted(after, verdict, called, budget, worths)


def confirmation(
    position: Position, pick: int, budget: Budget = NO_DEADLINE, worths: bool = False
) -> str:
    """Why this very winning pick wins."""
    after = position.pick(pick)
    verdict = _glance(position, budget)
    if pick in verdict.winning:
        return fit(f"{pick} wins: ", won(position, verdict, pick, budget, worths), YOU, OPPONENT)
    verdict = _glance(after, budget)
    if verdict.wins is None:
        return f"I could not work out whether {pick} wins."
    if verdict.wins:
        return refutation(position, pick, budget, worths=worths)
    return _confirmed(after, verdict, MADE_IT, worths)


def refuting(after: Position, budget: Budget = NO_DEADLINE) -> int | None:
    """The answer with which a refutation explains a pick; None where no answer is known to win."""
    verdict = _glance(after, budget)
    return easiest(after, verdict) if verdict.wins and after.choices else None


def _refuted(
    after: Position, verdict: Verdict, called: Called, budget: Budget, worths: bool = False
) -> str:
    if not after.choices:
        return f"{after.last} loses: {_LAST}."
    answer = easiest(after, verdict)
    only = ". That wins" if after.choices.bit_count() == 1 else ""
    lead = f"{after.last} loses: {_how_many(verdict, after)} {answer}{only}: "
    return fit(lead, won(after, verdict, answer, budget, worths), *called)


def _confirmed(after: Position, verdict: Verdict, called: Called, worths: bool = False) -> str:
    return fit(f"{after.last} wins: ", left(after, verdict, worths), *called.turned)


def _glance(position: Position, budget: Budget) -> Verdict:
    return solve(position, budget.part(A_GLANCE, FEW_POSITIONS))


def _how_many(verdict: Verdict, after: Position) -> str:
    """How many answers win, up to the one that is told."""
    won, total = len(verdict.winning), after.choices.bit_count()
    if total == 1:
        return "<winner can> only pick"
    if won == 1:
        return f"1 of <winner's> {total:,} picks wins. It is"
    if won == total:
        return f"each of <winner's> {total:,} picks wins. One is"
    return f"{won:,} of <winner's> {total:,} picks win. One is"
