"""Every decision of a game, graded exactly by the oracle and its judge.

Where a decision mattered, a pick keeps a point or loses one. What the oracle does not find
out within its budget is counted apart. The budget is one of positions, not of time, and each
game is graded from its end with nothing remembered of other games: the grades do not depend
on the machine, nor on which worker played what before.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from math import inf

from ..game import Game
from ..oracle import Budget, method, solve
from ..oracle.judge import UNKNOWN, judge
from .played import Decisions

_KEPT = 64  # numbers of a pool of which the oracle remembers the parts it has met
_fresh = count()


def grade(
    game: Game, picks: Sequence[int], failed: int | None, most: int
) -> tuple[Decisions, Decisions]:
    """The decisions of both players; `failed` is the seat that gave no legal pick at the end.

    That, too, is a decision, if it was to move: it keeps nothing.
    """
    mattered, kept, unknown = [0, 0], [0, 0], [0, 0]
    if most:
        game = _unremembered(game)
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
                verdict = solve(positions[ply], Budget(inf, most))
                judged = judge(verdict, legal, decided[ply])
                known = judged.grade != UNKNOWN  # nor will anything before it be, of more numbers
            if known:
                mattered[seat] += judged.mattered
                kept[seat] += judged.kept
            else:
                unknown[seat] += 1
    return Decisions(mattered[0], kept[0], unknown[0]), Decisions(mattered[1], kept[1], unknown[1])


def _unremembered(game: Game) -> Game:
    """The same rules as a game that no cache of the oracle has met, where it keeps any."""
    if game.numbers.size > _KEPT or method(game) != "parts" or _in_table(game):
        return game
    fresh = Game(
        f"{game.name} {next(_fresh)}", game.numbers, game.opens, game.follows, game.removes
    )
    fresh.learn(*game.table())
    return fresh


@lru_cache(maxsize=64)
def _in_table(game: Game) -> bool:
    """Whether the shipped table answers, so that nothing has to be remembered."""
    return solve(game.start(), Budget(inf, 0), stop_at_first=True).method == "table"
