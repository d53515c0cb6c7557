"""A complete game that is as long, or as short, as one is known, and how far that may be off."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...oracle import Budget

Tell = Callable[[int, int], object]  # hears the longest so far, and what no game can exceed


class Longest(NamedTuple):
    """The picks of the longest complete game that was found; none has more than `at_most`."""

    picks: tuple[int, ...]
    at_most: int

    @property
    def length(self) -> int:
        return len(self.picks)

    @property
    def proved(self) -> bool:
        """Whether no game is longer."""
        return self.length == self.at_most


class Shortest(NamedTuple):
    """The picks of the shortest complete game that was found; none has fewer than `at_least`."""

    picks: tuple[int, ...]
    at_least: int

    @property
    def length(self) -> int:
        return len(self.picks)

    @property
    def proved(self) -> bool:
        """Whether no game is shorter."""
        return self.length == self.at_least


class SoFar:
    """The longest game while it is looked for: what is found raises it, a proof bounds it."""

    def __init__(self, at_most: int, budget: Budget, tell: Tell | None = None) -> None:
        self.picks: tuple[int, ...] = ()
        self.at_most = at_most
        self.budget = budget
        self._tell = tell

    def found(self, picks: Sequence[int]) -> None:
        """A game: kept if it is longer than the others."""
        if len(picks) > len(self.picks):
            self.picks = tuple(picks)

    def bound(self, at_most: int) -> None:
        """No game has more picks than that."""
        self.at_most = max(len(self.picks), min(self.at_most, at_most))

    @property
    def done(self) -> bool:
        """Whether to stop: nothing longer is left to find, or no time."""
        if self._tell:
            self._tell(len(self.picks), self.at_most)
        return len(self.picks) >= self.at_most or self.budget.over

    @property
    def answer(self) -> Longest:
        return Longest(self.picks, self.at_most)
