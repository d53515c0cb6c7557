"""Maximum matchings, and the numbers that some maximum matching misses.

One matching is grown to a maximum by Edmonds' blossom search, from a greedy start. A search
that finds no augmenting path leaves its tree standing. When all have failed, the trees are the
Gallai-Edmonds decomposition: the outer numbers are D (missed by some maximum matching), the
inner ones A, the rest C.

Everything asks its budget after so many edges, so that it ends in time, and with Ctrl-C.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from .budget import Budget

FREE, OUTER, INNER, DEAD = 0, 1, 2, 3

_BREATH = 1 << 15  # edges that are looked at between two questions to the budget


# --- graphs -----------------------------------------------------------------------------------


class Graph:
    """Who is next to whom. After `look(v)` the neighbours of v stand in `near`, from `begin` on."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.begin = 0
        self.end = 0
        self.near = array("i")

    def look(self, v: int) -> None:
        """Look up the neighbours of v; some of them may take no part in the matching."""

    def neighbours(self, v: int) -> list[int]:
        self.look(v)
        return [self.near[e] for e in range(self.begin, self.end)]


class Listed(Graph):
    """Any graph, as lists: those of v are targets[starts[v]] to targets[starts[v + 1] - 1]."""

    def __init__(self, starts: array[int], targets: array[int]) -> None:
        super().__init__(len(starts) - 1)
        self.starts = starts
        self.near = targets

    def look(self, v: int) -> None:
        self.begin = self.starts[v]
        self.end = self.starts[v + 1]


class Close(Graph):
    """Numbers that are at most so far from each other."""

    def __init__(self, size: int, width: int) -> None:
        super().__init__(size)
        self.width = min(width, size)
        self.near = array("i", bytes(4 * min(size, 2 * self.width + 1)))

    def look(self, v: int) -> None:
        self.end = 0
        for w in range(max(0, v - self.width), min(self.size, v + self.width + 1)):
            if w != v:
                self.near[self.end] = w
                self.end += 1


class Divisors(Graph):
    """Divisors and multiples among the numbers from `first` on, without lists of edges.

    Divisors come from the smallest prime factors, multiples by stepping. 0 is a multiple of
    every number.
    """

    def __init__(self, first: int, last: int, tick: Callable[[int], object] | None = None) -> None:
        super().__init__(last - first + 1)
        self.first = first
        self.factors = smallest_factors(last, tick) if 2 * first <= last else array("H")
        self.near = array("i", bytes(4 * self.size))

    def look(self, v: int) -> None:
        self.end = 0
        if len(self.factors) == 0:  # no number is twice another
            return
        n = self.first + v
        if n > 0:
            self._divisors(n)
        step = n if n > 0 else 1
        at = v + step
        near = self.near
        end = self.end
        while at < self.size:
            near[end] = at
            end += 1
            at += step
        self.end = end

    def _divisors(self, n: int) -> None:
        """Put what divides n, and is less, into `near`; it is long enough for all up to n."""
        near = self.near
        near[0] = 1
        count, left = 1, n
        while left > 1:
            prime = self.factors[left]
            if prime == 0:
                prime = left
            block = count  # the divisors that the primes before have
            power = 1
            while left % prime == 0:
                left //= prime
                power *= prime
                for i in range(block):
                    near[count] = near[i] * power
                    count += 1
        kept = 0
        for i in range(count - 1):  # the last one is n itself
            if near[i] >= self.first:
                near[kept] = near[i] - self.first
                kept += 1
        if self.first == 0:
            near[kept] = 0
            kept += 1
        self.end = kept


def smallest_factors(last: int, tick: Callable[[int], object] | None = None) -> array[int]:
    """The smallest prime factor of each number up to `last`; 0 for a prime."""
    found = array("H", bytes(2 * (last + 1)))
    factors = found
    work = 0
    p = 2
    while p * p <= last:
        if factors[p] == 0:
            work += last // p
            if tick is not None and work > _BREATH:
                work = 0
                tick(0)
            m = p * p
            while m <= last:
                if factors[m] == 0:
                    factors[m] = p
                m += p
        p += 1
    return found


# --- matchings --------------------------------------------------------------------------------


