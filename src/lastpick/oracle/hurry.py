"""How soon a chain game is won.

Matching tells in no time which picks win, so only these are tried for whoever hurries, and all
picks for whoever delays. Asked is first for a win within one pick, then within three, and so on:
a quick win is found on a large pool too, however many positions that has.
"""

from __future__ import annotations

from itertools import count

from ..game import Position
from .budget import Budget
from .chain import decompose

_A_PAIRING, _A_VISIT = 64, 16  # positions of a plain search take as long


class Hurry:
    """How far from the end the positions of one chain game are."""

    def __init__(self, position: Position, budget: Budget) -> None:
        self.position = position
        self.game = position.game
        self.budget = budget
        self.count = 0  # of the work done so far, as positions
        self._missed: dict[int, int] = {}  # what some largest pairing of a pool misses
        self._within: dict[tuple[int, int], int] = {}  # won within so many picks,
        self._beyond: dict[tuple[int, int], int] = {}  # and not within so many

    def remoteness(self) -> int:
        """How many picks are made if the winner hurries and the loser delays."""
        bits, choices = self.position.bits, self.position.choices
        wins = choices & self._winners(bits)
        asked = self._won if wins else self._lost
        return next(d for d in count(1 if wins else 0, 2) if asked(bits, choices, d))

    def _won(self, bits: int, choices: int, most: int) -> bool:
        """Whether a won position is won within so many picks."""
        key = bits, choices
        if self._within.get(key, most + 1) <= most:
            return True
        if self._beyond.get(key, 0) >= most:
            return False
        self._work(_A_VISIT)
        after = self._after(bits, choices & self._winners(bits))
        if not after[0][1]:
            self._within[key] = 1
            return True
        found = most > 1 and any(self._lost(*left, most - 1) for left in after)
        (self._within if found else self._beyond)[key] = most
        return found

    def _lost(self, bits: int, choices: int, most: int) -> bool:
        """Whether a lost position is lost within so many picks."""
        if not choices or not most:
            return not choices
        after = self._after(bits, choices)
        return all(self._won(*left, 1) for left in after) or (
            most > 2 and all(self._won(*left, most - 1) for left in after)
        )

    def _after(self, bits: int, picks: int) -> list[tuple[int, int]]:
        """What is left, and what may be picked then, after each of these picks; fewest first."""
        game, found = self.game, []
        for n in game.numbers.iterate(picks):
            keep, after = game.move(n)
            found.append((bits & keep, bits & keep & after))
        found.sort(key=lambda left: left[1].bit_count())
        return found

    def _winners(self, bits: int) -> int:
        """The numbers of a pool that win where they may be picked."""
        if bits not in self._missed:
            self._work(_A_PAIRING)
            self._missed[bits] = decompose({}, self.game, bits, self.budget)[1].d
        return self._missed[bits]

    def _work(self, count: int) -> None:
        self.count += count
        self.budget.tick(self.count)
