"""What grows with the pool: nimbers, and counts of winning openings; and the sets of a chain."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import BudgetError, LastpickError
from ..game import Game, Position
from ..oracle import Budget, method, solve
from ..oracle.solve import nimber_of, sets_of
from ..relations import Numbers

_PATIENCE = 600.0  # seconds for one pool: nobody waits at a table for it


def sequence(game: Game, start: int, end: int) -> Iterator[tuple[int, int | None]]:
    """For pools that end at start, ..., end: the nimber, or the number of winning openings.

    None where it is unknown.
    """
    first = game.numbers.first
    if start < first:
        raise LastpickError(f"--from {start}: the pool begins at {first}")
    for last in range(start, end + 1):
        yield last, _term(game.on(Numbers(first, last)))


def _term(game: Game) -> int | None:
    budget = Budget(seconds=_PATIENCE)
    try:
        if counts_nimbers(game):
            return nimber_of(game.start(), budget)
        verdict = solve(game.start(), budget)
    except (BudgetError, MemoryError):
        return None
    return None if verdict.wins is None else len(verdict.winning)


def counts_nimbers(game: Game) -> bool:
    """Whether a sequence holds nimbers; else it counts winning openings."""
    return method(game) == "parts"


def chain_sets(position: Position, budget: Budget) -> dict[str, list[int]]:
    """The Gallai-Edmonds sets of what is left; BudgetError, where that takes too long."""
    if method(position.game) != "matching":
        raise LastpickError(
            "--sets is for chain games, where a pick removes only itself and what may follow"
            " it is symmetric"
        )
    sets, decode = sets_of(position, budget=budget), position.game.numbers.decode
    return {"D": list(decode(sets.d)), "A": list(decode(sets.a)), "C": list(decode(sets.c))}
