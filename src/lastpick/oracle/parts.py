"""Games where anything may follow, solved as a sum of parts.

Two numbers affect each other if picking one removes the other. The pool falls into parts
that do not affect each other; the nimber of a part is the mex over its picks, that of the
whole the xor of the parts' (Sprague and Grundy), and a pick wins if it leaves nimber 0.
That holds for whatever `removes` is, and for any pool, whether play leads to it or not.

Where every part is small, or known beforehand, the nimbers of all parts are listed; elsewhere
each pick is asked about by itself. What knows the nimbers: a recurrence for unbroken runs under
a band (`band`), the kernel for 64 numbers (`nimbers`), what makes sieves small (`sieve`), and a
search for larger parts (`wide`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import compress, starmap
from operator import xor
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ..errors import BudgetError
from ..game import Game, Position
from ..relations import Numbers, Relation
from .band import band_of
from .budget import NO_DEADLINE, Budget
from .nimbers import Nimbers
from .sieve import SieveKernels, SieveNimbers, WideSieve, is_sieve
from .sieve_form import LARGEST
from .verdict import Reason, Verdict, listed
from .wide import LARGEST_SPLIT, WORD, WideNimbers, joined, members

if TYPE_CHECKING:
    from .memory import Memory

_SMALL = 24  # numbers of a part that is soon worked out with all its picks
_MOST_OPTIONS = 64
_GAMES = 4  # of which it is kept what affects what
_ASK = 0x3FFF  # the budget is asked whenever so many parts were listed


Affected = tuple[list[int], list[int]]


class Values(Protocol):
    """What knows the nimbers of some positions, as bitsets."""

    @property
    def count(self) -> int:
        """How many parts were worked out."""

    def within(self, budget: Budget) -> None:
        """Keep to a budget from now on."""

    def value(self, bits: int) -> int:
        """The nimber of a position."""

    def equals(self, bits: int, target: int) -> bool | int:
        """Whether a position has this nimber."""


class Part(NamedTuple):
    """Some numbers that the others do not affect; their nimber, and what each pick leaves."""

    numbers: Sequence[int]
    nimber: int
    after: list[int]


class SumPosition(NamedTuple):
    """A position, and what knows the nimbers of all that may be left of it."""

    values: Values
    pool: Sequence[int]  # number i of it is bit i
    bits: int
    keeps: Sequence[int]  # what picking it keeps
    near: Sequence[int]  # what it affects or is affected by

    def parts(self) -> Iterator[int]:
        """Its parts, as bitsets."""
        left = self.bits
        while left:
            part = joined(self.near, left)
            left &= ~part
            yield part


def solve(position: Position, budget: Budget, stop_at_first: bool, memory: Memory) -> Verdict:
    removes = position.game.removes
    if removes.trivial or removes.band is not None:
        found = _listed(position, list(_runs_of(position, budget, memory)), "parts")
        return _first_alone(position, found) if stop_at_first else found
    method = "parts"
    if is_sieve(position.game) and position.game.numbers.size <= LARGEST_SPLIT:
        values = memory.nimbers(position.game)
        if isinstance(values, SieveNimbers) and values.in_table(position.bits):
            method = "table"
            if not stop_at_first:
                return _listed(position, list(starmap(Part, values.parts(position.bits))), method)
    board = _board(position.game, position.bits, budget, memory)
    if not stop_at_first and all(part.bit_count() <= _SMALL for part in board.parts()):
        return _listed(position, list(_worked_out(board)), method)
    return _asked(position, board, stop_at_first, method)


def nimber_of(position: Position, budget: Budget, memory: Memory) -> int:
    """The nimber, also where `solve` leaves it out because it takes long to work out."""
    removes = position.game.removes
    if removes.trivial or removes.band is not None:
        listed_parts = list(_runs_of(position, budget, memory))
        return _listed(position, listed_parts, "parts").nimber or 0
    board = _board(position.game, position.bits, budget, memory)
    if position.choices == position.bits:
        return board.values.value(board.bits)
    legal = set(position.legal)
    picks = (keep for n, keep in zip(board.pool, board.keeps, strict=True) if n in legal)
    return mex({board.values.value(board.bits & keep) for keep in picks})


def split(game: Game, bits: int) -> Iterator[Sequence[int]]:
    """The parts of a position, each ascending; an unbroken run as a range."""
    numbers, band = game.numbers, game.removes.band
    if game.removes.trivial or band == 0:
        yield from ([n] for n in numbers.iterate(bits))
    elif band is not None:
        yield from runs(numbers, bits, band)
    else:
        near = _affected(_small_enough(game, game.numbers.size))[1]
        while bits:
            part = joined(near, bits)
            bits &= ~part
            yield numbers.decode(part)


def mex(values: set[int]) -> int:
    """The least number from 0 up that is not among the values."""
    value = 0
    while value in values:
        value += 1
    return value


def values_for(kernels: SieveKernels, game: Game) -> Values:
    """What knows the nimbers of a game's positions."""
    numbers = game.numbers
    if is_sieve(game) and numbers.first > 0 and numbers.last <= LARGEST:
        return SieveNimbers(game, kernels)
    keeps, near = _affected(game)
    if is_sieve(game):
        return WideSieve(range(numbers.first, numbers.last + 1), keeps, near, kernels)
    if numbers.size <= WORD:
        return Nimbers(keeps, near)
    return WideNimbers(keeps, near, shifts=game.removes.steps is not None)


