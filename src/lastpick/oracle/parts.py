"""Games where anything may follow, solved as a sum of parts.

Two numbers affect each other if picking one removes the other. The pool falls into parts
that do not affect each other; the nimber of a part is the mex over its picks, that of the
whole the xor of the parts' (Sprague and Grundy), and a pick wins if it leaves nimber 0.
That holds for whatever `removes` is. What makes it fast: one kernel for pools of up to 64
numbers, the shipped table for the sieve, and a recurrence for unbroken runs under a band.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, reduce
from itertools import compress, count
from operator import xor
from typing import TYPE_CHECKING

from ..errors import BudgetError
from ..game import Game, Position
from ..relations import Numbers
from . import sieve_table
from .band import row
from .binary_fuse import Static
from .budget import Budget
from .nimbers import Nimbers
from .verdict import Reason, Verdict, listed

if TYPE_CHECKING:
    from .memory import Memory

_WORD = 64  # numbers that the kernel takes
_SMALL = 24  # numbers for which every position is soon worked out
_LARGEST_SPLIT = 5_000
_MOST_OPTIONS = 64


def solve(position: Position, budget: Budget, stop_at_first: bool, memory: Memory) -> Verdict:
    if position.game.numbers.size <= _WORD:
        return _by_kernel(position, budget, stop_at_first, memory.nimbers(position.game))
    return _by_parts(position, budget)


# --- small pools: the kernel ------------------------------------------------------------


def _by_kernel(position: Position, budget: Budget, stop_at_first: bool, kernel: Nimbers) -> Verdict:
    game = position.game
    before = kernel.count
    kernel.most = before + budget.positions
    kernel.tick = lambda count: budget.tick(count - before)
    winning = []
    for n in position.legal:
        keep, _ = game.move(n)
        if kernel.equals(position.bits & keep, 0):
            winning.append(n)
            if stop_at_first:
                break
    nimber = None if stop_at_first or not _quick(game) else _nimber(position, kernel)
    return Verdict(
        wins=bool(winning),
        winning=tuple(winning),
        complete=not stop_at_first or not winning,
        nimber=nimber,
        method="table" if _in_table(game) else "parts",
        reason=_kernel_reason(position, kernel, nimber, winning),
    )


def nimber_of(position: Position, budget: Budget, memory: Memory) -> int | None:
    """The nimber, also where `solve` leaves it out because it takes long to work out."""
    verdict = solve(position, budget, False, memory)
    if verdict.nimber is None and position.game.numbers.size <= _WORD:
        return _nimber(position, memory.nimbers(position.game))
    return verdict.nimber


def _nimber(position: Position, kernel: Nimbers) -> int:
    """The nimber of a position; at the opening, the mex over the allowed openings only."""
    if position.last is not None or position.choices == position.bits:
        return _find(kernel, position.bits)
    keeps = (position.game.move(n)[0] for n in position.legal)
    return mex({_find(kernel, position.bits & keep) for keep in keeps})


def _find(kernel: Nimbers, bits: int) -> int:
    """A nimber, by asking for 0, 1, 2, ...: that visits fewer positions than working it out."""
    return next(v for v in count() if kernel.equals(bits, v))


def mex(values: set[int]) -> int:
    """The least number from 0 up that is not among the values."""
    return next(v for v in range(len(values) + 1) if v not in values)


def nimbers_for(game: Game) -> Nimbers:
    """The kernel for a game, with all that is known beforehand."""
    return _looked_up(game) if _in_table(game) else _kernel(game)


def _kernel(game: Game) -> Nimbers:
    keeps, near = affected(game)
    if not _sieve(game):
        return Nimbers(keeps, near)
    return Nimbers(
        keeps,
        near,
        groups=sieve_table.sieve_groups(game.numbers.last),
        table=_table(),
        table_groups=sieve_table.sieve_groups(sieve_table.LAST),
        below=1 << sieve_table.LAST - sieve_table.FIRST + 1,
    )


# Where the table knows every part, a kernel learns nothing, and all memories may share it.
_looked_up = lru_cache(maxsize=16)(_kernel)


def affected(game: Game) -> tuple[list[int], list[int]]:
    """For each number: what picking it keeps, and what it affects or is affected by."""
    numbers = game.numbers
    pool = range(numbers.first, numbers.last + 1)
    keeps = [game.move(n)[0] for n in pool]
    near = [~keep & numbers.everything for keep in keeps]
    for i, gone in enumerate(list(near)):
        for n in numbers.decode(gone):
            near[n - numbers.first] |= 1 << i
    return keeps, near


def _sieve(game: Game) -> bool:
    return game.removes.name == "multiple" and game.numbers.first == sieve_table.FIRST


def _in_table(game: Game) -> bool:
    return _sieve(game) and game.numbers.last <= sieve_table.LAST and _table() is not None


def _quick(game: Game) -> bool:
    """Whether the nimber of every position is at hand, or soon worked out."""
    return _in_table(game) or game.removes.band is not None or game.numbers.size <= _SMALL


@cache
def _table() -> Static | None:
    try:
        return sieve_table.read()
    except sieve_table.TableError as error:
        trouble.append(str(error))
        return None


trouble: list[str] = []  # what went wrong with the table, for a front end to report once


def _kernel_reason(
    position: Position, kernel: Nimbers, nimber: int | None, winning: list[int]
) -> Reason:
    numbers = position.game.numbers
    parts = []
    rest = position.bits
    while rest:
        part = kernel.part_of(rest)
        rest &= ~part
        entry: Reason = {"numbers": list(numbers.decode(part))}
        if nimber is not None:
            entry["nimber"] = _find(kernel, part)
            entry["options"] = [
                [n, kernel.value(part & position.game.move(n)[0])] for n in numbers.decode(part)
            ]
        parts.append(entry)
    pick = winning[0] if winning else None
    total = None if nimber is None else reduce(xor, (part["nimber"] for part in parts), 0)
    return {
        "kind": "parts",
        "pick": pick,
        "xor": total,
        "parts": parts,
        "text": _text(position, parts, total, pick),
    }


# --- large pools: runs, and parts that fit the kernel -----------------------------------


def _by_parts(position: Position, budget: Budget) -> Verdict:
    game = position.game
    parts: list[Reason] = []
    values: list[list[int]] = []  # for each part, what its picks leave of it
    total = 0
    for part in split(game, position.bits):
        value, after = _part_values(game, part, budget)
        total ^= value
        parts.append({"numbers": list(part), "nimber": value})
        values.append(after)
    free = position.choices == position.bits
    alive = game.numbers.flags(position.choices)
    reached: set[int] = set()  # the nimbers after each opening, where only some are allowed
    winning: list[int] = []
    for entry, after in zip(parts, values, strict=True):
        target = total ^ entry["nimber"]
        winning += compress(entry["numbers"], map(target.__eq__, after))
        if not free:
            legal = (alive[n - game.numbers.first] for n in entry["numbers"])
            reached |= {target ^ value for value in compress(after, legal)}
        if len(after) <= _MOST_OPTIONS:
            entry["options"] = [
                list(option) for option in zip(entry["numbers"], after, strict=True)
            ]
    if not free:
        winning = [n for n in winning if alive[n - game.numbers.first]]
    winning.sort()
    pick = winning[0] if winning else None
    reason: Reason = {
        "kind": "parts",
        "pick": pick,
        "xor": total,
        "parts": parts,
        "text": _text(position, parts, total, pick),
    }
    nimber = total if free else mex(reached)
    return Verdict(
        wins=bool(winning),
        winning=tuple(winning),
        complete=True,
        nimber=nimber,
        method="parts",
        reason=reason,
    )


def split(game: Game, bits: int) -> Iterator[Sequence[int]]:
    """The parts of a position, each ascending; an unbroken run as a range."""
    numbers, band = game.numbers, game.removes.band
    if game.removes.trivial:
        yield from ([n] for n in numbers.iterate(bits))
    elif band is not None:
        yield from _runs(numbers, bits, band)
    elif numbers.size > _LARGEST_SPLIT:
        raise BudgetError(
            f"{numbers.size:,} numbers are too many to be split into parts;"
            f" up to {_LARGEST_SPLIT:,} can be"
        )
    else:
        _, near = _affected(game)
        while bits:
            part = fresh = bits & -bits
            while fresh:
                low = fresh & -fresh
                found = near[low.bit_length() - 1] & bits & ~part
                part |= found
                fresh = fresh ^ low | found
            bits &= ~part
            yield numbers.decode(part)


_affected = lru_cache(maxsize=4)(affected)


def _runs(numbers: Numbers, bits: int, band: int) -> Iterator[Sequence[int]]:
    """Parts under a band: a gap of `band` numbers or more divides them."""
    flags = bin(bits)[:1:-1]
    for found in re.finditer(f"1(?:0{{0,{max(0, band - 1)}}}1)*" if band else "1", flags):
        run = range(numbers.first + found.start(), numbers.first + found.end())
        if "0" in found[0]:
            yield [n for n, flag in zip(run, found[0], strict=True) if flag == "1"]
        else:
            yield run


def _part_values(game: Game, pool: Sequence[int], budget: Budget) -> tuple[int, list[int]]:
    """The nimber of a part, and of what each of its picks leaves of it."""
    band, size = game.removes.band, len(pool)
    if size == 1:
        return 1, [0]
    if band is not None and pool[-1] - pool[0] == size - 1:
        g = row(band).upto(size)
        left = ([0] * band + g[: size - band])[:size] if size > band else [0] * size
        return g[size], list(map(xor, left, reversed(left)))
    if size > _WORD:
        raise BudgetError(f"a part of {size:,} numbers cannot be worked out; up to {_WORD} can be")
    keeps, near = [], [0] * size
    for i, n in enumerate(pool):
        gone = [j for j, m in enumerate(pool) if m == n or game.removes.holds(m, n)]
        keeps.append(~sum(1 << j for j in gone))
        for j in gone:
            near[i] |= 1 << j
            near[j] |= 1 << i
    kernel = Nimbers(keeps, near)
    kernel.most, kernel.tick = budget.positions, budget.tick
    everything = (1 << size) - 1
    return kernel.value(everything), [kernel.value(everything & keep) for keep in keeps]


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
