"""Check the certificate of a sum of parts: the split, the mex, the xor.

The nimber of a part is the mex of what its picks leave, which the certificate lists. What
a pick leaves is worked out anew where that is little work: numbers on their own, runs under
a band, and pieces of a few numbers. Where it is not, the certificate is believed one level
down, as long as the mex and the xor agree with it; and where the certificate lists nothing,
a BudgetError says that the claim is too large to be checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property

from ...errors import BudgetError
from ...game import Game, Position
from ..union_find import UnionFind
from ..verdict import Reason, Verdict

_LARGEST_PIECE = 14
_LARGEST_PART = 64
_LARGEST_SPLIT = 5_000
_LONGEST_RUN = 2_000  # worked out one by one; beyond, only what a period proves


def parts_hold(position: Position, verdict: Verdict) -> bool:
    game, reason = position.game, verdict.reason
    entries: list[Reason] = reason["parts"]
    if game.misere or not game.follows.trivial:  # nimbers say nothing if the last pick loses
        return False
    if sorted(tuple(e["numbers"]) for e in entries) != sorted(_split(game, position.bits)):
        return False
    if verdict.nimber is None and reason["xor"] is None:
        return _bare_parts_hold(position, verdict)
    total = 0
    for entry in entries:
        total ^= entry["nimber"]
    leaves: dict[int, int] = {}  # the nimber of the whole after each pick
    for entry in entries:
        part = _Part(game, tuple(entry["numbers"]))
        after = _after(entry, part)
        if after is None or entry["nimber"] != _mex(after):
            return False
        rest = total ^ entry["nimber"]
        leaves.update(zip(part.numbers, (value ^ rest for value in after), strict=True))
    legal = position.legal
    winning = [n for n in legal if leaves[n] == 0]
    nimber = total if len(legal) == len(leaves) else _mex([leaves[n] for n in legal])
    if (reason["xor"], verdict.nimber) != (total, nimber):
        return False
    if verdict.complete:
        return winning == list(verdict.winning)
    return set(winning) >= set(verdict.winning)


def _after(entry: Reason, part: _Part) -> list[int] | None:
    """What the picks of a part leave of it; None if the certificate has it wrong."""
    found = part.after
    if "options" not in entry:
        if None in found:
            raise BudgetError(f"too large to be checked: a part of {len(found):,} numbers")
        return [value or 0 for value in found]
    options: list[tuple[int, int]] = entry["options"]
    if [n for n, _ in options] != list(part.numbers):
        return None
    claimed = [value for _, value in options]
    if any(known not in (None, value) for known, value in zip(found, claimed, strict=True)):
        return None
    return claimed


def _bare_parts_hold(position: Position, verdict: Verdict) -> bool:
    """A verdict without nimbers: each pick that it speaks of is worked out."""
    pool = _Part(position.game, position.pool)

    def wins(n: int) -> bool:
        left = pool.left_by(n)
        if left is None:
            raise BudgetError("too large to be checked: the verdict comes without nimbers")
        return left == 0

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
    """Some numbers of the pool, and the nimbers of what may be left of them."""

    def __init__(self, game: Game, numbers: tuple[int, ...]) -> None:
        self.game = game
        self.numbers = numbers
        self._known: dict[frozenset[int], int] = {}

    @property
    def run(self) -> bool:
        numbers = self.numbers
        unbroken = numbers[-1] - numbers[0] == len(numbers) - 1
        return self.game.removes.band is not None and unbroken

    @cached_property
    def _near(self) -> dict[int, set[int]]:
        """For each number, those that it removes or that remove it."""
        holds, numbers = self.game.removes.holds, self.numbers
        return {n: {m for m in numbers if holds(m, n) or holds(n, m)} for n in numbers}

    @property
    def after(self) -> Sequence[int | None]:
        """The nimber of what each pick leaves; None where it is too much work."""
        size, width = len(self.numbers), self.game.removes.band
        if width is not None and self.run:
            g = _runs_upto(width, size)
            sides = [g[max(0, i - width)] for i in range(size)]
            return [a ^ b for a, b in zip(sides, reversed(sides), strict=True)]
        if size > _LARGEST_PART:
            return [None] * size
        return [self.left_by(n) for n in self.numbers]

    def left_by(self, n: int) -> int | None:
        removes = self.game.removes.holds
        return self.value(frozenset(m for m in self.numbers if m != n and not removes(m, n)))

    def value(self, left: frozenset[int]) -> int | None:
        """The nimber of some of the numbers; None if it is too much work."""
        if len(left) > _LARGEST_PART:
            return None
        total = 0
        for piece in self._pieces(left):
            value = self._piece_value(piece)
            if value is None:
                return None
            total ^= value
        return total

    def _pieces(self, numbers: frozenset[int]) -> Iterator[tuple[int, ...]]:
        left = set(numbers)
        while left:
            fresh = {left.pop()}
            piece = set(fresh)
            while fresh:
                fresh = set().union(*(self._near[n] for n in fresh)) & left
                left -= fresh
                piece |= fresh
            yield tuple(sorted(piece))

    def _piece_value(self, piece: tuple[int, ...]) -> int | None:
        width, size = self.game.removes.band, len(piece)
        if size == 1:
            return 1
        if width is not None and piece[-1] - piece[0] == size - 1:
            return _runs_upto(width, size)[size]
        return self._small_value(frozenset(piece)) if size <= _LARGEST_PIECE else None

    def _small_value(self, left: frozenset[int]) -> int:
        """The nimber by its definition: the mex over all picks."""
        if left not in self._known:
            holds = self.game.removes.holds
            options = [
                self._small_value(frozenset(m for m in left if m != n and not holds(m, n)))
                for n in left
            ]
            self._known[left] = _mex(options)
        return self._known[left]


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
