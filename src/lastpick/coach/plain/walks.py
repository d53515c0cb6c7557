"""Walks in plain words: the numbers to land on, or the reply to each answer.

What a number is worth depends on what may follow it alone, so nothing is picked here: a pool may
be huge.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from ...errors import BudgetError
from ...game import Position
from ...oracle import Verdict, walk
from ...oracle.budget import NO_DEADLINE
from . import replies
from .endings import NOTHING_FOLLOWS
from .words import LAST_LOSES, Ways, series

_COMMON = 40  # answers among whose replies a common one is looked for
_MOST_LANDED = 8


class Walk:
    """What may follow each number, and which numbers win."""

    def __init__(self, position: Position, told: list[list[int]] | None) -> None:
        self.after: Callable[[int], Sequence[int]] = walk.followers(position)
        self.misere = position.game.misere
        self.values = dict(map(_pair, told)) if told is not None else _worked_out(position)

    def replies(self, n: int) -> list[int]:
        """What wins after a number."""
        return [m for m in self.after(n) if self.values[m] == 0]

    def ends(self, n: int) -> bool:
        """Whether nothing can follow a number."""
        return not self.after(n)

    def common(self, answers: Sequence[int]) -> int | None:
        """A reply that wins after each of some answers, if these are few."""
        if len(answers) > _COMMON:
            return None
        common: set[int] | None = None
        for n in answers:
            found = self.replies(n)
            common = set(found) if common is None else common.intersection(found)
            if not common:
                return None
        return min(common) if common else None

    def landings(self, answers: Sequence[int]) -> list[int]:
        """A reply that wins after every answer; and those after it, if they lead to the end."""
        landed: list[int] = []
        while answers and len(landed) <= _MOST_LANDED:
            reply = self.common(answers)
            if reply is None or self.misere:
                return landed[:1] if reply is None else [reply]
            landed.append(reply)
            answers = self.after(reply)
        return landed if len(landed) <= _MOST_LANDED else landed[:1]


def _pair(entry: list[int]) -> tuple[int, int]:
    n, value = entry
    return n, value


def _worked_out(position: Position) -> Mapping[int, int]:
    """The values where the certificate leaves them out; nothing wins where they are too many."""
    try:
        values = walk.by_steps(position, NO_DEADLINE)
        if values is None:
            rule = walk.lost if position.game.misere else walk.mex
            values = walk.fold(position, NO_DEADLINE, rule)
    except (BudgetError, MemoryError):
        values = None
    return defaultdict(lambda: 1) if values is None else values


def left(position: Position, verdict: Verdict, pick: int) -> Ways:
    """By what may follow a pick, which is made or not."""
    answers = Walk(position, verdict.reason["values"]).after(pick)
    if answers:
        yield from lost(position, verdict, answers)
    elif position.bits.bit_count() == 1:
        yield "it is the last number left, so <loser cannot> pick"
    else:
        yield NOTHING_FOLLOWS


def lost(position: Position, verdict: Verdict, picks: Sequence[int]) -> Ways:
    """By what answers these picks, which all lose."""
    found = Walk(position, verdict.reason["values"])
    if found.misere and all(map(found.ends, picks)):
        which = f"<loser can> only pick {picks[0]}, and that"
        yield f"{which if len(picks) == 1 else 'whatever <loser picks>'} is {LAST_LOSES}"
    if len(picks) == 1:
        for reply in found.replies(picks[0])[:1]:
            does = "ends> the game" if _ends(found, reply) else "answers>"
            yield f"<loser can> only pick {picks[0]}, and <winner {does} with {reply}"
    elif landed := found.landings(picks):
        first, *later = landed
        whatever = "whatever <loser picks>, <winner"
        if later:
            then = f"and later in the same way with {series(later)}"
            yield f"{whatever} answers> with {first}, {then}"
        yield f"{whatever} {'ends> the game' if _ends(found, first) else 'answers>'} with {first}"
    yield from replies.named(_each(found, picks), len(picks))
    yield from replies.tried(picks[0], len(picks))


def ending(position: Position, numbers: Sequence[int]) -> int | None:
    """One of these numbers that nothing can follow."""
    after = walk.followers(position)
    return next((n for n in numbers if not after(n)), None)


def _ends(found: Walk, reply: int) -> bool:
    """Whether a reply ends the game and so wins."""
    return found.ends(reply) and not found.misere


def _each(found: Walk, answers: Sequence[int]) -> dict[int, int]:
    """A reply to each of the first answers; one that has lost without a reply is left out."""
    known = ((n, found.replies(n)) for n in islice(answers, replies.NAMED[0]))
    return {n: after[0] for n, after in known if after}
