"""Check the certificate of a sum of parts: the split, the mex, the xor.

Nothing that the certificate says of a nimber is believed. What each pick leaves is worked out anew:
runs under a band by their recurrence, all else by the definition (`pieces`). Pieces of more than 64
numbers, and more pieces than the budget allows, are too large to be checked: a BudgetError.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property, reduce
from operator import xor

from ...errors import BudgetError
from ...game import Game, Position
from ..budget import Budget
from ..union_find import UnionFind
from ..verdict import Reason, Verdict
from .pieces import Pieces

_WORD = 64  # numbers of a piece
_LARGEST_RENAMED = 128
_LARGEST_SPLIT = 5_000
_LONGEST_RUN = 2_000  # worked out one by one; beyond, only what a period proves

Block = tuple[int, int, int]  # where it starts, its mask from there, other multiples of its prime


def parts_hold(position: Position, verdict: Verdict, budget: Budget) -> bool:
    game, reason = position.game, verdict.reason
    entries: list[Reason] = reason["parts"]
    if game.misere or not game.follows.trivial:  # nimbers say nothing if the last pick loses
        return False
    if sorted(tuple(e["numbers"]) for e in entries) != sorted(_split(game, position.bits)):
        return False
    if verdict.nimber is None and reason["xor"] is None:
        return _bare_parts_hold(position, verdict, budget)
    return _adds_up(position, verdict, budget) and all(
        _entry_holds(entry, _Part(game, tuple(entry["numbers"]), budget)) for entry in entries
    )


def _adds_up(position: Position, verdict: Verdict, budget: Budget) -> bool:
    """Whether the verdict follows from what its reason says of the parts, be that so or not."""
    reason = verdict.reason
    total = reduce(xor, (entry["nimber"] for entry in reason["parts"]), 0)
    leaves: dict[int, int] = {}  # the nimber of the whole after each pick
    for entry in reason["parts"]:
        if "options" in entry:
            after = [value for _, value in entry["options"]]
        else:
            after = _Part(position.game, tuple(entry["numbers"]), budget).after
        if entry["nimber"] != _mex(after):
            return False
        rest = total ^ entry["nimber"]
        leaves.update(zip(entry["numbers"], (value ^ rest for value in after), strict=True))
    legal = position.legal
    winning = [n for n in legal if leaves[n] == 0]
    nimber = total if len(legal) == len(leaves) else _mex([leaves[n] for n in legal])
    if (reason["xor"], verdict.nimber) != (total, nimber):
        return False
    if verdict.complete:
        return winning == list(verdict.winning)
    return set(winning) >= set(verdict.winning)


def _entry_holds(entry: Reason, part: _Part) -> bool:
    """Whether what a certificate says of a part, if it says anything, is so."""
    if "options" in entry:  # one after another: a wrong one is found before all are worked out
        after = part.after if part.run else map(part.left_by, part.numbers)
        if any(
            [n, value] != option
            for n, value, option in zip(part.numbers, after, entry["options"], strict=True)
        ):
            return False
    return "nimber" not in entry or entry["nimber"] == part.nimber


def _bare_parts_hold(position: Position, verdict: Verdict, budget: Budget) -> bool:
    """A verdict without nimbers: each pick that it speaks of is worked out."""
    entries: list[Reason] = verdict.reason["parts"]
    if not entries:
        return not verdict.winning
    if len(entries) > _LARGEST_SPLIT:
        raise BudgetError(f"too large to be checked: {len(entries):,} parts")
    parts = [_Part(position.game, tuple(entry["numbers"]), budget) for entry in entries]
    if not all(map(_entry_holds, entries, parts)):
        return False
    part_of = {n: part for part in parts for n in part.numbers}
    largest = max(parts, key=lambda part: len(part.numbers))  # perhaps too large to be asked
    others = reduce(xor, (part.nimber for part in parts if part is not largest), 0)

    def wins(n: int) -> bool:
        part = part_of[n]
        rest = others if part is largest else others ^ part.nimber ^ largest.nimber
        return part.left_by(n) == rest

    asked = position.legal if verdict.complete else verdict.winning
    return [n for n in asked if wins(n)] == list(verdict.winning)


def _mex(values: list[int]) -> int:
    reached = set(values)
    return next(v for v in range(len(reached) + 1) if v not in reached)


def _split(game: Game, bits: int) -> Iterator[tuple[int, ...]]:
    """The numbers that affect each other, directly or over others, ascending."""
    numbers, removes = game.numbers, game.removes
    pool = numbers.decode(bits)
    if removes.trivial:
        yield from ((n,) for n in pool)
    elif removes.band is not None:
        start = 0
        for i in range(1, len(pool) + 1):
            if i == len(pool) or pool[i] - pool[i - 1] > removes.band:
                yield pool[start:i]
                start = i
    elif len(pool) > _LARGEST_SPLIT:
        raise BudgetError(f"too large to be checked: {len(pool):,} numbers")
    else:
        joined = UnionFind(pool)
        for n in pool:
            for m in numbers.iterate(removes.row(numbers, n) & bits):
                joined.join(n, m)
        yield from map(tuple, joined.groups())


class _Part:
    """Numbers that the others do not affect, and the nimbers of what may be left of them."""

    def __init__(self, game: Game, numbers: tuple[int, ...], budget: Budget) -> None:
        self.game = game
        self.numbers = numbers
        self.budget = budget

    @property
    def run(self) -> bool:
        numbers = self.numbers
        unbroken = numbers[-1] - numbers[0] == len(numbers) - 1
        return self.game.removes.band is not None and unbroken

    @cached_property
    def nimber(self) -> int:
        return self._worked_out(self.numbers) if self._fits else _mex(self.after)

    @property
    def _fits(self) -> bool:
        """Whether all that may be left of it is worked out together."""
        return 1 < len(self.numbers) <= _WORD and not self.run

    @cached_property
    def after(self) -> list[int]:
        """The nimber of what each pick leaves."""
        size, width = len(self.numbers), self.game.removes.band
        if width is not None and self.run:
            g = _runs_upto(width, size)
            sides = [g[max(0, i - width)] for i in range(size)]
            return [a ^ b for a, b in zip(sides, reversed(sides), strict=True)]
        return [self.left_by(n) for n in self.numbers]

    def left_by(self, n: int) -> int:
        """The nimber of what a pick leaves."""
        removes = self.game.removes.holds
        left = [m for m in self.numbers if m != n and not removes(m, n)]
        if self._fits:
            return self._worked_out(left)
        self.budget.tick(0)
        total = 0
        for numbers in _split(self.game, self.game.numbers.encode(left)):
            piece = _Part(self.game, numbers, self.budget)
            if len(numbers) > _WORD and not piece.run:
                raise BudgetError(f"too large to be checked: a part of {len(numbers):,} numbers")
            total ^= piece.nimber
        return total

    def _worked_out(self, left: Sequence[int]) -> int:
        kernel, place = self._kernel
        return kernel.value(sum(1 << place[n] for n in left))

    @cached_property
    def _kernel(self) -> tuple[Pieces, dict[int, int]]:
        """What works out all that may be left of up to 64 numbers, and where each has its bit."""
        order, blocks = _layout(self.game, self.numbers)
        holds = self.game.removes.holds
        gone = [sum(1 << j for j, m in enumerate(order) if m == n or holds(m, n)) for n in order]
        near = list(gone)
        for i, row in enumerate(gone):
            for j in range(len(order)):
                near[j] |= (row >> j & 1) << i
        kernel = Pieces([~row for row in gone], near, blocks)
        kernel.tick = self.budget.tick
        return kernel, {n: i for i, n in enumerate(order)}


def _layout(game: Game, numbers: tuple[int, ...]) -> tuple[list[int], list[Block]]:
    """The numbers in the order of their bits; of a sieve, with the blocks of its primes.

    A block may have bits of numbers that are not there; where they are too many, there is none.
    """
    largest = numbers[-1]
    if game.removes.name != "multiple" or numbers[0] < 1 or largest > _LARGEST_RENAMED:
        return list(numbers), []
    blocks = []
    for p in range(5, largest // 2 + 1):
        multiples = [m for m in numbers if m % p == 0]
        own = [m for m in range(p, max(multiples, default=0) + 1, p) if _smooth(m // p)]
        if all(p % d for d in range(2, p)) and set(own) & set(multiples):
            blocks.append((own, set(multiples) - set(own)))
    blocks.sort(key=lambda block: -len(block[0]))
    order = list(dict.fromkeys([m for own, _ in blocks for m in own] + list(numbers)))
    if len(order) > _WORD:
        return list(numbers), []
    place = {n: i for i, n in enumerate(order)}
    return order, [
        (place[own[0]], (1 << len(own)) - 1, sum(1 << place[m] for m in tied))
        for own, tied in blocks
    ]


def _smooth(k: int) -> bool:
    """Whether only 2 and 3 divide a number."""
    while k % 2 == 0:
        k //= 2
    while k % 3 == 0:
        k //= 3
    return k == 1


# --- runs under a band ----------------------------------------------------------------------


@cache
def _first_values(width: int, size: int) -> list[int]:
    """The nimbers of runs of 0, 1, ..., size numbers."""
    g = [0]
    for n in range(1, size + 1):
        sides = [g[max(0, i - width)] for i in range(n)]
        g.append(_mex([a ^ b for a, b in zip(sides, reversed(sides), strict=True)]))
    return g


@cache
def _period(width: int) -> tuple[int, int] | None:
    """From where on, and with which period, all values repeat, if that is proved.

    Guy and Smith (1956): it is enough that g(n + p) = g(n) for s <= n <= 2s + p + 2k + 1.
    """
    g = _first_values(width, _LONGEST_RUN)
    for p in range(1, _LONGEST_RUN // 4):
        s = next((n + 1 for n in range(len(g) - p - 1, -1, -1) if g[n] != g[n + p]), 0)
        if 2 * s + 2 * p + 2 * width + 1 < len(g):
            return s, p
    return None


def _runs_upto(width: int, size: int) -> list[int]:
    """The nimbers of runs of 0, 1, ..., size numbers at least."""
    if size <= _LONGEST_RUN:
        return _first_values(width, 128 if size <= 128 else _LONGEST_RUN)
    found = _period(width)
    if found is None:
        raise BudgetError(f"too large to be checked: a run of {size:,} numbers")
    s, p = found
    g = _first_values(width, _LONGEST_RUN)
    return g[:s] + g[s : s + p] * ((size - s) // p + 1)
