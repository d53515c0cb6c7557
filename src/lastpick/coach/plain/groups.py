"""The groups that a position falls into: what they are called, and which of them are alike."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple

from ...game import Game, Position
from ...oracle import Verdict
from .words import series

NAMED_ALONE = 6  # numbers that go with one pick each and are named
NAMED_GROUPS = 4
_LISTED = 8  # numbers of a group that are named one by one
_COMPARED = 12  # numbers of a group that is held against others number by number
_SPLIT = 64  # numbers that are looked at one by one


class Group(NamedTuple):
    """Numbers that the others do not affect."""

    numbers: Sequence[int]
    stretch: bool  # whether they are neighbours in a row
    single: bool  # whether any pick of them takes out all of them
    shape: Hashable  # what each pick takes out, by places: the same for groups that are alike
    worth: int = 0  # its nimber, where the certificate tells it

    @property
    def named(self) -> bool:
        """Whether its name tells every number of it."""
        return self.stretch or len(self.numbers) <= _LISTED

    @property
    def name(self) -> str:
        numbers = self.numbers
        if len(numbers) == 1:
            return str(numbers[0])
        if self.stretch:
            return f"{numbers[0]}-{numbers[-1]}"
        return f"({', '.join(map(str, numbers))})"


def groups_of(game: Game, verdict: Verdict) -> list[Group]:
    """The parts of a certificate."""
    return [
        _group(game, entry["numbers"])._replace(worth=entry.get("nimber") or 0)
        for entry in verdict.reason["parts"]
    ]


def _group(game: Game, numbers: Sequence[int]) -> Group:
    width, size, span = game.removes.band, len(numbers), numbers[-1] - numbers[0]
    row = width is not None and span == size - 1
    single = size == 1 or (width is not None and span <= width)
    if row or size == 1:
        return Group(numbers, row, single, size)
    if width is not None:
        return Group(numbers, row, single, tuple(n - numbers[0] for n in numbers))
    if size > _COMPARED:
        return Group(numbers, row, single, object())  # like no other
    first, gone = game.numbers.first, [~game.move(n)[0] for n in numbers]
    shape = tuple(taken >> m - first & 1 for taken in gone for m in numbers)
    return Group(numbers, row, all(shape), shape)


def noun_of(parts: Iterable[Group]) -> str:
    return "stretch" if all(part.stretch for part in parts) else "group"


def named(parts: Sequence[Group]) -> str:
    """ "1-3 and 5-9", "(2, 4) and (3, 9)"."""
    return series([part.name for part in parts])


def middle(game: Game, verdict: Verdict) -> int | None:
    """A winning pick that leaves two stretches alike."""
    parts = verdict.reason["parts"]
    if not game.removes.band or len(parts) > NAMED_GROUPS:
        return None
    for part in parts:
        first, last = part["numbers"][0], part["numbers"][-1]
        size = len(part["numbers"])
        whole = last - first + 1 == size and size % 2 and size > 2 * game.removes.band + 1
        if whole and (first + last) // 2 in verdict.winning:
            return int(first + last) // 2
    return None


def mirroring(position: Position, picks: Sequence[int]) -> int | None:
    """One of these picks that leaves a row whose two halves are mirror images, out of reach."""
    width = position.game.removes.band
    if not width or position.bits.bit_count() > _SPLIT:
        return None
    for n in picks:
        pool = position.pick_unchecked(n).pool
        mirrored = [(m, pool[0] + pool[-1] - m) for m in pool]
        if all(b in pool and abs(a - b) > width for a, b in mirrored):
            return n
    return None


def all_single(position: Position) -> bool:
    game = position.game
    if game.removes.trivial:
        return True
    pool = position.pool
    if len(pool) > _SPLIT:
        return False
    return all(not position.bits & ~game.move(n)[0] & ~(1 << n - game.numbers.first) for n in pool)
