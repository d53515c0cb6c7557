"""Games of any kind, searched: positions told apart by what can be reached, under a budget.

The kernel `positions` does the work, or `removals` where picks remove others. Where a pick removes
only itself and the search runs long, all subsets of what can be reached are worked out instead
(`subsets`), if there is room for them.
"""

from __future__ import annotations

from collections.abc import Callable

from ..game import Position
from .budget import FEW_BYTES, Budget
from .positions import Positions
from .reach import Reachable, board
from .removals import MOST_NUMBERS, Removals
from .subsets import Subsets, bytes_for, words_for
from .verdict import Verdict, ended, listed

SEARCHED_FIRST = 16  # times fewer positions than words of subsets: a third of their time
FEWEST_SEARCHED = 20_000  # positions, before all subsets are worked out


class _Enough(Exception):
    """The search runs long, and there is another way."""


def solve(position: Position, budget: Budget, stop_at_first: bool) -> Verdict:
    found = board(position, budget)
    kernel = Positions(found.after, found.keeps, position.game.misere)
    pairs = kernel.partners(found.choices, found.everything)
    if pairs and position.game.removes.trivial:
        return _paired(position, [[found.numbers[i], found.numbers[j]] for i, j in pairs])
    if not found.apart and len(found.numbers) <= MOST_NUMBERS:
        removals = Removals(found.after, found.keeps, position.game.misere)
        return _searched(position, found, removals, budget, stop_at_first)
    try:
        return _searched(position, found, kernel, budget, stop_at_first)
    except _Enough:
        return _tabulated(position, found, budget, kernel.count)


def _paired(position: Position, pairs: list[list[int]]) -> Verdict:
    """No pick wins: each has a partner that answers it."""
    useful = [f"{a} & {b}" for a, b in pairs if {a, b} & set(position.legal)]
    shown = ", ".join(useful[:8]) + (", ..." if len(useful) > 8 else "")
    text = f"Every number that you can come to pick has a partner to answer it with: {shown}"
    return Verdict(
        wins=False,
        winning=(),
        complete=True,
        nimber=None,
        method="matching",
        reason={"kind": "partners", "pick": None, "pairs": pairs, "text": ended(text)},
    )


def _searched(
    position: Position,
    found: Reachable,
    kernel: Positions | Removals,
    budget: Budget,
    stop_at_first: bool,
) -> Verdict:
    kernel.most_bytes = budget.most_bytes
    kernel.tick = _ticking(found, budget)
    winning = []
    for place, n in enumerate(found.numbers):
        if found.choices >> place & 1:
            left = found.everything & found.keeps[place]
            if not kernel.wins(left & found.after[place], left):
                winning.append(n)
                if stop_at_first:
                    break
    return _verdict(position, winning, "search", kernel.count, stop_at_first)


def _ticking(found: Reachable, budget: Budget) -> Callable[[int], None]:
    """What the kernel calls now and then: the budget, and the other way if there is one."""
    size = len(found.numbers)
    fits = bytes_for(size) <= budget.most_bytes and words_for(size) <= budget.positions
    possible = fits and found.apart and budget.most_bytes > FEW_BYTES
    first = max(FEWEST_SEARCHED, words_for(size) // SEARCHED_FIRST)

    def tick(count: int) -> None:
        budget.tick(count)
        if possible and count > first:
            raise _Enough

    return tick


def _tabulated(position: Position, found: Reachable, budget: Budget, searched: int) -> Verdict:
    table = Subsets(found.after, position.game.misere)
    good = table.best(lambda done: budget.tick(max(done, searched)))  # progress never falls back
    winning = list(found.chosen(good & found.choices))
    return _verdict(position, winning, "subsets", 1 << len(found.numbers), False)


def _verdict(
    position: Position, winning: list[int], method: str, count: int, stop_at_first: bool
) -> Verdict:
    pick = winning[0] if winning else None
    if pick is not None:
        text = f"Pick {pick}: every answer was tried, and loses."
    elif position.choices:
        none = ", or none, and then the last pick has lost" if position.game.misere else ""
        text = f"Each of {listed(position.legal)} was tried, and has an answer that wins{none}."
    else:
        text = "There is no valid pick."
    won = bool(winning)
    if not position.choices and position.game.misere:
        won, text = True, "There is no valid pick, and whoever cannot pick has won."
    return Verdict(
        wins=won,
        winning=tuple(winning),
        complete=not stop_at_first or not winning,
        nimber=None,
        method=method,
        reason={"kind": method, "pick": pick, "positions": count, "text": text},
    )
