"""Chain games, solved by matching.

Where a pick removes only itself and `follows` is symmetric, a game is undirected vertex
geography (Fraenkel, Scheinerman and Ullman, 1993). Let P be the pool, without the last
pick, and D the numbers of P that some maximum matching of P misses. The winning picks are
exactly the legal ones in D: whoever picks one answers every reply with its partner in a
matching that misses the pick.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, NamedTuple

from ..errors import BudgetError
from ..game import Game, Position
from .matching import Matcher, divisor_graph
from .verdict import Reason, Verdict

if TYPE_CHECKING:
    from .memory import Memory

_LARGEST_BY_ROWS = 12_000
_WORTH_REUSING = 2_000  # numbers; on fewer, the same question always has the same answer
_OUTER, _INNER = 1, 2


class Sets(NamedTuple):
    """The Gallai-Edmonds sets of the pool, as bitsets, and a maximum matching."""

    d: int
    a: int
    c: int
    match: array[int]  # the partner of each number of the pool, as places; -1 for none


def solve(position: Position, memory: Memory) -> Verdict:
    matcher, sets = memory.sets(position.game, position.bits)
    winning = position.game.numbers.decode(position.choices & sets.d)
    return Verdict(
        wins=bool(winning),
        winning=winning,
        complete=True,
        nimber=None,
        method="matching",
        reason=_reason(position, matcher, sets, winning),
    )


def decompose(latest: dict[Game, array[int]], game: Game, bits: int) -> tuple[Matcher, Sets]:
    """The sets of a pool. `latest` holds the last large matching, to start the next one from."""
    numbers = game.numbers
    alive = numbers.flags(bits)
    matcher = Matcher(*_graph(game, alive), alive)
    before = latest.get(game)
    if before is not None:
        matcher.start_from(before)
    else:
        matcher.greedy()
    matcher.finish()
    match = array("i", matcher.match)
    if numbers.size >= _WORTH_REUSING:
        latest.clear()
        latest[game] = match
    labels = bytes(matcher.label)
    d, a = (int(labels.translate(_PICKED[label])[::-1], 2) for label in (_OUTER, _INNER))
    return matcher, Sets(d, a, bits & ~d & ~a, match)


_PICKED = {
    label: bytes(49 if byte == label else 48 for byte in range(256)) for label in (_OUTER, _INNER)
}


def _graph(game: Game, alive: bytes) -> tuple[array[int], array[int]]:
    """Which number may follow which, as offsets and targets."""
    numbers, follows = game.numbers, game.follows
    if follows.name == "divisor or multiple":
        return divisor_graph(numbers.first, numbers.last, alive)
    if follows.band is None and numbers.size > _LARGEST_BY_ROWS:
        raise BudgetError(
            f"{numbers.size:,} numbers are too many for a relation without a name;"
            f" up to {_LARGEST_BY_ROWS:,} can be solved"
        )
    starts, targets = array("q", [0]), array("i")
    for v in range(numbers.size):
        if alive[v]:
            targets.extend(w for w in _neighbours(game, v) if w != v and alive[w])
        starts.append(len(targets))
    return starts, targets


def _neighbours(game: Game, v: int) -> list[int] | range:
    numbers, band = game.numbers, game.follows.band
    if band is not None:
        return range(max(0, v - band), min(numbers.size, v + band + 1))
    first = numbers.first
    _, after = game.move(first + v)  # remembered, unlike a row of the relation
    return [n - first for n in numbers.decode(after & numbers.everything)]


def _reason(position: Position, matcher: Matcher, sets: Sets, winning: tuple[int, ...]) -> Reason:
    """The pairing that wins, and the barrier that proves that it cannot be larger."""
    numbers = position.game.numbers
    first, match = numbers.first, sets.match
    pick = winning[0] if winning else None
    if pick is not None:
        match = _missing(matcher, sets, pick - first)
    pairs = [[first + v, first + w] for v, w in enumerate(match) if v < w]
    return {
        "kind": "pairing",
        "pick": pick,
        "pairs": pairs,
        "barrier": list(numbers.decode(sets.a)),
        "text": _text(position, pick, pairs),
    }


def _missing(matcher: Matcher, sets: Sets, v: int) -> array[int]:
    """A maximum matching that misses v."""
    if sets.match[v] == -1:
        return sets.match
    kept = array("i", matcher.match)
    matcher.expose(v)
    found = array("i", matcher.match)
    for w, partner in enumerate(kept):
        matcher.match[w] = partner
    return found


def _text(position: Position, pick: int | None, pairs: list[list[int]]) -> str:
    if not position.choices:
        return "There is no valid pick."
    after = position.pick_unchecked(pick) if pick is not None else position
    if pick is not None and not after.choices:
        return f"Pick {pick}: nothing answers it."
    asked = {*after.game.numbers.decode(after.choices)}
    useful = [f"{a} & {b}" for a, b in pairs if a in asked or b in asked]
    shown = ", ".join(useful[:8]) + (", ..." if len(useful) > 8 else "")
    if pick is not None:
        return f"Pick {pick}, then answer every number with its partner: {shown}."
    return f"Every valid pick has a partner to answer it with: {shown}."
