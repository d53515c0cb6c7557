"""Whether what the coach says in plain words is true: a reader of its own.

A text is read by a closed set of patterns; what none of them knows is an error. Each statement is
held against the position, the relations, and brute force (of large positions: the certificate,
which `verify` checks). Nothing here uses what makes the sentences.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from random import Random
from textwrap import wrap

from lastpick.game import Game, Position
from lastpick.oracle import Verdict, solve
from support.brute import loses, mex

SMALL = 15  # numbers of a position that is tried out by brute force

N = r"(\d[\d,]*)"
NAME = r"(?:\([^)]*\)|\d+-\d+|\d+)"
NAMES = rf"({NAME}(?:(?:, | and ){NAME})*)"
PART = rf"(?:stretch|group) (of [\d,]+ numbers from \d+ to \d+|{NAME})"
PARTS = rf"(?:stretches|groups) {NAMES}"
SERIES = r"(\d+(?:(?:, | and )\d+)*)"
WHY = r"(?:, as ([^.]*))?"


class Untrue(AssertionError):
    """A statement that does not hold, or that nobody can read."""


def number(text: str) -> int:
    return int(text.replace(",", ""))


def numbers(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", text)]


# --- what is true, by definition --------------------------------------------------------


def wins(position: Position, pick: int) -> bool:
    """Whether a pick wins: by brute force, or on a large pool by the oracle's verdict."""
    after = position.pick(pick)
    if len(after.pool) <= SMALL:
        return loses(after)
    return solve(after).wins is False


def winning(position: Position) -> list[int]:
    if len(position.pool) <= SMALL:
        return [n for n in position.legal if wins(position, n)]
    return list(solve(position).winning)


def removed(game: Game, n: int) -> set[int]:
    pool = range(game.numbers.first, game.numbers.last + 1)
    return {m for m in pool if m == n or game.removes.holds(m, n)}


def parts_of(game: Game, pool: frozenset[int]) -> list[frozenset[int]]:
    """What is linked: numbers of which a pick takes out another."""
    near: dict[int, set[int]] = {n: set() for n in pool}
    for n in pool:
        for m in removed_by(game)[n] & pool:
            near[n].add(m)
            near[m].add(n)
    found, left = [], set(pool)
    while left:
        fresh = {min(left)}
        part: set[int] = set()
        while fresh:
            part |= fresh
            fresh = set().union(*(near[n] for n in fresh)) - part
        found.append(frozenset(part))
        left -= part
    return sorted(found, key=min)


@cache
def removed_by(game: Game) -> dict[int, frozenset[int]]:
    pool = range(game.numbers.first, game.numbers.last + 1)
    return {n: frozenset(removed(game, n)) for n in pool}


def nimber(game: Game, pool: frozenset[int]) -> int:
    """By definition; in a row it depends on the gaps alone."""
    width = game.removes.band
    return _nimber_of(game, pool) if width is None else _pieces(width, sorted(pool))


@cache
def _row(width: int, piece: tuple[int, ...]) -> int:
    found = set()
    for n in piece:
        left, right = ([m for m in piece if m < n - width], [m for m in piece if m > n + width])
        found.add(_pieces(width, left) ^ _pieces(width, right))
    return mex(found)


def _pieces(width: int, row: list[int]) -> int:
    total = 0
    while row:
        at = next((i for i, n in enumerate(row[1:], 1) if n - row[i - 1] > width), len(row))
        total ^= _row(width, tuple(n - row[0] for n in row[:at]))
        row = row[at:]
    return total


@cache
def _nimber_of(game: Game, pool: frozenset[int]) -> int:
    total = 0
    for part in parts_of(game, pool):
        total ^= _nimber(game, part)
    return total


@cache
def _nimber(game: Game, part: frozenset[int]) -> int:
    return mex({_nimber_of(game, part - removed_by(game)[n]) for n in part})


# --- reading ----------------------------------------------------------------------------


