"""One question to an OpenAI-compatible chat endpoint, within a bound of time and size.

Nothing is followed, neither redirects nor proxies: the key goes to the address that was named.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import time
from collections.abc import Callable, Mapping
from email.utils import parsedate_to_datetime
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from ...errors import PlayerError
from ..child import SECRETS
from ..hurried import Hurried
from ..player import ENDPOINT, HANG, Failure, clean

DEFAULT_URL = "https://api.openai.com/v1"
LARGEST_BODY = 4 * 1024 * 1024
LONGEST_WAIT = 60.0  # seconds that a Retry-After is honoured for
MOST_TOKENS = 10**9  # of one question or answer; a larger count is none
_AGAIN = (408, 409, 425, 429)  # and everything from 500: may pass by itself


class Reply(NamedTuple):
    """What a model answered, and what that took."""

    text: str
    finish: str | None  # why the model stopped; "length": it was cut off
    prompt_tokens: int = 0
    answer_tokens: int = 0


class Trouble(Exception):
    """No answer; whether to ask again, and after how many seconds if the endpoint said so."""

    def __init__(
        self, text: str, again: bool = False, after: float | None = None, kind: str = ENDPOINT
    ) -> None:
        super().__init__(text)
        self.again = again
        self.after = after
        self.kind = kind


class Endpoint:
    """An address, and the key for it from the environment."""

    def __init__(self, base_url: str | None, environment: Mapping[str, str] = os.environ) -> None:
        url = base_url or environment.get("OPENAI_BASE_URL") or DEFAULT_URL
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            parts, port = urlsplit(""), None
        if (
            parts.scheme not in ("http", "https")
            or not parts.hostname
            or not re.fullmatch("[!-~]+", url)
        ):
            raise PlayerError(
                f"{clean(url, 60)!r} is no address of an endpoint;"
                " expected one such as http://127.0.0.1:8080/v1"
            )
        if parts.username or parts.password:
            raise PlayerError(f"an endpoint's address holds no key; set {SECRETS[0]} instead")
        self._secure = parts.scheme == "https"
        self._host, self._port = parts.hostname, port
        path = parts.path.rstrip("/") + "/chat/completions"
        self._target = f"{path}?{parts.query}" if parts.query else path
        self.shown = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        found = (environment.get(name, "").strip() for name in SECRETS)
        self._key = next(filter(None, found), None)
        if self._key and not (self._key.isascii() and self._key.isprintable()):
            raise PlayerError("the key in the environment holds characters that no key has")

    def hide(self, text: str) -> str:
        """A text of the endpoint's, without the key."""
        return text.replace(self._key, "***") if self._key else text

    def ask(
        self,
        question: Mapping[str, Any],
        seconds: float,
        retries: int,
        failed: Callable[[str], None],
    ) -> Reply:
        """The answer, after so many further attempts; `failed` hears of each without one."""
        for attempt in range(retries + 1):
            try:
                return self._ask_once(question, seconds)
            except Trouble as trouble:
                text = self.hide(str(trouble))
                failed(text)
                wait = 2.0**attempt if trouble.after is None else trouble.after
                if not trouble.again or attempt == retries or wait > LONGEST_WAIT:
                    tried = f" (asked {attempt + 1} times)" if attempt else ""
                    raise Failure(trouble.kind, f"{self.shown}: {text}{tried}") from None
            pause(min(wait, LONGEST_WAIT))
        raise AssertionError  # the last attempt returns or raises

    def _ask_once(self, question: Mapping[str, Any], seconds: float) -> Reply:
        until = monotonic() + seconds
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        connection = kind(self._host, self._port, timeout=seconds)
        try:
            try:
                connection.connect()
            except (OSError, UnicodeError) as error:  # UnicodeError: no host has that name
                why = getattr(error, "strerror", None) or error
                raise Trouble(f"cannot connect: {why}", again=True) from None
            with connection.sock as sock:
                connection.sock = Hurried(sock, until)
                return self._exchange(connection, question)
        except TimeoutError:
            raise Trouble(f"no answer in {seconds:g} seconds", kind=HANG) from None
        except http.client.IncompleteRead:
            raise Trouble("an answer that was cut off", again=True) from None
        except http.client.HTTPException as error:
            raise Trouble(f"an answer that is not HTTP ({type(error).__name__})", True) from None
        except OSError as error:
            raise Trouble(f"the connection broke: {error.strerror or error}", True) from None
        finally:
            connection.close()

    def _exchange(
        self, connection: http.client.HTTPConnection, question: Mapping[str, Any]
    ) -> Reply:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        connection.request("POST", self._target, json.dumps(question).encode(), headers)
        response = connection.getresponse()
        body = response.read(LARGEST_BODY + 1)
        if response.status != 200:
            raise _refusal(response, body)
        if len(body) > LARGEST_BODY:
            raise Trouble(f"an answer of more than {LARGEST_BODY // 1024**2} MB")
        if response.length:  # announced, and not sent
            raise Trouble("an answer that was cut off", again=True)
        return _reply(body)


def pause(seconds: float) -> None:
    time.sleep(seconds)


def _refusal(response: http.client.HTTPResponse, body: bytes) -> Trouble:
    """What an endpoint said instead of answering, in its own words where it has some."""
    status = response.status
    try:
        words = _complaint(json.loads(body))
    except (ValueError, RecursionError):
        words = None
    words = words or body[:500].decode(errors="replace")
    fix = f"; is {SECRETS[0]} or {SECRETS[1]} set and right?" if status in (401, 403) else ""
    text = f"{status} {clean(response.reason, 40)}: {clean(words, 200)}{fix}"
    after = _retry_after(response.getheader("Retry-After"))
    if after is not None and after > LONGEST_WAIT:
        text += f" (asks to wait {after:.0f} seconds)"
    return Trouble(text, status in _AGAIN or status >= 500, after)


def _retry_after(value: str | None) -> float | None:
    """Seconds to wait: a number, or until a date; None if it says neither."""
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(value).timestamp() - time.time()
        except ValueError:
            return None
    return max(0.0, seconds) if seconds == seconds else None  # not a NaN


def _complaint(answer: Any) -> str | None:
    """The words of an error in an answer, which endpoints put in one of two places."""
    try:
        found = answer["error"]
        return str(found if isinstance(found, str) else found["message"])
    except (TypeError, LookupError):
        return None


def _reply(body: bytes) -> Reply:
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        raise Trouble("an answer that is not JSON", again=True) from None
    try:
        choice = answer["choices"][0]
        content = choice["message"]["content"]
        finish = choice.get("finish_reason")
    except (TypeError, LookupError, AttributeError):
        words = _complaint(answer)
        said = f": {clean(words, 200)}" if words else ""
        raise Trouble(f"an answer without choices[0].message.content{said}") from None
    if not (content is None or isinstance(content, str)):
        raise Trouble("an answer whose content is not a text")
    usage = answer.get("usage")
    told = usage if isinstance(usage, dict) else {}
    counts = (tokens(told.get(key)) for key in ("prompt_tokens", "completion_tokens"))
    return Reply(content or "", finish if isinstance(finish, str) else None, *counts)


def tokens(count: Any) -> int:
    """A count as an endpoint tells it; nought if it cannot be one."""
    return count if type(count) is int and 0 < count <= MOST_TOKENS else 0
