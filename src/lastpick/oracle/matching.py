"""Maximum matchings, and the numbers that some maximum matching misses.

One matching is grown to a maximum by Edmonds' blossom search, from a greedy start that
takes numbers with a single free neighbour first. A search that finds no augmenting path
leaves its tree standing. When all have failed, the trees are the Gallai-Edmonds
decomposition: the outer numbers are D (missed by some maximum matching), the inner ones A,
the rest C.
"""

from __future__ import annotations

from array import array

FREE, OUTER, INNER, DEAD = 0, 1, 2, 3


def divisor_graph(first: int, last: int, alive: bytes) -> tuple[array[int], array[int]]:
    """Divisors and multiples of each number that is alive, as offsets and targets."""
    size = last - first + 1
    starts = array("q", bytes(8 * (size + 2)))
    offsets = starts
    for d in range(first, last // 2 + 1):
        if alive[d - first]:
            m = 2 * d
            while m <= last:
                if alive[m - first]:
                    offsets[d - first + 2] += 1
                    offsets[m - first + 2] += 1
                m += d
    for v in range(2, size + 2):
        offsets[v] += offsets[v - 1]
    edges = array("i", bytes(4 * offsets[size + 1]))
    targets = edges
    for d in range(first, last // 2 + 1):
        if alive[d - first]:
            m = 2 * d
            while m <= last:
                if alive[m - first]:
                    targets[offsets[d - first + 1]] = m - first
                    offsets[d - first + 1] += 1
                    targets[offsets[m - first + 1]] = d - first
                    offsets[m - first + 1] += 1
                m += d
    return starts, edges


class Matcher:
    """A graph in which a matching grows; vertices that are not alive take no part."""

    def __init__(self, starts: array[int], targets: array[int], alive: bytes) -> None:
        size = len(alive)
        self.size = size
        self.starts = starts
        self.targets = targets
        self.match = array("i", [-1]) * size
        self.label = array("b", bytes(size))
        self.base = array("i", range(size))
        self.pre = array("i", [-1]) * size
        self.mark = array("i", bytes(4 * size))
        self.queue = array("i", bytes(4 * size))
        self.touched = array("i", bytes(4 * size))
        self.stamp = 0
        self.count = 0
        for v in range(size):
            if not alive[v]:
                self.label[v] = DEAD

    def start_from(self, match: array[int]) -> None:
        """Take over what still stands of another matching."""
        for v in range(self.size):
            w = match[v]
            if w >= 0 and self.label[v] != DEAD and self.label[w] != DEAD:
                self.match[v] = w

    def greedy(self) -> None:
        """A matching to start from; numbers with one free neighbour come first."""
        size = self.size
        degrees = array("i", bytes(4 * size))
        degree = degrees
        queue = self.queue
        match = self.match
        head, tail = 0, 0
        for v in range(size):
            degree[v] = self.starts[v + 1] - self.starts[v]
            if degree[v] == 1:
                queue[tail] = v
                tail += 1
        highest = size
        while True:
            if head < tail:
                v = queue[head]
                head += 1
            elif highest > 0:
                highest -= 1
                v = highest
            else:
                break
            if match[v] != -1:
                continue
            best = -1
            for e in range(self.starts[v], self.starts[v + 1]):
                w = self.targets[e]
                if match[w] == -1 and (best == -1 or degree[w] < degree[best]):
                    best = w
            if best == -1:
                continue
            match[v] = best
            match[best] = v
            for u in (v, best):
                for e in range(self.starts[u], self.starts[u + 1]):
                    w = self.targets[e]
                    degree[w] -= 1
                    if degree[w] == 1 and match[w] == -1:
                        queue[tail] = w
                        tail += 1

    def finish(self) -> None:
        """Grow the matching to a maximum, and label every vertex."""
        for v in range(self.size):
            if self.match[v] == -1 and self.label[v] == FREE:
                self.search(v)

    def expose(self, v: int) -> None:
        """Change the matching, as large as before, so that it misses the outer vertex v."""
        x = self.match[v]
        self.match[v] = -1
        self._flip(x)

    def search(self, root: int) -> bool:
        """Look for an augmenting path; on success the tree is cleared, else it stays."""
        queue = self.queue
        queue[0] = root
        self.label[root] = OUTER
        self.touched[0] = root
        self.count = 1
        head, tail = 0, 1
        while head < tail:
            u = queue[head]
            head += 1
            for e in range(self.starts[u], self.starts[u + 1]):
                v = self.targets[e]
                if self.label[v] == INNER:
                    continue
                if self.label[v] == FREE:
                    self.label[v] = INNER
                    self.pre[v] = u
                    self.touched[self.count] = v
                    self.count += 1
                    w = self.match[v]
                    if w == -1:
                        self._flip(v)
                        self._clear()
                        return True
                    self.label[w] = OUTER
                    self.touched[self.count] = w
                    self.count += 1
                    queue[tail] = w
                    tail += 1
                elif self._find(u) != self._find(v):
                    top = self._meet(u, v)
                    tail = self._contract(u, v, top, tail)
                    tail = self._contract(v, u, top, tail)
        return False

    def _flip(self, x: int) -> None:
        """Exchange matched and free edges on the way from x to its root."""
        while x != -1:
            y = self.pre[x]
            z = self.match[y]
            self.match[x] = y
            self.match[y] = x
            x = z

    def _clear(self) -> None:
        for i in range(self.count):
            v = self.touched[i]
            self.label[v] = FREE
            self.base[v] = v

    def _find(self, v: int) -> int:
        """The base of the blossom that v lies in."""
        base = self.base
        while base[v] != v:
            base[v] = base[base[v]]
            v = base[v]
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

    def _contract(self, v: int, w: int, top: int, tail: int) -> int:
        """Fold one side of a blossom into its base."""
        while self._find(v) != top:
            self.pre[v] = w
            w = self.match[v]
            if self.label[w] == INNER:
                self.label[w] = OUTER
                self.queue[tail] = w
                tail += 1
            if self._find(v) == v:
                self.base[v] = top
            if self._find(w) == w:
                self.base[w] = top
            v = self.pre[w]
        return tail
