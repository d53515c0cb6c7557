"""Everything else: a plain search with a table of positions seen, under a budget."""

from __future__ import annotations

from ..errors import BudgetError
from ..game import Game, Position
from .budget import Budget
from .verdict import Verdict, listed


class Search:
    """Which positions are won for the player to move."""

    def __init__(self, game: Game, budget: Budget) -> None:
        self._move = game.move
        self._decode = game.numbers.decode
        self._seen: dict[tuple[int, int], bool] = {}
        self._budget = budget

    def wins(self, bits: int, choices: int, last: int) -> bool:
        """Whether some pick leaves a lost position."""
        key = (bits, last)
        known = self._seen.get(key)
        if known is not None:
            return known
        found = any(self.loses_after(bits, n) for n in self._decode(choices))
        self._seen[key] = found
        if len(self._seen) & 0x3FF == 0:
            self._budget.tick(len(self._seen))
        return found

    def loses_after(self, bits: int, n: int) -> bool:
        keep, after = self._move(n)
        left = bits & keep
        return not self.wins(left, left & after, n)

    @property
    def positions(self) -> int:
        return len(self._seen)


def solve(position: Position, budget: Budget, stop_at_first: bool) -> Verdict:
    search = Search(position.game, budget)
    winning = []
    try:
        for n in position.legal:
            if search.loses_after(position.bits, n):
                winning.append(n)
                if stop_at_first:
                    break
    except RecursionError:
        raise BudgetError("games on this pool are too long to be searched") from None
    pick = winning[0] if winning else None
    if pick is not None:
        text = f"Pick {pick}: every answer was tried, and loses."
    elif position.choices:
        text = f"Each of {listed(position.legal)} was tried, and has an answer that wins."
    else:
        text = "There is no valid pick."
    reason = {"kind": "search", "pick": pick, "positions": search.positions, "text": text}
    return Verdict(
        wins=bool(winning),
        winning=tuple(winning),
        complete=not stop_at_first or not winning,
        nimber=None,
        method="search",
        reason=reason,
    )
