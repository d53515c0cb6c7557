"""Who wins within so many picks: what a mind of limited sight can see, exactly.

A position is won within d picks if a pick leads to one that is lost within d - 1, and lost within
d if every pick leads to one that is won within d - 1; where nobody can pick, it is lost within 0
(in misère play: won). That is so exactly if its `remoteness` is at most d.

Where anything may follow, a game ends only when the pool is empty, and numbers of which no pick
removes two take a pick each: if there are more of them than picks, nothing has to be tried. Else
picks with the fewest answers come first, on both sides: they win soonest, or escape.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..game import Game, Position
from .budget import Budget

_NEVER = 1 << 30  # picks
_BREATH = 64  # looks between two at the clock


class Sight:
    """The positions of one game. BudgetError, where too many would have to be looked at."""

    def __init__(self, game: Game, budget: Budget) -> None:
        self._game = game
        self._misere = game.misere
        self._chained = not game.follows.trivial
        self._budget = budget
        self._looked = 0
        # Of each position: so many picks do not win it, and so many do.
        self._known: dict[tuple[int, int], tuple[int, int]] = {}
        self._removers: dict[int, int] = {}

    def winning(self, position: Position, depth: int) -> tuple[int, ...]:
        """The picks that win within so many picks, themselves among them."""
        if self._outlasts(position.bits, depth):
            return ()
        return tuple(
            n
            for n, left, answers in self._after(position.bits, position.choices)
            if self._lost(left, answers, depth - 1)
        )

    def losing(self, position: Position, depth: int) -> tuple[int, ...]:
        """The picks that lose within so many picks, themselves among them."""
        if self._outlasts(position.bits, depth):
            return ()
        return tuple(
            n
            for n, left, answers in self._after(position.bits, position.choices)
            if self._won(left, answers, n, depth - 1)
        )

    def _won(self, bits: int, choices: int, last: int, depth: int) -> bool:
        """Whether the player to move, after this pick, wins within so many."""
        if not choices:
            return self._misere
        depth -= (depth + 1 + self._misere) % 2  # no win takes the other kind of number
        key = (bits, last if self._chained else 0)
        vain, enough = self._known.get(key, (0, _NEVER))
        if vain < depth < enough:
            if self._wins(bits, choices, depth):
                enough = depth
            else:
                vain = depth
            self._known[key] = vain, enough
        return depth >= enough

    def _wins(self, bits: int, choices: int, depth: int) -> bool:
        if self._outlasts(bits, depth):
            return False
        entries = list(self._after(bits, choices))
        if not self._misere:
            if not all(answers for _, _, answers in entries):
                return True
            if depth < 3:
                return False
        entries.sort(key=_answers)
        return any(self._lost(left, answers, depth - 1) for _, left, answers in entries)

    def _lost(self, bits: int, choices: int, depth: int) -> bool:
        """Whether the player to move loses within so many picks."""
        if not choices:
            return not self._misere
        if depth <= 0 or self._outlasts(bits, depth):
            return False
        entries = list(self._after(bits, choices))
        entries.sort(key=_answers)
        return all(self._won(left, answers, n, depth - 1) for n, left, answers in entries)

    def _after(self, bits: int, choices: int) -> Iterator[tuple[int, int, int]]:
        """Each pick with what it leaves and its answers."""
        game, budget = self._game, self._budget
        for n in game.numbers.decode(choices):
            self._looked += 1
            if self._looked > budget.positions or self._looked % _BREATH == 0:
                budget.tick(self._looked)
            keep, after = game.move(n)
            left = bits & keep
            yield n, left, left & after

    def _outlasts(self, bits: int, depth: int) -> bool:
        """Whether more picks than that are made, whoever makes them."""
        if self._chained:
            return False
        game, apart = self._game, bits
        for _ in range(depth + 1):
            if not apart:
                return False
            place = (apart & -apart).bit_length() - 1
            for n in game.numbers.decode(self._that_remove(place) & bits):
                apart &= game.move(n)[0]
        return True

    def _that_remove(self, place: int) -> int:
        """The picks, as a bitset, that remove the number at this place."""
        removes, numbers = self._game.removes, self._game.numbers
        if removes.trivial:
            return 1 << place
        found = self._removers.get(place)
        if found is None:
            pool, m = range(numbers.first, numbers.last + 1), numbers.first + place
            found = numbers.encode(n for n in pool if n == m or removes.holds(m, n))
            self._removers[place] = found
        return found


def _answers(entry: tuple[int, int, int]) -> int:
    return entry[2].bit_count()
