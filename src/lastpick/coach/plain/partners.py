"""Pairings in plain words: every number that can come has a partner that answers it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from ...game import Position
from .words import Ways

_SHOWN = (6, 4, 2)  # pairs that are named, as many as fit
_LATER = "Every later number has a partner too"

Pairs = Iterable[list[int]]


def won(after: Position, pairs: Pairs) -> Ways:
    """After a pick, by the partners of what may answer it."""
    total = after.choices.bit_count()
    if total == 1:
        n, partner = next(_asked(after, pairs))
        yield f"only {n} can follow it, and its partner {partner} is the reply. {_LATER}"
        return
    yield from _named(f"each of the {total:,} answers has a partner to reply with", after, pairs)


def lost(position: Position, pairs: Pairs) -> Ways:
    """Of the picks that there are."""
    total = position.choices.bit_count()
    if total == 1:
        n, partner = next(_asked(position, pairs))
        yield f"{n} is the only one, and its partner {partner} answers it. {_LATER}"
        return
    yield from _named(f"each of the {total:,} has a partner that answers it", position, pairs)


def won_misere(after: Position, pairs: Pairs) -> Ways:
    """Where 1 is left, which loses for whoever picks it."""
    others = after.choices.bit_count() - 1
    if not others:
        yield "only 1 can follow it, and whoever picks 1 here loses"
        return
    each = _each_other(others, "answer")
    yield from _named(
        f"whoever picks 1 loses, and {each} has a partner to reply with", after, pairs
    )


def lost_misere(position: Position, pairs: Pairs) -> Ways:
    others = position.choices.bit_count() - 1
    if not others:
        yield "1 is the only one, and whoever picks 1 here loses"
        return
    each = _each_other(others, "pick")
    yield from _named(
        f"whoever picks 1 loses, and {each} has a partner that answers it", position, pairs
    )


def _each_other(count: int, noun: str) -> str:
    return f"the one other {noun}" if count == 1 else f"each of the {count:,} other {noun}s"


def _named(start: str, position: Position, pairs: Pairs) -> Ways:
    """All pairs that are asked for now, or some of them."""
    found = list(islice(_asked(position, pairs), _SHOWN[0] + 1))
    for most in _SHOWN:
        said = ", ".join(f"{a} and {b}" for a, b in found[:most])
        some = "; some pairs are " if len(found) > most else ": "
        yield f"{start}, now and later{some}{said}"


def _asked(position: Position, pairs: Pairs) -> Iterator[list[int]]:
    """The pairs of which a number may be picked now, that number first."""
    first = position.game.numbers.first
    asked = position.game.numbers.flags(position.choices)
    misere = position.game.misere
    for a, b in pairs:
        if misere and a == 1:
            continue
        if asked[a - first]:
            yield [a, b]
        elif asked[b - first]:
            yield [b, a]
