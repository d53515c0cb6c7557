"""Language models that are evaluated: asked, logged, charged."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from support.evaluating import ONE, Answers, Evaluate, questions, report, unable

from lastpick.evaluation import prompt
from lastpick.players.llm.prompt import read_pick


def test_a_dead_endpoint_is_one_line_and_no_score(evaluate: Evaluate, tmp_path: Path) -> None:
    with socket.socket() as taken:  # bound, and nobody listens
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        done = evaluate("llm:m", *ONE, "--base-url", url, "--retries", 0)
    assert "cannot connect" in unable(done)
    assert "mend that, and the same command goes on; or begin anew with" in unable(done)
    (file,) = tmp_path.glob("evaluation-??????????.jsonl")
    assert file.read_text().count("\n") == 1  # nothing is held against the model


def test_a_model_is_asked_logged_and_charged(
    evaluate: Evaluate, tmp_path: Path, model: Callable[[Answers], str]
) -> None:
    asked = questions()

    def answer(talk: list[str]) -> str:
        item = asked[talk[1]]
        if item.disguise == "plain":
            return f"Let me see.\nPICK {item.winning[0]}"
        if item.disguise == "restated":
            return f"I would say {item.winning[0]}."
        return "PICK 100000"

    words = ("llm:toy", *ONE, "--base-url", model(answer), "--json")
    assert report(evaluate(*words))["usage"]["cost"] is None
    data = report(evaluate(*words, "--prices", "1000,2000"))  # of answers that are there already
    assert data["score"] == pytest.approx(100 / 3)
    assert data["legal"] == pytest.approx(1 / 3)
    assert data["failures"] == {"garbage": 24, "illegal": 24}
    assert {name: one["kept"] for name, one in data["by"]["disguise"].items()} == {
        "plain": 1,
        "relabelled": 0,
        "restated": 0,
    }
    assert data["usage"]["calls"] == 72
    assert data["usage"]["prompt_tokens"] == 7200
    assert data["usage"]["cost"] == pytest.approx(72 * (0.1 + 0.014))
    (log,) = tmp_path.glob("*-prompts.jsonl")
    logged = [json.loads(line) for line in log.read_text().splitlines()]
    assert {entry["prompt"] for entry in logged} == {prompt(item).whole for item in asked.values()}


def test_whoever_repeats_the_example_has_picked_nothing() -> None:
    for question, item in questions().items():
        assert read_pick(question) not in item.start().game.numbers


def test_an_endpoint_that_dies_on_the_way_loses_nothing(
    evaluate: Evaluate, model: Callable[[Answers], str]
) -> None:
    asked, calls = questions(), [0]

    def answer(talk: list[str]) -> str | None:
        calls[0] += 1
        return None if calls[0] == 31 else f"PICK {asked[talk[1]].winning[0]}"

    words = ("llm:toy", *ONE, "--base-url", model(answer), "--retries", 0)
    said = unable(evaluate(*words))
    assert "500" in said
    assert "keeps the answers so far" in said
    data = report(evaluate(*words, "--json"))
    assert data["score"] == 100
    assert data["usage"]["calls"] == 72
    assert calls[0] == 73
