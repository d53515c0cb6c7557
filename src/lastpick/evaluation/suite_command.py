"""`lastpick suite`: a suite handed out as a dataset, and answers to it graded."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from ..errors import LastpickError, meant
from ..players.player import clean
from ..terminal import DONE
from ..terminal.progress import Progress
from ..terminal.reporting import print_json
from ..terminal.screen import Screen
from .answers import Given, called, grade, refuse
from .command import find_suite
from .export import files, write
from .report.data import as_data
from .report.text import show
from .suite import ALIASES, Suite, check_name


class SuiteWanted(NamedTuple):
    """Which suite: a name, and what makes a private one of it."""

    name: str | None = None  # None: all of the frozen ones, or the one that answers are about
    seed: int | None = None
    rules: Sequence[str] = ()
    each: int | None = None

    @property
    def private(self) -> bool:
        return self.seed is not None or bool(self.rules)

    def open(self, name: str) -> Suite:
        return find_suite(name, self.seed, self.rules, self.each)


def export(
    folder: str, wanted: SuiteWanted, screen: Screen, force: bool = False, as_json: bool = False
) -> int:
    """Write suites as a dataset."""
    frozen = list(dict.fromkeys(ALIASES.values()))
    names = [wanted.name or "standard"] if wanted.name or wanted.private else frozen
    suites = [wanted.open(name) for name in names]
    with Progress() as progress:
        done, of = [0], sum(len(suite.items) for suite in suites)

        def tell() -> None:
            done[0] += 1
            progress.show(f"items {progress.bar(done[0], of)}")

        made = files(suites, wanted.each, tell)
    write(folder, made, force)
    counts = {suite.label: len(suite.items) for suite in suites}
    if as_json:
        return print_json({"folder": folder, "files": list(made), "items": counts})
    for label, count in counts.items():
        screen.say(f"{label}: {count:,} items, in {os.path.join(folder, label)}.jsonl")
    screen.say(f"What it is and how to use it: {os.path.join(folder, 'README.md')}")
    return DONE


class ScoreRequest(NamedTuple):
    """Answers to be graded, and how."""

    path: str
    suite: SuiteWanted = SuiteWanted()
    lenient: bool = False
    mistakes: int = 5
    json: bool = False


def score_answers(request: ScoreRequest, screen: Screen) -> int:
    """Grade a file of answers, and report as `lastpick evaluate` does."""
    if request.suite.name:
        check_name(request.suite.name)
    with Progress() as progress:
        found = grade(
            request.path,
            lambda first: _asked(request, first),
            request.suite.each,
            request.lenient,
            lambda done, of: progress.show(f"answers {progress.bar(done, of)}"),
        )
    if request.json:
        return print_json(as_data(found, request.mistakes))
    show(screen, found, request.mistakes)
    return DONE


def _asked(request: ScoreRequest, first: Given | None) -> Suite:
    """The suite that answers are about: as told, or as the first of them says."""
    wanted = request.suite
    if wanted.name or wanted.private:
        return wanted.open(wanted.name or "standard")
    if first is None:
        raise LastpickError(
            f"{called(request.path)} holds no answer; --suite says what was to be answered"
        )
    name, at, private = first.label.partition("@")
    if name not in ALIASES.values():
        why = f"expected an id such as standard-1/17, found {first.id[:60]!r}"
        near = [ALIASES[name]] if name in ALIASES else ALIASES.values()
        refuse(request.path, first.line, why + meant(name, near))
    if at:
        seed, plus, _ = private.partition("+")
        options = f"--suite {name} --suite-seed {clean(seed, 20)}"
        more = ", and --rules FILE for each of its games" if plus else ""
        why = f"{first.id[:60]!r} is of a private suite; add {options}{more}"
        refuse(request.path, first.line, why)
    return wanted.open(name)
