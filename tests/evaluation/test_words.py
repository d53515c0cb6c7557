"""What reports say of suites that are nobody else's, and of a single thing."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from support.evaluating import Lastpick

from lastpick.evaluation import command
from lastpick.evaluation.ask import DECISION, GAME, Answer
from lastpick.evaluation.command import gaps_told
from lastpick.evaluation.compare.data import comparison
from lastpick.evaluation.compare.page import page
from lastpick.evaluation.compare.read import Contestant
from lastpick.evaluation.compare.text import lines
from lastpick.evaluation.plan import Plan
from lastpick.evaluation.report.data import Report, report
from lastpick.evaluation.report.picture import picture
from lastpick.evaluation.report.text import show
from lastpick.evaluation.results import Results
from lastpick.evaluation.suite import Gap, Rules, Suite, standard
from lastpick.players.player import Options, no_answer
from lastpick.players.usage import Usage
from lastpick.terminal.screen import Screen

ONE = standard()._replace(items=standard().items[:1])
(ITEM,) = ONE.items
WRONG = next(n for n in ITEM.start().legal if n not in ITEM.winning)


def told(found: Report, mistakes: int = 5) -> list[str]:
    shown = io.StringIO()
    show(Screen(io.StringIO(), shown), found, mistakes)
    return shown.getvalue().splitlines()


def answered(suite: Suite, pick: int = WRONG, won: bool = False) -> Report:
    """A report in which every decision is this one pick; and one won game that is lost, if so."""
    results = Results()
    for item in suite.items:
        results.keep(Answer(DECISION, item.number, len(item.picks), pick, usage=Usage(1, 20, 3)))
    if won:
        results.keep(Answer(GAME, ITEM.number, len(ITEM.picks), None, "garbage", "?"))
    return report(Plan("toy", suite, 1, None, int(won), Options()), results)


def test_private_suites_are_told_by_generator_and_checksum() -> None:
    assert told(answered(ONE))[:2] == [
        "toy on standard-1",
        "1 decision in 1 position and its disguises",
    ]
    private = ONE._replace(seed="7", generator=2, checksum="0123456789abcdefghij")
    assert told(answered(private))[:2] == [
        "toy on standard-1, private suite of seed 7",
        "generator 2, checksum 0123456789abcdef (all of it: --json)",
    ]
    own = private._replace(rules=(Rules("race", 'numbers = "1-9"'),))
    assert told(answered(own))[0] == "toy on standard-1, private suite of seed 7, of own rules"
    (first, *_) = lines(comparison([Contestant("toy", "toy.jsonl", answered(own))]))
    assert first == "toy on standard-1, private suite of seed 7, of own rules"


def test_a_report_on_one_decision() -> None:
    said = told(answered(ONE, won=True))
    assert "The one mistake:" in said
    assert "Conversion: 0 of 1 won game was won against best resistance," in said
    assert "Usage: 1 call, 20 tokens of prompts, 3 of answers." in said


def test_a_report_on_two_decisions() -> None:
    two = ONE._replace(items=(ITEM, ITEM._replace(number=2, position=2)))
    said = told(answered(two))
    assert said[1] == "2 decisions in 2 positions and their disguises"
    assert "The first 2 of 2 mistakes:" in said
    assert "Usage: 2 calls, 40 tokens of prompts, 6 of answers." in said
    assert "The first of 2 mistakes:" in told(answered(two), 1)


def test_a_comparison_on_one_position() -> None:
    right, wrong = answered(ONE, ITEM.winning[0]), answered(ONE)
    found = comparison([Contestant("a", "a.jsonl", right), Contestant("b", "b.jsonl", wrong)])
    said = list(lines(found))
    assert said[:2] == ["2 players on standard-1", "1 decision in 1 position and its disguises"]
    assert any(line.startswith("divisor-duel: 1 position, chance ") for line in said)
    assert "  a: 1 call," in said
    assert "1 position,<br>chance" in page(found)


def test_one_position_is_too_few_and_one_win_is_unknown() -> None:
    said = list(picture(answered(ONE, ITEM.winning[0]).groups("remoteness"), 1))
    assert "The score is above it, but 1 position is too few to tell." in said
    assert "Not in the picture: 1 decision whose win takes an unknown number of picks." in said
    (*_, last) = picture(answered(ONE).groups("remoteness"), 2)
    assert last.startswith("Not in the picture: 2 decisions whose wins take an unknown number")


def test_gaps_tell_one_position() -> None:
    suite = ONE._replace(gaps=(Gap("race", "shipped", "early", 1, "not found"),))
    assert gaps_told(suite) == ["race, shipped: only 1 position of depth early (not found)"]


@pytest.mark.parametrize(("answers", "there"), [(1, "1 answer is"), (2, "2 answers are")])
def test_a_run_that_goes_on_counts_what_is_there(
    lastpick: Lastpick, tmp_path: Path, answers: int, there: str
) -> None:
    words = ("evaluate", "random", "--each", 1, "--games", 0, "--output", "a.jsonl")
    assert lastpick(*words).err == "Answers go to a.jsonl\n"
    file = tmp_path / "a.jsonl"
    whole = file.read_text()
    assert json.loads(whole.splitlines()[1])["item"] == 1
    file.write_text("".join(whole.splitlines(keepends=True)[: answers + 1]))
    assert lastpick(*words).err == f"a.jsonl: {there} there.\n"
    assert file.read_text() == whole


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ((), "Stopped after 2 answers; --output FILE would have kept them."),
        (("--output", "a"), "Stopped after 2 answers; the same command goes on."),
    ],
)
def test_an_interrupt_says_what_becomes_of_the_answers(
    lastpick: Lastpick, monkeypatch: pytest.MonkeyPatch, kept: tuple[str, ...], said: str
) -> None:
    def interrupted(_: Plan, results: Results, *__: object) -> None:
        for number in (1, 2):
            results.keep(Answer(DECISION, number, 0, 5))
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "run", interrupted)
    done = lastpick("evaluate", "random", *kept)
    assert (done.out, done.code) == ("", 130)
    assert said in done.err.splitlines()


def test_how_long_there_was_no_answer() -> None:
    assert [no_answer(seconds) for seconds in (1.0, 0.5, 120.0)] == [
        "no answer in 1 second",
        "no answer in 0.5 seconds",
        "no answer in 120 seconds",
    ]
