"""What follows what: for each answer the reply that wins, where that is known or soon found.

In a walk the values of its certificate tell it. Where all was searched, the oracle is asked again
about a few answers, as long as that is a small part of the search. Elsewhere only what is known of
all answers is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice

from ...game import Position
from ...oracle import Budget, Verdict, solve, walk
from ...oracle.budget import NO_DEADLINE
from .words import Ways, series

_NAMED = (4, 3, 2)  # answers whose reply is named, as many as fit
_COMMON = 40  # answers among whose replies a common one is looked for
_MOST_LANDED = 8
_SEARCHED = 4  # answers about which the oracle is asked again,
_FEW_POSITIONS = 20_000  # if the search was no longer,
_FEW_NUMBERS = 40  # nor the pool larger
_BY_SEARCH = ("search", "subsets", "misere", "misere pairing")

Find = Callable[[Position], list[int]]  # the picks that win


def won(after: Position, verdict: Verdict) -> Ways:
    """After a pick, by the replies to what may answer it."""
    count = after.choices.bit_count()
    find = _finder(after, verdict)
    if find:
        if count > 1 and (landed := _landings(after, find, _lasting(verdict))):
            first, *later = landed
            start = f"whatever follows it, reply with {first}"
            if later:
                yield f"{start}; then land on {series(later)} in the same way"
            yield f"{start}{_end(after, first)}"
        found = _each(after, find)
        if found and count == 1:
            ((n, m),) = found.items()
            yield f"only {n} can follow it, and {m} is the reply"
        elif found:
            yield from _named(found, count, "answers", "reply ", "to {0} with {1}")
    tried = "I tried everything that can come after it"
    if count == 1:
        yield f"only {after.legal[0]} can follow it, and that loses. {tried}"
    else:
        yield f"{tried}, and each of the {count:,} answers loses"


def lost(position: Position, verdict: Verdict) -> Ways:
    """Of the picks that there are, by what answers them."""
    count = position.choices.bit_count()
    find = _finder(position, verdict)
    if find:
        if count > 1 and (landed := _landings(position, find, _lasting(verdict))):
            first, *later = landed
            start = f"{first} answers each of the {count:,}"
            if later:
                do = "does" if len(later) == 1 else "do"
                yield f"{start}, and later {series(later)} {do} in the same way"
            yield f"{start}{_end(position, first)}"
        found = _each(position, find)
        if found and count == 1:
            ((n, m),) = found.items()
            yield f"{n} is the only one, and {m} answers it"
        elif found:
            yield from _named(found, count, "picks", "", "{1} answers {0}")
    if count == 1:
        yield f"{position.legal[0]} is the only one, and it loses. I tried everything after it"
    else:
        yield f"I tried each of the {count:,}, and every one loses"


def _named(found: Mapping[int, int], count: int, noun: str, lead: str, form: str) -> Ways:
    """Some replies, or all."""
    for most in _NAMED:
        some = [form.format(n, m) for n, m in islice(found.items(), most)]
        if len(some) == count:
            yield f"{lead}{series(some)}"
        else:
            yield f"each of the {count:,} {noun} loses: {lead}{series(some)}, for example"


def _end(position: Position, reply: int) -> str:
    """Whether a reply ends the game after every pick, and wins by it."""
    ends = not position.game.misere and not any(
        position.pick_unchecked(n).pick_unchecked(reply).choices for n in position.legal
    )
    return ", which ends the game" if ends else ""


def _landings(position: Position, find: Find, lasting: bool) -> list[int]:
    """A reply that wins after every pick; and, if it depends on the last number alone, those later.

    Later ones only if they lead to the end of the game and are few.
    """
    landed: list[int] = []
    while position.choices and len(landed) <= _MOST_LANDED:
        reply = _common(position, find)
        if reply is None:
            return landed[:1]
        landed.append(reply)
        if not lasting:
            return landed
        position = position.pick_unchecked(position.legal[0]).pick_unchecked(reply)
    return landed if len(landed) <= _MOST_LANDED else landed[:1]


def _common(position: Position, find: Find) -> int | None:
    if position.choices.bit_count() > _COMMON:
        return None
    common: set[int] | None = None
    for n in position.legal:
        found = find(position.pick_unchecked(n))
        common = set(found) if common is None else common.intersection(found)
        if not common:
            return None
    return min(common) if common else None


def _each(position: Position, find: Find) -> dict[int, int]:
    """A reply to each of the first picks; one that has lost without a reply is left out."""
    found = {}
    for n in islice(position.game.numbers.iterate(position.choices), _NAMED[0]):
        replies = find(position.pick_unchecked(n))
        if replies:
            found[n] = replies[0]
    return found


def _lasting(verdict: Verdict) -> bool:
    """Whether what wins depends on the last number alone, and not in misère play."""
    return bool(verdict.reason["kind"] == "walk") and verdict.nimber is not None


def _finder(position: Position, verdict: Verdict) -> Find | None:
    reason = verdict.reason
    if reason["kind"] == "walk":
        return _by_values(position, reason["values"])
    few = position.choices.bit_count() <= _SEARCHED and position.bits.bit_count() <= _FEW_NUMBERS
    if few and reason["kind"] in _BY_SEARCH and reason.get("positions", 0) <= _FEW_POSITIONS:
        return _by_search
    return None


def _by_search(position: Position) -> list[int]:
    found = solve(position, Budget(positions=_FEW_POSITIONS), stop_at_first=True)
    return list(found.winning)


def _by_values(position: Position, told: list[list[int]] | None) -> Find:
    values: Mapping[int, int] | None
    if told is not None:
        values = {told_of[0]: told_of[1] for told_of in told}
    else:
        values = walk.by_steps(position, NO_DEADLINE)
        if values is None:
            rule = walk.lost if position.game.misere else walk.mex
            values = walk.fold(position, NO_DEADLINE, rule)
    known = values or {}
    return lambda at: [n for n in at.legal if known[n] == 0]
