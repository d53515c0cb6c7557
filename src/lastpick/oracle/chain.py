"""Chain games, solved by matching.

Where a pick removes only itself and `follows` is symmetric, a game is undirected vertex
geography (Fraenkel, Scheinerman and Ullman, 1993). Let P be the pool, without the last
pick, and D the numbers of P that some maximum matching of P misses. The winning picks are
exactly the legal ones in D: whoever picks one answers every reply with its partner in a
matching that misses the pick.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from ..errors import BudgetError
from ..game import Game, Position
from ..relations import Numbers
from .budget import NO_DEADLINE, Budget
from .compact import CompactNumbers, CompactPairs
from .growing import Growing
from .matching import Close, Divisors, Graph, Listed, Matcher, lower_of
from .verdict import Reason, Verdict, ended

if TYPE_CHECKING:
    from .memory import Memory

_LARGEST_BY_ROWS = 12_000
_WORTH_REUSING = 2_000  # numbers; on fewer, the same question always has the same answer
_LARGE = 20_000  # numbers, from where on lists are held in arrays
_OUTER, _INNER = 1, 2


class Sets(NamedTuple):
    """The Gallai-Edmonds sets of the pool, as bitsets, and a maximum matching."""

    d: int
    a: int
    c: int
    match: array[int]  # the partner of each number of the pool, as places; -1 for none


class Grown(NamedTuple):
    """Where a pool ends, how many openings win on it, and how many pairs its matching has."""

    last: int
    openings: int
    pairs: int


def solve(position: Position, budget: Budget, memory: Memory) -> Verdict:
    matcher, sets = memory.sets(position.game, position.bits, budget)
    winning = _numbers(position.game, position.choices & sets.d)
    return Verdict(
        wins=bool(winning),
        winning=winning,
        complete=True,
        nimber=None,
        method="matching",
        reason=_reason(position, matcher, sets, winning),
    )


def decompose(
    latest: dict[Game, array[int]], game: Game, bits: int, budget: Budget
) -> tuple[Matcher, Sets]:
    """The sets of a pool. `latest` holds the last large matching, to start the next one from."""
    numbers = game.numbers
    alive = numbers.flags(bits)
    matcher = Matcher(graph_of(game, alive, budget), alive, budget)
    before = latest.get(game)
    if before is not None:
        matcher.start_from(before)
    else:
        matcher.greedy()
    matcher.finish()
    matcher.budget = NO_DEADLINE  # this one is over some day; what was found is kept
    if numbers.size >= _WORTH_REUSING:
        latest.clear()
        latest[game] = matcher.partners
    labels = bytes(matcher.label)
    d, a = (int(labels.translate(_PICKED[label])[::-1], 2) for label in (_OUTER, _INNER))
    return matcher, Sets(d, a, bits & ~d & ~a, matcher.partners)


_PICKED = {
    label: bytes(49 if byte == label else 48 for byte in range(256)) for label in (_OUTER, _INNER)
}


def can_grow(game: Game) -> bool:
    """Whether the graph of a chain game is not too large to be looked up."""
    named = game.follows.name == "divisor or multiple" or game.follows.band is not None
    return named or game.numbers.size <= _LARGEST_BY_ROWS


def graph_of(game: Game, alive: bytes, budget: Budget) -> Graph:
    """Which number may follow which, among those that are alive at least.

    The others take no part in a matching; to leave them out here as well only saves time.
    """
    numbers, follows = game.numbers, game.follows
    if follows.name == "divisor or multiple":
        return Divisors(numbers.first, numbers.last, budget.tick)
    if follows.band is not None:
        return Close(numbers.size, follows.band)
    if not can_grow(game):
        raise BudgetError(
            f"{numbers.size:,} numbers are too many for a relation without a name;"
            f" up to {_LARGEST_BY_ROWS:,} can be solved"
        )
    starts, targets, first = array("q", [0]), array("i"), numbers.first
    for v in range(numbers.size):
        if alive[v]:
            budget.tick(0)
            _, after = game.move(first + v)  # remembered, unlike a row of the relation
            near = (n - first for n in numbers.decode(after & numbers.everything))
            targets.extend(w for w in near if w != v and alive[w])
        starts.append(len(targets))
    return Listed(starts, targets)


def grown(game: Game, start: int, budget: Budget) -> Iterator[Grown]:
    """The pools that end at `start`, and so on to the game's own end.

    One matching grows number by number.
    """
    first, opening = game.numbers.first, game.start()
    alive = game.numbers.flags(opening.bits)
    growing = Growing(graph_of(game, alive, budget), game.numbers.flags(opening.choices), budget)
    before = alive[: start - first]
    if before:
        smaller = game.on(Numbers(first, start - 1))
        growing.begin(decompose({}, smaller, smaller.start().bits, budget)[1].match, before)
    for v in range(start - first, game.numbers.size):
        if alive[v]:
            growing.join(v)
        yield Grown(first + v, growing.counted, growing.pairs)


def _numbers(game: Game, bits: int) -> Sequence[int]:
    numbers = game.numbers
    return CompactNumbers(numbers.iterate(bits)) if numbers.size > _LARGE else numbers.decode(bits)


def _reason(position: Position, matcher: Matcher, sets: Sets, winning: Sequence[int]) -> Reason:
    """The pairing that wins, and the barrier that proves that it cannot be larger."""
    game = position.game
    first, match = game.numbers.first, sets.match
    pick = winning[0] if winning else None
    if pick is not None:
        match = _missing(matcher, sets, pick - first)
    pairs: Sequence[list[int]] = CompactPairs(first, lower_of(match), match)
    barrier = _numbers(game, sets.a)
    large = game.numbers.size > _LARGE
    return {
        "kind": "pairing",
        "pick": pick,
        "pairs": pairs if large else list(pairs),
        "barrier": barrier if large else list(barrier),
        "text": _text(position, pick, pairs),
    }


def _missing(matcher: Matcher, sets: Sets, v: int) -> array[int]:
    """A maximum matching that misses v."""
    if sets.match[v] == -1:
        return sets.match
    kept = sets.match[:]
    matcher.expose(v)
    found = sets.match[:]
    sets.match[:] = kept
    return found


def _text(position: Position, pick: int | None, pairs: Sequence[list[int]]) -> str:
    if not position.choices:
        return "There is no valid pick."
    after = position.pick_unchecked(pick) if pick is not None else position
    if pick is not None and not after.choices:
        return f"Pick {pick}: nothing answers it."
    shown = asked_pairs(after, pairs)
    if pick is not None:
        return ended(f"Pick {pick}, then answer every number with its partner: {shown}")
    return ended(f"Every valid pick has a partner to answer it with: {shown}")


def asked_pairs(position: Position, pairs: Iterable[list[int]]) -> str:
    """The pairs of which a number may be picked now; if they are many, the first ones."""
    first = position.game.numbers.first
    asked = position.game.numbers.flags(position.choices)
    useful = (pair for pair in pairs if asked[pair[0] - first] or asked[pair[1] - first])
    shown = [f"{a} & {b}" for a, b in islice(useful, 9)]
    return ", ".join(shown[:8]) + (", ..." if len(shown) > 8 else "")