class Reader:
    """Reads the reason why a pick wins (`pick`), or why none does."""

    def __init__(self, position: Position, pick: int | None) -> None:
        self.before = position
        self.pick = pick
        self.at = position if pick is None else position.pick(pick)
        self.game = position.game
        self.then = False  # whether sums speak of what is left after the pick
        self.told: set[frozenset[int]] = set()  # parts that were spoken of
        self.odd = 0  # what stands alone is worth, if it does not cancel out

    def read(self, body: str) -> None:
        if not body.endswith(".") or body.endswith("..") or "..." in body or "…" in body:
            raise Untrue(f"no sentence: {body}")
        for sentence in body[:-1].split(". "):
            text = sentence[0].lower() + sentence[1:] if sentence[0] not in "I" else sentence
            if text.startswith("then ") and self.pick is not None:
                self.then, text = True, text.removeprefix("then ")
            self._read(text)

    def _read(self, text: str) -> None:
        for pattern, handle in PATTERNS:
            found = re.fullmatch(pattern, text)
            if found:
                try:
                    held = handle(self, *found.groups())
                except (KeyError, IndexError, ValueError) as error:
                    raise Untrue(f"{text}: {error!r}") from error
                if held is False:
                    raise Untrue(f"untrue: {text} ({handle.__name__})")
                return
        raise Untrue(f"unread: {text}")

    # what may be picked, and what answers it

    def legal(self) -> list[int]:
        return list(self.at.legal)

    def ends(self, n: int, reply: int) -> bool:
        after = self.at.pick(n).pick(reply)
        return not after.legal and not self.game.misere

    def met(self, n: int, reply: int) -> bool:
        return wins(self.at.pick(n), reply)

    def all_lose(self, count: str) -> bool:
        return number(count) == len(self.legal()) and not winning(self.at)

    # parts

    def pool(self) -> frozenset[int]:
        return frozenset(self.at.pool if self.then else self.before.pool)

    def parts(self) -> list[frozenset[int]]:
        return parts_of(self.game, self.pool())

    def own(self) -> frozenset[int] | None:
        """The part of the pick, where what was there before it is spoken of."""
        if self.pick is None or self.then:
            return None
        (part,) = (part for part in self.parts() if self.pick in part)
        return part

    def single(self, part: frozenset[int]) -> bool:
        return all(part <= removed_by(self.game)[n] for n in part)

    def singles(self) -> list[frozenset[int]]:
        own = self.own()
        return [part for part in self.parts() if part != own and self.one_pick(part)]

    def one_pick(self, part: frozenset[int]) -> bool:
        """Whether it is a number alone, or a stretch that goes with one pick."""
        width = self.game.removes.band
        return len(part) == 1 or (width is not None and max(part) - min(part) <= width)

    def others(self) -> list[frozenset[int]]:
        """All parts but that of the pick and those that go with one pick."""
        return [part for part in self.parts() if part != self.own() and not self.one_pick(part)]

    def named(self, name: str) -> frozenset[int]:
        """The part of that name."""
        found = numbers(name)
        if "from" in name:
            count, low, high = (number(n) for n in re.findall(r"\d[\d,]*", name))
            for part in self.parts():
                if (len(part), min(part), max(part)) == (count, low, high):
                    return part
            raise Untrue(f"no such group: {name}")
        if "-" in name:
            found = list(range(found[0], found[1] + 1))
        if frozenset(found) not in self.parts():
            raise Untrue(f"no such part: {name}")
        return frozenset(found)

    def several(self, names: str) -> list[frozenset[int]]:
        found = [self.named(name) for name in re.findall(NAME, names)]
        if len(set(found)) < len(found):
            raise Untrue(f"named twice: {names}")
        return found

    def worth(self, part: frozenset[int]) -> int:
        return nimber(self.game, part)

    def left_of(self, part: frozenset[int]) -> frozenset[int]:
        assert self.pick is not None
        return part - removed_by(self.game)[self.pick]

    def all_cancel(self) -> bool:
        """Whether what is left once the pick was made comes to nothing."""
        return nimber(self.game, frozenset(self.at.pool)) == 0

    def cancels(self, parts: list[frozenset[int]], odd: int = 0) -> bool:
        total = odd
        for part in parts:
            total ^= self.worth(part)
        self.told |= set(parts)
        return total == 0


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