def affected(
    numbers: Numbers, bits: int, removes: Relation, budget: Budget = NO_DEADLINE
) -> Affected:
    """For each number of a bitset: what picking it keeps, and what it affects or is affected by.

    As bitsets in which bit i is the i-th of these numbers.
    """
    pool = numbers.decode(bits)
    place = {n: i for i, n in enumerate(pool)}
    near = []
    for i, n in enumerate(pool):
        budget.tick(0)
        row = numbers.iterate(removes.row(numbers, n) & bits)
        near.append(sum({1 << place[m] for m in row} | {1 << i}))
    keeps = [~gone for gone in near]
    for i, keep in enumerate(keeps):
        budget.tick(0)
        for j in members(~keep):
            near[j] |= 1 << i
    return keeps, near


_latest: dict[Game, Affected] = {}


def _affected(game: Game, budget: Budget = NO_DEADLINE) -> Affected:
    """The same for a whole pool; the latest few are kept."""
    found = _latest.pop(game, None)
    if found is None:
        found = affected(game.numbers, game.numbers.everything, game.removes, budget)
    _latest[game] = found
    if len(_latest) > _GAMES:
        del _latest[next(iter(_latest))]
    return found


def _board(game: Game, bits: int, budget: Budget, memory: Memory) -> SumPosition:
    """Of the whole pool, or where that is large, of the numbers that are left."""
    numbers, size = game.numbers, bits.bit_count()
    if numbers.size <= LARGEST_SPLIT:
        rows = _affected(game, budget)
        values: Values = memory.nimbers(game)
        values.within(budget)
        return SumPosition(values, range(numbers.first, numbers.last + 1), bits, *rows)
    _small_enough(game, size)
    left = numbers.decode(bits)
    keeps, near = affected(numbers, bits, game.removes, budget)
    sieve = is_sieve(game)
    values = WideSieve(left, keeps, near, memory.sieves) if sieve else WideNimbers(keeps, near)
    values.within(budget)
    return SumPosition(values, left, (1 << size) - 1, keeps, near)


def _small_enough(game: Game, size: int) -> Game:
    if size > LARGEST_SPLIT:
        raise BudgetError(
            f"{size:,} numbers are too many to be split into parts; up to {LARGEST_SPLIT:,} can be"
        )
    return game


# --- the nimber of every part, and after every pick ---------------------------------------


def _worked_out(board: SumPosition) -> Iterator[Part]:
    """Every part of a position, its nimber, and what each pick leaves of it."""
    value = board.values.value
    for bits in board.parts():
        places = list(members(bits))
        after = [value(bits & board.keeps[i]) for i in places]
        yield Part([board.pool[i] for i in places], mex(set(after)), after)


def _runs_of(position: Position, budget: Budget, memory: Memory) -> Iterator[Part]:
    """The same where a pick removes only itself, or all within some distance."""
    game, width = position.game, position.game.removes.band
    if not width:
        for seen, n in enumerate(game.numbers.iterate(position.bits)):
            if seen & _ASK == _ASK:
                budget.tick(0)
            yield Part((n,), 1, [0])
        return
    for run in runs(game.numbers, position.bits, width):
        size = len(run)
        if run[-1] - run[0] == size - 1:
            yield Part(run, *band_of(width).run(size, budget))
        else:
            yield from _worked_out(_board(game, game.numbers.encode(run), budget, memory))


