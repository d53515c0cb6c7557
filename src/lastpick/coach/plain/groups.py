"""The groups that a position falls into: what they are called, and what a pick leaves of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...game import Game, Position
from ...oracle import Verdict
from ...oracle.band import band_of
from ...oracle.parts import split
from .words import series

NAMED_ALONE = 6  # numbers that stand alone and are named
NAMED_GROUPS = 4
_LISTED = 8  # numbers of a group that are named one by one
_SPLIT = 64  # numbers of a group that is split again after a pick


class Group(NamedTuple):
    """Numbers that the others do not affect, and what they are worth."""

    numbers: Sequence[int]
    worth: int
    stretch: bool  # whether they are neighbours in a row
    single: bool  # whether any pick of them takes out all of them

    @property
    def named(self) -> bool:
        """Whether its name tells every number of it."""
        return self.stretch or len(self.numbers) <= _LISTED

    @property
    def name(self) -> str:
        numbers, count = self.numbers, len(self.numbers)
        if count == 1:
            return str(numbers[0])
        if self.stretch:
            return f"{numbers[0]}-{numbers[-1]}"
        return f"({', '.join(map(str, numbers)) if self.named else self.size})"

    @property
    def size(self) -> str:
        return f"{len(self.numbers):,} numbers from {self.numbers[0]} to {self.numbers[-1]}"


def groups_of(game: Game, verdict: Verdict) -> list[Group] | None:
    """The parts of a certificate; None where it does not tell what they are worth."""
    if verdict.reason["xor"] is None:
        return None
    width = game.removes.band
    found = []
    for entry in verdict.reason["parts"]:
        numbers = entry["numbers"]
        span = numbers[-1] - numbers[0]
        row = width is not None and span == len(numbers) - 1
        single = len(numbers) == 1 or (width is not None and span <= width)
        found.append(Group(numbers, entry["nimber"], row, single))
    return found


def holds(part: Group, n: int) -> bool:
    numbers = part.numbers
    if part.stretch or len(numbers) == 1:
        return bool(numbers[0] <= n <= numbers[-1])
    return n in numbers


def noun_of(parts: Iterable[Group]) -> str:
    return "stretch" if all(part.stretch for part in parts) else "group"


def named(parts: Sequence[Group]) -> str:
    """ "1-3", "the stretches 1-3 and 5-9", "the groups (2, 4) and (3, 9)"."""
    noun = noun_of(parts)
    if len(parts) == 1:
        return f"the {noun} {parts[0].name if parts[0].named else f'of {parts[0].size}'}"
    plural = "stretches" if noun == "stretch" else "groups"
    return f"the {plural} {series([part.name for part in parts])}"


def pieces_of(position: Position, pick: int, own: Group) -> list[Group] | None:
    """What a pick leaves of its part, if that can be told: nothing, two stretches, or singles."""
    game = position.game
    width = game.removes.band
    if own.stretch and width:
        ends = (own.numbers[0], pick - width - 1), (pick + width + 1, own.numbers[-1])
        runs = [range(low, high + 1) for low, high in ends if low <= high]
        band = band_of(width)
        return [Group(run, band.value(len(run)), True, len(run) <= width + 1) for run in runs]
    if len(own.numbers) > _SPLIT:
        return None
    left = game.numbers.encode(own.numbers) & game.move(pick)[0]
    if left.bit_count() > NAMED_ALONE:
        return None
    pieces = list(split(game, left))
    if any(len(piece) > 1 for piece in pieces):
        return None
    return [Group(piece, 1, False, True) for piece in pieces]


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


def all_single(position: Position) -> bool:
    game = position.game
    if game.removes.trivial:
        return True
    pool = position.pool
    if len(pool) > _SPLIT:
        return False
    return all(not position.bits & ~game.move(n)[0] & ~(1 << n - game.numbers.first) for n in pool)
