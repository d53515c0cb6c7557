"""The shipped table: the nimber of every part of the sieve on 2-50.

A position of the sieve, where a number takes its multiples along, never holds a number without
all its divisors but 1. In canonical form (`sieve_form`), in which primes cancel and are told apart
by what survives of them, all positions on 2-N for all N up to 50 fall into 2,019,438 parts. Their
nimbers go up to 20 and take five bits each in a `binary_fuse`, which needs no keys: 1.4 MB in all.
`sieve_table_build` makes it.
"""

from __future__ import annotations

import os
import struct
import sys
import zlib
from array import array
from functools import cache

from ..errors import LastpickError
from .binary_fuse import BinaryFuse

FIRST, LAST = 2, 50
PATH = os.path.join(os.path.dirname(__file__), "sieve-2-50.table")
MAGIC = b"lastpick sieve table 2\n"
HEADER = struct.Struct("<QQQQL")  # entries, seed, segment length, segments, checksum
LENGTH = 1 << 13
_SLOTS_PER_KEY = 1.125
ENTRIES = 2_019_438
SEGMENTS = round(ENTRIES * _SLOTS_PER_KEY / LENGTH) - 2
_SHAPE = [ENTRIES, 0, LENGTH, SEGMENTS]  # 0 is the first seed that works out


class TableError(LastpickError):
    """The table is missing or damaged."""


def read(path: str = PATH) -> BinaryFuse:
    """Open a table and check it."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise TableError(f"cannot read the table {path}: {error.strerror}") from None
    start = len(MAGIC) + HEADER.size
    if not data.startswith(MAGIC) or len(data) < start:
        raise TableError(f"{path} is no table; lastpick table build makes it anew")
    *shape, checksum = HEADER.unpack_from(data, len(MAGIC))
    if shape != _SHAPE or zlib.crc32(memoryview(data)[start:]) != checksum:
        raise TableError(f"the table {path} is damaged; lastpick table build makes it anew")
    words = array("Q")
    words.frombytes(memoryview(data)[start:])
    if sys.byteorder == "big":
        words.byteswap()
    return BinaryFuse(words, *shape[1:])


@cache
def shipped() -> BinaryFuse | None:
    """The table that is part of the package; None if there is trouble with it."""
    try:
        return read()
    except TableError as error:
        trouble.append(str(error))
        return None


trouble: list[str] = []  # what went wrong with the table, for a front end to report once


def digest(path: str) -> str | None:
    """A fingerprint of a file; None if it cannot be read."""
    from hashlib import sha256

    try:
        with open(path, "rb") as file:
            return sha256(file.read()).hexdigest()
    except OSError:
        return None
