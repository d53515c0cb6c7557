"""Statements on the part that decides, and on what a pick makes of it."""

from __future__ import annotations

import re

from support.plain_checker.cancelling import made
from support.plain_checker.reader import NAME, Reader, numbers
from support.plain_checker.truth import nimber, parts_of

NAMES = rf"({NAME}(?:(?:, | and ){NAME})*)"


def takes_own(r: Reader, name: str, pick: str) -> bool:
    part = r.named(name)
    return int(pick) == r.pick and part == r.own() and not r.left_of(part) and _decides(r)


def leaves_nothing_of_worth(r: Reader, name: str, pick: str) -> bool:
    part = r.named(name)
    right = int(pick) == r.pick and part == r.own() and nimber(r.game, r.left_of(part)) == 0
    return right and _decides(r)


def it_leaves_nothing_of_worth(r: Reader, name: str) -> bool:
    return leaves_nothing_of_worth(r, name, str(r.pick)) and len(r.parts()) == 1


def _decides(r: Reader) -> bool:
    """Whether all but the part of the pick cancels out."""
    own = r.own()
    assert own is not None
    return nimber(r.game, r.pool() - own) == 0 and r.all_cancel()


def leaves_pieces(r: Reader, name: str | None, pick: str | None, said: str) -> bool:
    """ "leaves 1-3 and 7-9, which are alike, so these cancel out" and the like."""
    own = r.own()
    if own is None or (name is None and len(r.parts()) > 1):
        return False
    if name is not None and (r.named(name) != own or int(pick or "") != r.pick):
        return False
    found = re.fullmatch(
        rf"{NAMES}(?:, which stand alone: (an even count, so these cancel out)"
        r"|, which are (alike), so these cancel out"
        r"|, worth (\d+)( each(?:, so these cancel out)?)?)",
        said,
    )
    if not found:
        return False
    names, alone, alike, worth, each = found.groups()
    pieces = parts_of(r.game, r.left_of(own))
    then = Reader(r.before, r.pick, r.patterns)
    then.then = True
    if pieces != then.several(names):
        return False
    if alone and not (len(pieces) % 2 == 0 and all(len(piece) == 1 for piece in pieces)):
        return False
    if alike and len({tuple(n - min(piece) for n in sorted(piece)) for piece in pieces}) != 1:
        return False
    if alike and len(pieces) != 2:
        return False
    if worth and {r.worth(piece) for piece in pieces} != {int(worth)}:
        return False
    if worth and (bool(each) != (len(pieces) > 1) or nimber(r.game, r.left_of(own))):
        return False
    return _decides(r)


def it_leaves_pieces(r: Reader, said: str) -> bool:
    return leaves_pieces(r, None, None, said)


def makes_it(r: Reader, name: str, worth: str, pick: str, target: str) -> bool:
    """Its own part made worth the same as all else."""
    part = r.named(name)
    right = part == r.own() and int(pick) == r.pick and r.worth(part) == int(worth)
    same = nimber(r.game, r.left_of(part)) == int(target) == nimber(r.game, r.pool() - part)
    return right and same


def makes_equal(r: Reader, names: str, worths: str, pick: str, target: str) -> bool:
    found = r.several(names)
    own = r.own()
    if own not in found or len(found) != 2 or int(pick) != r.pick:
        return False
    (other,) = (part for part in found if part != own)
    right = [r.worth(part) for part in found] == numbers(worths)
    equal = nimber(r.game, r.left_of(own)) == r.worth(other) == int(target)
    return right and equal and r.all_cancel()


def changes_one(
    r: Reader, name: str, worths: str, pick: str, own: str, b: str, a: str, why: str | None
) -> bool:
    return _changes(r, [r.named(name)], worths, pick, own, (a, b), why)


def changes(
    r: Reader,
    names: str,
    worths: str,
    each: str | None,
    pick: str,
    own: str,
    b: str,
    a: str,
    why: str,
) -> bool:
    found = r.several(names)
    said = f"{worths} " * len(found) if each else worths
    return _changes(r, found, said, pick, own, (a, b), why)


def _changes(
    r: Reader,
    found: list[frozenset[int]],
    worths: str,
    pick: str,
    own: str,
    change: tuple[str, str],
    why: str | None,
) -> bool:
    part, (a, b) = r.named(own), change
    return (
        [r.worth(other) for other in found] == numbers(worths)
        and part == r.own()
        and int(pick) == r.pick
        and r.worth(part) == int(a)
        and nimber(r.game, r.left_of(part)) == int(b)
        and made(why, [*numbers(worths), int(b), *[1] * r.odd])
        and r.all_cancel()
    )
