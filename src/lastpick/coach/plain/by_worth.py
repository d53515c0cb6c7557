"""Sums of parts by what each part is worth, for lessons that teach that.

What a part is worth is its nimber. Parts worth the same cancel out in twos. Where worths differ,
each is a sum of 1, 2, 4, 8 and so on, and they cancel out if each of these comes an even number of
times. What takes too many names for this is left to `sums`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from operator import xor

from ...game import Position
from ...oracle import Verdict
from ...oracle.band import band_of
from ...oracle.parts import split
from .groups import NAMED_ALONE, NAMED_GROUPS, Group, groups_of, named, noun_of
from .words import Ways, counted, series

_EVEN = "an even count, so these cancel out"
_ANSWERED = "whatever <loser picks>, <winner has> an answer"


def won(position: Position, verdict: Verdict, pick: int) -> Ways:
    """By what a pick does to its part, and what the others are worth."""
    parts = _few(position, verdict)
    if parts is None:
        return
    (own,) = (part for part in parts if pick in part.numbers)
    others = [part for part in parts if part is not own]
    if own.single:
        yield f"then {_cancelling(others)}"
    else:
        yield _decided(position, pick, own, others)


def lost(position: Position, verdict: Verdict, then: str = "") -> Ways:
    """Of what is left, or the picks that there are, by worths that cancel out."""
    parts = _few(position, verdict)
    if parts and not verdict.reason["xor"]:  # else nothing cancels out, but not everything may open
        yield f"{then}{_cancelling(parts)}"


def _few(position: Position, verdict: Verdict) -> list[Group] | None:
    """The parts of a certificate, if it tells their worths and they are few enough to be named."""
    if verdict.reason["xor"] is None:
        return None
    parts = groups_of(position.game, verdict)
    piles = [part for part in parts if not part.single]
    few = len(piles) <= NAMED_GROUPS + 1 and all(part.named for part in piles)
    return parts if few else None


def _the(parts: Sequence[Group]) -> str:
    """ "the stretch 1-3", "the groups (2, 4) and (3, 9)"."""
    noun = noun_of(parts)
    if len(parts) > 1:
        noun = "stretches" if noun == "stretch" else "groups"
    return f"the {noun} {named(parts)}"


# --- what cancels out -----------------------------------------------------------------------------


def _cancelling(parts: Sequence[Group]) -> str:
    """Sentences on parts that cancel out as a whole."""
    singles = [part for part in parts if part.single]
    others = [part for part in parts if not part.single]
    if not others:
        names, do = _what_goes(singles)
        return f"{names} are left and {do}: an even count, so {_ANSWERED}"
    if len(parts) == 1:
        return f"{_the(others)} is worth 0, so {_ANSWERED}"
    return _sentences([*_singles(singles), *_balanced(others, len(singles) % 2)])


def _what_goes(singles: Sequence[Group]) -> tuple[str, str]:
    """Several parts that take one pick each: their names, or how many, and what they do."""
    if all(len(part.numbers) == 1 for part in singles):
        few = len(singles) <= NAMED_ALONE
        return named(singles) if few else f"{len(singles):,} numbers", "stand alone"
    few = len(singles) <= NAMED_ALONE
    names = _the(singles) if few else counted(len(singles), noun_of(singles))
    return names, "take one pick each"


def _singles(singles: Sequence[Group]) -> list[str]:
    """What takes one pick: an even count cancels out, an odd one is worth 1."""
    if not singles:
        return []
    if len(singles) == 1:
        alone = len(singles[0].numbers) == 1
        one = f"{named(singles)} stands alone" if alone else f"{_the(singles)} takes one pick"
        return [f"{one} and is worth 1"]
    names, do = _what_goes(singles)
    smallest = f" ({singles[0].name} is the first)" if len(singles) > NAMED_ALONE else ""
    adds = _EVEN if len(singles) % 2 == 0 else "an odd count, so these are worth 1 together"
    return [f"{names} {do}{smallest}: {adds}"]


def _balanced(others: Sequence[Group], odd: int) -> list[str]:
    """Sentences on parts that cancel out, together with a 1 if there is an odd one."""
    zero = [part for part in others if not part.worth]
    rest = [part for part in others if part.worth]
    said = []
    if zero:
        each = " each" if len(zero) > 1 else ""
        said.append(f"{_the(zero)} {'are' if each else 'is'} worth 0{each}")
    if rest:
        said.append(_equal(rest, odd))
    return said


def _equal(rest: Sequence[Group], odd: int) -> str:
    worths = [part.worth for part in rest]
    if len(rest) == 1:  # then it is worth 1, as what stands alone is
        return f"{_the(rest)} is worth 1 too, so these cancel out"
    if len(set(worths)) == 1 and not odd:
        return f"{_the(rest)} are worth {worths[0]} each, so these cancel out"
    together = ", and with that 1 these" if odd else ", which"
    return f"{_the(rest)} are worth {series(worths)}{together} cancel out{_as(worths, odd)}"


def _as(worths: Sequence[int], odd: int) -> str:
    """Why worths cancel out: what those that are no power of two are made of."""
    left = Counter([*worths, *[1] * odd])
    uneven = sorted(worth for worth, many in left.items() if many % 2)
    made = [f"{worth} is {_powers(worth)}" for worth in uneven if worth & worth - 1]
    return f", as {series(made)}" if made else ""


def _powers(worth: int) -> str:
    return "+".join(str(1 << i) for i in range(worth.bit_length()) if worth >> i & 1)


# --- the part that decides ------------------------------------------------------------------------


def _decided(position: Position, pick: int, own: Group, others: Sequence[Group]) -> str:
    """What the other parts come to, and how the pick makes its own part worth the same."""
    target = reduce(xor, (part.worth for part in others), 0)
    singles = [part for part in others if part.single]
    piles = [part for part in others if not part.single]
    rest = [part for part in piles if part.worth]
    odd = len(singles) % 2
    said = _singles(singles)
    if not target:
        said += _balanced(piles, odd)
        return _sentences([*said, _cleared(position, pick, own, bool(said))])
    said += _balanced([part for part in piles if not part.worth], odd)
    if not rest:  # only what stands alone: worth 1
        said.append(f"{_the([own])} is worth {own.worth}, and {pick} makes it worth 1 too")
    elif len(rest) == 1 and not odd:
        both = sorted([rest[0], own], key=lambda part: part.numbers[0])
        worths = series([part.worth for part in both])
        said.append(f"{_the(both)} are worth {worths}, and {pick} makes both equal: {target} each")
    else:
        said.append(_made(pick, own, rest, target, odd))
    return _sentences(said)


def _made(pick: int, own: Group, rest: Sequence[Group], target: int, odd: int) -> str:
    worths = [part.worth for part in rest]
    are = "is" if len(rest) == 1 else "are"
    same = len(rest) > 1 and len(set(worths)) == 1
    worth = f"{worths[0]} each" if same else series(worths)
    change = f"{pick} makes {_the([own])} worth {target} instead of {own.worth}"
    return (
        f"{_the(rest)} {are} worth {worth}, and {change},"
        f" so all cancel out{_as([*worths, target], odd)}"
    )


def _cleared(position: Position, pick: int, own: Group, more: bool) -> str:
    """What a pick does to the part that decides, where it leaves nothing of worth."""
    decides = f"what decides is {_the([own])}, and {pick}"
    pieces = _pieces(position, pick, own)
    if pieces is None:
        return f"{decides} leaves it worth 0" if more else f"it leaves {_the([own])} worth 0"
    if not pieces:
        return f"{decides} takes it all"
    return f"{decides if more else 'it'} leaves {_what_is_left(pieces)}"


def _what_is_left(pieces: Sequence[Group]) -> str:
    names = named(pieces)
    if len(pieces) == 1:
        return f"{names}, worth 0"
    if all(len(part.numbers) == 1 for part in pieces):
        return f"{names}, which stand alone: {_EVEN}"
    if len(pieces[0].numbers) == len(pieces[1].numbers):
        return f"{names}, which are alike, so these cancel out"
    worth = pieces[0].worth
    return f"{names}, worth {worth} each{', so these cancel out' if worth else ''}"


def _pieces(position: Position, pick: int, own: Group) -> list[Group] | None:
    """What a pick leaves of its part, if that can be told: nothing, two stretches, or singles."""
    game = position.game
    width = game.removes.band
    if own.stretch and width:
        ends = (own.numbers[0], pick - width - 1), (pick + width + 1, own.numbers[-1])
        runs = [range(low, high + 1) for low, high in ends if low <= high]
        value = band_of(width).value
        return [Group(run, True, len(run) <= width + 1, len(run), value(len(run))) for run in runs]
    pieces = list(split(game, game.numbers.encode(own.numbers) & game.move(pick)[0]))
    if len(pieces) > NAMED_ALONE or any(len(piece) > 1 for piece in pieces):
        return None
    return [Group(piece, False, True, 1, 1) for piece in pieces]


def _sentences(said: Sequence[str]) -> str:
    first, *more = said
    return ". ".join([first, *[f"{text[0].upper()}{text[1:]}" for text in more]])
