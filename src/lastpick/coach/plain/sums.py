"""Sums of parts in plain words, as something that can be played out.

Where what is left comes in twos that are alike, each pick can be copied; what goes with one pick
each is taken in turn. Elsewhere it is told what answers some of the picks. What a part is worth in
numbers is said in the exact register alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from itertools import islice

from ...game import Position
from ...oracle import Budget, Verdict, solve
from . import replies
from .groups import NAMED_ALONE, NAMED_GROUPS, Group, all_single, groups_of, named, noun_of
from .words import Ways, counted

_EXAMPLES = 2  # picks whose answer is named, where not all are
_FEW_POSITIONS = 2_000  # looked at for a reply that the certificate does not hold,
_FEW_NUMBERS = 64  # in a pool no larger

_EVEN = "an even count, so every {0} has {1}"


def won(after: Position, verdict: Verdict) -> Ways:
    """Of what a pick has left."""
    for way in _balanced(after, verdict, "answer", "a reply"):
        yield f"then {way}"
    found, count = _replies(after, verdict), after.choices.bit_count()
    if found and count == 1:
        ((n, m),) = found.items()
        yield f"only {n} can follow it, and {m} is the reply"
    yield from replies.named_won(found, count)
    yield worked_out("answer", count)


def lost(position: Position, verdict: Verdict) -> Ways:
    """Of the picks that there are."""
    yield from _balanced(position, verdict, "pick", "an answer")
    found, count = _replies(position, verdict), position.choices.bit_count()
    if found and count == 1:
        ((n, m),) = found.items()
        yield f"{n} is the only one, and {m} answers it"
    yield from replies.named_lost(found, count)
    yield worked_out("pick", count)


def worked_out(noun: str, count: int) -> str:
    """What is known of any sum."""
    if count == 1:
        return f"I worked out that the only {noun} loses"
    return f"I worked out that each of the {count:,} {noun}s loses"


def won_misere(after: Position) -> Ways:
    if all_single(after):
        if (count := after.bits.bit_count()) == 1:
            yield f"then {after.pool[0]} is the last number left, and whoever picks it loses"
        else:
            left = f"{count:,} numbers are left and go with one pick each, an odd count"
            yield f"then {left}: the last pick, which loses, falls to the other player"


def lost_misere(position: Position) -> Ways:
    if all_single(position):
        if (count := position.bits.bit_count()) == 1:
            yield f"{position.pool[0]} is the last number left, and whoever picks it loses"
        else:
            left = f"{count:,} numbers are left and go with one pick each, an odd count"
            yield f"{left}: whoever picks now makes the last pick, which loses"


# --- what comes in twos ---------------------------------------------------------------------------


def _balanced(position: Position, verdict: Verdict, mover: str, answer: str) -> Ways:
    """What is left, if it comes in twos that are alike."""
    parts = groups_of(position.game, verdict)
    singles = [part for part in parts if part.single]
    pairs = _pairs([part for part in parts if not part.single])
    if len(singles) % 2 or pairs is None:
        return
    if not pairs:
        for names in _ways_to_name(singles):
            if len(singles) == 2:
                both = f"{names} are left and go with one pick each"
                took = "comes" if mover == "answer" else "is picked"
                yield f"{both}: whichever {took}, the other is {answer}"
            else:
                yield f"{names} are left and go with one pick each: {_EVEN.format(mover, answer)}"
        return
    for short in (False, True):
        if len(parts) == 2 and parts[0].named and not short:
            yield f"{named(parts)} are left and alike: each {mover} can be copied in the other one"
            continue
        said = _alike(pairs, short)
        if singles:
            said += f", and {_one_each(singles, short)}"
        yield f"{said}: each {mover} can be copied in what is like it"


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


def _ways_to_name(singles: Sequence[Group]) -> Iterator[str]:
    if len(singles) <= NAMED_ALONE:
        yield named(singles)
    yield _how_many(singles)


def _how_many(singles: Sequence[Group]) -> str:
    alone = all(len(part.numbers) == 1 for part in singles)
    return counted(len(singles), "number" if alone else noun_of(singles))


def _one_each(singles: Sequence[Group], short: bool) -> str:
    few = len(singles) <= NAMED_ALONE and not short
    return f"{named(singles) if few else _how_many(singles)} go with one pick each"


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
    for n in islice(position.legal, None if every else _EXAMPLES):
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
    if position.bits.bit_count() > _FEW_NUMBERS:
        return None
    winning = solve(position.pick_unchecked(n), Budget(positions=_FEW_POSITIONS)).winning
    return winning[0] if winning else None
