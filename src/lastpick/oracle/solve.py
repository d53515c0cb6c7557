"""The oracle: a verdict on any position, by the method that its relations allow."""

from __future__ import annotations

from ..errors import BudgetError
from ..game import Game, Position
from . import chain, parts, search
from .budget import Budget
from .verdict import Verdict


def method(game: Game) -> str:
    """How a game is solved: looked up in the properties of its relations."""
    if game.follows.trivial:
        return "parts"
    if game.removes.trivial and game.follows.symmetric(game.numbers):
        return "matching"
    return "search"


def solve(position: Position, budget: Budget | None = None, one: bool = False) -> Verdict:
    """Who wins, and how. With `one`, the first winning pick found is enough.

    Past its budget (a minute unless another is given) the answer is "unknown", never a guess.
    """
    budget = budget or Budget()
    how = method(position.game)
    try:
        if how == "parts":
            return parts.solve(position, budget, one)
        if how == "matching":
            return chain.solve(position)
        return search.solve(position, budget, one)
    except (BudgetError, MemoryError) as error:
        text = f"Unknown: {error}." if str(error) else "Unknown: there is not enough memory."
        return Verdict(None, (), False, None, how, {"kind": "unknown", "text": text})
