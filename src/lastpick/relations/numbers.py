"""A pool of consecutive whole numbers, and its subsets as bitsets.

A subset is one Python integer: bit `i` stands for the number `first + i`. So a
pool of ten million numbers is 1.25 MB, and "which of these are legal" is one `&`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import compress, count

from ..errors import NumbersError

MOST_NUMBERS = 10_000_000
LARGEST_NUMBER = 10**12

_CHUNK = 10  # bits that are decoded at once; 2**10 small tuples for each chunk at most
_CHUNK_MASK = (1 << _CHUNK) - 1
_MOST_CHUNKS = 20
_FEW = 32  # numbers of a large pool that are found one by one sooner than by writing it all out
_AS_FLAGS = bytes.maketrans(b"01", b"\x00\x01")


class _Chunk(dict[int, tuple[int, ...]]):
    """The numbers in each pattern of a few bits, worked out when first asked for."""

    def __init__(self, first: int) -> None:
        super().__init__()
        self.first = first

    def __missing__(self, bits: int) -> tuple[int, ...]:
        found = tuple(self.first + i for i in range(bits.bit_length()) if bits >> i & 1)
        self[bits] = found
        return found


class Numbers:
    """The whole numbers from `first` to `last`, both included."""

    __slots__ = ("_chunks", "everything", "first", "last", "size")

    def __init__(self, first: int, last: int) -> None:
        if first < 0:
            raise NumbersError(f"the pool {first}-{last} must start at 0 or above")
        if last < first:
            raise NumbersError(f"the pool {first}-{last} is empty: write the smaller number first")
        if last - first >= MOST_NUMBERS:
            raise NumbersError(
                f"the pool {first}-{last} holds {last - first + 1:,} numbers;"
                f" at most {MOST_NUMBERS:,} can be played"
            )
        if last > LARGEST_NUMBER:
            raise NumbersError(f"the pool {first}-{last} goes past {LARGEST_NUMBER:,}")
        self.first = first
        self.last = last
        self.size = last - first + 1
        self.everything = (1 << self.size) - 1
        self._chunks: tuple[_Chunk, ...] = ()
        if self.size <= _CHUNK * _MOST_CHUNKS:
            self._chunks = tuple(_Chunk(n) for n in range(first, last + 1, _CHUNK))

    @classmethod
    def of(cls, pool: Pool) -> Numbers:
        """The pool that a text such as "1-20" or a range such as range(1, 21) stands for."""
        if isinstance(pool, Numbers):
            return pool
        if isinstance(pool, range) and pool.step == 1 and pool:
            return cls(pool.start, pool.stop - 1)
        if isinstance(pool, str):
            return cls.parse(pool)
        raise NumbersError(
            f'{repr(pool)[:40]} is not a pool of numbers; write it as "1-20" or as range(1, 21)'
        )

    @classmethod
    def parse(cls, text: str) -> Numbers:
        """Read a pool such as "1-20"."""
        found = re.fullmatch(r"\s*([0-9]{1,40})\s*-\s*([0-9]{1,40})\s*", text, re.ASCII)
        if not found:
            shown = text if len(text) <= 40 else text[:37] + "..."
            raise NumbersError(f"{shown!r} is not a pool of numbers; write it as in 1-20")
        return cls(int(found[1]), int(found[2]))

    def decode(self, bits: int) -> tuple[int, ...]:
        """The numbers of a bitset, ascending."""
        if not self._chunks:
            few = bits.bit_count() <= _FEW
            return tuple(self._one_by_one(bits) if few else self.iterate(bits))
        found: tuple[int, ...] = ()
        for chunk in self._chunks:
            if not bits:
                break
            found += chunk[bits & _CHUNK_MASK]
            bits >>= _CHUNK
        return found

    def _one_by_one(self, bits: int) -> list[int]:
        found = []
        while bits:
            lowest = bits & -bits
            found.append(self.first + lowest.bit_length() - 1)
            bits ^= lowest
        return found

    def iterate(self, bits: int) -> Iterable[int]:
        """The numbers of a bitset, ascending, one at a time."""
        flags = bin(bits)[:1:-1].encode().translate(_AS_FLAGS)
        return compress(count(self.first), flags)

    def flags(self, bits: int) -> bytes:
        """A byte for each number of the pool: 1 where it is in the bitset, else 0."""
        return bin(bits)[:1:-1].encode().translate(_AS_FLAGS).ljust(self.size, b"\0")

    def encode(self, numbers: Iterable[int]) -> int:
        """The bitset of those numbers that lie in the pool."""
        flags = bytearray(b"0") * self.size
        for n in numbers:
            if n in self:
                flags[self.last - n] = 49  # "1"; the highest number comes first
        return int(flags, 2)

    def __contains__(self, n: object) -> bool:
        return isinstance(n, int) and self.first <= n <= self.last

    def __str__(self) -> str:
        return f"{self.first}-{self.last}"

    def __repr__(self) -> str:
        return f"Numbers({self.first}, {self.last})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Numbers):
            return NotImplemented
        return (self.first, self.last) == (other.first, other.last)

    def __hash__(self) -> int:
        return hash((self.first, self.last))

    def __reduce__(self) -> tuple[type[Numbers], tuple[int, int]]:
        return Numbers, (self.first, self.last)


Pool = str | range | Numbers  # what a caller may write a pool as
