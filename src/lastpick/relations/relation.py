"""Relations between numbers, enumerated as bitsets.

A relation answers one question about a candidate number, mostly in the light of a given
one. Its `row` for a given number is the bitset of all candidates that it holds for. The
common relations are recognised, by name or by their expression, and enumerate fast on
millions of numbers; any other expression is evaluated number by number, and refused where
that would take too long.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import isqrt
from typing import NamedTuple

from ..errors import ExpressionError, meant
from .differences import Span, by_difference, span
from .language import CANDIDATE, GIVEN, Node, check_bound, compiled, cost, normal, parse, swapped
from .numbers import Numbers

MOST_STEPS_A_ROW = 100_000
MOST_STEPS_ONCE = 10_000_000
LARGEST_COMPARED = 2_000  # numbers that are compared pair by pair


class Role(NamedTuple):
    """What a relation is for, and the names under which it knows its numbers."""

    name: str
    names: dict[str, str]
    default: str


OPENS = Role("opens", {"n": CANDIDATE}, "any")
FOLLOWS = Role("follows", {"n": CANDIDATE, "last": GIVEN}, "any")
REMOVES = Role("removes", {"m": CANDIDATE, "n": GIVEN}, "itself")
ROLES = {role.name: role for role in (OPENS, FOLLOWS, REMOVES)}


# --- rows that enumerate fast ---------------------------------------------------------


def _comb(count: int, step: int) -> int:
    """`count` ones, `step` bits apart, by doubling."""
    bits, have = 1, 1
    while have < count:
        bits |= bits << have * step
        have *= 2
    return bits & ((1 << (count - 1) * step + 1) - 1)


def _all(numbers: Numbers, _: int) -> int:
    return numbers.everything


def _none(_: Numbers, __: int) -> int:
    return 0


def _multiples(numbers: Numbers, given: int) -> int:
    if given == 0:  # 0 has one multiple: itself
        return numbers.encode([0])
    start = -(-numbers.first // given) * given
    if start > numbers.last:
        return 0
    return _comb((numbers.last - start) // given + 1, given) << start - numbers.first


def _divisors(numbers: Numbers, given: int) -> int:
    if given == 0:  # every number divides 0, and 0 divides no other
        return numbers.everything
    first, last = max(1, numbers.first), min(numbers.last, given)
    if first > last:
        return 0
    others = range(-(-given // last), given // first + 1)  # by which to divide to get into the pool
    few = min(last - first + 1, len(others), isqrt(given))
    if few == len(others):
        found = [given // other for other in others if given % other == 0]
    elif few == last - first + 1:
        found = [d for d in range(first, last + 1) if given % d == 0]
    else:
        small = [d for d in range(1, isqrt(given) + 1) if given % d == 0]
        found = [d for d in {*small, *(given // d for d in small)} if first <= d <= last]
    return sum(1 << d - numbers.first for d in found)


def _divisors_and_multiples(numbers: Numbers, given: int) -> int:
    return _divisors(numbers, given) | _multiples(numbers, given)


def _band(width: int) -> Row:
    def row(numbers: Numbers, given: int) -> int:
        low, high = max(numbers.first, given - width), min(numbers.last, given + width)
        return ((1 << high - low + 1) - 1) << low - numbers.first if low <= high else 0

    return row


Row = Callable[[Numbers, int], int]


class Known(NamedTuple):
    """A relation with a name: the expression that it means, and its quick row."""

    name: str
    meaning: str
    row: Row
    denial: str
    width: int | None = None  # of a band


_NAMES = {"c": CANDIDATE, "g": GIVEN}
KNOWN = {
    known.name: known
    for known in (
        Known("any", "1 == 1", _all, "{n} may be picked"),
        Known("itself", "0 == 1", _none, "{n} stays"),
        Known("multiple", "c % g == 0", _multiples, "{n} is not a multiple of {last}"),
        Known("divisor", "g % c == 0", _divisors, "{n} is not a divisor of {last}"),
        Known(
            "divisor or multiple",
            "c % g == 0 or g % c == 0",
            _divisors_and_multiples,
            "{n} is neither a divisor nor a multiple of {last}",
        ),
        Known("neighbour", "abs(c - g) <= 1", _band(1), "{n} is not next to {last}", 1),
    )
}
_QUALITIES = {  # conditions on a number by itself for which there is a word
    "n % 2 == 0": "even",
    "n % 2 == 1": "odd",
    "n % 2 != 0": "odd",
    "prime(n)": "prime",
}
_QUALITY_OF = {normal(parse(text, OPENS.names)): said for text, said in _QUALITIES.items()}
_TREES = {normal(parse(known.meaning, _NAMES)): known for known in KNOWN.values()}
_BAND = normal(parse("abs(c - g) <= 1", _NAMES))


def _recognise(tree: Node) -> Known | None:
    if tree in _TREES:
        return _TREES[tree]
    if tree.op == _BAND.op and tree.args[0] == _BAND.args[0] and tree.args[1].op == "int":
        width = tree.args[1].value
        denial = f"{{n}} is not within {width} of {{last}}"
        return Known("", "", _band(width), denial, width)
    return None


# --- a relation -----------------------------------------------------------------------


class Relation:
    """A relation in its role; equal to another that means the same."""

    __slots__ = ("_compared", "_known", "_tree", "holds", "role", "span", "text")

    def __init__(self, role: Role, text: str | None = None) -> None:
        self.role = role
        self.text = role.default if text is None else " ".join(text.split())
        if self.text in self._fitting():
            tree = parse(KNOWN[self.text].meaning, _NAMES)
        elif re.fullmatch(r"[a-z]+( [a-z]+)*", self.text):
            raise ExpressionError(
                f"{self.text[:40]!r} is no relation; expected a condition such as"
                f" n % 2 == 0, or {' or '.join(repr(name) for name in self._fitting())}"
                f"{meant(self.text, self._fitting())}"
            )
        else:
            tree = parse(self.text, role.names)
        self._tree = normal(tree)
        self._known = _recognise(self._tree)
        self._compared: dict[Numbers, bool] = {}  # the pools on which it holds both ways, or not
        self.holds = compiled(tree)
        self.span: Span = span(self._tree)  # of the differences, candidate minus given number

    def _fitting(self) -> list[str]:
        """The names that make sense here: those besides the default need a given number."""
        given = GIVEN in self.role.names.values()
        return [
            name
            for name in KNOWN
            if name == self.role.default or (given and name not in ("any", "itself"))
        ]

    @property
    def trivial(self) -> bool:
        """Whether it is the default of its role: anything goes, or nothing else leaves."""
        return self._known is KNOWN[self.role.default]

    @property
    def name(self) -> str:
        """Its name among the common relations; empty if it is not one of them."""
        return self._known.name if self._known else ""

    @property
    def quality(self) -> str:
        """Of openings: a word for what they are, such as even; empty if only the condition is."""
        return _QUALITY_OF.get(self._tree, "") if self.role is OPENS else ""

    @property
    def wanted(self) -> str:
        """Of openings: what they have to be."""
        if self.quality:
            return f"the first pick must be {self.quality}"
        return f"openings need {self.text}"

    @property
    def band(self) -> int | None:
        """The width, if it holds for numbers at most so far from each other."""
        return self._known.width if self._known else None

    @property
    def steps(self) -> tuple[int, ...] | None:
        """All differences for which it holds, but 0; None if it takes more to know or no end."""
        low, high = self.span
        if low is None or high is None or not by_difference(self._tree):
            return None
        if high - low >= MOST_STEPS_A_ROW:
            return None
        given = max(0, -low)
        return tuple(d for d in range(low, high + 1) if d and self.holds(given + d, given))

    def _near(self, numbers: Numbers, given: int) -> range:
        """The candidates that lie within the span."""
        low, high = self.span
        first = numbers.first if low is None else max(numbers.first, given + low)
        last = numbers.last if high is None else min(numbers.last, given + high)
        return range(first, last + 1)

    def symmetric(self, numbers: Numbers, ask: Callable[[], object] | None = None) -> bool:
        """Whether it holds both ways wherever it holds; too large a pool counts as no.

        Where pairs have to be compared, `ask` is called for each number, and may raise.
        """
        if normal(swapped(self._tree)) == self._tree:
            return True
        if self._known is not None or numbers.size > LARGEST_COMPARED:
            return False
        found = self._compared.get(numbers)
        if found is None:
            found = self._compared[numbers] = self._both_ways(numbers, ask)
        return found

    def _both_ways(self, numbers: Numbers, ask: Callable[[], object] | None) -> bool:
        holds, pool = self.holds, range(numbers.first, numbers.last + 1)
        for a in pool:
            if ask is not None:
                ask()
            if any(holds(a, b) != holds(b, a) for b in range(a, pool.stop)):
                return False
        return True

    def check(self, numbers: Numbers, start_from: int | None = None) -> None:
        """Refuse a pool on which this would take too long, or count too high."""
        check_bound(self._tree, max(numbers.last, start_from or 0))
        once = GIVEN not in self.role.names.values()
        most = (MOST_STEPS_ONCE if once else MOST_STEPS_A_ROW) // cost(self._tree)
        low, high = self.span
        bounded = low is not None and high is not None and high - low < most
        if self._known is None and numbers.size > most and not bounded:
            hint = (
                ""
                if once
                else "; the relations with a name serve any pool: " + ", ".join(self._fitting())
            )
            raise ExpressionError(
                f"would take too long on {numbers.size:,} numbers;"
                f" this expression serves pools of up to {most:,}{hint}"
            )

    def row(self, numbers: Numbers, given: int) -> int:
        """All candidates for which the relation holds, as a bitset."""
        if self._known is not None:
            return self._known.row(numbers, given)
        holds, near = self.holds, self._near(numbers, given)
        if not near:
            return 0
        found = int("".join("1" if holds(c, given) else "0" for c in reversed(near)), 2)
        return found << near.start - numbers.first

    def denial(self, n: int, last: int) -> str:
        """Why `n` is not a candidate after `last`."""
        if self._known is not None:
            return self._known.denial.format(n=n, last=last)
        return f"{n} may not follow {last}: {self.text} does not hold"

    def __repr__(self) -> str:
        return f"Relation({self.role.name}: {self.text})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Relation):
            return NotImplemented
        return (self.role.name, self._tree) == (other.role.name, other._tree)

    def __hash__(self) -> int:
        return hash((self.role.name, self._tree))

    def __reduce__(self) -> tuple[type[Relation], tuple[Role, str]]:
        return Relation, (self.role, self.text)
