"""The log of every prompt and answer: JSON lines that only grow.

Several processes may append to one log, and a line that a crash cut short is passed over. The
log is also a memory: a question that is asked again, word by word and in the same place of a
run, is answered from here and costs nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from ...errors import JournalError
from ...files import Log, LogKind, home, new_name
from .endpoint import Reply, tokens

_KIND = LogKind("the log of prompts", JournalError)

Key = tuple[str, float, str, int, int]  # model, temperature, prompt, chance, occurrence


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


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
        self._write({**_entry(key, prompt), **more, **reply._asdict()})

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
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise _KIND.trouble("write", path, error) from None
    return Log.open(path, _KIND, shared=True)


def _entry(key: Key, prompt: str) -> dict[str, Any]:
    model, temperature, hashed, chance, occurrence = key
    return {
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
        "model": model,
        "temperature": temperature,
        "hash": hashed,
        "chance": chance,
        "occurrence": occurrence,
        "prompt": prompt,
    }


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
    reply = Reply(*(entry[name] for name in Reply._fields))
    told = (reply.prompt_tokens, reply.answer_tokens)
    counts = (*told, entry["chance"], entry["occurrence"])
    if not isinstance(reply.text, str) or not all(type(count) is int for count in counts):
        raise TypeError
    if told != tuple(map(tokens, told)):
        raise ValueError
    key = entry["model"], entry["temperature"], entry["hash"], entry["chance"], entry["occurrence"]
    return key, reply
