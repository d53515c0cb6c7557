"""What can still be reached: nothing else can matter.

Let R be the numbers of the pool that play can come to from here. Every later pick lies in R, so
two positions with the same choices and the same R have the same value, whatever else is left.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from ..errors import BudgetError
from ..game import Position
from .budget import Budget
from .wide import members

MOST_NUMBERS = 1_000  # that a search can tell apart


def reachable(position: Position, budget: Budget, most: int = MOST_NUMBERS) -> int:
    """The numbers that can be reached, as a bitset; a BudgetError if there are too many."""
    game, left = position.game, position.bits
    iterate = game.numbers.iterate
    seen = fresh = position.choices
    while fresh:
        if seen.bit_count() > most:
            raise BudgetError(f"more than {most:,} numbers can be reached, too many to be searched")
        more = 0
        for n in iterate(fresh):
            budget.tick(0)
            keep, after = game.move(n)
            more |= keep & after
        fresh = more & left & ~seen
        seen |= fresh
    return seen


class Reachable(NamedTuple):
    """The numbers that can be reached, as places 0, 1, 2, ..., and what their picks do."""

    numbers: tuple[int, ...]
    choices: int
    after: list[int]
    keeps: list[int]

    @property
    def everything(self) -> int:
        return (1 << len(self.numbers)) - 1

    @property
    def apart(self) -> bool:
        """Whether every pick removes only itself."""
        everything = self.everything
        return all(keep == everything ^ 1 << i for i, keep in enumerate(self.keeps))

    def reached(self, left: int, choices: int) -> int:
        """The places that play can come to from these choices, of those that are left."""
        seen = fresh = choices
        while fresh and seen != left:
            more = 0
            for i in members(fresh):
                more |= self.after[i] & self.keeps[i]
            fresh = more & left & ~seen
            seen |= fresh
        return seen

    def chosen(self, places: int) -> tuple[int, ...]:
        """The numbers at these places."""
        return tuple(n for i, n in enumerate(self.numbers) if places >> i & 1)


def board(position: Position, budget: Budget, most: int = MOST_NUMBERS) -> Reachable:
    """What a search has to know of a position; a BudgetError if it has more numbers than that."""
    game = position.game
    seen = reachable(position, budget, most)
    packing = _Packing(game.numbers.decode(seen), game.numbers.first)
    moves = [game.move(n) for n in packing.numbers]
    budget.tick(0)
    return Reachable(
        numbers=packing.numbers,
        choices=packing.packed(position.choices),
        after=[packing.packed(after & seen) for _, after in moves],
        keeps=[packing.packed(keep & seen) for keep, _ in moves],
    )


class _Packing:
    """Bitsets over the pool as bitsets over some of its numbers."""

    def __init__(self, numbers: tuple[int, ...], first: int) -> None:
        self.numbers = numbers
        self.first = first

    @cached_property
    def runs(self) -> list[tuple[int, int, int]]:
        """Unbroken runs of the numbers: where each begins, as which place, and its ones."""
        found: list[tuple[int, int, int]] = []
        for place, n in enumerate(self.numbers):
            if place and n == self.numbers[place - 1] + 1:
                start, begin, ones = found[-1]
                found[-1] = (start, begin, ones << 1 | 1)
            else:
                found.append((n - self.first, place, 1))
        return found

    def packed(self, bits: int) -> int:
        total = 0
        for start, place, ones in self.runs:
            total |= (bits >> start & ones) << place
        return total
