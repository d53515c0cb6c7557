"""Sequences once more, each by a way that the oracle does not go.

Nothing here uses the engine or the oracle.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

import numpy as np

from support.brute import members, mex

_PRIME = (1 << 31) - 1


def missed(last: int, rng: Random) -> tuple[int, set[int]]:
    """The size of a maximum matching of divisors and multiples on 1-last, and what one may miss.

    By the rank of a Tutte matrix with random entries modulo a prime, and by what is not 0 in its
    null space. No path is searched. It errs with a chance of about 1 to 10^6, and then by too few.
    """
    matrix = np.zeros((last, last), dtype=np.int64)
    for n in range(1, last + 1):
        for m in range(2 * n, last + 1, n):
            entry = rng.randrange(1, _PRIME)
            matrix[n - 1, m - 1], matrix[m - 1, n - 1] = entry, _PRIME - entry
    pivots: list[int] = []
    for column in range(last):
        rank = len(pivots)
        below = np.flatnonzero(matrix[rank:, column])
        if not len(below):
            continue
        chosen = rank + int(below[0])
        matrix[[rank, chosen]] = matrix[[chosen, rank]]
        matrix[rank] = matrix[rank] * pow(int(matrix[rank, column]), -1, _PRIME) % _PRIME
        others = np.flatnonzero(matrix[:, column])
        others = others[others != rank]
        factors = matrix[others, column][:, None]
        matrix[others] = (matrix[others] - factors * matrix[rank]) % _PRIME
        pivots.append(column)
    free = [column for column in range(last) if column not in set(pivots)]
    bound = {pivots[row] for row in np.flatnonzero(matrix[: len(pivots), free].any(axis=1))}
    return len(pivots) // 2, {column + 1 for column in (*free, *bound)}


def row(width: int, most: int) -> list[int]:
    """The nimbers of 0, 1, ..., `most` numbers in a row, where a pick takes all within `width`."""
    found = [0]
    for size in range(1, most + 1):
        sides = ((max(0, i - width), max(0, size - 1 - i - width)) for i in range((size + 1) // 2))
        found.append(mex({found[a] ^ found[b] for a, b in sides}))
    return found


def sieves(last: int) -> Iterator[tuple[int, int]]:
    """The nimbers of 2-2, 2-3, ..., 2-last: parts are summed, and nothing else is known."""
    yield from ((end, _sieve(frozenset(range(2, end + 1)))) for end in range(2, last + 1))


@cache
def _sieve(left: frozenset[int]) -> int:
    total = 0
    for part in _connected(left):
        total ^= _sieve_part(part)
    return total


@cache
def _sieve_part(part: frozenset[int]) -> int:
    return mex({_sieve(frozenset(m for m in part if m % n)) for n in part})


def _connected(left: frozenset[int]) -> Iterator[frozenset[int]]:
    todo = set(left)
    while todo:
        part, fresh = set(), [todo.pop()]
        while fresh:
            n = fresh.pop()
            part.add(n)
            near = {m for m in todo if m % n == 0 or n % m == 0}
            todo -= near
            fresh += near
        yield frozenset(part)


class Grids:
    """Node Kayles on grids of one width: a cell is a bit, one row comes after the other.

    A part is moved to the top and mirrored to the least of its images, so grids of all heights
    share what is known.
    """

    def __init__(self, width: int) -> None:
        self.width = width
        self._known: dict[int, int] = {}
        self._left = sum(1 << width * row for row in range(64))

    def value(self, height: int) -> int:
        return self._sum((1 << self.width * height) - 1)

    def _with_neighbours(self, cells: int) -> int:
        beside = (cells & ~(self._left << self.width - 1)) << 1 | (cells & ~self._left) >> 1
        return cells | cells << self.width | cells >> self.width | beside

    def _sum(self, left: int) -> int:
        total = 0
        while left:
            part, before = left & -left, 0
            while part != before:
                before, part = part, self._with_neighbours(part) & left
            left &= ~part
            total ^= self._part(self._least(part))
        return total

    def _part(self, part: int) -> int:
        if part not in self._known:
            after = {part & ~self._with_neighbours(1 << i) for i in members(part)}
            self._known[part] = mex({self._sum(left) for left in after})
        return self._known[part]

    def _least(self, part: int) -> int:
        text = f"{part:b}"
        text = text.zfill(-(-len(text) // self.width) * self.width)
        rows = [text[i : i + self.width] for i in range(0, len(text), self.width)]
        while "1" not in rows[-1]:
            rows.pop()
        mirrored = [row[::-1] for row in rows]
        images = (rows, mirrored, rows[::-1], mirrored[::-1])
        return min(int("".join(image), 2) for image in images)


def period(values: Sequence[int], length: int) -> int:
    """The last place from which a value does not come again after so many."""
    return max(n for n in range(len(values) - length) if values[n] != values[n + length])
