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
from ...journal import home
from ..player import clean
from .endpoint import Reply, tokens

try:
    import fcntl
except ImportError:  # not on Windows, where two programs could write at once
    fcntl = None  # type: ignore[assignment]

Key = tuple[str, float, str, int, int]  # model, temperature, prompt, chance, occurrence


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class PromptLog:
    """An open log. Without a path it is a new file in the user's folder, made when needed."""

    def __init__(self, path: str | None, model: str) -> None:
        self.path = path
        self._fd: int | None = None
        self._known: dict[Key, Reply] = {}
        if path is not None:
            self._known = _read(path, model)
            self._open(path)

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
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def _open(self, path: str) -> int:
        try:
            self._fd = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
        except (OSError, ValueError) as error:
            raise _trouble("write", path, error) from None
        return self._fd

    def _write(self, entry: Mapping[str, Any]) -> None:
        line = json.dumps(entry, ensure_ascii=False).encode(errors="backslashreplace") + b"\n"
        fd = self._fd if self._fd is not None else self._begin()
        try:
            if fcntl:
                fcntl.flock(fd, fcntl.LOCK_EX)
            try:
                if _cut_short(fd):
                    line = b"\n" + line
                while line:
                    line = line[os.write(fd, line) :]
                os.fsync(fd)
            finally:
                if fcntl:
                    fcntl.flock(fd, fcntl.LOCK_UN)
        except OSError as error:
            raise _trouble("write", self.path or "", error) from None

    def _begin(self) -> int:
        if self.path is None:
            folder = os.path.join(home(), "llm")
            stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
            self.path = os.path.join(folder, f"{stamp}-{os.urandom(3).hex()}.jsonl")
            try:
                os.makedirs(folder, exist_ok=True)
            except OSError as error:
                raise _trouble("write", self.path, error) from None
        return self._open(self.path)


def _cut_short(fd: int) -> bool:
    """Whether the last line of the file has no end."""
    if not os.lseek(fd, 0, os.SEEK_END):
        return False
    os.lseek(fd, -1, os.SEEK_END)
    return os.read(fd, 1) != b"\n"


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


def _read(path: str, model: str) -> dict[Key, Reply]:
    """The answers in a log that were that model's."""
    found: dict[Key, Reply] = {}
    if os.path.exists(path) and not os.path.isfile(path):
        return found  # a device or a pipe remembers nothing, and may have no end
    try:
        with open(path, "rb") as file:
            for line in file:
                try:
                    entry = json.loads(line)
                    if entry["model"] == model:
                        found.setdefault(*_recall(entry))
                except (ValueError, LookupError, TypeError, RecursionError):
                    continue  # cut short, not ours, or no answer
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:
        raise _trouble("read", path, error) from None
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


def _trouble(what: str, path: str, error: Exception) -> JournalError:
    reason = getattr(error, "strerror", None) or error
    return JournalError(f"cannot {what} the log of prompts {clean(path, 200)}: {reason}")
