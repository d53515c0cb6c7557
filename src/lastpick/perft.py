"""Counting pick sequences, to check the engine against counts made elsewhere.

Positions that are reached by several sequences are counted once, with how many reach them;
where anything may follow, the last pick makes no difference.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .errors import BudgetError
from .game import Game, Position

MOST_POSITIONS = 2_000_000


class Perft(NamedTuple):
    """Sequences of 1, 2, 3, ... picks, and how many of them are complete games."""

    sequences: list[int]
    complete: list[int]

    @property
    def games(self) -> int:
        return sum(self.complete)

    @property
    def by_length(self) -> dict[str, int]:
        return {str(length): count for length, count in enumerate(self.complete, 1)}


def perft(
    game: Game,
    plies: int | None = None,
    progress: Callable[[int, int], object] = lambda ply, positions: None,
) -> Perft:
    """Count to the end of every game, or for `plies` picks."""
    sequences: list[int] = []
    complete: list[int] = []
    chained = not game.follows.trivial
    frontier: dict[tuple[int, int | None], tuple[Position, int]] = {(0, None): (game.start(), 1)}
    while frontier and (plies is None or len(sequences) < plies):
        after: dict[tuple[int, int | None], tuple[Position, int]] = {}
        for position, count in frontier.values():
            for n in position.legal:
                reached = position.pick_unchecked(n)
                key = (reached.bits, n if chained else None)
                after[key] = (reached, after[key][1] + count if key in after else count)
            if len(after) > MOST_POSITIONS:
                raise BudgetError(
                    f"more than {MOST_POSITIONS:,} different positions after"
                    f" {len(sequences) + 1} picks; count fewer with --plies {len(sequences)}"
                    " or a smaller --numbers"
                )
            progress(len(sequences) + 1, len(after))
        if not after:
            break
        sequences.append(sum(count for _, count in after.values()))
        complete.append(sum(n for position, n in after.values() if not position.choices))
        frontier = {key: found for key, found in after.items() if found[0].choices}
    return Perft(sequences, complete)