# --- endings and replies ----------------------------------------------------------------


def last_number(r: Reader) -> bool:
    return not r.game.misere and list(r.before.pool) == [r.pick]


def takes_all(r: Reader) -> bool:
    return not r.game.misere and not r.at.pool and len(r.before.pool) > 1


def nothing_follows(r: Reader) -> bool:
    return r.pick is not None and not r.legal() and not r.game.misere


def only_then_end(r: Reader, n: str, end: str) -> bool:
    return r.legal() == [int(n)] and r.ends(int(n), int(end))


def only_two_end(r: Reader, n: str, m: str, end: str) -> bool:
    return r.legal() == [int(n), int(m)] and all(r.ends(k, int(end)) for k in r.legal())


def only_end(r: Reader, ns: str, said: str) -> bool:
    """ "only 1 and 2 can follow it: reply to 1 with 5 and to 2 with 7, which ends the game"."""
    pairs = replies_of(said)
    return r.legal() == numbers(ns) == list(pairs) and all(r.ends(*pair) for pair in pairs.items())


def answered_end(r: Reader, said: str) -> bool:
    pairs = answers_of(said)
    return r.legal() == list(pairs) and all(r.ends(*pair) for pair in pairs.items())


def only_last(r: Reader, n: str) -> bool:
    return r.legal() == [int(n)] and every_last(r)


def every_last(r: Reader) -> bool:
    return r.game.misere and bool(r.legal()) and not any(r.at.pick(n).legal for n in r.legal())


def replies_of(said: str) -> dict[int, int]:
    return {int(n): int(m) for n, m in re.findall(r"to (\d+) with (\d+)", said)}


def answers_of(said: str) -> dict[int, int]:
    return {int(n): int(m) for m, n in re.findall(r"(\d+) answers (\d+)", said)}


def all_met(r: Reader, said: str) -> bool:
    pairs = replies_of(said) or answers_of(said)
    return r.legal() == list(pairs) and all(r.met(*pair) for pair in pairs.items())


def some_met(r: Reader, count: str, said: str) -> bool:
    pairs = replies_of(said) or answers_of(said)
    return r.all_lose(count) and bool(pairs) and all(r.met(*pair) for pair in pairs.items())


def one_reply(r: Reader, reply: str) -> bool:
    return bool(r.legal()) and all(r.met(n, int(reply)) for n in r.legal())


def one_reply_ends(r: Reader, reply: str) -> bool:
    return one_reply(r, reply) and all(r.ends(n, int(reply)) for n in r.legal())


def landings(r: Reader, reply: str, later: str) -> bool:
    """Each landing can be reached from the one before, whatever comes between, to the end."""
    if not one_reply(r, reply):
        return False
    fresh = {(n, int(reply)) for n in r.legal()}
    ways = [r.at.pick(n).pick(m) for n, m in fresh]
    for landing in numbers(later):
        ways = [at.pick(n) for at in ways for n in at.legal]
        if not ways or not all(landing in at.legal for at in ways):
            return False
        ways = [at.pick(landing) for at in ways]
        ways = ways[:400]
    return not any(at.legal for at in ways)


def one_answers_each(r: Reader, reply: str, count: str) -> bool:
    return number(count) == len(r.legal()) and one_reply(r, reply)


def one_answers_each_ends(r: Reader, reply: str, count: str) -> bool:
    return number(count) == len(r.legal()) and one_reply_ends(r, reply)


def later_answers(r: Reader, reply: str, count: str, later: str) -> bool:
    return number(count) == len(r.legal()) and landings(r, reply, later)


def only_met(r: Reader, n: str, reply: str) -> bool:
    return r.legal() == [int(n)] and r.met(int(n), int(reply))


def only_loses(r: Reader, n: str) -> bool:
    return r.legal() == [int(n)] and not winning(r.at)


def each_loses(r: Reader, count: str) -> bool:
    return r.all_lose(count)


def tried(r: Reader) -> None:
    """It goes with a sentence that says what came out."""


# --- partners ---------------------------------------------------------------------------


