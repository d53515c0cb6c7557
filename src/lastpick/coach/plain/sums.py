"""Sums of parts in plain words, as something that can be played out.

Where what is left comes in twos that are alike, each pick can be copied; what takes one pick each
is taken in turn. Elsewhere it is told what answers some of the picks. What a part is worth in
numbers is said in the exact register alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from itertools import islice

from ...game import Position
from ...oracle import Verdict
from . import replies
from .groups import NAMED_ALONE, NAMED_GROUPS, Group, all_single, groups_of, named, noun_of
from .words import Ways, counted

_TAKEN_IN_TURN = "<loser makes> the first, and <winner makes> the last"


def lost(position: Position, verdict: Verdict, then: str = "") -> Ways:
    """Of what is left, or the picks that there are; `then` leads to what is left after a pick."""
    for way in _balanced(position, verdict):
        yield f"{then}{way}"
    yield from replies.lost(position, _replies(position, verdict))


def lost_misere(position: Position, then: str = "") -> Ways:
    """Where the last pick loses, and each number goes with a pick of its own."""
    if all_single(position):
        if (count := position.bits.bit_count()) == 1:
            yield f"{then}<loser can> only pick {position.pool[0]}, the last number, which loses"
        else:
            left = f"{count:,} picks remain, one for each number that is left"
            yield f"{then}{left}: <loser makes> the last, which loses"


# --- what comes in twos ---------------------------------------------------------------------------


def _balanced(position: Position, verdict: Verdict) -> Ways:
    """What is left, if it comes in twos that are alike."""
    parts = groups_of(position.game, verdict)
    singles = [part for part in parts if part.single]
    pairs = _pairs([part for part in parts if not part.single])
    if len(singles) % 2 or pairs is None:
        return
    if not pairs:
        yield from _taken_in_turn(singles)
        return
    for short in (False, True):
        if len(parts) == 2 and parts[0].named and not short:
            alike = f"{named(parts)} are left and alike"
            yield f"{alike}: whatever <loser picks> in one, <winner copies> in the other"
            continue
        said = _alike(pairs, short)
        if singles:
            said += f", and {_one_each(singles, short)}"
        yield f"{said}: whatever <loser picks> in one, <winner copies> in another like it"


def _taken_in_turn(singles: Sequence[Group]) -> Ways:
    """What goes with one pick each, an even count."""
    if len(singles) == 2:
        one, other = singles
        both = f"two picks remain, one that takes {one.name} and one that takes {other.name}"
        yield f"{both}: <loser makes> one, and <winner makes> the other"
    remain = f"{len(singles):,} picks remain, one for each"
    if len(singles) <= NAMED_ALONE:
        yield f"{remain} of {named(singles)}: {_TAKEN_IN_TURN}"
    yield f"{remain} {_noun(singles)} that is left: {_TAKEN_IN_TURN}"


def _pairs(others: Sequence[Group]) -> list[tuple[Group, Group]] | None:
    """Groups that are alike, two by two; None where one has no other."""
    by_shape: dict[Hashable, list[Group]] = defaultdict(list)
    for part in others:
        by_shape[part.shape].append(part)
    if any(len(found) % 2 for found in by_shape.values()):
        return None
    return [
        pair for found in by_shape.values() for pair in zip(found[::2], found[1::2], strict=True)
    ]


def _noun(singles: Sequence[Group]) -> str:
    return "number" if all(len(part.numbers) == 1 for part in singles) else noun_of(singles)


def _one_each(singles: Sequence[Group], short: bool) -> str:
    few = len(singles) <= NAMED_ALONE and not short
    return f"{named(singles) if few else counted(len(singles), _noun(singles))} take one pick each"


def _alike(pairs: Sequence[tuple[Group, Group]], short: bool) -> str:
    parts = [part for pair in pairs for part in pair]
    if short or len(parts) > NAMED_GROUPS or not all(part.named for part in parts):
        return f"{counted(len(parts), noun_of(parts))} are alike in twos"
    return ", ".join(
        f"{named(pair)} are {'too' if at else 'alike'}" for at, pair in enumerate(pairs)
    )


# --- what answers what ----------------------------------------------------------------------------


def _replies(position: Position, verdict: Verdict) -> dict[int, int]:
    """A reply to each of the first picks, as far as it is soon found."""
    if verdict.reason["xor"] != 0:
        return {}
    found: dict[int, int] = {}
    every = position.choices.bit_count() <= replies.NAMED[0]
    for n in islice(position.legal, None if every else replies.EXAMPLES):
        known = next((m for m, reply in found.items() if reply == n), None)
        reply = _reply(position, verdict, n) if known is None else known  # it works both ways
        if reply is not None:
            found[n] = reply
    return found


def _reply(position: Position, verdict: Verdict, n: int) -> int | None:
    """A pick in another part that makes up for it, or else any that the oracle knows."""
    parts = verdict.reason["parts"]
    own = next(part for part in parts if n in part["numbers"])
    value = next((value for m, value in own.get("options", ()) if m == n), None)
    if value is not None:
        change = own["nimber"] ^ value
        for part in parts:
            if part is not own:
                for m, left in part.get("options", ()):
                    if left == part["nimber"] ^ change:
                        return int(m)
    return replies.reply(position, n)
