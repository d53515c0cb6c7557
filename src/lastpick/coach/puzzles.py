"""Puzzles: positions with exactly one winning pick, graded by how hard it is to see.

Difficulty is counted in points, nought to two for each of four questions, all answered
exactly:

- how many picks are legal: up to 4, up to 8, more;
- how many answers the winning pick leaves: none, up to 2, more;
- does a greedy look see it (does it leave fewer answers than every other pick): alone, level
  with others, or not at all;
- how many answers show that a wrong pick is wrong, on average over the wrong picks: two
  thirds or more, a half or more, fewer.

Up to 2 points are level 1; 3, 4 and 5 points are levels 2, 3 and 4; more are level 5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Hashable, Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from ..errors import BudgetError
from ..game import Game, Position
from ..oracle import Budget, solve
from ..oracle.budget import A_GLANCE, FEW_POSITIONS, NO_DEADLINE
from ..oracle.traps import Answers, answers
from . import hint as coach_hint
from .refutation import confirmation
from .structure import structure

FEWEST_PICKS = 3
LEVELS = range(1, 6)
MOST_TRIES = 20_000
_MOST_ALIKE = 20  # puzzles of one structure among those found: there are hardly any others
POINTS = range(9)
_LEVEL_OF = (1, 1, 1, 2, 3, 4, 5, 5, 5)  # by points

Tell = Callable[[int, int], object]


class Puzzle(NamedTuple):
    """A position, its one winning pick with the reason, and how hard it is."""

    position: Position
    answer: int
    reason: str
    points: int

    @property
    def level(self) -> int:
        return _LEVEL_OF[self.points]

    @property
    def plain(self) -> str:
        """The reason in plain words."""
        return confirmation(self.position, self.answer)


def find_puzzles(
    game: Game,
    count: int,
    level: int | None = None,
    seed: int = 0,
    tell: Tell | None = None,
    tries: int = MOST_TRIES,
    budget: Budget = NO_DEADLINE,
    alike: bool = True,
) -> list[Puzzle]:
    """So many different puzzles, as `each_puzzle` finds them."""
    return list(each_puzzle(game, count, level, seed, tell, tries, budget, alike))


def each_puzzle(
    game: Game,
    count: int,
    level: int | None = None,
    seed: int = 0,
    tell: Tell | None = None,
    tries: int = MOST_TRIES,
    budget: Budget = NO_DEADLINE,
    alike: bool = True,
) -> Iterator[Puzzle]:
    """Different puzzles, of one level or of any, as they are found; the same for the same seed.

    Unless they may be `alike`, no two have the same structure. `tell` hears how many there are.
    BudgetError, if so many tries do not find enough, or not within the budget.
    """
    found, tried = 0, 0
    seen: set[tuple[int, int]] = set()
    structures: Counter[Hashable] = Counter()
    for tried in range(1, tries + 1):
        if budget.over:
            break
        if tell:
            tell(found, count)
        try:
            position = reached(game, Random(f"{seed}/{tried - 1}"), budget)
        except BudgetError:
            break
        key = (position.bits, position.choices)  # all that the rest of the game depends on
        if key in seen or position.choices.bit_count() < FEWEST_PICKS:
            continue
        seen.add(key)
        puzzle = grade(position, budget)
        if puzzle is not None and level in (None, puzzle.level):
            if not alike:
                structures[shape := structure(position, budget)] += 1
                if structures[shape] > _MOST_ALIKE:
                    break
                if structures[shape] > 1:
                    continue
            found += 1
            yield puzzle
            if found == count:
                return
    of_level = "" if level is None else f" of level {level}"
    what = f"no puzzle{of_level}" if count == 1 else f"{found} of {count:,} puzzles{of_level}"
    advice = "there was no time for more" if budget.over else _advice(count, level)
    if structures.total() > found:
        advice = f"the others are the same with other numbers; {advice}"
    times = "1 try" if tried == 1 else f"{tried:,} tries"
    raise BudgetError(f"{what} found on {game.numbers} in {times}; {advice}")


def _advice(count: int, level: int | None) -> str:
    """What may be found where these were not: only what was asked for can be asked otherwise."""
    ways = ["fewer"] * (count > 1) + ["another level"] * (level is not None) + ["other numbers"]
    return f"ask for {' or '.join(', '.join(ways).rsplit(', ', 1))}"


def reached(game: Game, rng: Random, budget: Budget = NO_DEADLINE) -> Position:
    """Where a game played at random stands after some of its picks."""
    picks = game.start().playout(rng, lambda: budget.tick(0)).picks
    position = game.start()
    for n in picks[: int(rng.random() * len(picks))]:
        budget.tick(0)
        position = position.pick_unchecked(n)
    return position


def grade(position: Position, budget: Budget = NO_DEADLINE) -> Puzzle | None:
    """The puzzle in a position; None where the winning pick is not the only one, or unknown.

    Nor is there one where no pick is wrong.
    """
    try:
        return grade_for_sure(position, budget.part(A_GLANCE, FEW_POSITIONS))
    except BudgetError:
        return None


def grade_for_sure(
    position: Position, budget: Budget, wanted: Container[int] = POINTS
) -> Puzzle | None:
    """As `grade`, if its points are among those wanted; BudgetError where that is unknown."""
    if position.choices.bit_count() < 2:
        return None
    verdict = solve(position, budget)
    if not verdict.complete:
        raise BudgetError("there was no time to see whether this is a puzzle")
    if len(verdict.winning) != 1:
        return None
    answer = verdict.winning[0]
    legal = {n: position.pick_unchecked(n).choices.bit_count() for n in position.legal}
    plain = plain_points(answer, legal)
    if not any(plain + more in wanted for more in range(3)):
        return None
    left = answers(position, budget)
    known = {n: found for n, found in left.items() if found is not None}
    if len(known) < len(left):
        raise BudgetError(f"there was no time to see how hard {position!r} is")
    found = Puzzle(position, answer, verdict.text, points(answer, known))
    return found if found.points in wanted else None


def points(answer: int, left: Mapping[int, Answers]) -> int:
    """How hard the winning pick is to see, from 0 to 8, given what each pick leaves."""
    wrong = [found.share for n, found in left.items() if n != answer]
    clear = Fraction(sum(wrong), len(wrong))
    plain = plain_points(answer, {n: found.legal for n, found in left.items()})
    return plain + (clear < Fraction(2, 3)) + (clear < Fraction(1, 2))


def plain_points(answer: int, legal: Mapping[int, int]) -> int:
    """The points of the first three questions, given how many answers each pick leaves."""
    after = legal[answer]
    fewer = min(count for n, count in legal.items() if n != answer)
    return (
        (len(legal) > 4)
        + (len(legal) > 8)
        + (after > 0)
        + (after > 2)
        + (after >= fewer)
        + (after > fewer)
    )


# --- in words and as data ---------------------------------------------------------------


def clue(puzzle: Puzzle) -> str:
    """A hint that does not give the answer away at once."""
    left = puzzle.position.pick(puzzle.answer).choices.bit_count()
    shown = "nothing to pick" if not left else "one pick" if left == 1 else f"{left} picks"
    return f"After the winning pick your opponent has {shown}."


def hint(puzzle: Puzzle, step: int, budget: Budget = NO_DEADLINE, exact: bool = False) -> str:
    """As in play, in three steps; that the position is won is known, so the first is the clue."""
    if step == 1:
        return clue(puzzle)
    seen = coach_hint.look(puzzle.position, budget)
    return coach_hint.in_words(puzzle.position, seen, step, exact)


def as_data(puzzle: Puzzle) -> dict[str, Any]:
    position = puzzle.position
    return {
        "game": position.game.name,
        "numbers": str(position.game.numbers),
        "picks": list(position.picks),
        "last": position.last,
        "pool": list(position.pool),
        "legal": list(position.legal),
        "answer": puzzle.answer,
        "reason": puzzle.reason,
        "plain": puzzle.plain,
        "points": puzzle.points,
        "level": puzzle.level,
    }
