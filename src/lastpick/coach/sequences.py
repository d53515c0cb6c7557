"""What grows with the pool: nimbers, and counts of winning openings; and the sets of a chain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from .. import __version__
from ..errors import BudgetError, LastpickError, WorkersError
from ..game import Game, Position
from ..oracle import Budget, method, solve
from ..oracle.budget import NO_DEADLINE
from ..oracle.chain import can_grow, grown
from ..oracle.solve import nimber_of, sets_of
from ..relations import Numbers
from ..workers import Job, hire, usable_processors

_PATIENCE = 600.0  # seconds for one pool: nobody waits at a table for it
_JOB = Job(verb="work out a pool", parts="pools", safe="nothing that was printed is lost")

NIMBER, MATCHING = "nimber", "matching number"

Term = tuple[int, int | None]  # where the pool ends, and its value; None where it is unknown
Known = Callable[[int], int | None]  # what is known already about the pool that ends there


def _nothing(_: int) -> None:
    return None


class PoolSequence:
    """The pools of a game that end at start, start + step, ..., and at `end` at the latest."""

    def __init__(
        self, game: Game, start: int, end: int, step: int = 1, matching: bool = False
    ) -> None:
        self.first = game.numbers.first
        if start < self.first:
            raise LastpickError(f"--from {start}: the pool begins at {self.first}")
        if end < start:
            raise LastpickError(f"--from {start} --to {end}: write the smaller number first")
        if matching:
            _check_chain(game, "--matching", NO_DEADLINE)
        self.game = game
        self.ends = range(start, end + 1, step)
        self.largest = self.on(self.ends[-1])  # refused here, if it is too large
        self.what = MATCHING if matching else _what(game)

    def on(self, last: int) -> Game:
        return self.game.on(Numbers(self.first, last))

    def terms(self, budget: Budget, known: Known = _nothing) -> Iterator[Term]:
        """Each pool and its value, in order; BudgetError, when there is no time left."""
        missing = [last for last in self.ends if known(last) is None]
        if missing and _grows(self.largest, budget):
            yield from ((last, known(last)) for last in self.ends if last < missing[0])
            yield from self._grown(missing[0], budget)
            return
        for last in self.ends:
            value = known(last)
            if value is None:
                if budget.over:
                    raise _no_time(last)
                value = _value(self.on(last), self.what, budget)
                if value is None and budget.over:
                    raise _no_time(last)
            yield last, value

    def spread(
        self, executor: str, processes: int | None, budget: Budget, known: Known = _nothing
    ) -> Iterator[Term | None]:
        """The same, worked out by others, each pool on its own, as they come in.

        None says that nothing was done for a moment.
        """
        missing = iter([last for last in self.ends if known(last) is None])
        count = processes or usable_processors()

        def next_part() -> tuple[int, float] | None:
            last = next(missing, None)
            return None if last is None else (last, budget.left)

        yield from ((last, value) for last in self.ends if (value := known(last)) is not None)
        work = partial(_work_out, self.game, self.what, __version__)
        with hire(executor, count, _JOB) as workers:
            for done in workers.do(work, next_part):
                yield done and (done[0][0], done[1])
                if budget.over:
                    raise BudgetError("there was no time for all pools")

    def _grown(self, start: int, budget: Budget) -> Iterator[Term]:
        last = start - 1
        try:
            for last, openings, pairs in grown(self.largest, start, budget):
                if last in self.ends:
                    yield last, pairs if self.what == MATCHING else openings
        except BudgetError:
            raise _no_time(last + 1) from None


def _grows(game: Game, budget: Budget) -> bool:
    """Whether one matching can grow with the pool."""
    return not game.misere and method(game, budget) == "matching" and can_grow(game)


def _work_out(game: Game, what: str, version: str, part: tuple[int, float]) -> int | None:
    """What a worker does."""
    if version != __version__:
        raise WorkersError(f"a worker runs Lastpick {__version__}, and {version} is asked for")
    last, seconds = part
    return _value(game.on(Numbers(game.numbers.first, last)), what, Budget(seconds))


def _value(game: Game, what: str, budget: Budget) -> int | None:
    budget = budget.part(seconds=_PATIENCE)
    try:
        if what == NIMBER:
            return nimber_of(game.start(), budget)
        if what == MATCHING:
            return sum(partner >= 0 for partner in sets_of(game.start(), budget=budget).match) // 2
        verdict = solve(game.start(), budget)
    except (BudgetError, MemoryError):
        return None
    return None if verdict.wins is None else len(verdict.winning)


def _no_time(last: int) -> BudgetError:
    return BudgetError(f"there was no time for the pools from the one that ends at {last} on")


def _what(game: Game) -> str:
    return NIMBER if game.follows.trivial and not game.misere else "winning openings"


def _check_chain(game: Game, option: str, budget: Budget) -> None:
    if method(game, budget) != "matching":
        raise LastpickError(
            f"{option} is for chain games, where a pick removes only itself and what may follow"
            " it is symmetric"
        )


def chain_sets(position: Position, budget: Budget) -> dict[str, list[int]]:
    """The Gallai-Edmonds sets of what is left; BudgetError, where that takes too long."""
    _check_chain(position.game, "--sets", budget)
    sets, decode = sets_of(position, budget=budget), position.game.numbers.decode
    return {"D": list(decode(sets.d)), "A": list(decode(sets.a)), "C": list(decode(sets.c))}
