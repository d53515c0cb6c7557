"""Has a player answer everything that is still open: alone, in threads, or in processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import partial
from queue import SimpleQueue
from threading import Event

from ..errors import ArenaError, IllegalPick
from ..players import comes_from_outside, open_player
from ..players.player import Options, Player
from ..workers import HERE, PROCESSES, THREADS, Job, hire
from .ask import DECISION, GAME, Answer, Keep, Known, WonGame, convert, decide, replayed
from .results import Plan, Results
from .suite import Item

Tell = Callable[[int, int], object]
Task = tuple[str, Item]

_JOB = Job("play", "items", "nothing that was played is lost")
_AHEAD = 4  # tasks handed out for each process: most of them take no time


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
    if workers == 1 or comes_from_outside(plan.player):
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

    where = HERE if threads == 1 else THREADS
    job = _JOB._replace(leave=stopping.set)
    left = iter(tasks)
    with _players(plan, threads) as free, hire(where, threads, job) as workers:
        for done in workers.do(work, lambda: next(left, None)):
            if done:
                yield


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


def _one(player: Player, task: Task, seed: int, known: Known, keep: Keep) -> None:
    kind, item = task
    if kind == DECISION:
        keep(decide(player, item, seed))
    else:
        convert(player, item, seed, known, keep)


# --- in other processes, for bots, which think ------------------------------------------


def _in_processes(plan: Plan, results: Results, tasks: list[Task], count: int) -> Iterator[None]:
    known = {place: answer for place, answer in results.answers.items() if place[0] == GAME}
    parts = ((task, _of(known, task)) for task in tasks)
    work = partial(_elsewhere, plan.player, plan.options, plan.seed)
    with hire(PROCESSES, count, _JOB, _AHEAD) as workers:
        for done in workers.do(work, lambda: next(parts, None)):
            if done:
                for answer in done[1]:
                    results.keep(answer)
                yield


def _of(known: Known, task: Task) -> Known:
    kind, item = task
    if kind == DECISION:
        return {}
    return {place: answer for place, answer in known.items() if place[1] == item.number}


def _elsewhere(player: str, options: Options, seed: int, part: tuple[Task, Known]) -> list[Answer]:
    """What a worker process does for one task."""
    task, known = part
    found: list[Answer] = []
    seat = open_player(player, options)
    try:
        _one(seat, task, seed, known, found.append)
    finally:
        seat.close()
    return found
