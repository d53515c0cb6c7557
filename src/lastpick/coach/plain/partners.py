"""Pairings in plain words: every number that can come has a partner that answers it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from ...game import Position
from .words import Ways, in_turn

_TOLD = 4  # picks that are all told with their partners
_SHOWN = (6, 4, 2)  # of more, so many pairs are named, as many as fit

Pairs = Iterable[list[int]]


def lost(position: Position, pairs: Pairs) -> Ways:
    """By the partners of the picks that there are."""
    yield from _named(position, pairs, position.choices.bit_count())


def lost_misere(position: Position, pairs: Pairs) -> Ways:
    """Where 1 is left, which loses for whoever picks it."""
    others = position.choices.bit_count() - 1
    if others:
        for way in _named(position, pairs, others):
            yield f"1 loses for whoever picks it. {way[0].upper()}{way[1:]}"
    else:
        yield "<loser can> only pick 1, and 1 loses for whoever picks it"


def _named(position: Position, pairs: Pairs, total: int) -> Ways:
    """All pairs that are asked for now, or some of them."""
    found = list(islice(_asked(position, pairs), _SHOWN[0] + 1))
    but = " but 1" if position.game.misere else ""
    later = f"Later too, <winner has> a partner for every number{but} that <loser can> pick"
    if total == 1 and not but:
        ((n, partner),) = found
        yield f"<loser can> only pick {n}, and <winner answers> with its partner {partner}. {later}"
        return
    if total <= _TOLD:
        legal = set(position.legal)
        asked = sorted((a, b) for pair in found for a, b in (pair, pair[::-1]) if a in legal)
        yield f"{in_turn(asked)}. {later}"
    for most in _SHOWN:
        said = ", ".join(f"{a} and {b}" for a, b in found[:most])
        some = "; some pairs are " if len(found) > most else ": "
        yield f"if <loser picks> one of a pair, <winner picks> the other, now and later{some}{said}"


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
