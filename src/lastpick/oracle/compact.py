"""Long lists of numbers and of pairs, held in arrays: a tenth of what tuples and lists take."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import overload


class CompactNumbers(Sequence[int]):
    """Ascending numbers. Reads, compares and slices as a tuple of them does."""

    __slots__ = ("_held",)

    def __init__(self, numbers: Iterable[int]) -> None:
        self._held = array("q", numbers)

    def __len__(self) -> int:
        return len(self._held)

    def __iter__(self) -> Iterator[int]:
        return iter(self._held)

    def __contains__(self, n: object) -> bool:
        if not isinstance(n, int):
            return False
        at = bisect_left(self._held, n)
        return at < len(self._held) and self._held[at] == n

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[int, ...]: ...
    def __getitem__(self, at: int | slice) -> int | tuple[int, ...]:
        return tuple(self._held[at]) if isinstance(at, slice) else self._held[at]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CompactNumbers):
            return self._held == other._held
        if not isinstance(other, tuple):
            return NotImplemented
        return len(self) == len(other) and all(map(int.__eq__, self, other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<{len(self):,} numbers>"


class CompactPairs(Sequence[list[int]]):
    """Pairs [a, b] with a < b, ascending by a: the numbers `first + v` and `first + match[v]`."""

    __slots__ = ("_first", "_lower", "_match")

    def __init__(self, first: int, lower: array[int], match: array[int]) -> None:
        self._first = first
        self._lower = lower  # the places of the smaller numbers
        self._match = match

    def __len__(self) -> int:
        return len(self._lower)

    @overload
    def __getitem__(self, at: int) -> list[int]: ...
    @overload
    def __getitem__(self, at: slice) -> list[list[int]]: ...
    def __getitem__(self, at: int | slice) -> list[int] | list[list[int]]:
        if isinstance(at, slice):
            return [self._pair(v) for v in self._lower[at]]
        return self._pair(self._lower[at])

    def __iter__(self) -> Iterator[list[int]]:
        return map(self._pair, self._lower)

    def _pair(self, v: int) -> list[int]:
        return [self._first + v, self._first + self._match[v]]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (list, CompactPairs)):
            return NotImplemented
        return len(self) == len(other) and all(map(list.__eq__, self, other))

    __hash__ = None  # type: ignore[assignment]  # as a list has none

    def __repr__(self) -> str:
        return f"<{len(self):,} pairs>"


def plain(value: object) -> object:
    """The same as a list, if it is one of these."""
    return list(value) if isinstance(value, (CompactNumbers, CompactPairs)) else value
