"""Has a player answer everything that is still open: alone, in threads, or in processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Event
from typing import Any

from ..arena.crew import PROCESSES, hire
from ..errors import ArenaError, IllegalPick
from ..players import open_player
from ..players.player import Options, Player
from .ask import DECISION, GAME, Answer, WonGame, decide, play_on, replayed
from .results import Plan, Results
from .suite import Item

_FROM_OUTSIDE = ("exec:", "llm:")

Tell = Callable[[int, int], object]
Task = tuple[str, Item]


def from_outside(player: str) -> bool:
    return player.startswith(_FROM_OUTSIDE)


def won_games(plan: Plan) -> list[Item]:
    """The items from which the game is played on: early ones, evenly over all but depth."""
    chosen: dict[tuple[str, str, str], list[Item]] = {}
    for item in plan.suite.items:
        early = chosen.setdefault((item.game, item.size, item.disguise), [])
        if item.depth == plan.suite.items[0].depth and len(early) < plan.games:
            early.append(item)
    return [item for items in chosen.values() for item in items]


def replay(plan: Plan, results: Results) -> list[WonGame]:
    """The won games that were played on to their end, by the answers that are known."""
    try:
        games = [replayed(item, plan.seed, results.answers) for item in won_games(plan)]
        if sum(game.asked for game in games) != sum(kind == GAME for kind, *_ in results.answers):
            raise IllegalPick("it holds picks of games that did not come to them")
    except IllegalPick as error:
        raise ArenaError(
            f"the results file {results.path} is damaged: {error}; name another with --output"
        ) from None
    return [game for game in games if game.over]


def run(plan: Plan, results: Results, workers: int = 1, tell: Tell | None = None) -> None:
    """Ask what has not been asked yet. `tell` hears how much of everything is done."""
    tasks: list[Task] = [
        (DECISION, item)
        for item in plan.suite.items
        if (DECISION, item.number, len(item.picks)) not in results.answers
    ]
    games = won_games(plan)
    played = {game.item.number for game in replay(plan, results)}
    tasks += [(GAME, item) for item in games if item.number not in played]
    everything = len(plan.suite.items) + len(games)
    done = everything - len(tasks)
    if not tasks:
        return
    if workers == 1 or from_outside(plan.player):
        finished = _here(plan, results, tasks, min(workers, len(tasks)))
    else:
        finished = _in_processes(plan, results, tasks, min(workers, len(tasks)))
    for _ in finished:
        done += 1
        if tell:
            tell(done, everything)


# --- in this process: a player for each thread ------------------------------------------


def _here(plan: Plan, results: Results, tasks: list[Task], threads: int) -> Iterator[None]:
    """Outside players spend their time elsewhere, so threads are enough for them."""
    stopping = Event()
    with _players(plan, threads) as free:

        def keep(answer: Answer) -> None:
            results.keep(answer)
            if stopping.is_set():  # a game is broken off here; what it asked is kept
                raise CancelledError

        def work(task: Task) -> None:
            player = free.get()
            try:
                _one(player, task, plan.seed, results.answers, keep)
            finally:
                free.put(player)

        if threads == 1:
            for task in tasks:
                work(task)
                yield
            return
        with ThreadPoolExecutor(threads) as pool:
            try:
                for _ in _as_done(pool, ((work, (task,)) for task in tasks), 2 * threads):
                    yield
            except BaseException:
                stopping.set()
                pool.shutdown(wait=True, cancel_futures=True)
                raise


@contextmanager
def _players(plan: Plan, count: int) -> Iterator[SimpleQueue[Player]]:
    opened: list[Player] = []
    free: SimpleQueue[Player] = SimpleQueue()
    try:
        for _ in range(count):
            opened.append(open_player(plan.player, plan.options))
            free.put(opened[-1])
        yield free
    finally:
        for player in opened:
            player.close()


def _one(
    player: Player,
    task: Task,
    seed: int,
    known: Mapping[tuple[str, int, int], Answer],
    keep: Callable[[Answer], object],
) -> None:
    kind, item = task
    if kind == DECISION:
        keep(decide(player, item, seed))
    else:
        play_on(player, item, seed, known, keep)


# --- in other processes, for bots, which think ------------------------------------------


def _in_processes(plan: Plan, results: Results, tasks: list[Task], count: int) -> Iterator[None]:
    known = {place: answer for place, answer in results.answers.items() if place[0] == GAME}
    calls = (
        (_elsewhere, (plan.player, plan.options, task, plan.seed, _of(known, task)))
        for task in tasks
    )
    with hire(PROCESSES, count) as crew:
        for answers in _as_done(crew.executor, calls, 4 * count):
            for answer in answers:
                results.keep(answer)
            yield


def _of(
    known: Mapping[tuple[str, int, int], Answer], task: Task
) -> dict[tuple[str, int, int], Answer]:
    kind, item = task
    if kind == DECISION:
        return {}
    return {place: answer for place, answer in known.items() if place[1] == item.number}


def _elsewhere(
    player: str,
    options: Options,
    task: Task,
    seed: int,
    known: Mapping[tuple[str, int, int], Answer],
) -> list[Answer]:
    """What a worker process does for one task."""
    found: list[Answer] = []
    seat = open_player(player, options)
    try:
        _one(seat, task, seed, known, found.append)
    finally:
        seat.close()
    return found


def _as_done(
    pool: Executor, calls: Iterator[tuple[Callable[..., object], tuple[object, ...]]], ahead: int
) -> Iterator[Any]:
    """The results of calls as they come, with only a few of them waiting in line."""
    waiting: set[Future[Any]] = set()
    more = True
    while more or waiting:
        while more and len(waiting) < ahead:
            call = next(calls, None)
            if call is None:
                more = False
            else:
                waiting.add(pool.submit(call[0], *call[1]))
        if waiting:
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                yield future.result()
