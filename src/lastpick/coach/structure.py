"""When two positions are one puzzle under other names.

A position is a graph: its numbers, which of them may be picked now, which may follow which, and
which take which along. Renaming the numbers changes nothing about the play. Where anything may
follow and the last pick wins, two equal parts cancel: a pick in one is answered in the other.

Graphs are told apart by colour refinement (Weisfeiler and Leman): positions of one structure always
have the same key. Some graphs with much symmetry share a key although they differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from ..errors import BudgetError
from ..game import Position
from ..oracle.budget import Budget
from ..oracle.reach import reachable
from ..oracle.wide import joined, members

_LARGEST = 200  # numbers; larger positions are told apart by their numbers

Rows = Sequence[Sequence[int]]


def structure(position: Position, budget: Budget) -> Hashable:
    """A key that positions of the same structure share."""
    game = position.game
    try:
        bits = reachable(position, budget, _LARGEST)
    except BudgetError:
        return position.bits, position.choices
    is_sum = game.follows.trivial and not game.misere and position.choices == position.bits
    places = list(members(bits))
    moves = [game.move(game.numbers.first + i) for i in places]
    takes = [_within(~keep, places) for keep, _ in moves]
    follows = [_within(0 if game.follows.trivial else after, places) for _, after in moves]
    arcs = [takes, _reversed(takes), follows, _reversed(follows)]
    legal = [position.choices >> i & 1 for i in places]
    near = [sum({1 << j for row in rows for j in row}) for rows in zip(*arcs, strict=True)]
    parts, left = Counter[Hashable](), (1 << len(places)) - 1
    while left:
        part = joined(near, left)
        left &= ~part
        parts[_key(list(members(part)), legal, arcs)] += 1
    return frozenset((part, 1 if is_sum else n) for part, n in parts.items() if n % 2 or not is_sum)


def _within(bits: int, places: Sequence[int]) -> list[int]:
    return [j for j, i in enumerate(places) if bits >> i & 1]


def _reversed(rows: Rows) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in rows]
    for i, row in enumerate(rows):
        for j in row:
            found[j].append(i)
    return found


def _key(part: Sequence[int], legal: Sequence[int], arcs: Sequence[Rows]) -> Hashable:
    """The colours of a part, each of which says those of its neighbours as far as any differ."""
    colours, count = {i: legal[i] for i in part}, 0
    while count < len(set(colours.values())):
        count = len(set(colours.values()))
        colours = {
            i: hash((colours[i], *(tuple(sorted(colours[j] for j in rows[i])) for rows in arcs)))
            for i in part
        }
    return tuple(sorted(colours.values()))
