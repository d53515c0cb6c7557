"""Inspect in a process of its own, given recorded answers: to our task, and to a dataset's.

    python -m support.inspecting_answers answers.jsonl owner/name

The first is the frozen suite cut short, the second what `eval.yaml` says of a dataset in this
folder: all but the way to the hub is Inspect's own.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import huggingface_hub
import pytest
from inspect_ai import eval as evaluate
from inspect_ai.model import ChatMessage, ModelOutput, ModelUsage, get_model

from lastpick.evaluation import inspect_tasks, prompt
from lastpick.evaluation.suite import standard


def run(task: Any, answers: Mapping[str, str | None]) -> dict[str, Any]:
    """What Inspect found of the answers to these questions; None is held back by a filter."""
    heard: list[list[str]] = []

    def answer(asked: list[ChatMessage], *_: object) -> ModelOutput:
        heard.append([message.text for message in asked])
        said = answers[heard[-1][-1]]
        stop: Any = "content_filter" if said is None else "stop"
        output = ModelOutput.from_content("mock", said or "", stop)
        output.usage = ModelUsage(input_tokens=100, output_tokens=7, total_tokens=107)
        return output

    model = get_model("mockllm/model", custom_outputs=answer, memoize=False)
    (log,) = evaluate(task, model=model, ctl_server=False)
    assert log.results, log.error and log.error.message
    metrics = log.results.scores[0].metrics
    return {"figures": {name: one.value for name, one in metrics.items()}, "heard": heard}


def main(file: str, dataset: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(huggingface_hub, "hf_hub_download", here)
        Path("found.json").write_text(json.dumps(both(file, dataset)))


def here(repo_id: str, filename: str, **_: object) -> str:
    """A file of a dataset that is in this folder."""
    return f"{repo_id}/{filename}"


def both(file: str, dataset: str) -> list[dict[str, Any]]:
    suite = standard()
    answers = {
        prompt(suite.find(one["id"])).user: one["answer"]
        for one in map(json.loads, Path(file).read_text().splitlines())
    }
    return [run(inspect_tasks.standard(each=1), answers), run(f"hf/{dataset}", answers)]


if __name__ == "__main__":
    main(*sys.argv[1:])
