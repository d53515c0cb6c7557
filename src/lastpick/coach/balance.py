"""Is a game fair? Who wins on each pool, how many openings do it, and what would even it out.

A game is measured by its share of winning openings: of all numbers that may be picked first,
those with which Player 1 wins with best play. At a half the opening is a real question; near
one or at nought it is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from ..errors import LastpickError
from ..game import Game
from ..oracle import Budget, solve
from ..oracle.budget import NO_DEADLINE
from ..relations import Numbers

MOST_SIZES = 60
NEARBY = 5  # how much shorter or longer another pool may be
HALF = Fraction(1, 2)
MOST_MISSED = 3  # pools in a row that are too much, before larger ones are not tried
_POSITIONS = 50_000  # what one pool may cost
_PATIENCE = 20.0

Tell = Callable[[int, int], object]


class Size(NamedTuple):
    """What is known of a game on one pool."""

    numbers: Numbers
    wins: bool | None  # whether Player 1 does; None: unknown
    openings: tuple[int, ...]
    winning: tuple[int, ...]

    @property
    def share(self) -> Fraction | None:
        """The winning openings among all; None if unknown, or if nothing may be opened with."""
        if self.wins is None or not self.openings:
            return None
        return Fraction(len(self.winning), len(self.openings))


class Change(NamedTuple):
    """A small change of the rules, and the openings that win for Player 1 under it."""

    kind: str  # "even", "odd", "pool" or "swap"
    numbers: Numbers
    winning: int
    openings: int

    @property
    def share(self) -> Fraction:
        return Fraction(self.winning, self.openings)

    @property
    def distance(self) -> Fraction:
        """How far from a half."""
        return abs(self.share - HALF)


class Balance(NamedTuple):
    """Every pool up to the game's, the game itself, and the changes, best first."""

    game: Game
    sizes: tuple[Size, ...]
    changes: tuple[Change, ...]
    left_out: tuple[str, ...] = ()  # pools for which there was no time

    @property
    def now(self) -> Size:
        return self.sizes[-1]

    @property
    def best(self) -> Change | None:
        """The change that brings the share nearest to a half, if it does better than none."""
        share = self.now.share
        if share is None or not self.changes:
            return None
        return self.changes[0] if self.changes[0].distance < abs(share - HALF) else None

    @property
    def of_each_kind(self) -> list[Change]:
        """The best change of each kind, best first."""
        kinds = dict.fromkeys(change.kind for change in self.changes)
        return [next(c for c in self.changes if c.kind == kind) for kind in kinds]


def balance(game: Game, tell: Tell | None = None, budget: Budget = NO_DEADLINE) -> Balance:
    """Measure a game, its own pool first; `tell` hears how many of the pools are done.

    Pools for which there is no time are left out.
    """
    numbers = game.numbers
    lasts = spread(numbers.first, numbers.last)
    nearby = range(max(numbers.first, numbers.last - NEARBY), numbers.last + NEARBY + 1)
    own = measure(game, numbers.last, budget)
    found = {numbers.last: own} if own else {}
    others = sorted({*lasts, *nearby} - {numbers.last})
    missed = 0  # pools in a row that were too much
    left_out = [numbers.last] if budget.over and own and own.wins is None else []
    for done, last in enumerate(others, 1):
        if tell:
            tell(done, len(others) + 1)
        if budget.over:
            left_out.append(last)
            continue
        size = measure(game, last, budget, missed < MOST_MISSED)
        if size is not None and size.wins is None and budget.over:
            left_out.append(last)
        elif size is not None and size.openings:  # where nobody can begin there is no game
            found[last] = size
            missed = missed + 1 if size.wins is None else 0
    near = [found[last] for last in nearby if last in found and last != numbers.last]
    changes = sorted(_changes(found[numbers.last], near), key=_order(numbers))
    return Balance(
        game=game,
        sizes=tuple(found[last] for last in lasts if last in found),
        changes=tuple(changes),
        left_out=tuple(f"{numbers.first}-{last}" for last in left_out),
    )