def certificate(r: Reader) -> dict[int, int]:
    """The pairing that proves what is said: of the pick, or of what it leaves."""
    reason = solve(r.before).reason
    if reason["pick"] != r.pick:
        reason = solve(r.at).reason
    return {a: b for pair in reason["pairs"] for a, b in (pair, pair[::-1])}


def pairs_hold(r: Reader, count: int, all_of_them: bool, said: str, but: set[int]) -> bool:
    pairs = [numbers(pair) for pair in said.split(", ")]
    flat = [n for pair in pairs for n in pair]
    holds, left = r.game.follows.holds, set(r.at.pool)
    asked, partner = set(r.legal()) - but, certificate(r)
    return (
        count == len(asked)
        and len(set(flat)) == len(flat)
        and set(flat) <= left - but
        and all(a in asked and holds(a, b) and holds(b, a) for a, b in pairs)
        and all(partner[a] == b for a, b in pairs)
        and (asked <= set(flat)) == all_of_them
        and partners_last(r, partner, but)
    )


def partners_last(r: Reader, partner: dict[int, int], but: set[int]) -> bool:
    """Whether answering with partners never runs out, in games with random picks."""
    for seed in range(12):
        at, rng = r.at, Random(seed)
        while open_to := [n for n in at.legal if n not in but]:
            n = rng.choice(open_to)
            at = at.pick(n)
            if n not in partner or partner[n] not in at.legal:
                return False
            at = at.pick(partner[n])
    return True


def partnered(r: Reader, count: str, how: str, said: str) -> bool:
    return pairs_hold(r, number(count), how == ": ", said, set())


def partnered_but_one(r: Reader, count: str | None, how: str, said: str) -> bool:
    ones = not wins(r.at, 1)
    return ones and pairs_hold(r, number(count or "1"), how == ": ", said, {1})


def only_partnered(r: Reader, n: str, partner: str) -> bool:
    return r.legal() == [int(n)] and pairs_hold(r, 1, True, f"{n} and {partner}", set())


def only_one_loses(r: Reader) -> bool:
    return r.legal() == [1] and not wins(r.at, 1)


# --- sums -------------------------------------------------------------------------------


def all_left(r: Reader, names: str) -> bool:
    if r.pick is not None and not r.then:
        return False
    found = r.several(names)
    return set(found) == set(r.parts()) and _even_singles(r, found)


def count_left(r: Reader, count: str) -> bool:
    alone = all(len(part) == 1 for part in r.parts())
    return number(count) == len(r.parts()) and alone and _even_singles(r, r.parts())


def count_stretches_left(r: Reader, count: str) -> bool:
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


def one_stretch(r: Reader, name: str) -> bool:
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
    found = r.several(names) if "from" not in names or "(" in names else [r.named(names)]
    r.told |= set(found)
    return all(r.worth(part) == 0 for part in found)


def so_many_zero(r: Reader, count: str) -> bool:
    found = [part for part in r.others() if r.worth(part) == 0]
    r.told |= set(found)
    return number(count) == len(found)


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


def counted(r: Reader, said: str) -> list[frozenset[int]]:
    """The parts that "2 groups are worth 1, 1 is worth 3" speaks of; Untrue if they are not so."""
    rest = [part for part in r.others() if r.worth(part)]
    told = {
        int(w): number(k)
        for k, w in re.findall(r"(\d[\d,]*) (?:\w+ )?(?:is|are) worth (\d+)", said)
    }
    worths = [r.worth(part) for part in rest]
    if told != {w: worths.count(w) for w in worths}:
        raise Untrue(said)
    return rest


def even_counts(r: Reader, said: str) -> bool:
    rest = counted(r, said)
    worths = [r.worth(part) for part in rest]
    return all(worths.count(w) % 2 == 0 for w in worths) and r.cancels(rest)


