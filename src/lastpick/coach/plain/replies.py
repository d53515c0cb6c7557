"""What answers what: for each pick the reply that wins, where that is soon found.

The oracle is asked again about a few picks, as long as that is a small part of the work. Elsewhere
only what is known of all picks is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from ...game import Position
from ...oracle import Budget, solve
from . import endings
from .words import Ways, in_turn

NAMED = (4, 3, 2)  # picks whose reply is named, as many as fit
EXAMPLES = 2  # and where they are more, whose reply is looked for
_FEW_POSITIONS = 2_000  # looked at for each reply,
_FEW_NUMBERS = 64  # in a pool no larger


def lost(position: Position, known: Mapping[int, int] | None = None) -> Ways:
    """By what answers the picks that there are, as far as it is known or soon found."""
    count = position.choices.bit_count()
    if position.bits.bit_count() <= _FEW_NUMBERS:
        yield from endings.lost(position)
        yield from endings.any_ended(position)
        yield from endings.fixed(position)
    yield from named(known or _searched(position), count)
    yield from tried(position.legal[0], count)


def named(found: Mapping[int, int], count: int) -> Ways:
    """Some replies, or all of them."""
    if not found:
        return
    (n, reply), *more = found.items()
    whatever = "whatever <loser picks>"
    if len(found) == count:
        if not more:
            yield f"<loser can> only pick {n}, and <winner answers> with {reply}"
            return
        if len(set(found.values())) == 1:
            yield f"{whatever}, <winner answers> with {reply}"
        if count <= NAMED[0]:
            yield in_turn(found.items())
    for most in NAMED:
        some = in_turn(islice(found.items(), most))
        yield f"{whatever}, <winner can> win. For example, {some}"


def tried(first: int, count: int) -> Ways:
    """What is known of any search."""
    if count == 1:
        yield f"<loser can> only pick {first}, and then <winner can> win: I tried everything"
    else:
        yield "whatever <loser picks>, <winner can> win: I tried everything"


def reply(position: Position, pick: int) -> int | None:
    """A pick that wins after another, if there is one and it is soon found."""
    if position.bits.bit_count() > _FEW_NUMBERS:
        return None
    budget = Budget(positions=_FEW_POSITIONS)
    winning = solve(position.pick_unchecked(pick), budget, stop_at_first=True).winning
    return winning[0] if winning else None


def _searched(position: Position) -> dict[int, int]:
    """Replies to all picks, or to the first of many; one that loses without a reply is left out."""
    every = position.choices.bit_count() <= NAMED[0]
    found = {}
    for n in islice(position.legal, None if every else EXAMPLES):
        answer = reply(position, n)
        if answer is not None:
            found[n] = answer
    return found
