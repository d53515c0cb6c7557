"""The one judge of decisions: was there a win, did the pick keep it, and did the choice matter?

Review, arena, environments and evaluation all ask here, so that they agree, also on what
nobody knows.
"""

from __future__ import annotations

from typing import NamedTuple

from .verdict import Verdict

KEPT = "kept the win"
THREW = "threw it away"
LOST = "already lost"
UNKNOWN = "unknown"


class Judgement(NamedTuple):
    """What a decision was worth, and whether another pick would have been worth less."""

    grade: str  # KEPT, THREW, LOST or UNKNOWN
    mattered: bool  # the position was won, and not every legal pick kept it so

    @property
    def kept(self) -> bool:
        """Whether a decision that mattered was right."""
        return self.mattered and self.grade == KEPT


def judge(verdict: Verdict, legal: int, pick: int | None) -> Judgement:
    """Judge a pick, one of so many legal ones, by the verdict on the position before it.

    None is a turn without a legal pick (forfeited, or a failure): it keeps nothing. Where the
    verdict is unknown, or does not name every winning pick and the pick is none of those that
    it names, so is the grade; such a decision counts neither for nor against anybody.
    """
    if verdict.wins is None:
        return Judgement(UNKNOWN, False)
    if not verdict.wins:
        return Judgement(LOST, False)
    mattered = verdict.complete and len(verdict.winning) < legal
    if pick in verdict.winning:
        return Judgement(KEPT, mattered)
    if pick is None or verdict.complete:
        return Judgement(THREW, mattered)
    return Judgement(UNKNOWN, False)
