"""How long a game lasts, if the winner hurries and the loser delays.

The remoteness of a position is 0 where nobody can pick. A won position is one pick further away
than the nearest lost one that a pick leads to; a lost position is one further away than the
farthest that a pick leads to. So it is even exactly if the player to move loses (in misère play:
wins), since that player is the one who is stuck in the end.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import BudgetError
from ..game import Position
from . import steps, walk
from .budget import Budget
from .distances import Distances
from .hurry import Hurry
from .reach import board
from .solve import method

MOST_NUMBERS = 64


def remoteness(position: Position, budget: Budget) -> int | None:
    """How many picks are still made with best play; None past the budget."""
    try:
        if not position.choices:
            return 0
        found = _of_walk(position, budget)
        if found is None:
            found = _of_chain(position, budget)
        return _searched(position, budget) if found is None else found
    except (BudgetError, MemoryError):
        return None


def _of_chain(position: Position, budget: Budget) -> int | None:
    """In a chain the winning picks are known; None past half of the time."""
    if position.game.misere or method(position.game, budget) != "matching":
        return None
    try:
        return Hurry(position, budget.part(budget.left / 2)).remoteness()
    except BudgetError:
        return None


def _of_walk(position: Position, budget: Budget) -> int | None:
    """In a walk it depends on the last number alone."""
    game = position.game
    if not game.removes.trivial or game.follows.trivial:
        return None
    rule = _misere_rule if game.misere else _rule
    found = walk.by_steps(position, budget, steps.distances)
    if found is None:
        found = walk.fold(position, budget, rule)
    return None if found is None else rule(found[n] for n in position.legal)


def _rule(after: Iterable[int]) -> int:
    """From the remoteness of what picks lead to; even ones are lost for the player to move."""
    values = list(after)
    lost = [value for value in values if value % 2 == 0]
    return 1 + min(lost) if lost else 1 + max(values, default=-1)


def _misere_rule(after: Iterable[int]) -> int:
    """The same where odd ones are lost for the player to move."""
    values = list(after)
    lost = [value for value in values if value % 2]
    return 1 + min(lost) if lost else 1 + max(values, default=-1)


def _searched(position: Position, budget: Budget) -> int | None:
    found = board(position, budget)
    if len(found.numbers) > MOST_NUMBERS:
        return None
    kernel = Distances(
        found.after, found.keeps, position.game.misere, position.game.follows.trivial
    )
    kernel.most_bytes = budget.most_bytes
    kernel.tick = budget.tick
    return kernel.remoteness(found.choices, found.everything)
