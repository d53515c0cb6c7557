"""Statements on what stands alone, what parts are worth, and what cancels out."""

from __future__ import annotations

import re

from support.plain_checker.reader import Reader, number, numbers


def made(why: str | None, worths: list[int]) -> bool:
    """Whether "3 is 1+2 and 6 is 2+4" is right, and says it of what is needed."""
    said = re.findall(r"(\d+) is ([\d+]+)", why or "")
    for whole, pieces in said:
        powers = [int(n) for n in pieces.split("+")]
        distinct = len(set(powers)) == len(powers) and all(p & p - 1 == 0 for p in powers)
        if not distinct or sum(powers) != int(whole):
            return False
    needed = {w for w in worths if worths.count(w) % 2 and w & w - 1}
    return {int(whole) for whole, _ in said} == needed


def all_left(r: Reader, names: str) -> bool:
    if r.pick is not None and not r.then:
        return False
    found = r.several(names)
    return set(found) == set(r.parts()) and _even_singles(r, found)


def count_left(r: Reader, count: str) -> bool:
    alone = all(len(part) == 1 for part in r.parts())
    return number(count) == len(r.parts()) and alone and _even_singles(r, r.parts())


def count_parts_left(r: Reader, count: str) -> bool:
    return number(count) == len(r.parts()) and _even_singles(r, r.parts())


def _even_singles(r: Reader, found: list[frozenset[int]]) -> bool:
    return len(found) % 2 == 0 and all(r.single(part) for part in found)


def alone_left(r: Reader, names: str) -> bool:
    return all(len(part) == 1 for part in r.several(names)) and all_left(r, names)


def whole_is_nothing(r: Reader, name: str) -> bool:
    part = r.named(name)
    return r.parts() == [part] and r.worth(part) == 0


def one_alone(r: Reader, n: str) -> bool:
    r.odd = 1
    return r.singles() == [frozenset([int(n)])]


def one_part(r: Reader, name: str) -> bool:
    r.odd = 1
    part = r.named(name)
    return r.singles() == [part] and r.single(part)


def singles_are(r: Reader, names: str, parity: str) -> bool:
    return set(r.several(names)) == set(r.singles()) and _parity(r, parity)


def alone_are(r: Reader, names: str, parity: str) -> bool:
    return all(len(part) == 1 for part in r.several(names)) and singles_are(r, names, parity)


def so_many_alone(r: Reader, count: str, first: str, parity: str) -> bool:
    alone = all(len(part) == 1 for part in r.singles())
    return alone and so_many_single(r, count, first, parity)


def so_many_single(r: Reader, count: str, first: str, parity: str) -> bool:
    right = number(count) == len(r.singles()) and r.singles()[0] == r.named(first)
    return right and _parity(r, parity)


def _parity(r: Reader, parity: str) -> bool:
    r.odd = len(r.singles()) % 2
    return all(r.single(part) for part in r.singles()) and r.odd == parity.startswith("an odd")


def zero(r: Reader, names: str) -> bool:
    return all(r.worth(part) == 0 for part in r.several(names))


def one_too(r: Reader, name: str) -> bool:
    return r.odd == 1 and r.cancels([r.named(name)], 1)


def same_each(r: Reader, names: str, worth: str) -> bool:
    found = r.several(names)
    return {r.worth(part) for part in found} == {int(worth)} and r.cancels(found)


def cancel_out(r: Reader, names: str, worths: str, why: str | None) -> bool:
    return _cancel(r, names, worths, why, 0)


def cancel_with_one(r: Reader, names: str, worths: str, why: str | None) -> bool:
    return r.odd == 1 and _cancel(r, names, worths, why, 1)


def _cancel(r: Reader, names: str, worths: str, why: str | None, odd: int) -> bool:
    found, said = r.several(names), numbers(worths)
    right = [r.worth(part) for part in found] == said and made(why, [*said, *[1] * odd])
    return right and r.cancels(found, odd)