def spread(first: int, last: int) -> list[int]:
    """Where the pools end: at every number, or evenly spread and at the last."""
    count = min(MOST_SIZES, last - first + 1)
    return [last - (last - first + 1) * i // count for i in reversed(range(count))]


def measure(
    game: Game, last: int, budget: Budget = NO_DEADLINE, solved: bool = True
) -> Size | None:
    """A game on the pool that ends at `last`; None if its relations do not serve that pool.

    Unless it is to be `solved`, who wins is left unknown.
    """
    try:
        resized = game.on(Numbers(game.numbers.first, last))
    except LastpickError:
        return None
    start = resized.start()
    size = Size(numbers=resized.numbers, wins=None, openings=start.legal, winning=())
    if not solved:
        return size
    verdict = solve(start, budget.part(_PATIENCE, _POSITIONS))
    return size._replace(wins=verdict.wins, winning=tuple(verdict.winning))


# --- what could be changed --------------------------------------------------------------


def _changes(now: Size, near: list[Size]) -> Iterator[Change]:
    """Each change with its exact count. Restricting the opening takes no win from the rest."""
    if now.share is not None:
        for kind, odd in (("even", 0), ("odd", 1)):
            openings = [n for n in now.openings if n % 2 == odd]
            if openings and len(openings) < len(now.openings):
                winning = sum(n % 2 == odd for n in now.winning)
                yield Change(
                    kind=kind, numbers=now.numbers, winning=winning, openings=len(openings)
                )
        # Whatever is opened, Player 2 then has the choice of sides, and takes the one that wins.
        yield Change(kind="swap", numbers=now.numbers, winning=0, openings=len(now.openings))
    for size in near:
        if size.share is not None:
            yield Change(
                kind="pool",
                numbers=size.numbers,
                winning=len(size.winning),
                openings=len(size.openings),
            )


def _order(numbers: Numbers) -> Callable[[Change], tuple[Fraction, bool, int, int]]:
    """Nearest to a half first; among equals the pool that is there, then the one nearest to it."""

    def key(change: Change) -> tuple[Fraction, bool, int, int]:
        away = change.numbers.last - numbers.last
        return change.distance, away != 0, abs(away), away

    return key


# --- in words and as data ---------------------------------------------------------------


def verdict_in_words(title: str, size: Size) -> str:
    """Who wins, and how much of it lies in the opening."""
    name, total, won = f"{title} on {size.numbers}", len(size.openings), len(size.winning)
    if size.wins is None:
        return f"{name}: who wins is unknown; the pool is too large to work out here."
    if not total:
        winner = 1 if size.wins else 2
        return f"{name} cannot begin: no number may be picked first, so Player {winner} wins."
    if not won:
        return f"{name} is lost for whoever opens: none of the {total} openings wins."
    losing = sorted({*size.openings} - {*size.winning})
    but = ""
    if 0 < len(losing) <= 4:
        but = f", all but {' and '.join(', '.join(map(str, losing)).rsplit(', ', 1))}"
    many = f"{won} of {total} openings {'win' if won > 1 else 'wins'}"
    return f"{name} is decided by the first pick: {many} for Player 1{but}."


def change_in_words(change: Change) -> str:
    """A change, and what it leads to."""
    win = "wins" if change.winning == 1 else "win"
    then = f"{change.winning} of {change.openings} openings {win} ({float(change.share):.0%})"
    if change.kind == "pool":
        return f"play on {change.numbers}: {then}"
    if change.kind == "swap":
        return f"let Player 2 take over the first pick if they like (a swap rule): {then}"
    return f"open with an {change.kind} number only: {then}"


def swap_in_words(size: Size) -> str:
    """What a swap rule comes to: Player 2 wins if they know which side to take."""
    won, total = len(size.winning), len(size.openings)
    return (
        "With a swap rule Player 2 has the choice of sides, and so the win: taking over is right"
        f" after {won} of the {total} openings, and wrong after {total - won}."
    )


def advice(title: str, found: Balance) -> str:
    """One sentence for a teacher."""
    best, now = found.best, found.now
    if now.share is None:
        return f"{title} on {now.numbers} could not be measured, so there is nothing to advise."
    if now.share == HALF:
        return "Half of the openings win: this is as even as it gets."
    if best is None:
        return "No small change brings the share of winning openings nearer to a half."
    return f"What helps most: {change_in_words(best)}."


def as_data(title: str, found: Balance) -> dict[str, Any]:
    best = found.best
    return {
        "game": found.game.name,
        "numbers": str(found.game.numbers),
        "sizes": [_size_data(size) for size in found.sizes],
        "changes": [_change_data(change) for change in found.changes],
        "best": None if best is None else _change_data(best),
        "left_out": list(found.left_out),
        "verdict": verdict_in_words(title, found.now),
        "advice": advice(title, found),
    }


def _size_data(size: Size) -> dict[str, Any]:
    known = size.wins is not None
    return {
        "numbers": str(size.numbers),
        "winner": (1 if size.wins else 2) if known else None,
        "openings": len(size.openings),
        "winning": len(size.winning) if known else None,
        "share": None if size.share is None else float(size.share),
    }


def _change_data(change: Change) -> dict[str, Any]:
    return {
        "change": change.kind,
        "numbers": str(change.numbers),
        "winning": change.winning,
        "openings": change.openings,
        "share": float(change.share),
    }
