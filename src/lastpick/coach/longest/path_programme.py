"""The longest path as an integer programme.

A number is picked or not; of the pairs that may follow each other, those next to each other in
the game are chosen, two at each picked number, an end counting as one. Chosen pairs may then form
rings beside the path. Each ring S that appears is forbidden by x(S) <= y(S) - y(k) for every k in
S: on the numbers of a ring there are fewer pairs than picked numbers. Where `follows` has a
direction, each picked number has one before it and one after it instead of two. Where picks
remove others, each has a place in the order of the game, before whatever removes it.

Every programme asks for more picks than are known to be possible. If there is no such solution,
what is known is the best; if there is one with no ring and within the rules, it is better.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...errors import BudgetError
from ...oracle.reach import Reachable
from ...oracle.wide import members
from .answer import SoFar
from .programme import Programme, Terms

MOST_PAIRS = 60_000  # more take long to be written down


class LongestPath:
    """The programme of a board, for games that are paths."""

    def __init__(self, board: Reachable, symmetric: bool, beat: int) -> None:
        self.board = board
        self.symmetric = symmetric
        size = len(board.numbers)
        self.size = size
        self.pairs = [
            (i, j)
            for i in range(size)
            for j in members(board.after[i] & board.keeps[i])
            if i != j and (i < j or not self.symmetric)
        ]
        if len(self.pairs) > MOST_PAIRS:
            raise BudgetError(f"{len(self.pairs):,} pairs are too many to prove it")
        self.ends = 1 if self.symmetric else 2
        columns = size * (1 + self.ends) + len(self.pairs)
        self.programme = Programme(columns, size, True)
        self.at = {pair: size * (1 + self.ends) + k for k, pair in enumerate(self.pairs)}
        self._joined()
        if not board.apart:
            self._ordered(columns)
        self.beat = self.programme.row([(i, 1.0) for i in range(size)], beat)

    def _joined(self) -> None:
        """What is chosen at each number, and at the ends."""
        programme, size = self.programme, self.size
        out: list[Terms] = [[] for _ in range(size)]
        into: list[Terms] = out if self.symmetric else [[] for _ in range(size)]
        for (i, j), column in self.at.items():
            out[i].append((column, 1.0))
            into[j].append((column, 1.0))
            other = [] if self.symmetric or (j, i) not in self.at else [(self.at[j, i], 1.0)]
            if i < j or not other:
                for k in (i, j):
                    programme.row([(column, 1.0), *other, (k, -1.0)], high=0.0)
        opens = members(self.board.choices)
        for i in range(size):
            end = (size + i, 1.0)
            programme.row([*out[i], end, (i, -2.0 if self.symmetric else -1.0)], 0.0, 0.0)
            if not self.symmetric:
                programme.row([*into[i], (2 * size + i, 1.0), (i, -1.0)], 0.0, 0.0)
        ends = [(size + i, 1.0) for i in range(size)]
        if self.symmetric:
            programme.row(ends, 2.0, 2.0)
            programme.row([ends[i] for i in opens], 1.0)
        else:
            programme.row(ends, 1.0, 1.0)
            starts = [(2 * size + i, 1.0) for i in range(size)]
            programme.row([starts[i] for i in opens], 1.0, 1.0)
            programme.row(starts, 1.0, 1.0)

    def _ordered(self, first: int) -> None:
        """Where picks remove others, each has a place, and comes before whatever removes it."""
        programme, keeps, size = self.programme, self.board.keeps, float(self.size)
        for _ in range(self.size):
            programme.measure(size - 1)
        for (i, j), column in self.at.items():
            programme.row([(first + i, 1.0), (first + j, -1.0), (column, size)], high=size - 1)
        for i in range(self.size):
            for j in members(self.board.everything & ~keeps[i] & ~(1 << i)):
                both = [(i, 1.0), (j, 1.0)]
                if keeps[j] >> i & 1:  # j first
                    late = [(column, size) for column, _ in both]
                    places = [(first + j, 1.0), (first + i, -1.0)]
                    programme.row([*places, *late], high=2 * size - 1)
                elif i < j:
                    programme.row(both, high=1.0)

    def run(self, so_far: SoFar, between: Callable[[], object]) -> None:
        """Prove that nothing is longer, or find it, as far as there is time.

        `between` two rounds there is a chance to find something longer in another way.
        """
        programme = self.programme
        while not so_far.done:
            programme.at_least(self.beat, len(so_far.picks) + 1)
            try:
                values = programme.solve(so_far.budget)
            except BudgetError:
                if programme.bound is not None:
                    so_far.bound(programme.bound)
                raise
            if values is None:
                so_far.bound(len(so_far.picks))
                return
            if programme.bound is not None:
                so_far.bound(programme.bound)
            path, rings = self._read(values)
            for ring in rings:
                self._forbid(ring)
            if rings:
                between()
            else:
                so_far.found([self.board.numbers[i] for i in path])

    def _read(self, values: Sequence[float]) -> tuple[list[int], list[list[int]]]:
        """The path of a solution, and its rings."""
        nexts: dict[int, list[int]] = {i: [] for i in range(self.size)}
        for (i, j), column in self.at.items():
            if values[column] > 0.5:
                nexts[i].append(j)
                if self.symmetric:
                    nexts[j].append(i)
        size, opens = self.size, self.board.choices
        first = size if self.symmetric else 2 * size
        ends = [i for i in range(size) if values[first + i] > 0.5]
        start = next(i for i in ends if opens >> i & 1)
        path = _walk(start, nexts)
        seen, rings = set(path), []
        for i in range(size):
            if values[i] > 0.5 and i not in seen:
                rings.append(_walk(i, nexts))
                seen.update(rings[-1])
        return path, rings

    def _forbid(self, ring: Sequence[int]) -> None:
        inside = set(ring)
        chosen = [
            (column, 1.0) for (i, j), column in self.at.items() if i in inside and j in inside
        ]
        for k in ring:
            self.programme.row([*chosen, *((i, -1.0) for i in ring if i != k)], high=0.0)


def _walk(start: int, nexts: dict[int, list[int]]) -> list[int]:
    """From a number on along what was chosen, until it ends or comes back."""
    found, seen = [start], {start}
    while True:
        onward = [j for j in nexts[found[-1]] if j not in seen]
        if not onward:
            return found
        found.append(onward[0])
        seen.add(onward[0])