class Matcher:
    """A graph in which a matching grows; vertices that are not alive take no part."""

    def __init__(self, graph: Graph, alive: bytes, budget: Budget) -> None:
        size = len(alive)
        self.size = size
        self.graph = graph
        self.budget = budget
        self.partners = array("i", [-1]) * size
        self.match = self.partners
        self.label = array("b", bytes(size))
        self.base = array("i", range(size))
        self.pre = array("i", [-1]) * size
        budget.tick(0)
        self.mark = array("i", bytes(4 * size))
        self.stack = array("i", bytes(4 * size))
        self.outer = array("i", bytes(4 * size))
        self.stamp = 0
        self.count = 0
        self.tail = 0
        self.work = 0
        budget.tick(0)
        for v in range(size):
            if not alive[v]:
                self.label[v] = DEAD

    def breathe(self) -> None:
        """Ask the budget; a Ctrl-C comes through here too."""
        self.work = 0
        self.budget.tick(0)

    def start_from(self, match: array[int]) -> None:
        """Take over what still stands of another matching."""
        self.breathe()
        for v in range(self.size):
            w = match[v]
            if w >= 0 and self.label[v] != DEAD and self.label[w] != DEAD:
                self.match[v] = w

    def greedy(self) -> None:
        """A matching to start from: from the highest down, each takes its largest free one."""
        graph = self.graph
        match = self.match
        for v in range(self.size - 1, -1, -1):
            if match[v] != -1 or self.label[v] == DEAD:
                continue
            self._look(v)
            near = graph.near
            best = -1
            for e in range(graph.begin, graph.end):
                w = near[e]
                if best < w < v and match[w] == -1 and self.label[w] != DEAD:
                    best = w
            if best != -1:
                match[v] = best
                match[best] = v

    def finish(self) -> None:
        """Grow the matching to a maximum, and label every vertex."""
        for v in range(self.size - 1, -1, -1):
            if self.match[v] == -1 and self.label[v] == FREE:
                self.search(v)

    def expose(self, v: int) -> None:
        """Change the matching, as large as before, so that it misses the outer vertex v."""
        x = self.match[v]
        self.match[v] = -1
        self._flip(x)

    def search(self, root: int) -> bool:
        """Look for an augmenting path; on success the tree is cleared, else it stays."""
        graph = self.graph
        label = self.label
        self.count = 0
        self.tail = 0
        self._add_outer(root)
        while self.tail > 0:
            self.tail -= 1
            u = self.stack[self.tail]
            self._look(u)
            near = graph.near
            base = self._find(u)
            for e in range(graph.begin, graph.end):
                v = near[e]
                if label[v] == FREE:
                    label[v] = INNER
                    self.pre[v] = u
                    w = self.match[v]
                    if w == -1:
                        self._flip(v)
                        self._clear()
                        return True
                    self._add_outer(w)
                elif label[v] == OUTER and self.base[v] != base and self._find(v) != base:
                    base = self._meet(u, v)
                    self._contract(u, v, base)
                    self._contract(v, u, base)
        return False

    def _add_outer(self, v: int) -> None:
        self.label[v] = OUTER
        self.stack[self.tail] = v
        self.tail += 1
        self.outer[self.count] = v
        self.count += 1

    def _look(self, v: int) -> None:
        self.graph.look(v)
        self.work += self.graph.end - self.graph.begin + 1
        if self.work > _BREATH:
            self.breathe()

    def _flip(self, x: int) -> None:
        """Exchange matched and free edges on the way from x to its root."""
        while x != -1:
            y = self.pre[x]
            z = self.match[y]
            self.match[x] = y
            self.match[y] = x
            x = z

    def _clear(self) -> None:
        """Dissolve the tree: each of its pairs, also along the new path, holds an outer vertex."""
        for i in range(self.count):
            v = self.outer[i]
            w = self.match[v]
            self.label[v] = FREE
            self.label[w] = FREE
            self.base[v] = v
            self.base[w] = w

    def _find(self, v: int) -> int:
        """The base of the blossom that v lies in."""
        while self.base[v] != v:
            self.base[v] = self.base[self.base[v]]
            v = self.base[v]
        return v

    def _meet(self, v: int, w: int) -> int:
        """Where the ways from two outer vertices to their root meet."""
        self.stamp += 1
        while True:
            if v != -1:
                v = self._find(v)
                if self.mark[v] == self.stamp:
                    return v
                self.mark[v] = self.stamp
                v = self.pre[self.match[v]] if self.match[v] != -1 else -1
            v, w = w, v

    def _contract(self, v: int, w: int, top: int) -> None:
        """Fold one side of a blossom into its base."""
        while self._find(v) != top:
            self.pre[v] = w
            w = self.match[v]
            if self.label[w] == INNER:
                self._add_outer(w)
            if self._find(v) == v:
                self.base[v] = top
            if self._find(w) == w:
                self.base[w] = top
            v = self.pre[w]


def lower_of(match: array[int]) -> array[int]:
    """The smaller one of each pair, ascending."""
    partners = match
    found = array("i", bytes(4 * (len(match) // 2)))
    lower = found
    count = 0
    for v in range(len(match)):
        if v < partners[v]:
            lower[count] = v
            count += 1
    return found[:count]
