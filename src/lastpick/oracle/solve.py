"""The oracle: a verdict on any position, by the method that its relations allow."""

from __future__ import annotations

from ..errors import BudgetError
from ..game import Game, Position
from . import chain, misere_chain, misere_sums, parts, search, walk
from .budget import NO_DEADLINE, Budget
from .memory import SHARED, Memory
from .verdict import Verdict


def method(game: Game, budget: Budget = NO_DEADLINE) -> str:
    """How a game is solved: looked up in the properties of its relations.

    Some positions of a game that is searched turn out to be walks, because no cycle can be reached.
    """
    if game.misere:
        return "search"
    if game.follows.trivial:
        return "parts"
    if game.removes.trivial and game.follows.symmetric(game.numbers, lambda: budget.tick(0)):
        return "matching"
    return "walk" if game.removes.trivial and walk.one_way(game) else "search"


def solve(
    position: Position,
    budget: Budget | None = None,
    stop_at_first: bool = False,
    memory: Memory = SHARED,
) -> Verdict:
    """Who wins, and how. With `stop_at_first`, the first winning pick found is enough.

    Past its budget (a minute unless another is given) the answer is "unknown", never a guess.
    """
    budget = budget or Budget()
    game = position.game
    how = "search"
    try:
        how = method(game, budget)
        if game.misere and game.follows.trivial:
            return misere_sums.solve(position, budget, stop_at_first)
        if misere_chain.applies(position):
            return misere_chain.solve(position, budget, memory)
        if how == "parts":
            return parts.solve(position, budget, stop_at_first, memory)
        if how == "matching":
            return chain.solve(position, budget, memory)
        return walk.solve(position, budget) or search.solve(position, budget, stop_at_first)
    except (BudgetError, MemoryError) as error:
        text = f"Unknown: {error}." if str(error) else "Unknown: there is not enough memory."
        return Verdict(
            wins=None,
            winning=(),
            complete=False,
            nimber=None,
            method=how,
            reason={"kind": "unknown", "text": text},
        )


def nimber_of(position: Position, budget: Budget, memory: Memory = SHARED) -> int | None:
    """The nimber of a position in a game where anything may follow, however long it takes.

    BudgetError or MemoryError, where that is too long; None where the last pick loses.
    """
    if position.game.misere:
        return None
    return parts.nimber_of(position, budget, memory)


def sets_of(
    position: Position, memory: Memory = SHARED, budget: Budget | None = None
) -> chain.Sets:
    """The Gallai-Edmonds sets D, A and C of what is left in a chain game.

    BudgetError or MemoryError, where that takes too long (a minute unless a budget is given).
    """
    return memory.sets(position.game, position.bits, budget or Budget())[1]
