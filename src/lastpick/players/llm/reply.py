"""What an endpoint sends back, in any of the forms that are about: the answer, or a complaint."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from ..player import ENDPOINT, REFUSED, clean

MOST_TOKENS = 10**9  # of one question or answer; a larger count is none
MOST_COST = 10**6
BUSY = 8  # how often an endpoint is asked again at least that says it is busy
CUT_OFF, _FILTERED = "length", "content_filter"  # reasons to finish that leave no whole answer
_END = b"[DONE]"
_FILTER = re.compile("content_?(filter|policy)|moderation", re.IGNORECASE)
_UNPAID = re.compile("insufficient_quota|billing", re.IGNORECASE)
_REASONING = ("reasoning_content", "reasoning")  # one or the other, by endpoint
_BESIDE = (*_REASONING, "refusal", "tool_calls")  # what a message may hold in place of content


class Reply(NamedTuple):
    """What a model answered, and what that took."""

    text: str
    finish: str | None  # why the model stopped
    prompt_tokens: int = 0
    answer_tokens: int = 0
    reasoning: str = ""  # what it thought, if that is told apart: no part of the answer
    refusal: str = ""  # why it would not answer, in its own words
    calls: int = 1  # how often it was asked for
    cost: float | None = None  # if the endpoint reports one

    @property
    def filtered(self) -> bool:
        """Whether a filter held it back."""
        return _is_filter(self.finish)

    def hidden(self, hide: Callable[[str], str]) -> Reply:
        """The same without what `hide` takes out of its texts."""
        return self._replace(
            text=hide(self.text), reasoning=hide(self.reasoning), refusal=hide(self.refusal)
        )


def _is_filter(finish: Any) -> bool:
    return isinstance(finish, str) and finish.startswith(_FILTERED)  # some say of what kind


class Trouble(Exception):
    """No answer; whether to ask again, and after how many seconds if the endpoint said so."""

    def __init__(
        self, text: str, again: int = 0, after: float | None = None, kind: str = ENDPOINT
    ) -> None:
        super().__init__(text)
        self.again = int(again)  # how often at least, where there are retries
        self.after = after
        self.kind = kind


def read_reply(body: bytes) -> Reply:
    """The answer in a body: one JSON object, or the events of a stream that nobody asked for."""
    stream = body.lstrip().startswith((b"data:", b"event:", b":"))
    try:
        answer = _joined(body) if stream else json.loads(body)
    except (ValueError, RecursionError):
        raise Trouble("an answer that is not JSON", again=True) from None
    except (TypeError, AttributeError):
        text = "a stream of events that are no pieces of an answer"
        raise Trouble(text, kind=REFUSED) from None
    try:
        choice = answer["choices"][0]
        message = choice["message"]
        finish = choice.get("finish_reason")
        if not _is_filter(finish) and not any(message.get(name) for name in _BESIDE):
            message["content"]  # must be there, if only as null
    except (TypeError, LookupError, AttributeError):
        words = complaint(answer)
        said = f": {clean(words, 200)}" if words else ""
        kind = ENDPOINT if words and not is_filtered(answer) else REFUSED
        raise Trouble(f"an answer without choices[0].message.content{said}", kind=kind) from None
    text, thought = _parts(message.get("content"))
    told = next((value for name in _REASONING if isinstance(value := message.get(name), str)), "")
    refusal, usage = message.get("refusal"), answer.get("usage")
    return Reply(
        text,
        finish if isinstance(finish, str) else None,
        *_counts(usage),
        reasoning=told or thought,
        refusal=refusal if isinstance(refusal, str) else "",
        cost=price(usage.get("cost")) if isinstance(usage, dict) else None,
    )


def complaint(answer: Any) -> str | None:
    """The words of an error in an answer, which endpoints put in one of two places."""
    try:
        found = answer["error"]
        return str(found if isinstance(found, str) else found["message"])
    except (TypeError, LookupError):
        return None


def is_filtered(answer: Any) -> bool:
    """Whether an error says that a filter took offence at the question."""
    return _is_about(_FILTER, answer)


def is_unpaid(answer: Any) -> bool:
    """Whether an error says that the account is empty, which waiting does not mend."""
    return _is_about(_UNPAID, answer)


def _is_about(kind: re.Pattern[str], answer: Any) -> bool:
    try:
        error = answer["error"]
        return any(kind.search(str(error.get(name, ""))) for name in ("code", "type"))
    except (TypeError, LookupError, AttributeError):
        return False


def tokens(count: Any) -> int:
    """A count as an endpoint tells it; nought if it cannot be one."""
    return count if type(count) is int and 0 < count <= MOST_TOKENS else 0


def price(cost: Any) -> float | None:
    """A cost as an endpoint tells it; None if it cannot be one."""
    return float(cost) if type(cost) in (int, float) and 0 <= cost <= MOST_COST else None


def _counts(usage: Any) -> tuple[int, int]:
    """The tokens of the prompt and of the answer, by either of their usual names."""
    told = usage if isinstance(usage, dict) else {}
    asked = told.get("prompt_tokens", told.get("input_tokens"))
    answered = told.get("completion_tokens", told.get("output_tokens"))
    return tokens(asked), tokens(answered)


def _parts(content: Any) -> tuple[str, str]:
    """The answer in a content, and what it holds of thoughts: a text, nothing, or parts."""
    if content is None or isinstance(content, str):
        return content or "", ""
    text, thought = [], []
    try:
        for part in content if isinstance(content, list) else [content]:
            if part["type"] in ("text", "output_text"):
                text.append(_text(part["text"]))
            elif isinstance(told := part.get(part["type"], part.get("text")), (str, list)):
                thought.append("".join(_parts(told)))
    except (TypeError, LookupError, AttributeError):
        raise Trouble("an answer whose content is not a text", kind=REFUSED) from None
    return "".join(text), "".join(thought)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


# --- streams ----------------------------------------------------------------------------


def ends_stream(line: bytes) -> bool:
    """Whether a line says that a stream is over."""
    return line.startswith(b"data:") and line[5:].strip() == _END


def _joined(body: bytes) -> Any:
    """The events of a stream as the one answer that they are pieces of."""
    content: list[Any] = []
    told: dict[str, list[str]] = {name: [] for name in (*_REASONING, "refusal")}
    finish, usage, begun = None, None, False
    for line in body.splitlines():
        if ends_stream(line):
            break
        event = json.loads(line[5:]) if line.startswith(b"data:") else {}
        if event.get("error"):
            return event
        usage = event.get("usage") or usage
        for choice in event.get("choices") or ():
            begun = True
            piece = choice.get("delta") or choice.get("message") or {}
            found = piece.get("content") or ""
            content += found if isinstance(found, list) else [{"type": "text", "text": found}]
            for name in told:
                told[name].append(_text(piece.get(name) or ""))
            finish = choice.get("finish_reason") or finish
    else:
        if finish is None:  # neither did the answer end, nor the stream
            raise Trouble("an answer that was cut off", again=True)
    joined = {name: "".join(pieces) for name, pieces in told.items()}
    choice = {"message": {"content": content, **joined}, "finish_reason": finish}
    return {"choices": [choice] if begun else [], "usage": usage}