def counts_cancel(r: Reader, said: str, one: str | None, why: str | None) -> bool:
    rest = counted(r, said)
    odd = int(one is not None)
    worths = [r.worth(part) for part in rest]
    return r.odd >= odd and made(why, [*worths, *[1] * odd]) and r.cancels(rest, odd)


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
    """ "leaves 1-3 and 7-9, which are alike, so they cancel out" and the like."""
    own = r.own()
    if own is None or (name is None and len(r.parts()) > 1):
        return False
    if name is not None and (r.named(name) != own or int(pick or "") != r.pick):
        return False
    found = re.fullmatch(
        rf"{NAMES}(?:, which stand alone: (an even count, so they cancel out)"
        r"|, which are (alike), so they cancel out|, worth (\d+)( each(?:, so they cancel out)?)?)",
        said,
    )
    if not found:
        return False
    names, alone, alike, worth, each = found.groups()
    pieces = parts_of(r.game, r.left_of(own))
    then = Reader(r.before, r.pick)
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


def brings_one(
    r: Reader,
    name: str,
    worths: str,
    each: str | None,
    pick: str,
    own: str,
    a: str,
    b: str,
    why: str,
) -> bool:
    return _brings(r, [r.named(name)], worths, pick, own, (a, b), why)


def brings(
    r: Reader,
    names: str,
    worths: str,
    each: str | None,
    pick: str,
    own: str,
    a: str,
    b: str,
    why: str,
) -> bool:
    found = r.several(names)
    said = f"{worths} " * len(found) if each else worths
    return _brings(r, found, said, pick, own, (a, b), why)