def runs(numbers: Numbers, bits: int, width: int) -> Iterator[Sequence[int]]:
    """Parts under a band: a gap of `width` numbers or more divides them."""
    flags = bin(bits)[:1:-1]
    for found in re.finditer(f"1(?:0{{0,{width - 1}}}1)*", flags):
        run = range(numbers.first + found.start(), numbers.first + found.end())
        if "0" in found[0]:
            yield [n for n, flag in zip(run, found[0], strict=True) if flag == "1"]
        else:
            yield run


def _listed(position: Position, parts: list[Part], method: str) -> Verdict:
    """A verdict from the nimbers of all parts."""
    total = reduce(xor, (part.nimber for part in parts), 0)
    free = position.choices == position.bits
    first, alive = position.game.numbers.first, position.game.numbers.flags(position.choices)
    reached: set[int] = set()  # the nimbers after each opening, where only some are allowed
    winning: list[int] = []
    for part in parts:
        target = total ^ part.nimber
        winning += compress(part.numbers, map(target.__eq__, part.after))
        if not free:
            legal = (alive[n - first] for n in part.numbers)
            reached |= {target ^ value for value in compress(part.after, legal)}
    winning = sorted(winning if free else [n for n in winning if alive[n - first]])
    entries = [_entry(part) for part in parts]
    return _verdict(
        position, winning, True, total if free else mex(reached), method, entries, total
    )


def _first_alone(position: Position, verdict: Verdict) -> Verdict:
    """The same with no more than the first winning pick."""
    winning = list(verdict.winning[:1])
    entries = [{"numbers": part["numbers"]} for part in verdict.reason["parts"]]
    return _verdict(position, winning, not winning, None, verdict.method, entries, None)


def _entry(part: Part) -> Reason:
    """A part in a certificate."""
    entry: Reason = {"numbers": list(part.numbers), "nimber": part.nimber}
    if len(part.after) <= _MOST_OPTIONS:
        entry["options"] = list(map(list, zip(part.numbers, part.after, strict=True)))
    return entry


# --- one pick after another ---------------------------------------------------------------


def _asked(position: Position, board: SumPosition, stop_at_first: bool, method: str) -> Verdict:
    """A verdict from whether each pick leaves nimber 0."""
    first, legal = position.game.numbers.first, position.choices
    picks = [
        (board.bits & keep, n)
        for n, keep in zip(board.pool, board.keeps, strict=True)
        if legal >> n - first & 1
    ]
    winning: list[int] = []
    for left, n in picks:
        if board.values.equals(left, 0):
            winning.append(n)
            if stop_at_first:
                break
    entries: list[Reason] = [
        {"numbers": [board.pool[i] for i in members(part)]} for part in board.parts()
    ]
    complete = not stop_at_first or not winning
    return _verdict(position, winning, complete, None, method, entries, None)


def _verdict(
    position: Position,
    winning: list[int],
    complete: bool,
    nimber: int | None,
    method: str,
    parts: list[Reason],
    total: int | None,
) -> Verdict:
    pick = winning[0] if winning else None
    reason: Reason = {
        "kind": "parts",
        "pick": pick,
        "xor": total,
        "parts": parts,
        "text": _text(position, parts, total, pick),
    }
    return Verdict(
        wins=bool(winning),
        winning=tuple(winning),
        complete=complete,
        nimber=nimber,
        method=method,
        reason=reason,
    )


def _text(position: Position, parts: list[Reason], nimber: int | None, pick: int | None) -> str:
    if not position.choices:
        return "There is no valid pick."
    if nimber is None and pick is None:
        return "There is no winning pick: what any of them leaves has a nimber other than 0."
    if nimber is None:
        return f"Pick {pick}: it leaves parts whose nimbers cancel out."
    if nimber and pick is None:
        return f"There is no winning pick: none of those allowed brings the nimber {nimber} to 0."
    sizes = [f"{part['nimber']} ({listed(part['numbers'], 4)})" for part in parts]
    sizes.sort(key=len)
    shown = " ^ ".join(sizes[:6]) + (" ^ ..." if len(sizes) > 6 else "")
    if len(parts) == 1:
        if pick is not None:
            return f"Pick {pick}: it brings the nimber from {nimber} to 0."
        return "There is no winning pick: the nimber is 0, and every pick changes that."
    if pick is not None:
        return f"Pick {pick}: it brings the nimbers {shown} to 0 in all."
    return (
        f"There is no winning pick: the nimbers {shown} are 0 in all, and every pick changes that."
    )
