"""Sieves: games in which a number takes its multiples along, and anything may follow.

Positions on 1-64 are words of one kernel that serves all pools (`sieve_form` has the theorems that
it rests on). Of a larger pool each part is made small first: primes whose multiples correspond
cancel, and the primes that are left are renamed to the first ones. Mostly that brings it below 64;
if not, it has a form of its own, as long as its numbers and those it may be renamed to are 64.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache, cached_property, lru_cache

from ..game import Game
from . import sieve_table
from .budget import Budget
from .nimbers import Nimbers
from .sieve_form import LARGEST, SieveForm, large_primes_of, layout, primes_of
from .wide import WORD, WideNimbers, joined, members

_KERNELS = 8  # that are kept
_MOST_KEPT = 1 << 26  # parts in a kernel; with more it begins anew at the next question


def is_sieve(game: Game) -> bool:
    """Whether a number takes exactly its multiples along."""
    return game.removes.name == "multiple"


@cache
def common_form() -> SieveForm:
    """The form that serves all positions on 1-64."""
    return SieveForm(layout(range(1, LARGEST + 1)))


def divisibility(numbers: Sequence[int]) -> tuple[list[int], list[int]]:
    """For each number: what picking it keeps, and what divides it or is divided by it."""
    keeps, near = [], []
    for n in numbers:
        keeps.append(~sum(1 << i for i, m in enumerate(numbers) if m % n == 0))
        near.append(sum(1 << i for i, m in enumerate(numbers) if m % n == 0 or n % m == 0))
    return keeps, near


@lru_cache(maxsize=16)
def affected(form: SieveForm) -> tuple[list[int], list[int]]:
    """The same for the numbers of a form."""
    return divisibility(form.numbers)


def kernel_for(form: SieveForm, closed: bool) -> Nimbers:
    """A kernel for the positions of a form; closed ones may be looked up in the table."""
    keeps, near = affected(form)
    if closed and form is common_form():
        return Nimbers(keeps, near, form, sieve_table.shipped(), inside(form))
    return Nimbers(keeps, near, form)


def inside(form: SieveForm) -> int:
    """Where the numbers of the table lie."""
    return sum(1 << i for i, n in enumerate(form.numbers) if 2 <= n <= sieve_table.LAST)


class SieveKernels:
    """What a memory knows of sieves: parts are told apart by what survives, not by their pool.

    A position is closed if it holds all divisors but 1 of what it holds, and not 1, as play on a
    pool from 2 up leaves it. Only such positions are in the table, so the others have a kernel
    of their own.
    """

    def __init__(self) -> None:
        self._made: dict[tuple[SieveForm, bool], Nimbers] = {}
        self._budget = Budget()
        self._before = 0
        self._left_behind = 0  # parts in kernels that are no longer kept

    @property
    def count(self) -> int:
        """How many parts were worked out."""
        return self._left_behind + sum(kernel.count for kernel in self._made.values())

    def within(self, budget: Budget) -> None:
        """Keep to a budget from now on; what is known costs nothing."""
        for key in [key for key, kernel in self._made.items() if kernel.count > _MOST_KEPT]:
            self._left_behind += self._made.pop(key).count
        self._budget, self._before = budget, self.count
        for kernel in self._made.values():
            self._limit(kernel)

    def _limit(self, kernel: Nimbers) -> None:
        kernel.most = kernel.count + self._budget.positions
        kernel.tick = self._tick

    def _tick(self, _: int) -> None:
        self._budget.tick(self.count + 1 - self._before)

    def kernel(self, form: SieveForm, closed: bool) -> Nimbers:
        """The kernel for the closed positions of a form, or for the others."""
        found = self._made.get((form, closed))
        if found is None:
            if len(self._made) >= _KERNELS:
                oldest = next(key for key in self._made if key[0] is not common_form())
                self._left_behind += self._made.pop(oldest).count
            found = self._made[form, closed] = kernel_for(form, closed)
            self._limit(found)
        return found


class SieveNimbers:
    """The nimbers of the positions of one sieve on numbers within 1-64."""

    def __init__(self, game: Game, kernels: SieveKernels) -> None:
        self.first, self.last = game.numbers.first, game.numbers.last
        self.form = common_form()
        self.kernels = kernels
        self.within = kernels.within

    @property
    def count(self) -> int:
        """How many parts were worked out, also of other sieves."""
        return self.kernels.count

    def _placed(self, bits: int) -> tuple[Nimbers, int]:
        word = self.form.placed(bits, self.first)
        return self.kernels.kernel(self.form, bool(self.form.closed(word))), word

    def in_table(self, bits: int) -> bool:
        """Whether every part of a position is in the shipped table."""
        if self.first + bits.bit_length() - 1 > sieve_table.LAST:
            return False
        closed = bool(self.form.closed(self.form.placed(bits, self.first)))
        return closed and sieve_table.shipped() is not None

    def parts(self, bits: int) -> Iterator[tuple[list[int], int, list[int]]]:
        """The numbers of each part of a position, its nimber, and what each pick leaves of it."""
        kernel, word = self._placed(bits)
        listed = self.form.listed
        while word:
            part = kernel.part_of(word)
            word ^= part
            if part & (part - 1) == 0:
                yield listed(part), 1, [0]
            else:
                ordered = sorted(zip(listed(part), kernel.options(part), strict=True))
                numbers, after = map(list, zip(*ordered, strict=True))
                yield numbers, kernel.value(part), after

    def value(self, bits: int) -> int:
        """The nimber of any position."""
        kernel, word = self._placed(bits)
        return kernel.value(word)

    def equals(self, bits: int, target: int) -> bool:
        """Whether a position has this nimber."""
        kernel, word = self._placed(bits)
        return bool(kernel.equals(word, target))


class WideSieve(WideNimbers):
    """The nimbers of what may be left of any numbers, where each takes its multiples along."""

    def __init__(
        self,
        numbers: Sequence[int],
        keeps: Sequence[int],
        near: Sequence[int],
        kernels: SieveKernels,
    ) -> None:
        super().__init__(keeps, near)
        self.numbers = numbers
        self.kernels = kernels

    @cached_property
    def _form(self) -> SieveForm | None:
        alone = [near == 1 << i for i, near in enumerate(self.near)]
        return _own_form(
            tuple(n for n, no in zip(self.numbers, alone, strict=True) if not no and n > 1),
            few=True,
        )

    @property
    def count(self) -> int:
        return super().count + self.kernels.count

    def within(self, budget: Budget) -> None:
        self.kernels.within(budget)
        super().within(budget)

    def parts(self, bits: int) -> Iterator[int]:
        alone = sum(1 << i for i in members(bits) if self.near[i] & bits == 1 << i)
        yield from (1 << i for i in members(alone))  # whatever their primes; they may be large
        bits ^= alone
        pool = [self.numbers[i] for i in members(bits)]
        if 0 in pool:  # which everything divides
            yield bits
            return
        self._tick()
        left = set(cancelled(pool))
        bits = sum(1 << i for i in members(bits) if self.numbers[i] in left)
        while bits:
            part = joined(self.near, bits)
            bits &= ~part
            yield part

    def _placed(self, part: int) -> tuple[Nimbers, int] | None:
        pool = [self.numbers[i] for i in members(part)]
        if 0 in pool:
            return None
        image = renamed(pool)
        form: SieveForm | None = common_form()
        if max(image) > LARGEST:
            form = self._form
            if form is None or not set(image) <= set(form.numbers):
                form = _own_form(tuple(sorted(image)), few=False)
        if form is None or not set(image) <= set(form.numbers):
            return None
        place = {n: i for i, n in enumerate(form.numbers)}
        word = sum(1 << place[n] for n in image)
        return self.kernels.kernel(form, bool(form.closed(word))), word


# --- theorems on numbers ------------------------------------------------------------------


def cancelled(numbers: Collection[int]) -> list[int]:
    """What is left when primes whose multiples correspond have cancelled in pairs.

    Several pairs may cancel at once: what corresponds still does, without multiples of others.
    Primes with equal patterns divide no number together: q would divide some k of p's pattern, and
    so of its own, where every k is prime to q.
    """
    left = set(numbers)
    while True:
        patterns: dict[int, set[tuple[int, int]]] = {}
        for n in left:
            for p in primes_of(n):
                patterns.setdefault(p, set()).add(_power(n, p))
        alike: dict[frozenset[tuple[int, int]], int] = {}
        struck: set[int] = set()
        for p in sorted(patterns):
            q = alike.pop(frozenset(patterns[p]), None)
            if q is None:
                alike[frozenset(patterns[p])] = p
            else:
                struck |= {p, q}
        if not struck:
            return sorted(left)
        left = {n for n in left if all(n % p for p in struck)}


def _power(n: int, p: int) -> tuple[int, int]:
    """A number as p to some power, and what it is multiplied by."""
    power = 0
    while n % p == 0:
        n //= p
        power += 1
    return power, n


def renamed(numbers: Collection[int]) -> list[int]:
    """The same game with small primes: those in use become the first ones, in order; then the
    free ones (see `sieve_form`) are ordered by what survives of them."""
    used = sorted({p for n in numbers for p in primes_of(n)})
    first = dict(zip(used, _primes(len(used)), strict=True))
    small = [_exchanged(n, first) for n in numbers]
    patterns: dict[int, int] = {}
    tied: set[int] = set()
    for n in small:
        large = large_primes_of(n)
        if len(large) > 1:
            tied |= set(large)
        elif large:
            patterns[large[0]] = patterns.get(large[0], 0) | 1 << n // large[0]
    free = [p for p in patterns if p not in tied]
    order = sorted(free, key=lambda p: (-patterns[p], p))
    slots = [p for p in _primes(len(used)) if p > 3 and p not in tied]
    names = {p: p for p in (2, 3, *tied)} | dict(zip(order, slots, strict=False))
    return [_exchanged(n, names) for n in small]


def _exchanged(n: int, names: dict[int, int]) -> int:
    found = 1
    for p in primes_of(n):
        found *= names[p] ** _power(n, p)[0]
    return found


@cache
def _primes(count: int) -> list[int]:
    """The first primes."""
    found: list[int] = []
    n = 2
    while len(found) < count:
        if all(n % p for p in found):
            found.append(n)
        n += 1
    return found


@lru_cache(maxsize=16)
def _own_form(numbers: tuple[int, ...], few: bool) -> SieveForm | None:
    """A form for what may be left of some numbers, if 64 bits are enough.

    A block holds all free multiples of a prime up to the largest. With `few`, it is a form for what
    play leaves of a whole pool, of whose short blocks few are ever needed: in canonical form, and
    where positions are closed, patterns differ, so at most one holds 2 and nothing larger. A prime
    that is tied to another keeps its block, however short.
    """
    largest: dict[int, int] = {}
    others = []
    tied: set[int] = set()
    for n in numbers:
        large = large_primes_of(n)
        if len(large) == 1:
            largest[large[0]] = max(largest.get(large[0], 1), n // large[0])
        else:
            others.append(n)
            tied |= set(large)
    kept = sorted(largest, key=lambda p: (-largest[p], p))
    if few:
        short = [p for p in kept if largest[p] <= 3 and p not in tied]
        needed = [p for p in short if largest[p] == 3]
        needed += [p for p in short if largest[p] == 2][:1]
        kept = [p for p in kept if p not in short or p in needed]
    blocks = [p * k for p in kept for k in range(1, largest[p] + 1) if not large_primes_of(k)]
    found = layout(others + blocks)
    return SieveForm(found) if 0 < len(found) <= WORD else None
