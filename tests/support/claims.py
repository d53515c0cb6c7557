"""The claims of lessons: what a step's text says in numbers, checked one by one.

A claim is a verb and its numbers, such as `winning 5 7` or `worth 1-5 is 3`, about the step's
position, or about another one that a prefix names: `after 6 3:`, `on 2-11:` (the same game on
another pool), `pool 2,3,4,6:`, `without 3:`, `at start:`. Everything is worked out anew, by brute
force where that is easy, and else by the oracle.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import reduce
from operator import xor

from rules_of_thumb import SEEN_THROUGH, are_twins, stretches

from lastpick.coach.lesson import LessonStep
from lastpick.game import Position
from lastpick.oracle import solve
from lastpick.relations import Numbers
from lastpick.relations.lists import listed

# One and two are in every other sentence, and mean nothing.
WORDS = re.findall(
    "[a-z]+",
    "three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen twenty",
)


def numbers_in(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", text)]


def in_digits(text: str) -> set[int]:
    """The numbers that a text says in digits; not those that number a list."""
    return set(numbers_in(re.sub(r"^\s+\d+\.", "", text, flags=re.MULTILINE)))


def in_words(text: str) -> set[int]:
    """The numbers that a text says in words."""
    words = re.findall(r"[a-z]+", text.lower())
    return {WORDS.index(word) + 3 for word in words if word in WORDS}


def on_board(step: LessonStep) -> set[int]:
    """The numbers that a step shows."""
    position = step.position
    game = position.game
    found = {game.numbers.first, game.numbers.last, *position.picks, *step.answers}
    if position.last is not None:
        found.add(position.last)
    if not position.opening or len(position.pool) < game.numbers.size:
        found |= set(position.pool)
    return found


def claimed(step: LessonStep) -> set[int]:
    """The numbers that the claims of a step prove, and how many there are in each."""
    found: set[int] = set()
    for claim in step.claims:
        told = numbers_in(claim.rpartition(":")[2])
        found |= {*numbers_in(claim), len(told)}
        if claim.startswith("worths"):  # of none, one, two, ... in a row
            found |= {*range(len(told))}
    return found


def holds(claim: str, position: Position) -> bool:
    """Whether a claim is true of a position."""
    prefix, colon, rest = claim.partition(": ")
    first, _, told = prefix.partition(" ")
    if colon and first in _PLACES:
        return holds(rest, _PLACES[first](position, told))
    verb, _, rest = claim.partition(" ")
    return _VERBS[verb](position, rest)


# --- other positions ----------------------------------------------------------------------


def _after(position: Position, picks: str) -> Position:
    for n in numbers_in(picks):
        position = position.pick(n)
    return position


def _without(position: Position, gone: str) -> Position:
    left = set(position.pool) - set(numbers_in(gone))
    return position.game.position(left, position.last)


_PLACES: dict[str, Callable[[Position, str], Position]] = {
    "after": _after,
    "on": lambda position, text: position.game.on(Numbers.parse(text)).start(),
    "pool": lambda position, text: position.game.position(listed(text)),
    "at": lambda position, _: position.game.start(),
    "without": _without,
}


# --- what can be said -----------------------------------------------------------------------


def _legal(position: Position, rest: str) -> bool:
    return list(position.legal) == numbers_in(rest)


def _winning(position: Position, rest: str) -> bool:
    return list(solve(position).winning) == numbers_in(rest)


def _lost(position: Position, _: str) -> bool:
    return solve(position).wins is False


def _wins(position: Position, rest: str) -> bool:
    return all(_lost(position.pick(n), "") for n in numbers_in(rest))


def _loses(position: Position, rest: str) -> bool:
    return not any(_lost(position.pick(n), "") for n in numbers_in(rest))


def _line(position: Position, rest: str) -> bool:
    end = _after(position, rest)
    return bool(end.choices) != rest.endswith("ends")


def _opening(position: Position, rest: str) -> bool:
    """Of all openings just these lose."""
    start = position.game.start()
    return set(start.legal) - set(solve(start).winning) == set(numbers_in(rest))


def _right(position: Position, rest: str) -> bool:
    pick, right, of = numbers_in(rest)
    after = position.pick(pick)
    return (len(solve(after).winning), len(after.legal)) == (right, of)


def _fit(position: Position, a: int, b: int) -> bool:
    game = position.game
    return bool(game.follows.holds(a, b) and game.follows.holds(b, a))


def most_pairs(position: Position, left: frozenset[int]) -> int:
    """How many pairs can be had at most, by trying them all, the hardest number first."""
    fits = {n: [m for m in left if m != n and _fit(position, n, m)] for n in left}
    n = min(left, key=lambda n: (len(fits[n]), n), default=None)
    if n is None:
        return 0
    if not fits[n]:
        return most_pairs(position, left - {n})
    most = max(1 + most_pairs(position, left - {n, m}) for m in fits[n])
    return most if len(fits[n]) == 1 else max(most, most_pairs(position, left - {n}))


def _pairs(position: Position, rest: str) -> bool:
    """These are pairs, no other pairing has more, and just these numbers are left over."""
    listed_pairs, _, leaving = rest.partition(" leaving ")
    pairs = [numbers_in(pair) for pair in listed_pairs.split()]
    used = [n for pair in pairs for n in pair]
    assert all(_fit(position, a, b) for a, b in pairs)
    assert len(set(used)) == len(used)
    return (
        set(position.pool) - set(used) == set(numbers_in(leaving))
        and set(used) <= set(position.pool)
        and most_pairs(position, frozenset(position.pool)) == len(pairs)
    )


def _partners(position: Position, rest: str) -> bool:
    n, *others = numbers_in(rest)
    return others == [m for m in position.pool if m != n and _fit(position, n, m)]


def _count(position: Position, rest: str) -> bool:
    what, _, told = rest.partition(" ")
    if what == "in":
        among, _, count = told.partition(" is ")
        return len(set(listed(among)) & set(position.pool)) == int(count)
    found = {
        "winning": lambda: len(solve(position).winning),
        "legal": lambda: len(position.legal),
        "left": lambda: len(position.pool),
        "pairs": lambda: most_pairs(position, frozenset(position.pool)),
    }[what]()
    return found == int(told)


def _removes(position: Position, rest: str) -> bool:
    n, *gone = numbers_in(rest)
    return list(position.removal(n)) == gone


def _alone(position: Position, rest: str) -> bool:
    pool = position.pool
    alone = [n for n in pool if not any(m != n and (m % n == 0 or n % m == 0) for m in pool)]
    return alone == numbers_in(rest)


def worth(length: int, known: dict[int, int] = {0: 0}) -> int:  # noqa: B006 - kept on purpose
    """What so many numbers in a row are worth, by the rule that the lesson states."""
    if length not in known:
        leaves = {worth(max(0, at - 1)) ^ worth(max(0, length - at - 2)) for at in range(length)}
        known[length] = next(n for n in range(length + 1) if n not in leaves)
    return known[length]


def _worth(_: Position, rest: str) -> bool:
    pool, told = rest.split(" is ")
    numbers = set(listed(pool))
    found = reduce(xor, (worth(len(stretch)) for stretch in stretches(numbers)), 0)
    return found == int(told)


def _twins(position: Position, rest: str) -> bool:
    p, q = numbers_in(rest)
    return are_twins(p, q, frozenset(position.pool))


def _struck(position: Position, rest: str) -> bool:
    """What is left when these primes, each two of them twins, are struck out two by two."""
    told, _, by = rest.partition(" by ")
    pool, primes = frozenset(position.pool), numbers_in(by)
    for p, q in zip(primes[::2], primes[1::2], strict=True):
        assert are_twins(p, q, pool)
        pool = frozenset(n for n in pool if n % p and n % q)
    left = position.game.position(pool)
    return sorted(pool) == numbers_in(told) and solve(left).wins == solve(position).wins


def _adds(_: Position, rest: str) -> bool:
    *parts, total = numbers_in(rest)
    return sum(parts) == total


def _not(position: Position, rest: str) -> bool:
    return not holds(rest, position)


def _all(condition: Callable[[int], bool]) -> Callable[[Position, str], bool]:
    return lambda _, rest: all(condition(n) for n in numbers_in(rest))


def _prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, n))


def _worths(_: Position, rest: str) -> bool:
    return numbers_in(rest) == [worth(n) for n in range(len(numbers_in(rest)))]


def _xor(numbers: Iterable[int]) -> int:
    return reduce(xor, numbers, 0)


def _ends_at_once(position: Position) -> bool:
    return any(not position.pick(n).choices for n in position.legal)


def asked(position: Position, kind: str) -> list[int]:
    """The picks that are meant where a step asks for others than the winning ones."""
    after = {n: position.pick(n) for n in position.legal}
    if kind == "forcing":
        return [n for n, reached in after.items() if len(reached.legal) == 1]
    if kind == "ending":
        return [n for n, reached in after.items() if not reached.choices]
    assert kind == "trap"
    right = {n: len(solve(at).winning) for n, at in after.items()}
    traps = [n for n, at in after.items() if right[n] < len(at.legal) and not _ends_at_once(at)]
    return [n for n in traps if right[n] == min(right[m] for m in traps)]


_VERBS: dict[str, Callable[[Position, str], bool]] = {
    "hints": lambda _, rest: rest in ("forcing", "mirror"),  # a test follows the hints
    "asked": lambda position, what: bool(asked(position, what)),
    "legal": _legal,
    "winning": _winning,
    "lost": _lost,
    "wins": _wins,
    "loses": _loses,
    "line": _line,
    "opening": _opening,
    "right": _right,
    "pairs": _pairs,
    "partners": _partners,
    "count": _count,
    "removes": _removes,
    "alone": _alone,
    "worth": _worth,
    "worths": _worths,
    "cancels": lambda _, rest: _xor(numbers_in(rest)) == 0,
    "adds": _adds,
    "twins": _twins,
    "struck": _struck,
    "not": _not,
    "prime": _all(_prime),
    "limit": _all(lambda n: n == SEEN_THROUGH),
}
