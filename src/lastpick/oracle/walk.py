"""Games that never come back: a pick removes only itself, and `follows` has no cycle.

Then no number that was picked could be reached again, so what a pick is worth does not depend on
what else is left: its nimber is the mex of those that may follow it (in misère play, which has no
nimbers, it is won or lost). One look at each pair of a number and what follows it is enough.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from ..errors import BudgetError
from ..game import Game, Position
from . import steps
from .budget import Budget
from .verdict import Verdict, listed

V = TypeVar("V")
Race = Callable[[bytes, "array[int]", bool, Callable[[int], object]], "array[int]"]
MOST_LISTED = 2_000  # numbers whose values are told
_PAIR = 64  # bytes that a number and one that may follow it take, while they wait
_TICKS = 256  # numbers between two questions to the budget, on a pool of so many


def solve(position: Position, budget: Budget) -> Verdict | None:
    """Who wins a walk; None if the game is none, or has nothing that can be followed."""
    game = position.game
    if not game.removes.trivial:
        return None
    values = by_steps(position, budget)
    if values is None:
        values = fold(position, budget, lost if game.misere else mex)
    return None if values is None else _verdict(position, values)


def mex(values: Iterable[int]) -> int:
    """The least number that is not among them."""
    reached = set(values)
    return next(v for v in range(len(reached) + 1) if v not in reached)


def lost(values: Iterable[int]) -> int:
    """In misère play: 0 if the player to move loses, else 1."""
    answers = list(values)
    return int(not answers or 0 in answers)


class _Values(Mapping[int, int]):
    """The values of a race, by number."""

    def __init__(self, first: int, values: array[int]) -> None:
        self._first = first
        self._values = values

    def __getitem__(self, n: int) -> int:
        return self._values[n - self._first]

    def __iter__(self) -> Iterator[int]:
        return iter(range(self._first, self._first + len(self._values)))

    def __len__(self) -> int:
        return len(self._values)


def one_way(game: Game) -> bool:
    """Whether whatever follows is larger, or all of it is smaller."""
    low, high = game.follows.span
    return (low is not None and low >= 0) or (high is not None and high <= 0)


def by_steps(
    position: Position, budget: Budget, work: Race = steps.values
) -> Mapping[int, int] | None:
    """The values of a race: each number is followed by the same steps, all one way."""
    game = position.game
    found = game.follows.steps if one_way(game) else None
    if found is None:
        return None
    alive = game.numbers.flags(position.bits)
    budget.tick(0)
    values = work(alive, array("i", found), game.misere, lambda _: budget.tick(0))
    return _Values(game.numbers.first, values)


def fold(
    position: Position, budget: Budget, rule: Callable[[Iterable[V]], V]
) -> dict[int, V] | None:
    """A value for each number that can be reached, from those that follow it; None on a cycle.

    Where all ways lead one way, the far end is looked at first, so that little has to wait.
    """
    following = followers(position)
    high = position.game.follows.span[1]
    order = -1 if high is not None and high <= 0 else 1
    values: dict[int, V] = {}
    waiting: dict[int, tuple[int, ...]] = {}  # numbers on the way, and what follows them
    held, most = 0, budget.most_bytes // _PAIR
    work, ticks = 0, max(1, _TICKS * _TICKS // position.game.numbers.size)
    stack = list(position.legal[::order])
    while stack:
        n = stack[-1]
        if n in values:
            stack.pop()
        elif n in waiting:
            after = waiting.pop(n)
            held -= len(after)
            values[n] = rule([values[m] for m in after])
            stack.pop()
        else:
            work += 1
            if work % ticks == 0:
                budget.tick(0)
            after = following(n)
            if any(m in waiting for m in after):
                return None
            waiting[n] = after
            held += len(after)
            if held > most:
                raise BudgetError("too many ways would have to be held in memory")
            stack.extend(m for m in after[::order] if m not in values)
    return values


def followers(position: Position) -> Callable[[int], tuple[int, ...]]:
    """What of the numbers that are left may follow a number, itself aside."""
    game, numbers, bits = position.game, position.game.numbers, position.bits
    low, high = game.follows.span
    first, last, holds = numbers.first, numbers.last, game.follows.holds
    if game.follows.name or low is None or high is None:
        return lambda n: numbers.decode(game.move(n)[1] & bits & ~(1 << n - first))
    alive = numbers.flags(bits)
    if (steps := game.follows.steps) is not None:
        ways = sorted(steps)
        return lambda n: tuple(
            n + step for step in ways if first <= n + step <= last and alive[n + step - first]
        )
    least, most = low, high

    def near(n: int) -> tuple[int, ...]:
        reach = range(max(first, n + least), min(last, n + most) + 1)
        return tuple(m for m in reach if alive[m - first] and m != n and holds(m, n))

    return near


def _verdict(position: Position, values: Mapping[int, int]) -> Verdict:
    game, legal = position.game, position.legal
    winning = tuple(n for n in legal if values[n] == 0)
    pick = winning[0] if winning else None
    stuck = game.misere and not legal
    nimber = None if game.misere else mex(values[n] for n in legal)
    told = None
    if not isinstance(values, _Values) and len(values) <= MOST_LISTED:
        told = [[n, values[n]] for n in sorted(values)]
    return Verdict(
        wins=bool(winning) or stuck,
        winning=winning,
        complete=True,
        nimber=nimber,
        method="walk",
        reason={"kind": "walk", "pick": pick, "values": told, "text": _text(position, pick)},
    )


def _text(position: Position, pick: int | None) -> str:
    if not position.choices:
        stuck = "There is no valid pick"
        return f"{stuck}, and whoever cannot pick has won." if position.game.misere else f"{stuck}."
    if pick is None and position.game.misere:
        loses = "there is an answer that wins, or none, and then the last pick has lost"
        return f"After each of {listed(position.legal)} {loses}."
    if pick is None:
        return f"After each of {listed(position.legal)} there is an answer that wins."
    after = position.pick_unchecked(pick)
    if not after.choices:
        return f"Pick {pick}: nothing answers it."
    return f"Pick {pick}: whatever answers it, {listed(after.legal)}, loses."
