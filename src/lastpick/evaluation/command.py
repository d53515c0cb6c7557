"""An evaluation from beginning to end: checked, asked, reported."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from ..coach.plain.words import counted
from ..errors import ArenaError, LastpickError, WorkersError
from ..players import comes_from_outside, is_model, open_player
from ..players.llm.pauses import longest_pause
from ..players.player import GARBAGE, Options
from ..terminal import DONE
from ..terminal.progress import Progress
from ..terminal.reporting import print_json
from ..terminal.screen import Screen
from ..workers import PROCESSES
from .plan import Plan
from .purse import Purse
from .report.data import as_data, report
from .report.text import show
from .results import Results, open_results
from .run import run
from .suite import DEPTHS, Suite, check_name, open_suite


class EvaluateRequest(NamedTuple):
    """What to evaluate, and how."""

    player: str
    suite: str = "standard"
    suite_seed: int | None = None  # of a private suite; None: the frozen one
    rules: tuple[str, ...] = ()  # files of games to make the suite of
    seed: int = 1
    each: int | None = None
    games: int = 2
    options: Options = Options()
    attempts: int = 1
    repeat: int = 1
    max_cost: float | None = None
    output: str | None = None
    executor: str = PROCESSES
    processes: int = 1
    mistakes: int = 5
    json: bool = False


def evaluate(request: EvaluateRequest, screen: Screen) -> int:
    """Ask what is missing, and report; Ctrl-C leaves what was answered on disk."""
    check_name(request.suite)
    _check_for_models(request)
    open_player(request.player, request.options._replace(log=None)).close()
    suite = find_suite(request.suite, request.suite_seed, request.rules, request.each)
    if request.rules:
        for line in gaps_told(suite, request.each):
            screen.note(line)
    plan = Plan(
        player=request.player,
        suite=suite,
        seed=request.seed,
        each=request.each,
        games=request.games,
        options=request.options,
        attempts=request.attempts,
        repeat=request.repeat,
    )
    path = request.output or usual_path(plan)
    if (
        path
        and request.options.log
        and os.path.realpath(path) == os.path.realpath(request.options.log)
    ):
        raise LastpickError("--output and --log name the same file; give each one of its own")
    plan = plan._replace(options=plan.options._replace(log=request.options.log or _log(plan, path)))
    with open_results(path, plan) as results:
        _ask(plan, results, request, screen)
        found = report(plan, results)
    unread = found.failures.get(GARBAGE, 0)
    if is_model(plan.player) and not plan.options.lenient and 2 * unread > len(found.graded):
        other = " and another --output" if request.output else ""
        screen.note(
            f"{unread} of {counted(len(found.graded), 'answer')} could not be read strictly;"
            f" --lenient with --log {plan.options.log}{other} reads the same answers leniently"
        )
    if request.json:
        return print_json(as_data(found, request.mistakes))
    show(screen, found, request.mistakes)
    return DONE


def _check_for_models(request: EvaluateRequest) -> None:
    """Refuse what only a language model can be offered."""
    if is_model(request.player):
        if request.max_cost is not None and request.executor != PROCESSES:
            raise LastpickError("--max-cost is kept on this machine alone; leave out --executor")
        return
    if request.attempts > 1:
        outside = comes_from_outside(request.player)
        why = "an engine cannot be told what was wrong" if outside else "a bot's picks are legal"
        raise LastpickError(f"--attempts is for llm: players: {why}")
    if request.max_cost is not None:
        raise LastpickError("--max-cost is for llm: players: no other's answers cost anything")
    if request.options.lenient:
        raise LastpickError("--lenient is for llm: players: no other's answers are words")


def find_suite(name: str, seed: int | None, rules: Sequence[str], each: int | None) -> Suite:
    """The frozen suite, or a private one of the same make-up."""
    with Progress() as progress:
        return open_suite(
            name, seed, rules, each,
            lambda done, of: progress.show(f"suite {progress.bar(done, of)}"),
        )  # fmt: skip


def gaps_told(suite: Suite, each: int | None = None) -> list[str]:
    """The strata of a suite that have fewer than `each` items or none, in lines."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for gap in suite.gaps:
        if each is not None and gap.found >= each:
            continue
        count = f"only {counted(gap.found, 'position')}" if gap.found else "no positions"
        groups.setdefault((gap.game, gap.size, count, gap.why), []).append(gap.level)
    return [
        f"{game}, {size}: {count} of {_kind(levels)}{', '.join(levels)} ({why})"
        for (game, size, count, why), levels in groups.items()
    ]


def _kind(levels: list[str]) -> str:
    return "depth " if levels[0] in DEPTHS else "remoteness "


def usual_path(plan: Plan) -> str | None:
    """Where the answers of a player from outside go unless told otherwise: they cost something."""
    if not comes_from_outside(plan.player):
        return None
    digest = sha256(json.dumps(plan.agreed()).encode()).hexdigest()
    return f"evaluation-{digest[:10]}.jsonl"


def _log(plan: Plan, path: str | None) -> str | None:
    """A model's prompts and answers: beside the results."""
    if path is None or not is_model(plan.player):
        return None
    return f"{os.path.splitext(path)[0]}-prompts.jsonl"


def _ask(plan: Plan, results: Results, request: EvaluateRequest, screen: Screen) -> None:
    if results.path and results.answers:
        there = "is" if len(results.answers) == 1 else "are"
        screen.note(f"{results.path}: {_answers(results)} {there} there.")
    elif results.path:
        screen.note(f"Answers go to {results.path}")
    purse = None
    if request.max_cost is not None:
        spent = [answer.usage for answer in results.answers.values() if answer.usage]
        purse = Purse(request.max_cost, plan.options.prices, spent)
    try:
        with Progress() as progress:
            run(
                plan,
                results,
                request.processes,
                lambda done, of: progress.show(
                    f"{plan.shown[:30]} {progress.bar(done, of)}{_pausing()}"
                ),
                request.executor,
                purse,
            )
    except KeyboardInterrupt:
        if not (results.path or results.answers):
            raise
        then = "the same command goes on" if results.path else "--output FILE would have kept them"
        raise KeyboardInterrupt(f"Stopped after {_answers(results)}; {then}.") from None
    except (ArenaError, WorkersError) as error:
        if results.path and results.answers:
            raise ArenaError(f"{error}; {results.path} keeps the answers so far") from None
        raise


def _pausing() -> str:
    """Suffix of the progress line during a pause."""
    seconds = longest_pause()
    return f", asks again in {seconds:.0f} s" if seconds > 1 else ""


def _answers(results: Results) -> str:
    return counted(len(results.answers), "answer")
