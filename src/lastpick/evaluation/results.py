"""The results file: one line for each answer, in the order of the suite and then of won games.

The first line says what was agreed. The file only grows. A last line that a kill has cut short
is dropped; whatever else is wrong with the file is said, and the file is left as it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ..errors import ArenaError, IllegalPick
from ..files import ADVICE, Log, difference, open_agreed, read_agreed
from .ask import DECISION, GAME, Answer, WonGame, from_data, replayed, to_data
from .plan import AGREED, KIND, VERSION, Plan, planned
from .suite import Item, Tell

__all__ = ["Plan", "Results", "open_results", "read_results", "replay"]


class Results:
    """The answers so far, and the log that they are kept in, if there is one."""

    def __init__(self, path: str | None = None) -> None:
        self.path = path
        self.answers: dict[tuple[str, int, int], Answer] = {}
        self._log: Log | None = None

    def keep(self, *answers: Answer) -> None:
        """Make answers durable, and count them."""
        if self._log and answers:
            self._log.append([json.dumps(to_data(answer)) for answer in answers])
        for answer in answers:
            self.answers[answer.place] = answer


@contextmanager
def open_results(path: str | None, plan: Plan) -> Iterator[Results]:
    """The results of an evaluation, new or gone on with; without a path they are not kept."""
    results = Results(path)
    if path is None:
        yield results
        return
    with open_agreed(path, AGREED, plan.agreed(), _taker(plan, results)) as log:
        results._log = log
        try:
            yield results
        finally:
            results._log = None


def read_results(path: str, tell: Tell | None = None) -> tuple[Plan, Results]:
    """A finished evaluation, from its file alone, which is left as it is.

    The suite is made again as the file's first line says, and everything is checked. `tell` hears
    how far its making has come.
    """
    plan: Plan | None = None
    results = Results(path)

    def begin(header: dict[str, Any]) -> Callable[[bytes], object]:
        nonlocal plan
        plan = _planned(path, header, tell)
        return _taker(plan, results)

    read_agreed(path, AGREED, KIND, VERSION, begin)
    assert plan is not None  # noqa: S101 - begin was called
    asked = sum(kind == DECISION for kind, *_ in results.answers)
    games = plan.won_games()
    open_ = len(plan.items) - asked + len(games) - len(replay(plan, results))
    if open_:
        left = "1 decision or game is" if open_ == 1 else f"{open_:,} decisions or games are"
        raise ArenaError(
            f"the evaluation in {path} is not finished: {left} open;"
            " the command that began it goes on"
        )
    return plan, results


def _planned(path: str, header: dict[str, Any], tell: Tell | None) -> Plan:
    try:
        plan = planned(header, tell)
        agreed = plan.agreed()
        plan.won_games()
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ArenaError(f"the results file {path} is damaged in line 1") from None
    if other := difference(AGREED, header, agreed):
        raise ArenaError(f"{path} holds an evaluation that cannot be made again ({other})")
    return plan


def replay(plan: Plan, results: Results) -> list[WonGame]:
    """The won games that were played on to their end, by the answers that are known."""
    try:
        games = [replayed(item, plan.seed, results.answers) for item in plan.won_games()]
        if sum(game.asked for game in games) != sum(kind == GAME for kind, *_ in results.answers):
            raise IllegalPick("it holds picks of games that did not come to them")
    except IllegalPick as error:
        advice = f"; {ADVICE}" if results._log else ""
        raise ArenaError(f"the results file {results.path} is damaged: {error}{advice}") from None
    return [game for game in games if game.over]


def _taker(plan: Plan, results: Results) -> Callable[[bytes], object]:
    """What takes each line of a file into the results."""
    items = {item.number: item for item in plan.items}

    def take(line: bytes) -> None:
        answer = _answer(line, items, plan.attempts)
        if answer.place in results.answers:
            raise ValueError("the same answer stands in it twice")
        results.answers[answer.place] = answer

    return take


def _answer(line: bytes, items: Mapping[int, Item], attempts: int) -> Answer:
    answer = from_data(json.loads(line))
    if answer.item not in items:
        raise ValueError(f"the suite has no item {answer.item}")
    item = items[answer.item]
    if answer.kind != GAME:
        if answer.ply != len(item.picks):
            raise ValueError(f"item {answer.item} is not decided at ply {answer.ply}")
        for one in answer.tries:
            if one.pick is not None:
                item.start().pick(one.pick)
    if len(answer.tries) > (1 if answer.kind == GAME else attempts):
        raise ValueError("it holds more tries than were agreed")
    return answer
