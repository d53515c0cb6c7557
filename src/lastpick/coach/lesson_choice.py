"""Which shipped lesson treats a mistake: told by the rules' properties and by what was overlooked.

Every lesson but the last is about finding a winning pick, and each has its own kind of reason: an
end that can be seen, partners, stretches of a row, groups of a sieve. The reason that the oracle
gives for a position says which of them would have helped there.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..game import Position
from ..oracle import Verdict
from ..relations import REMOVES, Relation
from .plain.groups import middle

LAST_PICK, LARGE_PRIMES = "last-pick", "large-primes"
PARTNER, LEFT_OVER, DRAW_PAIRS = "partner", "left-over", "draw-pairs"
MIRROR, PILES, CANCEL = "mirror", "piles", "cancel"
ALONE, TWINS, SMALL_SIEVES = "alone", "twins", "small-sieves"

_FEW = 12  # numbers that can be paired in one's head
_BY_HAND = 8  # numbers of a sieve that are worked out by hand
_A_GLANCE = 3  # numbers beside those that stand alone, of which the answer is seen at once
_LOOKED_AT = 24  # picks among which one that ends the game is looked for
_MULTIPLES = Relation(REMOVES, "multiple")


def treating(position: Position, pick: int, verdict: Verdict) -> str | None:
    """The name of the lesson to take after this wrong pick; None where no lesson helps."""
    if position.game.misere:
        return None  # the lessons are about games that the last pick wins
    if _ends(position, verdict.winning):
        return LAST_PICK
    if not position.game.follows.trivial and (end := _ends(position.pick(pick), None)):
        return LARGE_PRIMES if _partners(position, end) == [pick] else LAST_PICK
    kind = verdict.reason["kind"]
    if kind == "pairing":
        return _of_a_chain(position, verdict)
    if kind == "parts" and position.game.removes.band:
        return _of_a_row(position, verdict)
    if kind == "parts" and position.game.removes == _MULTIPLES:
        return _of_a_sieve(verdict)
    return LAST_PICK


def _ends(position: Position, picks: Sequence[int] | None) -> int | None:
    """One of these picks, or of all, that ends the game; where there are many, nobody looks."""
    legal = position.legal if picks is None else picks
    found = (n for n in legal[:_LOOKED_AT] if not position.pick_unchecked(n).choices)
    return next(found, None)


def _partners(position: Position, n: int) -> list[int]:
    """Everything in the whole pool that may follow a number."""
    game = position.game
    return [m for m in game.numbers.decode(game.move(n)[1]) if m != n]


def _of_a_chain(position: Position, verdict: Verdict) -> str:
    left = position.bits.bit_count()
    if not position.picks:
        return LEFT_OVER
    if left == 2 * len(verdict.reason["pairs"]) + 1:  # the pick is the last one's partner
        return PARTNER
    return LEFT_OVER if left <= _FEW else DRAW_PAIRS


def _of_a_row(position: Position, verdict: Verdict) -> str:
    if len(verdict.reason["parts"]) > 1:
        return CANCEL
    return PILES if middle(position.game, verdict) is None else MIRROR


def _of_a_sieve(verdict: Verdict) -> str:
    groups = [len(part["numbers"]) for part in verdict.reason["parts"]]
    together = sum(size for size in groups if size > 1)
    if together <= _A_GLANCE:
        return ALONE
    return SMALL_SIEVES if together <= _BY_HAND else TWINS
