"""The results that are compared: read, finished, and of the same questions."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...errors import LastpickError
from ...players import is_model
from ...players.usage import Prices
from ...terminal.progress import Progress
from ...terminal.screen import plain
from ..plan import AGREED, Plan
from ..report.data import Report, report
from ..results import read_results

_SUITE = ("suite", "suite_seed", "checksum", "each", "repeat", "rules")
_ASKED = ("prompts", "lenient", "attempts", "show_legal")  # how models are asked, and read
_LONGEST_NAME = 60
_LONGEST_PATH = 4096
_LONGEST_TOLD = 40


class Contestant(NamedTuple):
    """A player, by the file that its answers are in."""

    name: str  # as it is shown: in one line, and unlike all others
    file: str
    report: Report

    @property
    def plan(self) -> Plan:
        return self.report.plan


def read_contestants(paths: Sequence[str], prices: Sequence[Prices] = ()) -> list[Contestant]:
    """The players of results files, in this order; refused, if they cannot be compared."""
    _check_apart(paths)
    priced = _for_each(prices, len(paths))
    with Progress() as progress:

        def tell(done: int, of: int) -> None:
            progress.show(f"suite {progress.bar(done, of)}")

        read = []
        for at, path in enumerate(paths):
            progress.show(f"results {progress.bar(at, len(paths))}")
            read.append(read_results(path, tell))
    heads = [{**AGREED.unsaid, **plan.agreed()} for plan, _ in read]
    for at, head in enumerate(heads):
        _check_same(paths[0], heads[0], paths[at], head, _SUITE)
    models = [at for at, head in enumerate(heads) if is_model(head["player"])]
    for at in models:
        first = models[0]
        _check_same(paths[first], heads[first], paths[at], heads[at], _ASKED)
    reports = [
        report(plan._replace(options=plan.options._replace(prices=price)), results)
        for (plan, results), price in zip(read, priced, strict=True)
    ]
    names = _names([plan.player for plan, _ in read], paths)
    return [Contestant(*fields) for fields in zip(names, paths, reports, strict=True)]


def _check_apart(paths: Sequence[str]) -> None:
    counts = Counter(map(os.path.realpath, paths))
    for path in paths:
        if counts[os.path.realpath(path)] > 1:
            raise LastpickError(f"{path} is named twice; give each results file once")


def _for_each(prices: Sequence[Prices], files: int) -> Sequence[Prices | None]:
    """The prices of each file: one pair for all, or as many pairs as there are files."""
    if len(prices) in (0, 1):
        return [*prices, None][:1] * files
    if len(prices) != files:
        there = "there is 1 results file" if files == 1 else f"there are {files} results files"
        once = "" if files == 1 else " for all of them, or once for each in their order"
        raise LastpickError(
            f"--prices is given {len(prices)} times, but {there}; give it once{once}"
        )
    return prices


def _check_same(
    path: str, head: Mapping[str, Any], other: str, theirs: Mapping[str, Any], keys: Sequence[str]
) -> None:
    """Refuse to mix what cannot be compared: each number would mean something else."""
    for key in keys:
        if head.get(key) != theirs.get(key):
            what = "--each" if key == "each" else key.replace("_", " ")
            raise LastpickError(
                f"{path} and {other} cannot be compared: {what} is {_told(head.get(key))} in the"
                f" first and {_told(theirs.get(key))} in the second"
            )


def _told(value: object) -> str:
    return "not given" if value is None else plain(json.dumps(value), _LONGEST_TOLD)


def _names(players: Sequence[str], paths: Sequence[str]) -> Iterator[str]:
    """The players' names; what comes from several files is told with its file, or with its path."""
    files = [os.path.basename(path) for path in paths]
    for player, file, path in zip(players, files, paths, strict=True):
        name = plain(player, _LONGEST_NAME)
        if sum(plain(other, _LONGEST_NAME) == name for other in players) > 1:
            name = f"{name} ({plain(path if files.count(file) > 1 else file, _LONGEST_PATH)})"
        yield name
