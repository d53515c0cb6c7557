"""Counting pick sequences, to check the engine against counts made elsewhere.

Positions that are reached by several sequences are counted once, with how many reach them;
where anything may follow, the last pick makes no difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from .errors import BudgetError
from .game import Game, Position
from .oracle.budget import NO_DEADLINE, Budget

MOST_POSITIONS = 2_000_000
_MOST_BITS = 1 << 33  # of pools and choices: a gigabyte

# Each position that was reached, by its pool and what else tells it apart, and how often.
_Frontier = dict[tuple[int, int | None], tuple[Position, int]]


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


class Ply(NamedTuple):
    """Sequences of so many picks, and how many of them are complete games."""

    number: int
    sequences: int
    complete: int


def perft(
    game: Game,
    plies: int | None = None,
    progress: Callable[[int, int], object] = lambda ply, positions: None,
    budget: Budget = NO_DEADLINE,
) -> Perft:
    """Count to the end of every game, or for `plies` picks."""
    counted = list(each_ply(game, plies, progress, budget))
    return Perft([ply.sequences for ply in counted], [ply.complete for ply in counted])


def each_ply(
    game: Game,
    plies: int | None = None,
    progress: Callable[[int, int], object] = lambda ply, positions: None,
    budget: Budget = NO_DEADLINE,
) -> Iterator[Ply]:
    """The count of each pick, as soon as it is known; BudgetError where it is too much."""
    number = 0
    chained = not game.follows.trivial
    most = min(MOST_POSITIONS, _MOST_BITS // (2 * game.numbers.size))
    frontier: _Frontier = {(0, None): (game.start(), 1)}
    while frontier and (plies is None or number < plies):
        after: _Frontier = {}
        for position, count in frontier.values():
            for n in position.legal:
                if budget.over:
                    raise BudgetError(f"there was no time to count all of pick {number + 1}")
                reached = position.pick_unchecked(n)
                key = (reached.bits, n if chained else None)
                after[key] = (reached, after[key][1] + count if key in after else count)
                if len(after) > most:
                    raise _too_many(most, number)
            progress(number + 1, len(after))
        if not after:
            break
        number += 1
        yield Ply(
            number=number,
            sequences=sum(count for _, count in after.values()),
            complete=sum(n for position, n in after.values() if not position.choices),
        )
        frontier = {key: found for key, found in after.items() if found[0].choices}


def _too_many(most: int, plies: int) -> BudgetError:
    advice = f"--plies {plies} or a smaller --numbers" if plies else "a smaller --numbers"
    return BudgetError(
        f"more than {most:,} different positions after {plies + 1} picks; count fewer with {advice}"
    )
