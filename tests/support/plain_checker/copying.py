"""Statements on what is left: what takes one pick each, and what is alike, two by two."""

from __future__ import annotations

import re

from support.plain_checker.reader import NAME, Reader, number
from support.plain_checker.truth import removed_by, winning

Part = frozenset[int]


def whole(r: Reader) -> bool:
    """Whether what is left is lost for whoever picks, as such sentences say."""
    return (r.pick is None or r.then) and not winning(r.at)


def even_left(r: Reader, count: str, names: str) -> bool:
    return count_left(r, count, "") and r.several(names) == r.parts()


def count_left(r: Reader, count: str, noun: str) -> bool:
    """So many parts are left, an even count, each of which goes with one pick."""
    parts = r.parts()
    alone = noun != "number" or all(len(part) == 1 for part in parts)
    return whole(r) and alone and number(count) == len(parts) and not len(parts) % 2 and singles(r)


def two_left(r: Reader, one: str, other: str) -> bool:
    return whole(r) and [r.named(one), r.named(other)] == r.parts() and singles(r)


def singles(r: Reader) -> bool:
    return all(r.single(part) for part in r.parts())


def one_pick_each(r: Reader, said: str) -> list[Part]:
    """The parts that are meant; all of those that take one pick, where they are counted."""
    found = re.fullmatch(r"([\d,]+) (numbers|stretches|groups)", said)
    every = [part for part in r.parts() if r.single(part)]
    if not found:
        named = r.several(said)
        return named if set(named) <= set(every) else []
    if found[2] == "numbers" and any(len(part) > 1 for part in every):
        return []
    return every if number(found[1]) == len(every) else []


def two_alike(r: Reader, said: str) -> bool:
    found = r.several(said)
    return whole(r) and found == r.parts() and len(found) == 2 and alike(r, *found)


def in_twos(r: Reader, said: str, singles: str | None) -> bool:
    """Everything that is left is either named as alike, or takes one pick."""
    alone = one_pick_each(r, singles) if singles else []
    rest = [part for part in r.parts() if part not in alone]
    if not whole(r) or len(alone) % 2 or (singles and not alone):
        return False
    if counted := re.fullmatch(r"([\d,]+) (?:stretches|groups) are alike in twos", said):
        return number(counted[1]) == len(rest) and paired(r, rest)
    told = []
    for pair in re.split(r", (?=\d+-|\(|\d+ and)(?=.* are)", said):
        names = re.fullmatch(rf"({NAME}) and ({NAME}) are (?:alike|too)", pair)
        if not names:
            return False
        a, b = r.named(names[1]), r.named(names[2])
        if a == b or not alike(r, a, b):
            return False
        told += [a, b]
    return len(set(told)) == len(told) and set(told) == set(rest)


def paired(r: Reader, parts: list[Part]) -> bool:
    """Whether each has another that is like it, no two the same."""
    left = list(parts)
    while left:
        part = left.pop()
        twin = next((other for other in left if alike(r, part, other)), None)
        if twin is None:
            return False
        left.remove(twin)
    return True


def alike(r: Reader, a: Part, b: Part) -> bool:
    """Whether picks do the same in both, smallest number for smallest."""
    if len(a) != len(b):
        return False
    to = dict(zip(sorted(a), sorted(b), strict=True))
    gone = removed_by(r.game)
    return all({to[m] for m in gone[n] & a} == gone[to[n]] & b for n in a)


def odd_alone(r: Reader, count: str) -> bool:
    pool = set(r.at.pool)
    alone = all(removed_by(r.game)[n] & pool == {n} for n in pool)
    return r.game.misere and number(count) == len(pool) and len(pool) % 2 == 1 and alone


def one_left(r: Reader, n: str) -> bool:
    return r.game.misere and list(r.at.pool) == [int(n)] == r.legal()
