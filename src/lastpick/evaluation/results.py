"""The results file: one line for each answer, in the order of the suite and then of won games.

The first line says what was agreed. The file only grows. A last line that a kill has cut short
is dropped; whatever else is wrong with the file is said, and the file is left as it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from ..arena.results import RESULTS
from ..files import Agreed, Log, open_agreed
from ..players.player import Options
from .ask import GAME, Answer, from_data, to_data
from .suite import Item, Suite

VERSION = 1
_KIND = "lastpick evaluation"
_AGREED = Agreed(RESULTS, about="evaluation", entry="answer")


class Plan(NamedTuple):
    """What is evaluated and how: all that the result depends on."""

    player: str
    suite: Suite
    seed: int
    each: int | None  # items of each stratum; None: all
    games: int  # won games played on for each game, size and disguise
    options: Options

    def agreed(self) -> dict[str, Any]:
        options = self.options
        return {
            _KIND: VERSION,
            "player": self.player,
            "suite": self.suite.name,
            "suite_seed": self.suite.seed,
            "checksum": self.suite.checksum,
            "seed": self.seed,
            "each": self.each,
            "games": self.games,
            "seconds": options.seconds,
            "base_url": options.base_url,
            "temperature": options.temperature,
            "show_legal": options.show_legal,
        }


class Results:
    """The answers so far, and the log that they are kept in, if there is one."""

    def __init__(self, path: str | None = None) -> None:
        self.path = path
        self.answers: dict[tuple[str, int, int], Answer] = {}
        self._log: Log | None = None

    def keep(self, answers: Sequence[Answer]) -> None:
        """Make answers durable, and count them."""
        if self._log:
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
    items = {item.number: item for item in plan.suite.items}

    def take(line: bytes) -> None:
        answer = _answer(line, items)
        if answer.place in results.answers:
            raise ValueError("the same answer stands in it twice")
        results.answers[answer.place] = answer

    with open_agreed(path, _AGREED, plan.agreed(), take) as log:
        results._log = log
        yield results


def _answer(line: bytes, items: Mapping[int, Item]) -> Answer:
    answer = from_data(json.loads(line))
    if answer.item not in items:
        raise ValueError(f"the suite has no item {answer.item}")
    item = items[answer.item]
    if answer.kind != GAME:
        if answer.ply != len(item.picks):
            raise ValueError(f"item {answer.item} is not decided at ply {answer.ply}")
        if answer.pick is not None:
            item.start().pick(answer.pick)
    return answer
