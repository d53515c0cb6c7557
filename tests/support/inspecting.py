"""Inspect in a process of its own, which it may change as it likes, with models that we know.

    python -m support.inspecting '[{"task": "standard", "args": {"each": 1}, "model": "mixed"}]'

runs each of the jobs offline with Inspect's mock of a model, reads its log by Inspect's reader, and
prints what stands there.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from lastpick.catalog import Book
from lastpick.evaluation import prompt
from lastpick.evaluation.suite import Item, standard
from lastpick.game import Position
from lastpick.players.perfect import perfect_pick
from support.running import environment

TESTS = Path(__file__).parents[1]
COMMAND = (sys.executable, "-m", "support.inspecting")
_YOU = "You are player"


class Said(NamedTuple):
    """What a model says, and why it stops, in the words of the chat protocol."""

    text: str
    finish: str = "stop"
    more: dict[str, Any] = {}  # noqa: RUF012 - what else is in the message; nobody changes it


@lru_cache
def _asked() -> dict[str, Item]:
    """The items of the frozen suite cut short, by the question."""
    return {prompt(item).user: item for item in standard().cut(1).items}


@lru_cache
def _books() -> dict[str, Book]:
    """Their games, by what a model is told of the rules."""
    return {question.partition(_YOU)[0]: item.book() for question, item in _asked().items()}


def position_of(question: str) -> Position:
    """What a question is about."""
    found = re.search("^Picks so far, in order: (.*)$", question, re.MULTILINE)
    assert found
    picks = [int(n) for n in re.findall(r"\d+", found[1])]
    return _books()[question.partition(_YOU)[0]].game.play(picks)


def perfect(question: str, _: int = 0) -> Said:
    item = _asked().get(question)  # for most questions the suite knows
    best = item.winning[0] if item else perfect_pick(position_of(question), Random(question))
    return Said(f"I see it.\nPICK {best}")


def at_random(question: str, _: int = 0) -> Said:
    return Said(f"PICK {Random(question).choice(position_of(question).legal)}")


def mixed(question: str, tries: int) -> Said:
    """Mostly right, and wrong in every way there is; the same to the same question."""
    right, items = perfect(question), list(_asked())
    if question not in items:  # a later turn of a won game
        return right if Random(question).randrange(4) else Said("I pass.")
    fate = (items.index(question) * 7 + tries) % 24
    if fate < 9:
        return right
    if fate < 13:
        return at_random(question)
    illegal = f"PICK {position_of(question).game.numbers.last + 2}"
    return [
        Said(illegal),
        Said("I pass."),
        Said(""),
        Said(f"**{right.text}**"),
        Said(right.text, "length"),
        Said(right.text, "content_filter"),
        Said("PICK 007"),
        Said("", "tool_calls", CALL),
        Said(right.text, "tool_calls", CALL),
        Said("", "stop", {"refusal": "I would rather not."}),
        NOTHING,
    ][fate - 13]


CALL = {
    "tool_calls": [
        {"id": "1", "type": "function", "function": {"name": "pick", "arguments": '{"n": 1}'}}
    ]
}
NOTHING = Said("nothing", "unknown")  # in place of an answer without choices

REFUSED, UNREADABLE = Said("400", "unknown"), Said("{}", "unknown")


def caller(_: str, __: int = 0) -> Said:
    """Calls a tool that nobody has offered, whatever it is asked."""
    return Said("", "tool_calls", CALL)


def nobody(_: str, __: int = 0) -> Said:
    return NOTHING


def partly(question: str, _: int = 0) -> Said:
    """Right, but for two questions that the endpoint answers with a 400 and with `{}`."""
    place = list(_asked()).index(question)
    return {2: REFUSED, 4: UNREADABLE}.get(place) or perfect(question)


def silent(_: str, __: int = 0) -> Said:
    return Said("")


def first(question: str, _: int = 0) -> Said:
    """The first of the picks that it is told, in bold print."""
    found = re.search(r"^Numbers that you may pick now: (\d+)", question, re.MULTILINE)
    assert found
    return Said(f"**PICK {found[1]}**")


# Of a question, and of how many tries at it came before.
MODELS: dict[str, Callable[[str, int], Said]] = {
    "perfect": perfect, "random": at_random, "mixed": mixed, "first": first, "silent": silent,
    "caller": caller, "nobody": nobody, "partly": partly, "tired": perfect,
}  # fmt: skip


def reply(model: str, messages: Sequence[str]) -> Said:
    """What a model answers to the messages of a chat: system, user, and any further tries."""
    return MODELS[model](messages[1], len(messages) // 2 - 1)


def settings(folder: Path) -> dict[str, str]:
    """The environment of such a process: what it writes stays in a folder."""
    return environment(
        {
            "PYTHONPATH": f"{TESTS}:{TESTS.parent / 'src'}",
            "XDG_DATA_HOME": str(folder / "data"),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "INSPECT_LOG_DIR": str(folder / "logs"),
            "INSPECT_DISPLAY": "none",
        }
    )


def main(jobs: list[dict[str, Any]]) -> None:
    from inspect_ai import Task
    from inspect_ai import eval as evaluate
    from inspect_ai import score as score_again
    from inspect_ai.dataset import Sample
    from inspect_ai.log import read_eval_log
    from inspect_ai.model import (
        ChatMessage,
        ChatMessageSystem,
        ChatMessageUser,
        ModelOutput,
        ModelUsage,
        StopDetails,
        get_model,
    )
    from inspect_ai.tool import ToolCall

    from lastpick.evaluation import inspect_tasks

    class Refused(RuntimeError):
        status_code = 400

    def foreign() -> Task:
        """A task of somebody else's."""
        asked: list[ChatMessage] = [ChatMessageSystem(content="Be brief.")]
        asked.append(ChatMessageUser(content="2 + 2?"))
        return Task(dataset=[Sample(input=asked, metadata={"picks": []})])

    tasks: dict[str, Callable[..., Task]] = {**vars(inspect_tasks), "foreign": foreign}
    stops = {"length": "max_tokens"}

    def run(job: dict[str, Any]) -> dict[str, Any]:
        heard: list[list[str]] = []

        def answer(asked: list[ChatMessage], *_: object) -> ModelOutput:
            heard.append([message.text for message in asked])
            tired = job["model"] == "tired" and len(heard) > 3
            said = REFUSED if tired else reply(job["model"], heard[-1])
            if said == REFUSED:
                raise Refused
            if said == UNREADABLE:
                raise TypeError("'NoneType' object is not iterable")  # as Inspect's providers do
            stop: Any = stops.get(said.finish, said.finish)
            output = ModelOutput.from_content("mock", said.text, stop)
            if "tool_calls" in said.more:
                call = ToolCall(id="1", function="pick", arguments={"n": 1})
                output.choices[0].message.tool_calls = [call]
            if why := said.more.get("refusal"):
                output.choices[0].stop_details = StopDetails(type="refusal", explanation=why)
            if said == NOTHING:
                output = ModelOutput(model="mock")
            output.usage = ModelUsage(input_tokens=100, output_tokens=7, total_tokens=107)
            return output

        try:
            task = tasks[job["task"]](**job["args"])
        except Exception as error:
            return {"error": type(error).__name__, "text": str(error)}
        model = get_model("mockllm/model", custom_outputs=answer, memoize=False)
        (log,) = evaluate(task, model=model, ctl_server=False, **job.get("run", {}))
        log = read_eval_log(log.location)
        if again := job.get("again"):
            try:
                score_again(log, getattr(inspect_tasks, again)(), action="append")
            except Exception as error:
                return {"error": type(error).__name__, "text": str(error)}
        if not log.results:
            return {"stopped": log.error and log.error.message, "heard": heard}
        return {
            "figures": {name: one.value for name, one in log.results.scores[0].metrics.items()},
            "scores": len(log.results.scores),
            "samples": {
                one.id: one.scores and next(iter(one.scores.values())).model_dump()
                for one in log.samples or []
            },
            "eval": log.eval.model_dump(include={"task_version", "metadata"}),
            "heard": heard,
        }

    print(json.dumps([run(job) for job in jobs]))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
