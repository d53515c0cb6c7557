"""Games where anything may follow, solved as a sum of parts.

Two numbers affect each other if picking one removes the other. The pool falls into parts
that do not affect each other; the nimber of a part is the mex over its picks, that of the
whole the xor of the parts' (Sprague and Grundy), and a pick wins if it leaves nimber 0.
That holds for whatever `removes` is. What makes it fast: one kernel for pools of up to 64
numbers, the shipped table for the sieve, and a recurrence for unbroken runs under a band.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from ..errors import BudgetError
from ..game import Game, Position
from ..relations import Numbers
from . import table
from .budget import Budget
from .nimbers import Nimbers
from .row import row
from .static import Static
from .verdict import Reason, Verdict, listed

_WORD = 64  # numbers that the kernel takes
_LARGEST_SPLIT = 5_000
_MOST_OPTIONS = 64


def solve(position: Position, budget: Budget, one: bool = False) -> Verdict:
    game = position.game
    if game.numbers.size <= _WORD:
        return _by_kernel(position, budget, one)
    return _by_parts(position, budget)


# --- small pools: the kernel ------------------------------------------------------------


def _by_kernel(position: Position, budget: Budget, one: bool) -> Verdict:
    game = position.game
    kernel = _kernel(game)
    kernel.most, kernel.tick = kernel.count + budget.positions, budget.tick
    winning = []
    for n in position.legal:
        keep, _ = game.move(n)
        if kernel.equals(position.bits & keep, 0):
            winning.append(n)
            if one:
                break
    nimber = None if one else _nimber(position, kernel)
    method = "table" if _table_for(game) and game.numbers.last <= table.LAST else "parts"
    reason = _kernel_reason(position, kernel, nimber, winning)
    return Verdict(bool(winning), tuple(winning), not one or not winning, nimber, method, reason)


def _nimber(position: Position, kernel: Nimbers) -> int:
    """The nimber of a position; at the opening, the mex over the allowed openings only."""
    if position.last is not None or position.choices == position.bits:
        return kernel.value(position.bits)
    keeps = (position.game.move(n)[0] for n in position.legal)
    reached = {kernel.value(position.bits & keep) for keep in keeps}
    return next(v for v in range(len(reached) + 1) if v not in reached)


@lru_cache(maxsize=16)
def _kernel(game: Game) -> Nimbers:
    numbers = game.numbers
    keeps, near = affected(game)
    if _table_for(game):
        places = (table.sieve_groups(numbers.last), _table(), table.sieve_groups(table.LAST))
        return Nimbers(keeps, near, *places, 1 << table.LAST - table.FIRST + 1)
    return Nimbers(keeps, near)


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


def _table_for(game: Game) -> Static | None:
    """The shipped table, for a pool whose parts it knows."""
    sieve = game.removes.name == "multiple" and game.numbers.first == table.FIRST
    return _table() if sieve else None


@cache
def _table() -> Static | None:
    try:
        return table.read()
    except table.TableError as error:
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
            entry["nimber"] = kernel.part_value(part)
            entry["options"] = [
                [n, kernel.value(part & position.game.move(n)[0])] for n in numbers.decode(part)
            ]
        parts.append(entry)
    pick = winning[0] if winning else None
    return {
        "kind": "parts",
        "pick": pick,
        "xor": nimber,
        "parts": parts,
        "text": _text(position, parts, nimber, pick),
    }


# --- large pools: runs, and parts that fit the kernel -----------------------------------


def _by_parts(position: Position, budget: Budget) -> Verdict:
    game = position.game
    parts = [(part, *_part_values(game, part, budget)) for part in split(game, position.bits)]
    total = 0
    for _, value, _ in parts:
        total ^= value
    winning = []
    for part, value, after in parts:
        target = total ^ value
        pool = game.numbers.decode(part)
        winning += [n for n, reached in zip(pool, after, strict=True) if reached == target]
    legal = position.choices
    first = game.numbers.first
    if legal != position.bits:
        winning = [n for n in winning if legal >> n - first & 1]
    winning.sort()
    shown = [
        {"numbers": list(game.numbers.decode(part)), "nimber": value}
        | ({"options": list(map(list, zip(game.numbers.decode(part), after, strict=True)))}
           if part.bit_count() <= _MOST_OPTIONS else {})
        for part, value, after in parts
    ]  # fmt: skip
    nimber = total if legal == position.bits or position.last is not None else None
    pick = winning[0] if winning else None
    reason: Reason = {
        "kind": "parts",
        "pick": pick,
        "xor": total,
        "parts": shown,
        "text": _text(position, shown, total, pick),
    }
    return Verdict(bool(winning), tuple(winning), True, nimber, "parts", reason)


def split(game: Game, bits: int) -> Iterator[int]:
    """The parts of a position, as bitsets."""
    numbers, band = game.numbers, game.removes.band
    if game.removes.trivial:
        yield from (1 << n - numbers.first for n in numbers.iterate(bits))
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
            yield part


_affected = lru_cache(maxsize=4)(affected)


def _runs(numbers: Numbers, bits: int, band: int) -> Iterator[int]:
    """Parts under a band: a gap of `band` numbers or more divides them."""
    before: int | None = None
    part: list[int] = []
    for n in numbers.iterate(bits):
        if before is not None and n - before > band:
            yield numbers.encode(part)
            part = []
        part.append(n)
        before = n
    if part:
        yield numbers.encode(part)


def _part_values(game: Game, part: int, budget: Budget) -> tuple[int, list[int]]:
    """The nimber of a part, and of what each of its picks leaves of it."""
    numbers, band = game.numbers, game.removes.band
    size = part.bit_count()
    if size == 1:
        return 1, [0]
    low = (part & -part).bit_length() - 1
    if band is not None and part >> low == (1 << size) - 1:
        g = row(band).upto(size)
        places = range(size)
        return g[size], [g[max(0, i - band)] ^ g[max(0, size - 1 - i - band)] for i in places]
    if size > _WORD:
        raise BudgetError(f"a part of {size:,} numbers cannot be worked out; up to {_WORD} can be")
    pool = numbers.decode(part)
    place = {n: i for i, n in enumerate(pool)}
    keeps, near = [], [0] * size
    for i, n in enumerate(pool):
        gone = [place[m] for m in numbers.decode(part & ~game.move(n)[0])]
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
    if nimber is None:
        return f"Pick {pick}: it leaves parts whose nimbers cancel out." if pick else ""
    sizes = [f"{part['nimber']} ({listed(part['numbers'], 4)})" for part in parts]
    sizes.sort(key=len)
    shown = " ^ ".join(sizes[:6]) + (" ^ ..." if len(sizes) > 6 else "")
    many = "the parts' nimbers" if len(parts) > 1 else "the nimber"
    if pick is not None:
        return f"Pick {pick}: it brings {many} {shown} to 0 in all."
    return f"There is no winning pick: {many} {shown} come to 0, and every pick changes that."
