"""Models that may try again, told why, and the reader that lets markup pass."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any

import pytest
from support.evaluating import ONE, Answers, Evaluate, questions, report, unable
from support.running import refused

from lastpick.evaluation import again, prompt
from lastpick.evaluation.results import read_results
from lastpick.evaluation.suite import Item, standard
from lastpick.players.llm.request import Exchange, digest
from lastpick.players.player import Options

Serve = Callable[[Answers], str]


def a_wrong_pick(item: Item) -> int:
    """A legal pick that throws the win away."""
    return next(n for n in item.start().legal if n not in item.winning)


class Learning:
    """Answers by the number of tries: illegal or in other words first, right with the third."""

    def __init__(self) -> None:
        self.asked = questions()
        self.calls = 0
        self.talks: list[list[str]] = []
        self._lock = Lock()

    def __call__(self, talk: list[str]) -> str:
        with self._lock:
            self.calls += 1
            self.talks.append(talk)
        item, tries = self.asked[talk[1]], len(talk) // 2
        if item.disguise == "restated":  # never
            return "I do not know."
        if item.disguise == "relabelled" and tries == 1:  # with the second, and wrong
            return "PICK 100000"
        if item.disguise == "relabelled":
            return f"PICK {a_wrong_pick(item)}"
        return f"PICK {item.winning[0]}" if tries == 3 else f"**PICK {item.winning[0]}**"


def test_first_and_later_tries_are_told_apart(evaluate: Evaluate, model: Serve) -> None:
    answers = Learning()
    words = ("llm:toy", *ONE, "--base-url", model(answers), "--output", "a")
    data = report(evaluate(*words, "--attempts", 3, "--json"))
    assert (data["score"], data["legal"]) == (0, 0)
    assert data["failures"] == {"garbage": 48, "illegal": 24}
    later = data["attempts"]
    assert later["score"] == pytest.approx(100 / 3)
    assert later["legal"] == pytest.approx(2 / 3)
    assert later["needed"] == {"1": 0, "2": 24, "3": 24}
    assert (later["most"], later["never"]) == (3, 24)
    assert answers.calls == data["usage"]["calls"] == 24 * (3 + 2 + 3)
    said = evaluate(*words, "--attempts", 3).out
    assert "With up to 3 tries: score 33.3 (" in said
    assert "legal 0.667." in said
    assert "Legal with try 1: 0, 2: 24, 3: 24; never: 24." in said
    plan, results = read_results("a")
    assert plan.attempts == 3
    assert Counter(len(answer.tries) for answer in results.answers.values()) == {2: 24, 3: 48}


def test_the_model_is_told_why_in_one_conversation(evaluate: Evaluate, model: Serve) -> None:
    answers = Learning()
    evaluate("llm:toy", *ONE, "--base-url", model(answers), "--attempts", 2)
    second = [talk for talk in answers.talks if len(talk) > 2]
    assert len(second) == 72
    for _, question, said, told in second:
        assert told == again(answers.asked[question], said)
        assert ("100000 is not in the range" in told) == (said == "PICK 100000")
        assert ("No pick can be read" in told) == (said != "PICK 100000")
        assert told.endswith("PICK 0\n")


def test_what_a_model_is_told_after_each_kind_of_answer() -> None:
    item = standard().items[0]
    assert "cut off" in again(item, f"PICK {item.winning[0]}")  # there is no other reason
    assert "No pick can be read" in again(item, "")
    assert "No pick can be read" in again(item, "**PICK 100**")
    assert "an illegal pick: 100 is not in the range" in again(item, "**PICK 100**", lenient=True)
    for answer in ("", "PICK 0"):
        assert set(re.findall(r"\d+", again(item, answer))) == {"0"}  # it gives nothing away


def test_further_tries_are_not_asked_again(evaluate: Evaluate, model: Serve) -> None:
    """A run whose results are lost takes every try from the log of prompts."""
    answers = Learning()
    words = ("llm:toy", *ONE, "--base-url", model(answers), "--attempts", 3, "--json", "--output")
    whole = report(evaluate(*words, "a"))
    file, calls = Path("a"), answers.calls
    data = file.read_bytes()
    file.write_bytes(data[: len(data) // 3])
    assert report(evaluate(*words, "a")) == whole
    assert (file.read_bytes(), answers.calls) == (data, calls)


def test_a_question_with_other_words_before_it_is_another_one() -> None:
    question, options = prompt(standard().items[0]), Options()
    talks = (), (Exchange("a", "b"),), (Exchange("c", "b"),), (Exchange("a", "b"),) * 2
    assert len({digest(question, options, talk) for talk in talks}) == len(talks)


@pytest.mark.parametrize(
    ("later", "why"),
    [
        (
            [{"failure": "garbage"}, {"failure": "garbage"}, {"pick": 16}],
            "more tries than were agreed",
        ),
        ([{"pick": 7}], "7 is neither a divisor nor"),
        ([{"pick": 16}, {"failure": "garbage"}], "not to be followed by any"),
        ([{}], "either a pick or a failure"),
        ([{"pick": "16"}], "it is no answer"),
        ([16], "it is no answer"),
        ([{"failure": "garbage", "more": 1}], "it is no answer"),
    ],
)
def test_damaged_tries_are_one_line(evaluate: Evaluate, later: Any, why: str) -> None:
    words = ("llm:toy", *ONE, "--attempts", 3, "--base-url", "http://127.0.0.1:9", "--retries", 0)
    evaluate(*words, "--output", "a")
    first = {"kind": "decision", "item": 1, "ply": 2, "failure": "garbage", "later": later}
    with open("a", "a") as file:
        file.write(json.dumps(first) + "\n")
    said = unable(evaluate(*words, "--output", "a"))
    assert "damaged in line 2: " in said
    assert why in said


def test_results_of_other_agreements_are_not_mixed(evaluate: Evaluate, model: Serve) -> None:
    words = ("llm:toy", *ONE, "--base-url", model(lambda _: "PICK 1"), "--output", "a")
    evaluate(*words, "--lenient")
    assert "(lenient: true there, false here)" in unable(evaluate(*words))
    assert "(attempts: 1 there, 2 here)" in unable(evaluate(*words, "--lenient", "--attempts", 2))
    file = Path("a")
    file.write_text(file.read_text().replace('"prompts": 2, ', "", 1))
    assert "(prompts: 1 there, 2 here)" in unable(evaluate(*words, "--lenient"))
    assert read_results("a")[0].prompts == 1


def test_the_lenient_reader_is_an_option_and_is_told(evaluate: Evaluate, model: Serve) -> None:
    asked = questions()
    words = (
        "llm:toy",
        *ONE,
        "--base-url",
        model(lambda talk: f"**PICK {asked[talk[1]].winning[0]}**."),
    )
    strict = report(evaluate(*words, "--json"))
    assert (strict["score"], strict["lenient"], strict["prompts"]) == (0, False, 2)
    assert strict["attempts"] is None
    lenient = report(evaluate(*words, "--json", "--lenient"))
    assert (lenient["score"], lenient["lenient"]) == (100, True)
    assert "Answers were read leniently" in evaluate(*words, "--lenient").out


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("random", "--attempts", 2), "--attempts is for llm: players: a bot's picks are legal"),
        (("exec:true", "--attempts", 2), "an engine cannot be told what was wrong"),
        (("random", "--lenient"), "--lenient is for llm: players"),
        (("llm:m", "--attempts", 0), "expected 1 or more"),
        (("llm:m", "--attempts", 11), "expected 10 or less"),
    ],
)
def test_what_is_for_models_alone(evaluate: Evaluate, args: tuple[object, ...], why: str) -> None:
    assert why in refused(evaluate(*args))
