"""Has a player answer everything that is still open: alone, in threads, in processes, or on a
cluster. Answers are kept in one order, that of the suite and then of the won games, so the
results are the same to the byte whoever was asked, and after whatever was killed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import CancelledError
from contextlib import closing, contextmanager, suppress
from functools import partial
from heapq import heappop, heappush
from queue import Empty, SimpleQueue
from threading import Event
from time import time_ns

from .. import __version__
from ..players import comes_from_outside, is_model, open_player
from ..players.llm.pauses import end_pauses
from ..players.player import Player
from ..workers import BATCH_SECONDS, DASK, HERE, PROCESSES, THREADS, Job, Workers, hire
from .ask import DECISION, GAME, Answer, decide
from .batch import Assignment, Task, answer_batch, one
from .order import InOrder
from .plan import Plan
from .purse import PaidPlayer, Purse
from .results import Results, replay
from .unanswered import Unanswered

Tell = Callable[[int, int], object]

_AHEAD = 4  # batches handed out for each worker elsewhere: most of them take no time
MOST_EARLY = 50  # tasks for each worker that may be answered before the first one that is open
_JOB = Job("answer", "items", "no question is left out")


def run(
    plan: Plan,
    results: Results,
    workers: int = 1,
    tell: Tell | None = None,
    executor: str = PROCESSES,
    purse: Purse | None = None,
) -> None:
    """Ask what has not been asked yet. `tell` hears how much of everything is done."""
    tasks: list[Task] = [
        (DECISION, item)
        for item in plan.items
        if (DECISION, item.number, len(item.picks)) not in results.answers
    ]
    games = plan.won_games()
    played = {game.item.number for game in replay(plan, results)}
    tasks += [(GAME, item) for item in games if item.number not in played]
    everything = len(plan.items) + len(games)
    done = everything - len(tasks)
    if not tasks:
        return
    count = min(workers, len(tasks))
    unanswered = Unanswered(results, partial(_again, plan, purse))
    order = InOrder(unanswered.keep if is_model(plan.player) else results.keep)
    if executor.startswith(DASK):
        finished = _elsewhere(plan, results, order, tasks, executor, count)
    elif count == 1 or comes_from_outside(plan.player):
        finished = _here(plan, results, order, tasks, count, purse)
    else:
        finished = _elsewhere(plan, results, order, tasks, PROCESSES, count)
    with closing(finished):
        for some in finished:
            done += some
            if tell:
                tell(done, everything)
    unanswered.settle()


def _opened(plan: Plan, purse: Purse | None) -> Player:
    player = open_player(plan.player, plan.options)
    return PaidPlayer(player, purse) if purse else player


def _again(plan: Plan, purse: Purse | None, number: int) -> Answer:
    """Ask about an item once more, with a chance that no log has an answer for."""
    item = next(item for item in plan.items if item.number == number)
    player = _opened(plan, purse)
    try:
        return decide(player, item, seed=-time_ns())
    finally:
        player.close()


class OpenTasks:
    """The numbers of the tasks that nobody is at, the lowest first."""

    def __init__(self, tasks: int, order: InOrder, workers: Workers) -> None:
        self._numbers = list(range(tasks))
        self._order = order
        self._workers = workers

    def take(self) -> int | None:
        """The next one; None if there is none, or it would be answered too early."""
        last = self._order.first + MOST_EARLY * self._workers.size
        return heappop(self._numbers) if self._numbers and self._numbers[0] < last else None

    def take_batch(self) -> list[int]:
        """The next ones, as many as go out together."""
        size = self._workers.batch_size(len(self._numbers))
        return [n for n in (self.take() for _ in range(size)) if n is not None]

    def give_back(self, number: int) -> None:
        heappush(self._numbers, number)


# --- in this process: a player for each thread ------------------------------------------


def _here(
    plan: Plan,
    results: Results,
    order: InOrder,
    tasks: list[Task],
    threads: int,
    purse: Purse | None,
) -> Generator[int]:
    """Outside players spend their time elsewhere, so threads are enough for them.

    Ctrl-C leaves behind those whose players still think: what they say then is not kept.
    """
    stopping = Event()

    def work(number: int) -> None:
        def keep(answer: Answer) -> None:
            order.take(number, [answer])
            if stopping.is_set():  # a game is broken off here; what it asked is kept
                raise CancelledError

        player = free.get()
        try:
            one(player, tasks[number], plan.seed, plan.attempts, results.answers, keep)
        finally:
            free.put(player)
        order.take(number, (), ended=True)

    where = THREADS if comes_from_outside(plan.player) else HERE

    def leave() -> None:
        stopping.set()
        if purse:
            purse.close()
        end_pauses()

    job = _JOB._replace(leave=leave)
    ahead = 1 if threads == 1 else 2  # alone, it is asked nothing after a question that failed
    with _players(plan, threads, purse) as free:
        try:
            with hire(where, threads, job, ahead) as workers:
                for done in workers.do(work, OpenTasks(len(tasks), order, workers).take):
                    yield 1 if done else 0
        finally:
            order.stop()  # a thread may have been left behind with its question


@contextmanager
def _players(plan: Plan, count: int, purse: Purse | None) -> Iterator[SimpleQueue[Player]]:
    free: SimpleQueue[Player] = SimpleQueue()
    try:
        for _ in range(count):
            free.put(_opened(plan, purse))
        yield free
    finally:
        with suppress(Empty):  # whoever is left behind still has a player
            while True:
                free.get_nowait().close()


# --- elsewhere: in processes, for bots, which think, or on a cluster --------------------


def _elsewhere(
    plan: Plan, results: Results, order: InOrder, tasks: list[Task], where: str, count: int
) -> Generator[int]:
    begun: dict[int, dict[tuple[str, int, int], Answer]] = {}  # of won games, by their item
    for place, answer in results.answers.items():
        if answer.kind == GAME:
            begun.setdefault(answer.item, {})[place] = answer

    def part(number: int) -> Assignment:
        kind, item = tasks[number]
        return Assignment(number, tasks[number], begun.get(item.number, {}) if kind == GAME else {})

    options, log = plan.options, plan.options.log
    if log is not None:  # a worker may be in another folder
        options = options._replace(log=os.path.abspath(log))
    work = partial(
        answer_batch, plan.player, options, plan.seed, plan.attempts,
        seconds=BATCH_SECONDS, version=__version__,
    )  # fmt: skip
    with hire(where, count, _JOB, _AHEAD) as workers:
        left = OpenTasks(len(tasks), order, workers)

        def next_batch() -> list[Assignment] | None:
            return [part(number) for number in left.take_batch()] or None

        for done in workers.do(work, next_batch):
            if done:
                parts, found = done
                for this, answers in zip(parts, found, strict=False):
                    order.take(this.number, answers, ended=True)
                for this in parts[len(found) :]:
                    left.give_back(this.number)
            yield len(done[1]) if done else 0
