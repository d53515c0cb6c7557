"""Every decision of a game, graded exactly by the oracle and its judge.

Where a decision mattered, a pick keeps a point or loses one. What the oracle does not find
out within its budget is counted apart. The budget is one of positions, not of time, and each
game is graded from its end with nothing remembered of other games: the grades do not depend
on the machine, nor on which worker played what before.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from ..game import Game
from ..oracle import Budget, solve
from ..oracle.judge import UNKNOWN, judge
from ..oracle.memory import Memory
from .played import Decisions


def grade(
    game: Game, picks: Sequence[int], failed: int | None, most: int
) -> tuple[Decisions, Decisions]:
    """The decisions of both players; `failed` is the seat that gave no legal pick at the end.

    That, too, is a decision, if it was to move: it keeps nothing.
    """
    mattered, kept, unknown = [0, 0], [0, 0], [0, 0]
    if most:
        memory = Memory()
        positions = [game.start()]
        for n in picks:
            positions.append(positions[-1].pick_unchecked(n))
        decided: list[int | None] = [*picks, None]
        known = game.numbers.size <= most
        for ply in reversed(range(len(decided))):
            seat = ply % 2
            if decided[ply] is None and failed != seat + 1:
                continue
            legal = positions[ply].choices.bit_count()
            if legal < 2:
                continue
            if known:
                verdict = solve(positions[ply], Budget(inf, most), memory=memory)
                judged = judge(verdict, legal, decided[ply])
                known = judged.grade != UNKNOWN  # nor will anything before it be, of more numbers
            if known:
                mattered[seat] += judged.mattered
                kept[seat] += judged.kept
            else:
                unknown[seat] += 1
    return Decisions(mattered[0], kept[0], unknown[0]), Decisions(mattered[1], kept[1], unknown[1])
