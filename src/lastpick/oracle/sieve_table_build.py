"""Making the shipped table: every entry is worked out twice, and proved."""

from __future__ import annotations

import os
import sys
import zlib
from array import array
from collections.abc import Callable

from .binary_fuse import BinaryFuse, build
from .nimbers import Nimbers
from .sieve import common_form, divisibility, inside
from .sieve_form import SieveForm
from .sieve_table import ENTRIES, FIRST, HEADER, LAST, LENGTH, MAGIC, SEGMENTS, TableError

_STEP = 1 << 16

Progress = Callable[[str, int, int], object]  # what is being done, how far, out of how many


def write(path: str, progress: Progress = lambda what, done, of: None) -> int:
    """Work out every entry, prove it, and write the table; how many entries it has."""
    keys, values = _entries(progress)
    seed, words = 0, None
    while words is None:
        progress("packing", seed, 0)
        words = build(keys, values, seed, LENGTH, SEGMENTS)
        seed += 1
    found = BinaryFuse(words, seed - 1, LENGTH, SEGMENTS)
    _prove(found, keys, progress)
    if sys.byteorder == "big":
        words.byteswap()
    data = words.tobytes()
    header = HEADER.pack(len(keys), seed - 1, LENGTH, SEGMENTS, zlib.crc32(data))
    try:
        with open(path + ".part", "wb") as file:
            file.write(MAGIC + header + data)
        os.replace(path + ".part", path)
    except OSError as error:
        raise TableError(f"cannot write {path}: {error.strerror}") from None
    return len(keys)


def _entries(progress: Progress) -> tuple[array[int], bytearray]:
    """Every part in canonical form, in ascending order, and its nimber.

    First all parts with primes that are renamed but do not cancel, since primes that cancel in
    one position are on their own in another; then each of them once more with cancelling, which
    must give the same nimber.
    """
    form = common_form()
    affected = divisibility(form.numbers)
    plain = Nimbers(*affected, SieveForm(form.numbers, cancels=False))
    found = Nimbers(*affected, form)
    for kernel in (plain, found):
        kernel.most = 1 << 27
    plain.tick = lambda count: progress("solving", count, 0)
    plain.value(form.placed((1 << LAST - FIRST + 1) - 1, FIRST))
    keys, values = plain.sorted_entries()
    for i, key in enumerate(keys):
        if i % _STEP == 0:
            progress("cancelling", i, len(keys))
        if found.value(key) != values[i]:
            raise TableError(f"cancelling changes the nimber of part {key}")
    progress("sorting", 0, 0)
    entries = found.sorted_entries()
    if len(entries[0]) != ENTRIES:
        raise TableError(f"{len(entries[0]):,} entries were found, not {ENTRIES:,}")
    return entries


def _prove(table: BinaryFuse, keys: array[int], progress: Progress) -> None:
    """Check every entry by the mex rule, from what the table itself says of the others."""
    form = common_form()
    judge = Nimbers(*divisibility(form.numbers), form, table, inside(form))
    for start in range(0, len(keys), _STEP):
        progress("proving", start, len(keys))
        wrong = judge.first_wrong(keys, start, min(start + _STEP, len(keys)))
        if wrong >= 0:
            raise TableError(f"entry {wrong} of the table breaks the mex rule")
    if judge.count:
        raise TableError("a part that a pick leaves is not in the table")