def _brings(
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


def in_all(r: Reader, count: str) -> bool:
    return number(count) == len(r.parts()) and nimber(r.game, r.pool()) == 0


def others_cancel(r: Reader, count: str) -> bool:
    own = r.own()
    return (
        own is not None
        and number(count) == len(r.parts()) - 1
        and nimber(r.game, r.pool() - own) == 0
    )


def others_together(r: Reader, count: str, worth: str) -> bool:
    own = r.own()
    right = own is not None and number(count) == len(r.parts()) - 1
    return right and own is not None and nimber(r.game, r.pool() - own) == int(worth)


def odd_alone(r: Reader, count: str) -> bool:
    pool = set(r.at.pool)
    alone = all(removed(r.game, n) & pool == {n} for n in pool)
    return r.game.misere and number(count) == len(pool) and len(pool) % 2 == 1 and alone


def one_left(r: Reader, n: str) -> bool:
    return r.game.misere and list(r.at.pool) == [int(n)] == r.legal()


EVERY = r"(?:every pick has an answer|every answer has a reply)"
PARITY = r"(an even count, so they cancel out|an odd count, so they are worth 1 together)"
PAIRS = r"(\d+ and \d+(?:, \d+ and \d+)*)"
HOW = r"(: |; some pairs are )"
TO = r"((?:to \d+ with \d+(?:, | and )?)+)"
BY = r"((?:\d+ answers \d+(?:, | and )?)+)"
OWN = r"what decides is the "

Handler = Callable[..., bool | None]
PATTERNS: list[tuple[str, Handler]] = [
    (r"it is the last number left", last_number),
    (r"it takes out all that is left", takes_all),
    (r"nothing can follow it", nothing_follows),
    (r"only (\d+) can follow it, and then (\d+) ends the game", only_then_end),
    (r"(\d+) is the only one, and then (\d+) ends the game", only_then_end),
    (r"only (\d+) and (\d+) can follow it, and after either (\d+) ends the game", only_two_end),
    (rf"only {SERIES} can follow it: reply {TO}, which ends the game", only_end),
    (rf"{BY}, which ends the game", answered_end),
    (r"only (\d+) can follow it, and that is the last pick, which loses", only_last),
    (r"(\d+) is the only one, and it is the last pick, which loses", only_last),
    (r"whatever follows it is the last pick, which loses", every_last),
    (r"every one is the last pick, which loses", every_last),
    (rf"each of the {N} answers has a partner to reply with, now and later{HOW}{PAIRS}", partnered),
    (rf"each of the {N} has a partner that answers it, now and later{HOW}{PAIRS}", partnered),
    (r"only (\d+) can follow it, and its partner (\d+) is the reply", only_partnered),
    (r"(\d+) is the only one, and its partner (\d+) answers it", only_partnered),
    (r"every later number has a partner too", tried),
    (
        rf"whoever picks 1 loses, and (?:each of the {N} other answers|the one other answer)"
        rf" has a partner to reply with, now and later{HOW}{PAIRS}",
        partnered_but_one,
    ),
    (
        rf"whoever picks 1 loses, and (?:each of the {N} other picks|the one other pick)"
        rf" has a partner that answers it, now and later{HOW}{PAIRS}",
        partnered_but_one,
    ),
    (r"only 1 can follow it, and whoever picks 1 here loses", only_one_loses),
    (r"1 is the only one, and whoever picks 1 here loses", only_one_loses),
    (r"whatever follows it, reply with (\d+)", one_reply),
    (r"whatever follows it, reply with (\d+), which ends the game", one_reply_ends),
    (rf"whatever follows it, reply with (\d+); then land on {SERIES} in the same way", landings),
    (rf"(\d+) answers each of the {N}", one_answers_each),
    (rf"(\d+) answers each of the {N}, which ends the game", one_answers_each_ends),
    (
        rf"(\d+) answers each of the {N}, and later {SERIES} do(?:es)? in the same way",
        later_answers,
    ),
    (r"only (\d+) can follow it, and (\d+) is the reply", only_met),
    (r"(\d+) is the only one, and (\d+) answers it", only_met),
    (rf"reply {TO}", all_met),
    (BY, all_met),
    (rf"each of the {N} answers loses: reply {TO}, for example", some_met),
    (rf"each of the {N} picks loses: {BY}, for example", some_met),
    (r"only (\d+) can follow it, and that loses", only_loses),
    (r"(\d+) is the only one, and it loses", only_loses),
    (r"I tried everything (?:that can come )?after it", tried),
    (rf"I tried everything that can come after it, and each of the {N} answers loses", each_loses),
    (rf"I tried each of the {N}, and every one loses", each_loses),
    (rf"{SERIES} are left and stand alone: an even count, so {EVERY}", alone_left),
    (rf"{N} numbers are left and stand alone: an even count, so {EVERY}", count_left),
    (rf"the {PARTS} are left and go with one pick each: an even count, so {EVERY}", all_left),
    (
        rf"{N} stretches are left and go with one pick each: an even count, so {EVERY}",
        count_stretches_left,
    ),
    (rf"the {PART} is worth 0, so {EVERY}", whole_is_nothing),
    (r"(\d+) stands alone and is worth 1", one_alone),
    (rf"the stretch ({NAME}) goes with one pick and is worth 1", one_stretch),
    (rf"{SERIES} stand alone: {PARITY}", alone_are),
    (rf"the {PARTS} go with one pick each: {PARITY}", singles_are),
    (rf"{N} numbers stand alone \(({NAME}) is the first\): {PARITY}", so_many_alone),
    (rf"{N} stretches go with one pick each \(({NAME}) is the first\): {PARITY}", so_many_single),
    (rf"the {PART} is worth 0", zero),
    (rf"the {PARTS} are worth 0 each", zero),
    (rf"{N} (?:stretches|groups) are worth 0 each", so_many_zero),
    (rf"the {PART} is worth 1 too, so they cancel out", one_too),
    (rf"the {PARTS} are worth (\d+) each, so they cancel out", same_each),
    (rf"the {PARTS} are worth {SERIES}, which cancel out{WHY}", cancel_out),
    (rf"the {PARTS} are worth {SERIES}, and with that 1 they cancel out{WHY}", cancel_with_one),
    (
        r"([\d,]+ (?:stretch|stretches|groups?) (?:is|are) worth [^.:]*):"
        r" even counts, so they cancel out",
        even_counts,
    ),
    (
        r"([\d,]+ (?:stretch|stretches|groups?) (?:is|are) worth [^.:]*?),"
        rf" and (with that 1 )?they cancel out{WHY}",
        counts_cancel,
    ),
    (rf"{OWN}{PART}, and (\d+) takes it all", takes_own),
    (rf"{OWN}{PART}, and (\d+) leaves it worth 0", leaves_nothing_of_worth),
    (rf"it leaves the {PART} worth 0", it_leaves_nothing_of_worth),
    (rf"{OWN}{PART}, and (\d+) leaves (.*)", leaves_pieces),
    (r"it leaves (.*)", it_leaves_pieces),
    (rf"the {PART} is worth (\d+), and (\d+) makes it worth (\d+) too", makes_it),
    (rf"the {PARTS} are worth {SERIES}, and (\d+) makes them equal: (\d+) each", makes_equal),
    (
        rf"the {PART} is worth {SERIES}( each)?, and (\d+) brings the {PART} from (\d+) to (\d+),"
        rf" so all cancel out{WHY}",
        brings_one,
    ),
    (
        rf"the {PARTS} are worth {SERIES}( each)?, and (\d+) brings the {PART} from (\d+) to"
        rf" (\d+), so all cancel out{WHY}",
        brings,
    ),
    (rf"{N} (?:stretches|groups) are left, and what they are worth cancels out", in_all),
    (rf"the {N} other (?:stretch|stretches|groups?) cancel out", others_cancel),
    (rf"the {N} other (?:stretches|groups) are worth (\d+) together", others_together),
    (
        rf"{N} numbers are left and each stands alone, an odd count: (?:the last pick, which loses,"
        r" falls to the other player|whoever picks now makes the last pick, which loses)",
        odd_alone,
    ),
    (r"(\d+) is the last number left, and whoever picks it loses", one_left),
]


# --- whole texts ------------------------------------------------------------------------


def is_short(text: str) -> None:
    if len(wrap(text, 80)) > 3 or "..." in text or "…" in text:
        raise Untrue(f"too long, or cut off: {text}")
    for word in ("nimber", "xor", "mex", "matching", "parity", "certificate", "  "):
        if word in text.lower():
            raise Untrue(f"{word!r} in: {text}")


def check_plain(position: Position, verdict: Verdict, text: str) -> None:
    """A plain reason, as `plain` and `advice` give it."""
    is_short(text)
    if verdict.wins is None:
        if text != "I could not work this out: there is too much to try.":
            raise Untrue(text)
    elif not position.legal:
        end = "wins" if position.game.misere else "loses"
        if text != f"No pick is left, and whoever cannot pick {end}.":
            raise Untrue(text)
    elif found := re.fullmatch(r"Pick (\d+): (.*)", text):
        _won(position, int(found[1]), found[2])
    elif text.startswith("No pick wins: "):
        if winning(position):
            raise Untrue(f"a pick wins: {text}")
        Reader(position, None).read(text.removeprefix("No pick wins: "))
    else:
        raise Untrue(f"unread: {text}")


def check_confirmation(position: Position, pick: int, text: str) -> None:
    is_short(text)
    if found := re.fullmatch(rf"{pick} wins: (.*)", text):
        _won(position, pick, found[1])
    elif found := re.fullmatch(rf"{pick} wins\. No answer does: (.*)", text):
        Reader(position.pick(pick), None).read(found[1])
        if not wins(position, pick):
            raise Untrue(text)
    else:
        raise Untrue(f"unread: {text}")


def check_refutation(position: Position, pick: int, text: str) -> None:
    is_short(text)
    after = position.pick(pick)
    if wins(position, pick):
        raise Untrue(f"it wins: {text}")
    if text == f"{pick} loses: nothing can follow it, and the last pick loses.":
        if after.legal or not position.game.misere:
            raise Untrue(text)
        return
    found = re.fullmatch(
        rf"{pick} loses to (the only answer,|.*? One is|one of .*?,) (\d+): (.*)", text
    )
    if not found:
        raise Untrue(f"unread: {text}")
    many, answer, body = found.groups()
    good, total = len(winning(after)), len(after.legal)
    meant = {
        "the only answer,": (1, 1),
        f"one of the {total:,} answers,": (1, total),
        f"each of the {total:,} answers. One is": (total, total),
        f"{good:,} of the {total:,} answers. One is": (good, total),
    }
    if meant.get(many) != (good, total) or (good == total > 1) != many.startswith("each"):
        raise Untrue(f"{good} of {total}: {text}")
    _won(after, int(answer), body)


def _won(position: Position, pick: int, body: str) -> None:
    if not wins(position, pick):
        raise Untrue(f"{pick} does not win: {body}")
    Reader(position, pick).read(body)
