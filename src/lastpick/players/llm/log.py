"""The log of every prompt and answer: JSON lines that only grow.

Several processes may append to one log, and a line that a crash cut short is passed over. The
log is also a memory: a question that is asked again, word by word and in the same place of a
run, is answered from here and costs nothing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from ...errors import JournalError
from ...files import Log, LogKind, home, make_private, new_name
from .reply import Reply, price, tokens

_KIND = LogKind("the log of prompts", JournalError)
_RARE = {  # what stands in a log only where it is something else
    name: Reply._field_defaults[name] for name in ("reasoning", "refusal", "calls", "cost")
}


class Key(NamedTuple):
    """Which question it was: all that the answer depends on, and its place in a run."""

    model: str
    temperature: float | None
    further: str  # fields of the request, as `Options.further` has them
    hash: str  # of the messages
    chance: int
    occurrence: int


class PromptLog:
    """An open log. Without a path it is a new file in the user's folder, made when needed."""

    def __init__(self, path: str | None, model: str) -> None:
        self._log: Log | None = None
        self._known: dict[Key, Reply] = {}
        if path is not None:
            self._log = Log.open(path, _KIND, shared=True)
            self._known = _recall_all(self._log, model)

    def answer(self, key: Key) -> Reply | None:
        """The answer that this question was given before."""
        return self._known.get(key)

    def keep(self, key: Key, prompt: str, reply: Reply, more: Mapping[str, Any]) -> None:
        """Make an answer durable: it is on disk when this returns."""
        self._known[key] = reply
        self._write({**_entry(key, prompt), **more, **_answer(reply)})

    def note(self, key: Key, prompt: str, error: str, more: Mapping[str, Any]) -> None:
        """Write down that there was no answer; the question may be asked again."""
        self._write({**_entry(key, prompt), **more, "error": error})

    def close(self) -> None:
        if self._log is not None:
            self._log.close()
            self._log = None

    def _write(self, entry: Mapping[str, Any]) -> None:
        if self._log is None:
            self._log = _begin()
        self._log.append([json.dumps(entry, ensure_ascii=False)])


def _begin() -> Log:
    """A new log in the user's folder."""
    folder = os.path.join(home(), "llm")
    path = os.path.join(folder, new_name(".jsonl"))
    try:
        make_private(folder)
    except OSError as error:
        raise _KIND.trouble("write", path, error) from None
    return Log.open(path, _KIND, shared=True, private=True)


def _entry(key: Key, prompt: str) -> dict[str, Any]:
    asked = key._asdict()
    if further := asked.pop("further"):
        asked["set"] = json.loads(further)
    time = datetime.now(UTC).isoformat(timespec="seconds")
    return {"time": time, **asked, "prompt": prompt}


def _answer(reply: Reply) -> dict[str, Any]:
    """An answer for the log, without what there is of few."""
    fields = reply._asdict().items()
    return {name: value for name, value in fields if name not in _RARE or value != _RARE[name]}


def _recall_all(log: Log, model: str) -> dict[Key, Reply]:
    """The answers in a log that were that model's."""
    found: dict[Key, Reply] = {}
    if not log.ordinary:
        return found  # a device or a pipe remembers nothing, and may have no end
    for line in log.lines():
        try:
            entry = json.loads(line)
            if entry["model"] == model:
                found.setdefault(*_recall(entry))
        except (ValueError, LookupError, TypeError, RecursionError):
            continue  # cut short, not ours, or no answer
    return found


def _recall(entry: Mapping[str, Any]) -> tuple[Key, Reply]:
    """A question and its answer, as they stand in a log."""
    reply = Reply(**{name: entry[name] for name in Reply._fields if name not in _RARE})
    reply = reply._replace(**{name: entry.get(name, _RARE[name]) for name in _RARE})
    told = (reply.prompt_tokens, reply.answer_tokens)
    counts = (*told, reply.calls, entry["chance"], entry["occurrence"])
    texts = (reply.text, reply.reasoning, reply.refusal)
    if any(type(count) is not int for count in counts) or any(type(t) is not str for t in texts):
        raise TypeError
    if told != tuple(map(tokens, told)) or reply.cost != price(reply.cost) or reply.calls < 1:
        raise ValueError
    further = json.dumps(entry["set"], sort_keys=True) if "set" in entry else ""
    asked = {name: entry[name] for name in Key._fields if name != "further"}
    return Key(further=further, **asked), reply
