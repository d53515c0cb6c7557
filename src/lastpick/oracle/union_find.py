"""Numbers that are joined two by two fall into groups."""

from __future__ import annotations

from collections.abc import Iterable


class UnionFind:
    """Each number on its own at first; to join two is to join their groups."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self._above = {n: n for n in numbers}

    def _top(self, n: int) -> int:
        above = self._above
        while above[n] != n:
            above[n] = above[above[n]]
            n = above[n]
        return n

    def join(self, a: int, b: int) -> None:
        self._above[self._top(a)] = self._top(b)

    def groups(self) -> list[list[int]]:
        """The groups; their numbers in the order in which they were given."""
        found: dict[int, list[int]] = {}
        for n in self._above:
            found.setdefault(self._top(n), []).append(n)
        return list(found.values())
