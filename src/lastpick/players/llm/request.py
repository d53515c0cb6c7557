"""What is sent to an endpoint for one answer."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, NamedTuple

from ...errors import PlayerError
from ..player import Options, clean
from .prompt import Prompt

_NOT_SET = {  # fields that are no user's to set, and why
    "model": "the player's name says it, as in llm:MODEL",
    "messages": "they hold the question",
    "stream": "an answer is read as a whole",
    "n": "a question has one answer",
    "temperature": "use --temperature for it, or --temperature none to leave it out",
}


class Exchange(NamedTuple):
    """An answer that was no pick, and what the model was told of it."""

    assistant: str
    user: str


Talk = tuple[Exchange, ...]  # what was said since the question


def body(model: str, question: Prompt, options: Options, talk: Talk = ()) -> dict[str, Any]:
    """The request for an answer of that model."""
    said = question._asdict() if not options.no_system else {"user": question.whole}
    texts = [*said.items(), *(text for exchange in talk for text in exchange._asdict().items())]
    found = {
        "model": model,
        "messages": [{"role": role, "content": text} for role, text in texts],
        **fields(options.further),
    }
    return found if options.temperature is None else {**found, "temperature": options.temperature}


def digest(question: Prompt, options: Options, talk: Talk = ()) -> str:
    """What tells the messages of a request from all others."""
    texts = (question.whole,) if options.no_system else tuple(question)
    texts += tuple(text for exchange in talk for text in exchange)
    return sha256("\0".join(texts).encode(errors="backslashreplace")).hexdigest()


def further(settings: Iterable[str]) -> str:
    """Further fields of the request, each given as KEY=JSON, as `Options.further` has them."""
    found: dict[str, Any] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        shown = clean(name, 40)
        if not equals or not name:
            raise PlayerError(
                f"--set takes a field and its value, as in max_tokens=2000, not {shown!r}"
            )
        if name in found:
            raise PlayerError(f"--set gives {shown} twice; give it once")
        try:
            found[name] = json.loads(text)
            json.dumps(found[name], allow_nan=False)  # NaN and 1e999 are read, and are no JSON
        except (ValueError, RecursionError):
            raise PlayerError(
                f"--set {shown}: {clean(text, 40)!r} is not JSON;"
                f" a text needs quotes of its own, as in --set '{shown}=\"low\"'"
            ) from None
    _check(found)
    return json.dumps(found, sort_keys=True) if found else ""


def fields(text: str) -> dict[str, Any]:
    """The further fields of a request, by their names."""
    try:
        found = json.loads(text or "{}")
        if not isinstance(found, dict):
            raise ValueError
    except (ValueError, RecursionError):
        raise PlayerError("further fields of a request are a JSON object") from None
    _check(found)
    return found


def _check(found: Iterable[str]) -> None:
    for name in found:
        if name in _NOT_SET:
            raise PlayerError(f"{name} cannot be set: {_NOT_SET[name]}")
