"""The shipped table: the nimber of every part of the sieve on 2-50.

A position of the sieve, where a number takes its multiples along, never holds a number
without all its divisors. So every position on 2-N, for N up to 50, falls into parts that
occur on 2-50, and there are 11,938,688 of them if primes p with the same 50 // p are taken
as one. Their nimbers go up to 20 and take five bits each in a `binary_fuse`, which needs no
keys: 9 MB in all.
"""

from __future__ import annotations

import os
import struct
import sys
import zlib
from array import array
from collections.abc import Callable

from ..errors import LastpickError
from .binary_fuse import BinaryFuse, build
from .nimbers import Nimbers

FIRST, LAST = 2, 50
PATH = os.path.join(os.path.dirname(__file__), "sieve-2-50.table")
_MAGIC = b"lastpick sieve table 1\n"
_HEADER = struct.Struct("<QQQQL")  # entries, seed, segment length, segments, checksum
_LENGTH = 1 << 15
_SLOTS_PER_KEY = 1.125
ENTRIES = 11_938_688
_SEGMENTS = round(ENTRIES * _SLOTS_PER_KEY / _LENGTH) - 2
_SHAPE = [ENTRIES, 0, _LENGTH, _SEGMENTS]  # 0 is the first seed that works out

Progress = Callable[[str, int, int], object]  # what is being done, how far, out of how many


class TableError(LastpickError):
    """The table is missing or damaged."""


def sieve_groups(last: int) -> list[list[list[int]]]:
    """Primes that take part alike, each with its multiples, as places in the pool 2-last.

    Primes p and q with p, q > last // p == last // q can be exchanged: k*p for k*q.
    """
    groups: dict[int, list[list[int]]] = {}
    for p in range(FIRST, last + 1):
        if all(p % d for d in range(2, p)) and p > last // p:
            multiples = [k * p - FIRST for k in range(1, last // p + 1)]
            groups.setdefault(last // p, []).append(multiples)
    return [group for group in groups.values() if len(group) > 1]


def sieve(first: int, last: int) -> tuple[list[int], list[int]]:
    """For each number of a pool: what picking it keeps, and what it affects or is affected by."""
    pool = range(first, last + 1)
    keeps = [~sum(1 << m - first for m in pool if m % n == 0) for n in pool]
    near = [sum(1 << m - first for m in pool if m % n == 0 or n % m == 0) for n in pool]
    return keeps, near


def read(path: str = PATH) -> BinaryFuse:
    """Open a table and check it."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise TableError(f"cannot read the table {path}: {error.strerror}") from None
    start = len(_MAGIC) + _HEADER.size
    if not data.startswith(_MAGIC) or len(data) < start:
        raise TableError(f"{path} is no table; lastpick table build makes it anew")
    *shape, checksum = _HEADER.unpack_from(data, len(_MAGIC))
    if shape != _SHAPE or zlib.crc32(memoryview(data)[start:]) != checksum:
        raise TableError(f"the table {path} is damaged; lastpick table build makes it anew")
    words = array("Q")
    words.frombytes(memoryview(data)[start:])
    if sys.byteorder == "big":
        words.byteswap()
    return BinaryFuse(words, *shape[1:])


def digest(path: str) -> str | None:
    """A fingerprint of a file; None if it cannot be read."""
    from hashlib import sha256

    try:
        with open(path, "rb") as file:
            return sha256(file.read()).hexdigest()
    except OSError:
        return None


def write(path: str, progress: Progress = lambda what, done, of: None) -> int:
    """Work out every entry, prove it, and write the table; how many entries it has."""
    keys, values = _entries(progress)
    segments = _SEGMENTS
    seed, words = 0, None
    while words is None:
        progress("packing", seed, 0)
        words = build(keys, values, seed, _LENGTH, segments)
        seed += 1
    found = BinaryFuse(words, seed - 1, _LENGTH, segments)
    _prove(found, keys, progress)
    if sys.byteorder == "big":
        words.byteswap()
    data = words.tobytes()
    header = _HEADER.pack(len(keys), seed - 1, _LENGTH, segments, zlib.crc32(data))
    try:
        with open(path + ".part", "wb") as file:
            file.write(_MAGIC + header + data)
        os.replace(path + ".part", path)
    except OSError as error:
        raise TableError(f"cannot write {path}: {error.strerror}") from None
    return len(keys)


def _entries(progress: Progress) -> tuple[array[int], bytearray]:
    """Every part of 2-50 in canonical form, in ascending order, and its nimber."""
    nimbers = Nimbers(*sieve(FIRST, LAST), sieve_groups(LAST))
    nimbers.most = 1 << 27
    nimbers.tick = lambda count: progress("solving", count, ENTRIES)
    nimbers.value((1 << LAST - FIRST + 1) - 1)
    progress("sorting", 0, 0)
    return nimbers.sorted_entries()


def _prove(table: BinaryFuse, keys: array[int], progress: Progress) -> None:
    """Check every entry by the mex rule, from what the table itself says of the others."""
    size = LAST - FIRST + 1
    judge = Nimbers(*sieve(FIRST, LAST), (), table, sieve_groups(LAST), 1 << size)
    step = 1 << 18
    for start in range(0, len(keys), step):
        progress("proving", start, len(keys))
        wrong = judge.first_wrong(keys, start, min(start + step, len(keys)))
        if wrong >= 0:
            raise TableError(f"entry {wrong} of the table breaks the mex rule")
