"""The longest and the shortest complete game, by the method that the relations allow."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count
from random import Random

from ...errors import BudgetError
from ...game import Game, Position
from ...oracle import Budget, walk
from ...oracle.reach import Reachable, board
from . import shipped, sums
from .answer import Longest, Shortest, SoFar, Tell
from .exact import Exact, shortest_first
from .layers import Layers
from .path_programme import LongestPath
from .paths import Annealing, both_ways, degree_bound
from .programme import solver_is_there
from .sums import groups

_SMALL = 20  # numbers that are tried out
_LARGEST = 5_000  # numbers that are searched
_PLAYOUTS = 200
_QUICK, _PATIENT = 200_000, 2_000_000  # steps without a longer path, with a solver and without


def best(game: Game, budget: Budget | None = None, tell: Tell | None = None) -> Longest:
    """The longest complete game, as far as it is known by the end of the budget.

    At once, if its proof comes with the program. `tell` hears the longest so far and the bound.
    A BudgetError, if there was no time for even one game on a large pool.
    """
    known = shipped.longest(game)
    if known is not None:
        return Longest(known, len(known))
    return _from(game.start(), budget or Budget(), tell)


def best_after(position: Position, budget: Budget | None = None) -> Longest:
    """The longest complete game that begins with the picks of a position."""
    game, made = position.game, position.picks
    if not made:
        return best(game, budget)
    rest = Position(game, position.bits, position.last, None, position.choices)
    found = _from(rest, budget or Budget())
    at_most, known = len(made) + found.at_most, shipped.longest(game)
    return Longest((*made, *found.picks), at_most if known is None else min(at_most, len(known)))


def _from(start: Position, budget: Budget, tell: Tell | None = None) -> Longest:
    """The longest game from a position that has no picks behind it."""
    so_far = SoFar(start.bits.bit_count(), budget, tell)
    try:
        if start.game.follows.trivial:
            return sums.longest(start, budget)
        walked = _walked(start, budget, shortest=False)
        if walked is not None:
            return Longest(walked, len(walked))
        _search(start, so_far)
    except (BudgetError, MemoryError):
        _play(start, so_far)
    return so_far.answer


def shortest(game: Game, budget: Budget | None = None) -> Shortest:
    """The shortest complete game, as far as it is known by the end of the budget."""
    budget, start = budget or Budget(), game.start()
    if not start.choices:
        return Shortest((), 0)
    try:
        if game.follows.trivial:
            return sums.shortest(start, budget)
        walked = _walked(start, budget, shortest=True)
        if walked is not None:
            return Shortest(walked, len(walked))
        on = board(start, budget, _LARGEST)
    except (BudgetError, MemoryError):
        return Shortest(min(_played(start, budget), key=len), 1)
    known = min(_played(start, budget), key=len)
    found, at_least = shortest_first(on, budget, len(known))
    picks = known if found is None else tuple(on.numbers[i] for i in found)
    return Shortest(picks, at_least)


def _walked(position: Position, budget: Budget, shortest: bool) -> tuple[int, ...] | None:
    """The game where a number that was left behind can never be reached again; else None.

    Then what a number is worth does not depend on what was picked before.
    """
    if not position.game.removes.trivial:
        return None
    choose = min if shortest else max
    values = walk.fold(position, budget, lambda after: 1 + choose(after, default=0))
    if values is None:
        return None
    followers, found = walk.followers(position), []
    choices = position.legal
    while choices:
        found.append(choose(choices, key=values.__getitem__))
        choices = followers(found[-1])
    return tuple(found)


def _search(start: Position, so_far: SoFar) -> None:
    """Games that no theorem makes short work of: look for a long one, and prove it."""
    if not start.choices:
        so_far.bound(0)
        return
    on = board(start, so_far.budget, _LARGEST)
    so_far.bound(len(on.numbers))
    if len(on.numbers) <= _SMALL and _tried_out(on, so_far):
        return
    symmetric = on.apart and both_ways(on)
    _play(start, so_far)
    try:
        some = so_far.budget.part(so_far.budget.left / 4)
        so_far.bound(degree_bound(on, symmetric, some))
    except BudgetError:
        pass
    solver, seeds = solver_is_there(), count(1)
    if not on.apart:
        so_far.bound(groups(on.keeps, on.everything))
        share = so_far.budget.left / (2 if solver else 1)
        Layers(on, so_far, so_far.budget.part(share)).run()
    anneal = partial(_anneal, on, symmetric, so_far, seeds)
    anneal(_QUICK if solver else _PATIENT)
    if solver and not so_far.done:
        LongestPath(on, symmetric, len(so_far.picks) + 1).run(so_far, partial(anneal, _QUICK))


def _anneal(
    on: Reachable, symmetric: bool, so_far: SoFar, seeds: Iterator[int], patience: int
) -> None:
    if on.apart:
        Annealing(on, symmetric, next(seeds)).run(so_far, patience)


def _tried_out(on: Reachable, so_far: SoFar) -> bool:
    try:
        places = Exact(on, so_far.budget, shortest=False).picks(on.everything, on.choices)
    except BudgetError:
        return False
    so_far.found([on.numbers[i] for i in places])
    so_far.bound(len(places))
    return True


def _play(start: Position, so_far: SoFar) -> None:
    """Games played at random: at least one is always known."""
    for picks in _played(start, so_far.budget):
        so_far.found(picks)
        if so_far.done:
            return


def _played(start: Position, budget: Budget) -> Iterator[tuple[int, ...]]:
    """Some games, one at least, however little time there is; a BudgetError on a large pool."""
    rng, numbers = Random(1), start.game.numbers
    if numbers.size > _LARGEST:
        position = start
        while position.choices:
            if budget.over:
                raise BudgetError("there was no time for a single game")
            lowest = (position.choices & -position.choices).bit_length() - 1
            position = position.pick_unchecked(numbers.first + lowest)
        yield position.picks
        return
    for number in range(_PLAYOUTS):
        if number and budget.over:
            return
        yield start.playout(rng).picks
