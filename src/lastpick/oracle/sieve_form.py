"""The canonical form of a position in which a number takes its multiples along (a sieve).

Two theorems, for any set S of whole numbers from 1 up, whether play leads to it or not:

Renaming. To exchange primes for each other, in every number of S, changes nothing about which
number divides which; so it changes no game, under normal and misère play.

Cancelling. Let p and q be primes such that no number of S is divisible by both, and that p^a * k
is in S exactly if q^a * k is (for all a >= 1, and all k prime to p and q). Then under normal play
the nimber of S is that of F, the numbers of S divisible by neither. Proof: play S and F side by
side. Exchanging p and q maps S to itself and leaves exactly F in place. Answer a pick in F by the
same number in the other game; answer any other number x of S by its image, which x does not
divide and which is still there. No multiple of x or of its image is in F. So the second player
always has an answer, the sum of both games is 0, and their nimbers are equal.

Both are applied to the primes from 5 up that are `free`: their multiples in S are p * k with k
divisible by no prime but 2 and 3. Such a prime is known by its pattern, the set of its k. Equal
patterns cancel in pairs; the rest, in descending order, is given to the free primes in ascending
order. It fits there: bit by bit the patterns are ordered by their largest k first, so of the
first i patterns each belongs to a prime with p * k in the pool for the k of the i-th, and the
i-th free prime is no larger than the largest of these.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

M64 = (1 << 64) - 1
LARGEST = 64  # the numbers 1-64 have a bit each
NO_BLOCK = 255
_DEBRUIJN = 0x03F79D71B4CB0A89
_LOWEST = bytearray(64)
for _i in range(64):
    _LOWEST[(0x03F79D71B4CB0A89 << _i & (1 << 64) - 1) >> 58] = _i


def primes_of(n: int) -> list[int]:
    """The primes that divide a number, ascending."""
    found, p = [], 2
    while p * p <= n:
        if n % p == 0:
            found.append(p)
            while n % p == 0:
                n //= p
        p += 1
    return [*found, n] if n > 1 else found


def large_primes_of(n: int) -> list[int]:
    """The primes from 5 up that divide a number, each as often as it does."""
    return [p for p in primes_of(n) if p > 3 for e in range(1, 64) if n % p**e == 0]


def layout(numbers: Iterable[int]) -> list[int]:
    """Numbers in the order of their bits: first those whose only primes are 2 and 3, then for
    each prime from 5 up its free multiples, ascending, then those with two such primes; last
    what a canonical part never holds, the primes without multiples, and 1."""

    pool = sorted(numbers)
    blocks: dict[int, list[int]] = {}
    smooth, rest = [], []
    for n in pool:
        large = large_primes_of(n)
        if len(large) == 1:
            blocks.setdefault(large[0], []).append(n)
        elif large:
            rest.append(n)
        elif n > 1:
            smooth.append(n)
    order = sorted(blocks, key=lambda p: (-len(blocks[p]), p))
    wide = [n for p in order if len(blocks[p]) > 1 for n in blocks[p]]
    alone = [n for p in order if len(blocks[p]) == 1 for n in blocks[p]]
    return smooth + wide + rest + alone + [n for n in pool if n == 1]


class SieveForm:
    """Positions on some numbers as words of 64 bits; `numbers[i]` is bit i.

    Each prime from 5 up comes with all its multiples p * k, up to the largest, whose k has no
    primes but 2 and 3; and a prime that comes later has no more of them. Unless it `cancels`,
    primes are only renamed.
    """

    def __init__(self, numbers: Sequence[int], cancels: bool = True) -> None:
        self.numbers = tuple(numbers)
        self.cancels = cancels
        self.lowest = _LOWEST
        place = {n: i for i, n in enumerate(numbers)}
        self.places = array("i", [place.get(n, -1) for n in range(max(numbers, default=0) + 1)])
        blocks: dict[int, list[int]] = {}
        tied = 0
        for n in numbers:
            large = large_primes_of(n)
            if len(large) == 1:
                blocks.setdefault(large[0], []).append(place[n])
            elif large:
                tied |= 1 << place[n]
        order = sorted(blocks, key=lambda p: (-len(blocks[p]), p))
        self.tied = tied
        self.blocks = len(order)
        self.block_of = bytearray(b"\xff") * 64
        for b, p in enumerate(order):
            for i in blocks[p]:
                self.block_of[i] = b
        self.start = array("i", [blocks[p][0] for p in order])
        self.width = array("Q", [(1 << len(blocks[p])) - 1 for p in order])
        two = [n for n in numbers if tied >> place[n] & 1]
        self.ties = array("Q", [sum(1 << place[n] for n in two if n % p == 0) for p in order])
        self.free = sum(1 << i for p in order for i in blocks[p])
        self.needs = array("Q", [self._divisors(n, place) for n in numbers])
        self.patterns = array("Q", bytes(8 * 64))

    def _divisors(self, n: int, place: dict[int, int]) -> int:
        """The bits of a number divided by each of its primes; all bits if one has none.

        1 counts as a number that has none, and as a divisor of nothing.
        """
        found = [n // p for p in primes_of(n) if n != p]
        if n == 1 or any(d not in place for d in found):
            return M64
        return sum(1 << place[d] for d in found)

    def closed(self, rest: int) -> bool:
        """Whether a position holds all divisors but 1 of what it holds, and not 1."""
        left = rest
        while left:
            low = left & -left & M64
            left ^= low
            needed = self.needs[self.lowest[(low * _DEBRUIJN & M64) >> 58]]
            if needed & ~rest & M64 or needed == M64:
                return False
        return True

    def placed(self, bits: int, first: int) -> int:
        """A bitset of a pool that begins with `first` as a position."""
        rest = 0
        while bits:
            low = bits & -bits & M64
            bits ^= low
            one = 1
            rest |= one << self.places[first + self.lowest[(low * _DEBRUIJN & M64) >> 58]]
        return rest

    def listed(self, rest: int) -> list[int]:
        """The numbers of a position, by ascending bits."""
        found = []
        while rest:
            low = rest & -rest & M64
            rest ^= low
            found.append(self.numbers[self.lowest[(low * _DEBRUIJN & M64) >> 58]])
        return found

    def reduced(self, rest: int) -> int:
        """The canonical form of a position."""
        tied = rest & self.tied
        left = rest & self.free
        rest ^= left
        count = 0
        while left:
            low = left & -left & M64
            block = self.block_of[self.lowest[(low * _DEBRUIJN & M64) >> 58]]
            pattern = left >> self.start[block] & self.width[block]
            left ^= pattern << self.start[block]
            if tied and tied & self.ties[block]:
                rest |= pattern << self.start[block]
                continue
            i = count
            while i > 0 and self.patterns[i - 1] < pattern:
                i -= 1
            if self.cancels and i > 0 and self.patterns[i - 1] == pattern:
                count -= 1
                i -= 1
                while i < count:
                    self.patterns[i] = self.patterns[i + 1]
                    i += 1
                continue
            j = count
            while j > i:
                self.patterns[j] = self.patterns[j - 1]
                j -= 1
            self.patterns[i] = pattern
            count += 1
        block = 0
        i = 0
        while i < count:
            if not (tied and tied & self.ties[block]):
                rest |= self.patterns[i] << self.start[block]
                i += 1
            block += 1
        return rest
