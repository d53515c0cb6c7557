"""What was searched: for each answer the reply that wins, where that is soon found.

The oracle is asked again about a few answers, as long as that is a small part of the search.
Elsewhere only what is known of all answers is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from ...game import Position
from ...oracle import Budget, Verdict, solve
from .words import Ways, series

NAMED = (4, 3, 2)  # answers whose reply is named, as many as fit
_SEARCHED = 4  # answers about which the oracle is asked again,
_FEW_POSITIONS = 20_000  # if the search was no longer,
_FEW_NUMBERS = 40  # nor the pool larger
_BY_SEARCH = ("search", "subsets", "misere", "misere pairing")


def won(after: Position, verdict: Verdict) -> Ways:
    """After a pick, by the replies to what may answer it."""
    count = after.choices.bit_count()
    if _soon(after, verdict):
        found = _each(after)
        if found and count == 1:
            ((n, m),) = found.items()
            yield f"only {n} can follow it, and {m} is the reply"
        yield from named_won(found, count)
    yield from tried_won(_first(after), count)


def lost(position: Position, verdict: Verdict) -> Ways:
    """Of the picks that there are, by what answers them."""
    count = position.choices.bit_count()
    if _soon(position, verdict):
        found = _each(position)
        if found and count == 1:
            ((n, m),) = found.items()
            yield f"{n} is the only one, and {m} answers it"
        yield from named_lost(found, count)
    yield from tried_lost(_first(position), count)


def named_won(found: Mapping[int, int], count: int) -> Ways:
    """Some replies, or all of them."""
    if len(found) == count and len(same := set(found.values())) == 1:
        yield f"whatever follows it, reply with {same.pop()}"
    yield from _named(found, count, "answers", "reply ", "to {0} with {1}")


def named_lost(found: Mapping[int, int], count: int) -> Ways:
    if len(found) == count and len(same := set(found.values())) == 1:
        yield f"{same.pop()} answers each of the {count:,}"
    yield from _named(found, count, "picks", "", "{1} answers {0}")


def tried_won(first: int, count: int) -> Ways:
    """What is known of any search."""
    tried = "I tried everything that can come after it"
    if count == 1:
        yield f"only {first} can follow it, and that loses. {tried}"
    else:
        yield f"{tried}, and each of the {count:,} answers loses"


def tried_lost(first: int, count: int) -> Ways:
    if count == 1:
        yield f"{first} is the only one, and it loses. I tried everything after it"
    else:
        yield f"I tried each of the {count:,}, and every one loses"


def _named(found: Mapping[int, int], count: int, noun: str, lead: str, form: str) -> Ways:
    for most in NAMED if found else ():
        some = [form.format(n, m) for n, m in islice(found.items(), most)]
        if len(some) == count:
            yield f"{lead}{series(some)}"
        else:
            yield f"each of the {count:,} {noun} loses: {lead}{series(some)}, for example"


def _soon(position: Position, verdict: Verdict) -> bool:
    """Whether asking again about every answer takes no longer than the search did."""
    reason = verdict.reason
    if reason["kind"] not in _BY_SEARCH or position.choices.bit_count() > _SEARCHED:
        return False
    few = reason.get("positions", 0) <= _FEW_POSITIONS
    return few and position.bits.bit_count() <= _FEW_NUMBERS


def _each(position: Position) -> dict[int, int]:
    """A reply to each pick; one that has lost without a reply is left out."""
    found = {}
    for n in position.legal:
        budget = Budget(positions=_FEW_POSITIONS)
        reply = solve(position.pick_unchecked(n), budget, stop_at_first=True).winning[:1]
        if reply:
            found[n] = reply[0]
    return found


def _first(position: Position) -> int:
    return position.game.numbers.first + (position.choices & -position.choices).bit_length() - 1
