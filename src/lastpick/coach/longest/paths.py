"""Long games where a pick removes only itself: paths, changed a little at a time.

A path is lengthened at an end or by an insertion, turned around from some number on if `follows`
goes both ways, has a number replaced, or loses an end now and then so as not to be stuck. And a
bound that needs no solver: no number has more than two neighbours in a path.
"""

from __future__ import annotations

from collections import deque
from random import Random

from ...oracle import Budget
from ...oracle.reach import Reachable
from ...oracle.wide import members
from .answer import SoFar

_STEPS = 500  # between two looks at the time


def both_ways(board: Reachable) -> bool:
    """Whether whatever may follow a number may also come before it."""
    return all(
        (board.after[j] >> i & 1)
        for i in range(len(board.numbers))
        for j in members(board.after[i])
    )


class Annealing:
    """A path of places, each of which may follow the one before it."""

    def __init__(self, board: Reachable, symmetric: bool, seed: int = 1) -> None:
        size = len(board.numbers)
        self.board = board
        self.symmetric = symmetric
        self.rng = Random(seed)
        self.after = [row & ~(1 << i) for i, row in enumerate(board.after)]
        self.before = [0] * size
        for i, row in enumerate(self.after):
            for j in members(row):
                self.before[j] |= 1 << i
        first = self.rng.choice(list(members(board.choices)))
        self.path = [first]
        self.free = board.everything & ~(1 << first)
        self.best: list[int] = [first]

    def run(self, so_far: SoFar, patience: int) -> None:
        """Look for longer paths until the bound is met, or time or so many steps are lost."""
        stale = 0
        moves = [self._lengthen, self._lengthen, self._insert, self._insert, self._replace]
        random = self.rng.random
        while stale < patience and not so_far.done:
            before = len(self.best)
            for _ in range(_STEPS):
                moves[int(random() * 5)]()
                if len(self.path) > len(self.best):
                    self._keep()
                elif (len(self.path) == len(self.best) and random() < 0.3) or random() < 0.005:
                    self._drop()
            stale = 0 if len(self.best) > before else stale + _STEPS
            so_far.found([self.board.numbers[i] for i in self.best])

    def _keep(self) -> None:
        """Take down the path, if a game may go this way."""
        choices = self.board.choices
        if choices >> self.path[0] & 1:
            self.best = self.path[:]
        elif self.symmetric and choices >> self.path[-1] & 1:
            self.best = self.path[::-1]

    def _any(self, bits: int) -> int:
        """One of the places, by chance."""
        skip = int(self.rng.random() * bits.bit_count())
        for _ in range(skip):
            bits &= bits - 1
        return (bits & -bits).bit_length() - 1

    def _lengthen(self) -> None:
        """Add a number at an end; where there is none, turn a part of the path around."""
        path = self.path
        if self.rng.random() < 0.5:
            if self.symmetric:
                path.reverse()
            else:
                self._lengthen_front()
                return
        if fits := self.after[path[-1]] & self.free:
            added = self._any(fits)
            path.append(added)
            self.free ^= 1 << added
        elif self.symmetric and len(path) > 2:
            taken = self.after[path[-1]] & ~self.free & ~(1 << path[-2])
            if taken:
                at = path.index(self._any(taken))
                path[at + 1 :] = path[:at:-1]

    def _lengthen_front(self) -> None:
        if fits := self.before[self.path[0]] & self.free:
            added = self._any(fits)
            self.path.insert(0, added)
            self.free ^= 1 << added

    def _insert(self) -> None:
        path = self.path
        if len(path) > 1:
            at = 1 + int(self.rng.random() * (len(path) - 1))
            if fits := self.after[path[at - 1]] & self.before[path[at]] & self.free:
                added = self._any(fits)
                path.insert(at, added)
                self.free ^= 1 << added

    def _replace(self) -> None:
        path = self.path
        at = int(self.rng.random() * len(path))
        fits = self.free
        if at:
            fits &= self.after[path[at - 1]]
        if at + 1 < len(path):
            fits &= self.before[path[at + 1]]
        if fits:
            added = self._any(fits)
            self.free ^= 1 << added | 1 << path[at]
            path[at] = added

    def _drop(self) -> None:
        if len(self.path) > 1:
            gone = self.path.pop(-1 if self.rng.random() < 0.5 else 0)
            self.free ^= 1 << gone


def degree_bound(board: Reachable, symmetric: bool, budget: Budget) -> int:
    """What no path exceeds: one more than the pairs that can be chosen so that each number is in
    at most two of them, or once before and once after another where `follows` has a direction.

    Fractions are allowed, so the most there can be is a flow from a copy of each number to
    another copy.
    """
    size, most = len(board.numbers), 2 if symmetric else 1
    left, right = [most] * size, [most] * size
    used: list[int] = [0] * size  # from each number, to which others
    into: list[int] = [0] * size
    rows = [
        row & ~(1 << i) & keep
        for i, (row, keep) in enumerate(zip(board.after, board.keeps, strict=True))
    ]
    total = 0
    for i, row in enumerate(rows):  # what fits at once; the rest takes a search each
        for j in members(row):
            if left[i] and right[j]:
                used[i] |= 1 << j
                into[j] |= 1 << i
                left[i] -= 1
                right[j] -= 1
                total += 1
    while True:
        budget.tick(0)
        came: list[int] = [-1] * size  # to a right copy from which left one
        back: list[int] = [-1] * size  # to a left copy from which right one
        queue = deque(i for i in range(size) if left[i])
        seen_left = set(queue)
        unseen = board.everything
        end = -1
        while queue and end < 0:
            i = queue.popleft()
            for j in members(rows[i] & ~used[i] & unseen):
                unseen ^= 1 << j
                came[j] = i
                if right[j]:
                    end = j
                    break
                for k in members(into[j]):
                    if k not in seen_left:
                        seen_left.add(k)
                        back[k] = j
                        queue.append(k)
        if end < 0:
            break
        total += 1
        right[end] -= 1
        j = end
        while True:
            i = came[j]
            used[i] |= 1 << j
            into[j] |= 1 << i
            if back[i] < 0:
                left[i] -= 1
                break
            j = back[i]
            used[i] ^= 1 << j
            into[j] ^= 1 << i
    return min(size, 1 + (total // 2 if symmetric else total))
