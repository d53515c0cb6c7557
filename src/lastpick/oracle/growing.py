"""One matching that grows with its pool, number by number.

The forest of all searches is kept. A number that joins is a root of its own. From an outer
vertex the forest grows into what is free; an edge between two outer vertices of one tree closes
a blossom, and one between two trees makes the matching larger: both trees are dissolved, and
what was freed is attached again where it touches an outer vertex of another tree. When nothing is
left to do, the outer vertices are the numbers that some maximum matching misses, and how many of
them count is known without looking at all of them.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from .matching import Graph, Matcher

if TYPE_CHECKING:
    from .budget import Budget

FREE, OUTER, INNER = 0, 1, 2  # the labels of `matching`, which C keeps to itself


class Growing(Matcher):
    """A matching on the first vertices of a graph; `counts` says which of them are counted."""

    def __init__(self, graph: Graph, counts: bytes, budget: Budget) -> None:
        size = len(counts)
        super().__init__(graph, bytes(size), budget)
        self.counts = counts
        self.counted = 0  # outer vertices among those that count
        self.pairs = 0  # of the matching
        self.root = array("i", [-1]) * size
        self.next = array("i", [-1]) * size  # of the same tree, from its root on
        self.latest = array("i", [-1]) * size  # the last one of the tree, at its root
        self.freed = array("i", bytes(4 * size))
        self.waiting = bytearray(size)  # to be looked at

    def begin(self, match: array[int], alive: bytes) -> None:
        """Let many vertices join at once, matched as far as they are."""
        self.graph.size = len(alive)
        for v in range(len(alive)):
            if alive[v]:
                self.match[v] = match[v]
                self.label[v] = FREE
        for v in range(len(alive)):
            if alive[v] and self.match[v] == -1:
                self._plant(v)
            elif alive[v] and v < self.match[v]:
                self.pairs += 1
        self._settle()

    def join(self, v: int) -> int:
        """Let one vertex join; how many of those that count are outer now."""
        self.graph.size = v + 1
        self._plant(v)
        self._settle()
        return self.counted

    def _plant(self, v: int) -> None:
        """A tree of one vertex."""
        self.root[v] = v
        self.next[v] = -1
        self.latest[v] = v
        self._add_outer(v)

    def _add_outer(self, v: int) -> None:
        self.label[v] = OUTER
        self.counted += self.counts[v]
        if not self.waiting[v]:
            self.waiting[v] = 1
            self.stack[self.tail] = v
            self.tail += 1

    def _attach(self, v: int, u: int) -> None:
        """Let a free vertex and its partner join the tree of the outer vertex u."""
        w = self.match[v]
        root = self.root[u]
        self.label[v] = INNER
        self.pre[v] = u
        self.root[v] = root
        self.root[w] = root
        self.next[self.latest[root]] = v
        self.next[v] = w
        self.next[w] = -1
        self.latest[root] = w
        self._add_outer(w)

    def _settle(self) -> None:
        """Grow until nothing changes any more."""
        graph = self.graph
        label = self.label
        while self.tail > 0:
            self.tail -= 1
            u = self.stack[self.tail]
            self.waiting[u] = 0
            if label[u] != OUTER:
                continue  # its tree is gone
            self._look(u)
            near = graph.near
            base = self._find(u)
            for e in range(graph.begin, graph.end):
                v = near[e]
                if label[v] == FREE:
                    self._attach(v, u)
                elif label[v] == OUTER:
                    if self.root[v] != self.root[u]:
                        self._join_trees(u, v)
                        break
                    if self._find(v) != base:
                        base = self._meet(u, v)
                        self._contract(u, v, base)
                        self._contract(v, u, base)

    def _join_trees(self, u: int, v: int) -> None:
        """Match along the edge between two trees, and dissolve them."""
        one, other = self.root[u], self.root[v]
        x, y = self.match[u], self.match[v]
        self.match[u] = v
        self.match[v] = u
        self.pairs += 1
        self._flip(x)
        self._flip(y)
        count = self._dissolve(one, 0)
        count = self._dissolve(other, count)
        graph = self.graph
        for i in range(count):
            w = self.freed[i]
            if self.label[w] != FREE:
                continue
            self._look(w)
            near = graph.near
            for e in range(graph.begin, graph.end):
                if self.label[near[e]] == OUTER:
                    self._attach(w, near[e])
                    break

    def _dissolve(self, root: int, count: int) -> int:
        v = root
        while v != -1:
            if self.label[v] == OUTER:
                self.counted -= self.counts[v]
            self.label[v] = FREE
            self.base[v] = v
            self.freed[count] = v
            count += 1
            v = self.next[v]
        return count
