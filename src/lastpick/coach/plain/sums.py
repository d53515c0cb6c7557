"""Sums of parts in plain words: what stands alone, what each part is worth, and what cancels out.

What a part is worth is its nimber. Parts worth the same cancel out in twos. Where worths differ,
each is a sum of 1, 2, 4, 8 and so on, and they cancel out if each of these comes an even number of
times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from operator import xor

from ...game import Position
from ...oracle import Verdict
from .groups import (
    NAMED_ALONE,
    NAMED_GROUPS,
    Group,
    all_single,
    groups_of,
    holds,
    named,
    noun_of,
    pieces_of,
)
from .words import Ways, counted, series

_EVEN = "an even count, so they cancel out"


def won(position: Position, verdict: Verdict, pick: int) -> Ways:
    """By what a pick does to its part, and what the others are worth."""
    parts = groups_of(position.game, verdict)
    if parts is None:
        return
    (own,) = (part for part in parts if holds(part, pick))
    others = [part for part in parts if part is not own]
    if own.single:
        for short in (False, True):
            yield f"then {_cancelling(others, 'answer', 'a reply', short)}"
        yield f"then {_in_all(others)}"
        return
    target = reduce(xor, (part.worth for part in others), 0)
    for short in (False, True):
        yield _decided(position, pick, own, others, target, short)
    yield _against_all(position, pick, own, others, target)


def lost(position: Position, verdict: Verdict) -> Ways:
    """By worths that cancel out."""
    parts = groups_of(position.game, verdict)
    if parts is None:
        return
    if verdict.reason["xor"]:  # nothing cancels out, but not everything may open
        return
    for short in (False, True):
        yield _cancelling(parts, "pick", "an answer", short)
    yield _in_all(parts)


def won_misere(after: Position) -> Ways:
    if all_single(after):
        if (count := after.bits.bit_count()) == 1:
            yield f"then {after.pool[0]} is the last number left, and whoever picks it loses"
        else:
            left = f"{count:,} numbers are left and each stands alone, an odd count"
            yield f"then {left}: the last pick, which loses, falls to the other player"


def lost_misere(position: Position) -> Ways:
    if all_single(position):
        if (count := position.bits.bit_count()) == 1:
            yield f"{position.pool[0]} is the last number left, and whoever picks it loses"
        else:
            left = f"{count:,} numbers are left and each stands alone, an odd count"
            yield f"{left}: whoever picks now makes the last pick, which loses"


# --- what cancels out -----------------------------------------------------------------------------


def _cancelling(parts: Sequence[Group], mover: str, answer: str, short: bool) -> str:
    """Sentences on parts that cancel out as a whole."""
    singles = [part for part in parts if part.single]
    others = [part for part in parts if not part.single]
    if not others:
        return f"{_left(singles)}: an even count, so every {mover} has {answer}"
    if len(parts) == 1:
        return f"{named(others)} is worth 0, so every {mover} has {answer}"
    said = [_singles(singles)] if singles else []
    said += _balanced(others, len(singles) % 2, short)
    return _sentences(said)


def _left(singles: Sequence[Group]) -> str:
    if all(len(part.numbers) == 1 for part in singles):
        if len(singles) <= NAMED_ALONE:
            return f"{series([part.name for part in singles])} are left and stand alone"
        return f"{len(singles):,} numbers are left and stand alone"
    if len(singles) <= NAMED_ALONE:
        return f"{named(singles)} are left and go with one pick each"
    return f"{counted(len(singles), 'stretch')} are left and go with one pick each"


def _singles(singles: Sequence[Group]) -> str:
    """What goes with one pick: an even count cancels out, an odd one is worth 1."""
    count = len(singles)
    alone = all(len(part.numbers) == 1 for part in singles)
    if count == 1:
        return f"{_alone(singles[0])} and is worth 1"
    if count <= NAMED_ALONE:
        names = series([part.name for part in singles]) if alone else named(singles)
    else:
        names = f"{count:,} numbers" if alone else counted(count, "stretch")
    smallest = f" ({singles[0].name} is the first)" if count > NAMED_ALONE else ""
    do = "stand alone" if alone else "go with one pick each"
    adds = _EVEN if count % 2 == 0 else "an odd count, so they are worth 1 together"
    return f"{names} {do}{smallest}: {adds}"


def _alone(part: Group) -> str:
    if len(part.numbers) == 1:
        return f"{part.name} stands alone"
    return f"the stretch {part.name} goes with one pick"


def _balanced(others: Sequence[Group], odd: int, short: bool) -> list[str]:
    """Sentences on parts that cancel out, together with a 1 if there is an odd one."""
    said = []
    zero = [part for part in others if not part.worth]
    rest = [part for part in others if part.worth]
    if zero:
        said.append(_worth_nothing(zero))
    if rest:
        said.append(_equal(rest, odd, short))
    return said


def _worth_nothing(zero: Sequence[Group]) -> str:
    if len(zero) <= NAMED_GROUPS:
        each = " each" if len(zero) > 1 else ""
        return f"{named(zero)} {'are' if each else 'is'} worth 0{each}"
    return f"{counted(len(zero), noun_of(zero))} are worth 0 each"


def _equal(rest: Sequence[Group], odd: int, short: bool) -> str:
    worths = [part.worth for part in rest]
    if len(rest) == 1:  # then it is worth 1, as what stands alone is
        return f"{named(rest)} is worth 1 too, so they cancel out"
    if len(rest) > NAMED_GROUPS or short:
        return _by_worth(rest, odd)
    if len(set(worths)) == 1 and not odd:
        cancel = "so they cancel out"
        return f"{named(rest)} are worth {worths[0]} each, {cancel}"
    with_it = "with that 1 they" if odd else "which"
    lead = ", and " if odd else ", "
    return f"{named(rest)} are worth {series(worths)}{lead}{with_it} cancel out{_as(worths, odd)}"


def _by_worth(rest: Sequence[Group], odd: int) -> str:
    """Many parts, counted by what they are worth."""
    counts = sorted(Counter(part.worth for part in rest).items())
    noun = noun_of(rest)
    if len(counts) > 8:
        return f"the other {counted(len(rest), noun)} cancel out{' with that 1' if odd else ''}"
    worth, many = counts[0]
    said = [f"{counted(many, noun)} {_each_worth(worth, many)}"]
    said += [
        f"{'one' if many == 1 else f'{many:,}'} {_each_worth(worth, many)}"
        for worth, many in counts[1:]
    ]
    if all(many % 2 == 0 for _, many in counts):
        return f"{series(said)}: even counts, so they cancel out"
    left = [worth for worth, many in counts if many % 2]
    together = "with that 1 they" if odd else "they"
    return f"{series(said)}, and {together} cancel out{_as(left, odd)}"


def _each_worth(worth: int, many: int) -> str:
    return f"is worth {worth}" if many == 1 else f"are worth {worth} each"


def _as(worths: Sequence[int], odd: int) -> str:
    """Why worths cancel out: what those that are no power of two are made of."""
    left = Counter([*worths, *[1] * odd])
    uneven = sorted(worth for worth, many in left.items() if many % 2)
    made = [f"{worth} is {_powers(worth)}" for worth in uneven if worth & worth - 1]
    return f", as {series(made)}" if made else ""


def _powers(worth: int) -> str:
    return "+".join(str(1 << i) for i in range(worth.bit_length()) if worth >> i & 1)


# --- the part that decides ------------------------------------------------------------------------


def _decided(
    position: Position, pick: int, own: Group, others: Sequence[Group], target: int, short: bool
) -> str:
    """What the other parts come to, and how the pick makes its own part worth the same."""
    singles = [part for part in others if part.single]
    rest = [part for part in others if not part.single and part.worth]
    zero = [part for part in others if not part.single and not part.worth]
    said = [_singles(singles)] if singles else []
    if zero:
        said.append(_worth_nothing(zero))
    odd = len(singles) % 2
    if len(rest) > NAMED_GROUPS:
        return _against_all(position, pick, own, others, target)
    if not target:
        if rest:
            said.append(_equal(rest, odd, short))
        said.append(_cleared(position, pick, own, bool(said)))
    elif not rest:  # only what stands alone: worth 1
        said.append(f"{named([own])} is worth {own.worth}, and {pick} makes it worth 1 too")
    elif len(rest) == 1 and not odd:
        both = sorted([rest[0], own], key=lambda part: part.numbers[0])
        worths = series([part.worth for part in both])
        said.append(f"{named(both)} are worth {worths}, and {pick} makes them equal: {target} each")
    else:
        said.append(_made(pick, own, rest, target, odd))
    return _sentences(said)


def _made(pick: int, own: Group, rest: Sequence[Group], target: int, odd: int) -> str:
    worths = [part.worth for part in rest]
    are = "is" if len(rest) == 1 else "are"
    same = len(rest) > 1 and len(set(worths)) == 1
    worth = f"{worths[0]} each" if same else series(worths)
    change = f"{pick} makes {named([own])} worth {target} instead of {own.worth}"
    return (
        f"{named(rest)} {are} worth {worth}, and {change},"
        f" so all cancel out{_as([*worths, target], odd)}"
    )


def _in_all(parts: Sequence[Group]) -> str:
    """All parts that cancel out, counted only."""
    return f"{counted(len(parts), noun_of(parts))} are left, and what they are worth cancels out"


def _against_all(
    position: Position, pick: int, own: Group, others: Sequence[Group], target: int
) -> str:
    """The part that decides, against all others together."""
    noun = counted(len(others), noun_of(others)).replace(" ", " other ", 1)
    if not target:
        return _sentences([f"the {noun} cancel out", _cleared(position, pick, own, True)])
    change = f"{named([own])} is worth {own.worth}, and {pick} makes it worth {target} too"
    return _sentences([f"the {noun} are worth {target} together", change])


def _cleared(position: Position, pick: int, own: Group, more: bool) -> str:
    """What a pick does to the part that decides, where it leaves nothing of worth."""
    decides = f"what decides is {named([own])}, and {pick}"
    pieces = pieces_of(position, pick, own)
    if pieces is None:
        return f"{decides} leaves it worth 0" if more else f"it leaves {named([own])} worth 0"
    if not pieces:
        return f"{decides} takes it all"
    return f"{decides if more else 'it'} leaves {_what_is_left(pieces)}"


def _what_is_left(pieces: Sequence[Group]) -> str:
    names = series([part.name for part in pieces])
    if len(pieces) == 1:
        return f"{names}, worth 0"
    if all(len(part.numbers) == 1 for part in pieces):
        return f"{names}, which stand alone: {_EVEN}"
    if len(pieces[0].numbers) == len(pieces[1].numbers):
        return f"{names}, which are alike, so they cancel out"
    worth = pieces[0].worth
    return f"{names}, worth {worth} each{', so they cancel out' if worth else ''}"


def _sentences(said: Sequence[str]) -> str:
    first, *more = said
    return ". ".join([first, *[f"{text[0].upper()}{text[1:]}" for text in more]])
