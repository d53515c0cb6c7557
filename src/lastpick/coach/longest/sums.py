"""The longest and the shortest game where anything may follow.

The pool falls into parts that do not affect each other, and a complete game is one of each part,
in whatever order; so the lengths add up. Within a part a number that removes nothing that is left
costs nothing when it is picked at once, and one that nothing else removes costs nothing when it
is picked at the end. If that takes care of all numbers, as in a sieve, every number can be picked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ...errors import BudgetError
from ...game import Game, Position
from ...oracle import Budget
from ...oracle.parts import affected
from ...oracle.reach import Reachable
from ...oracle.wide import LARGEST_SPLIT, joined, members
from .answer import Longest, Shortest
from .exact import Exact
from .programme import solver_is_there
from .sum_programme import extreme_set, in_order

_SMALL = 24  # numbers of a part that are tried out


class Lengths(NamedTuple):
    """The picks of a complete game, and what no game exceeds or falls below."""

    picks: list[int]
    bound: int


def longest(position: Position, budget: Budget) -> Longest:
    """The longest game from here, as far as it is known by the end of the budget."""
    free = position.choices == position.bits
    found = (_longest if free else _after_openings(_longest, max))(position, budget)
    return Longest(tuple(found.picks), found.bound)


def shortest(position: Position, budget: Budget) -> Shortest:
    """The shortest game from here, as far as it is known by the end of the budget."""
    free = position.choices == position.bits
    found = (_shortest if free else _after_openings(_shortest, min))(position, budget)
    return Shortest(tuple(found.picks), found.bound)


Method = Callable[[Position, Budget], Lengths]


def _after_openings(method: Method, best: Callable[..., Any]) -> Method:
    """Where not every number may open: one that may, and then whatever is left."""

    def over(position: Position, budget: Budget) -> Lengths:
        found: Lengths | None = None
        for n in position.game.numbers.iterate(position.choices):
            if found and budget.over:
                trivial = position.bits.bit_count() if best is max else 1
                return Lengths(found.picks, best(found.bound, trivial))
            rest = method(position.pick_unchecked(n), budget)
            one = Lengths([n, *rest.picks], 1 + rest.bound)
            if found is None:
                found = one
                continue
            picks = best(found.picks, one.picks, key=len)
            found = Lengths(picks, best(one.bound, found.bound))
        return found or Lengths([], 0)

    return over


# --- the longest ------------------------------------------------------------------------------


def _longest(position: Position, budget: Budget) -> Lengths:
    game, bits = position.game, position.bits
    everything = _all_of_them(game, bits, budget)
    if everything is not None:
        return Lengths(everything, len(everything))
    numbers, band = game.numbers.decode(bits), game.removes.band
    if band is not None:
        picks = _spread(numbers, band)
        return Lengths(picks, len(picks))
    table = _Table(game, bits)
    early, core, late = table.peeled((1 << len(numbers)) - 1)
    places, bound = early, len(early) + len(late)
    for part in table.parts(core):
        found = _part_longest(table, part, budget)
        places += found.picks
        bound += found.bound
    return Lengths([numbers[i] for i in [*places, *late]], bound)


def _all_of_them(game: Game, bits: int, budget: Budget) -> list[int] | None:
    """All numbers, upwards or downwards, if no pick then removes a later one; else None.

    0 may come first or last either way: it is a multiple of every number.
    """
    pool = game.numbers.decode(bits)
    for order in (pool, pool[::-1], (*pool[1:], pool[0]), (pool[0], *pool[:0:-1])) if pool else ():
        left = bits
        for at, n in enumerate(order):
            if at & 0xFF == 0:
                budget.tick(0)
            left &= ~(1 << n - game.numbers.first)
            if left & ~game.move(n)[0]:
                break
        else:
            return list(order)
    return None


def _spread(numbers: Sequence[int], band: int) -> list[int]:
    """The most numbers that are all further than `band` apart: the first that may, each time."""
    found: list[int] = []
    for n in numbers:
        if not found or n - found[-1] > band:
            found.append(n)
    return found


def _part_longest(table: _Table, part: int, budget: Budget) -> Lengths:
    exact = _tried_out(table, part, budget, shortest=False)
    if exact:
        return exact
    chosen, bound = None, None
    if solver_is_there() and not budget.over:
        chosen, bound = extreme_set(table.keeps, part, budget, shortest=False)
    if chosen is not None:
        picks = in_order(table.keeps, chosen)
        return Lengths(picks, len(picks))
    picks = table.played(part, min)
    most = groups(table.keeps, part)
    return Lengths(picks, max(len(picks), most if bound is None else min(bound, most)))


# --- the shortest -----------------------------------------------------------------------------


def _shortest(position: Position, budget: Budget) -> Lengths:
    game, bits = position.game, position.bits
    forced = _forced(game, bits, budget)
    if forced is not None:
        return Lengths(forced, len(forced))
    numbers, band = game.numbers.decode(bits), game.removes.band
    if band is not None:
        picks = _cover(numbers, band)
        return Lengths(picks, len(picks))
    table = _Table(game, bits)
    found = [_part_shortest(table, part, budget) for part in table.parts((1 << len(numbers)) - 1)]
    picks = [numbers[i] for each in found for i in each.picks]
    return Lengths(picks, sum(each.bound for each in found))


def _forced(game: Game, bits: int, budget: Budget) -> list[int] | None:
    """The numbers that nothing else removes, which have to be picked, if they remove the rest."""
    removed = 0
    numbers = game.numbers
    for at, n in enumerate(numbers.iterate(bits)):
        if at & 0xFF == 0:
            budget.tick(0)
        removed |= bits & ~game.move(n)[0] & ~(1 << n - numbers.first)
    found, left = numbers.decode(bits & ~removed), bits
    for n in found:
        left &= game.move(n)[0]
    return None if left else list(found)


def _cover(numbers: Sequence[int], band: int) -> list[int]:
    """The fewest picks under a band: the first number that is left is removed from as far off as
    can be, each time. The next that is left lies beyond the band, so all of them can be picked.
    """
    found: list[int] = []
    at = 0
    while at < len(numbers):
        first = numbers[at]
        while at + 1 < len(numbers) and numbers[at + 1] <= first + band:
            at += 1
        found.append(numbers[at])
        while at < len(numbers) and numbers[at] <= found[-1] + band:
            at += 1
    return found


def _part_shortest(table: _Table, part: int, budget: Budget) -> Lengths:
    exact = _tried_out(table, part, budget, shortest=True)
    if exact:
        return exact
    chosen, bound = None, None
    if solver_is_there() and not budget.over:
        chosen, bound = extreme_set(table.keeps, part, budget, shortest=True)
    if chosen is not None:
        picks = in_order(table.keeps, chosen)
        return Lengths(picks, len(picks))
    picks = table.played(part, max)
    most = max((part & ~table.keeps[i]).bit_count() for i in members(part))
    return Lengths(picks, max(1, bound or 0, -(-part.bit_count() // most)))


# --- parts ------------------------------------------------------------------------------------


def _tried_out(table: _Table, part: int, budget: Budget, shortest: bool) -> Lengths | None:
    if part.bit_count() > _SMALL:
        return None
    size = len(table.keeps)
    board = Reachable((), part, [(1 << size) - 1] * size, table.keeps)
    try:
        picks = Exact(board, budget, shortest).picks(part, part)
    except BudgetError:
        return None
    return Lengths(picks, len(picks))


class _Table:
    """What each number of some removes, as bitsets over their places."""

    def __init__(self, game: Game, bits: int) -> None:
        size = bits.bit_count()
        if size > LARGEST_SPLIT:
            raise BudgetError(f"{size:,} numbers are too many to be split into parts")
        self.keeps, self.near = affected(game.numbers, bits, game.removes)
        self.removers = [0] * size
        for i, keep in enumerate(self.keeps):
            for j in members(~keep & ~(1 << i)):
                self.removers[j] |= 1 << i

    def parts(self, left: int) -> list[int]:
        """What does not affect each other."""
        found = []
        while left:
            found.append(joined(self.near, left))
            left &= ~found[-1]
        return found

    def peeled(self, left: int) -> tuple[list[int], int, list[int]]:
        """What is picked at once, what is then left, and what is picked at the end, in order."""
        early: list[int] = []
        late: list[int] = []
        before = -1
        while left != before:
            before = left
            for i in members(before):
                if not left & ~self.keeps[i] & ~(1 << i):
                    early.append(i)
                elif not left & self.removers[i]:
                    late.append(i)
                else:
                    continue
                left ^= 1 << i
        return early, left, late[::-1]

    def played(self, left: int, best: Callable[..., int]) -> list[int]:
        """A complete game in which each pick removes the fewest that are left, or the most."""
        found: list[int] = []
        while left:
            now = left
            pick = best(members(left), key=lambda i: (now & ~self.keeps[i]).bit_count())
            found.append(pick)
            left &= self.keeps[pick]
        return found


def groups(keeps: Sequence[int], left: int) -> int:
    """How many groups, in each of which any two remove each other, hold all numbers.

    No game picks two of a group.
    """
    count = 0
    while left:
        count += 1
        fitting = left
        while fitting:
            i = next(members(fitting))
            left ^= 1 << i
            gone = fitting & ~keeps[i] & ~(1 << i)
            fitting = sum(1 << j for j in members(gone) if not keeps[j] >> i & 1)
    return count
