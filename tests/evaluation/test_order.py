"""Answers are kept in the order of the tasks, whichever comes first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from random import Random
from threading import Event

import pytest

from lastpick.errors import ArenaError
from lastpick.evaluation import run as running_room
from lastpick.evaluation.ask import DECISION, Answer
from lastpick.evaluation.batch import answer_batch
from lastpick.evaluation.order import InOrder
from lastpick.evaluation.results import Plan, Results
from lastpick.evaluation.run import MOST_EARLY, OpenTasks
from lastpick.evaluation.suite import standard
from lastpick.game import Position
from lastpick.oracle import Budget
from lastpick.players.player import BotPlayer, Options
from lastpick.workers import PROCESSES, Job, Workers
from lastpick.workers.threads import AtOnce


def answer(task: int, ply: int) -> Answer:
    return Answer(DECISION, task, ply, 1)


@pytest.mark.parametrize("seed", range(30))
def test_whatever_comes_first_the_order_is_the_same(seed: int) -> None:
    chance, kept = Random(seed), list[Answer]()
    order = InOrder(lambda *answers: kept.extend(answers))
    plies = [chance.randrange(4) for _ in range(12)]
    everything = [answer(task, ply) for task, most in enumerate(plies) for ply in range(most)]
    given, ended = [0] * 12, set[int]()
    while len(ended) < 12:
        task = chance.choice([task for task in range(12) if task not in ended])
        more = chance.randint(given[task], plies[task])
        end = more == plies[task] and chance.random() < 0.7
        order.take(task, [answer(task, ply) for ply in range(given[task], more)], end)
        given[task] = more
        ended |= {task} if end else set()
        assert kept == everything[: len(kept)]
        first = next((task for task in range(12) if task not in ended), 12)
        assert order.first == first
        assert len(kept) == sum(given[: first + 1])  # all that may be kept, and at once
    assert kept == everything


def test_nothing_follows_what_could_not_be_kept() -> None:
    kept: list[Answer] = []

    def keep(*answers: Answer) -> None:
        kept.extend(answers)
        if len(kept) == 2:
            raise ArenaError("the disk is full")

    order = InOrder(keep)
    order.take(0, [answer(0, 0)])
    with pytest.raises(ArenaError):
        order.take(0, [answer(0, 1)])
    order.take(0, [answer(0, 2)], ended=True)
    order.take(1, [answer(1, 0)], ended=True)
    assert kept == [answer(0, 0), answer(0, 1)]


def test_no_task_is_begun_too_early() -> None:
    """So a kill costs an engine only so many answers, which it has to give again."""
    order = InOrder(lambda *_: None)
    left = OpenTasks(1000, order, Workers(AtOnce(), 3, Job("", "", ""), ahead=2))
    taken = [left.take() for _ in range(3 * MOST_EARLY)]
    assert taken == list(range(3 * MOST_EARLY))
    assert left.take() is None
    assert left.take_batch() == []
    left.give_back(7)
    assert left.take() == 7
    order.take(1, (), ended=True)
    assert left.take() is None
    order.take(0, (), ended=True)
    assert left.take_batch() == [3 * MOST_EARLY, 3 * MOST_EARLY + 1]


@pytest.mark.parametrize("there", [0, 75])  # nothing; the decisions and half of a won game
def test_what_slow_batches_leave_goes_out_again(
    monkeypatch: pytest.MonkeyPatch, there: int
) -> None:
    plan = Plan("level:3", standard().cut(1), 1, 1, 1, Options())
    alone, slow = Results(), Results()
    running_room.run(plan, alone)
    whole = list(alone.answers.values())
    slow.keep(*whole[:there])
    kept: list[Answer] = []
    monkeypatch.setattr(slow, "keep", lambda *answers: kept.extend(answers))
    assert there == 0 or whole[there - 1].item == whole[there].item

    @contextmanager
    def hire(where: str, count: int, job: Job, ahead: int) -> Iterator[Workers]:
        assert (where, count) == (PROCESSES, 2)
        yield Workers(AtOnce(), count, job, ahead)

    monkeypatch.setattr(running_room, "BATCH_SECONDS", -inf)
    monkeypatch.setattr(running_room, "hire", hire)
    told: list[int] = []
    running_room.run(plan, slow, 2, lambda done, _: told.append(done))
    assert kept == whole[there:]
    assert told == list(range(told[0], 97))  # one of each batch


def test_a_worker_of_another_version_is_refused() -> None:
    with pytest.raises(ArenaError, match=r"a worker runs lastpick .*, and this is 0\.0"):
        answer_batch("random", Options(), 1, 1, [], seconds=0, version="0.0")


def test_the_first_answer_may_come_last(monkeypatch: pytest.MonkeyPatch) -> None:
    suite = standard().cut(1)._replace(items=standard().items[:20])
    plan = Plan("exec:x", suite, 1, 1, 0, Options())
    alone, several, others = Results(), Results(), Event()

    class Waiting(BotPlayer):
        asked = 0

        def choose(self, position: Position, rng: Random, budget: Budget | None = None) -> int:
            if position == suite.items[0].start():
                assert others.wait(60)
            Waiting.asked += 1
            if Waiting.asked == 19:
                others.set()
            return super().choose(position, rng, budget)

    monkeypatch.setattr(running_room, "open_player", lambda *_: Waiting("perfect"))
    running_room.run(plan, several, 2)
    running_room.run(plan, alone, 1)
    assert list(several.answers.values()) == list(alone.answers.values())
    assert len(alone.answers) == 20
