"""One question to an OpenAI-compatible chat endpoint, within a bound of time and size.

Nothing is followed, neither redirects nor proxies: the key goes to the address that was named.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import time
from collections.abc import Callable, Iterator, Mapping
from email.utils import parsedate_to_datetime
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from ...errors import PlayerError
from ..child import SECRETS
from ..hurried import Hurried
from ..player import FLOOD, HANG, REFUSED, Failure, clean, no_answer
from .pauses import pause
from .reply import BUSY, Reply, Trouble, complaint, ends_stream, is_filtered, is_unpaid, read_reply

DEFAULT_URL = "https://api.openai.com/v1"
LARGEST_BODY = 4 * 1024 * 1024
LONGEST_WAIT = 600.0  # seconds that a Retry-After is honoured for
_LONGEST_STEP = 60.0  # seconds between two attempts, where nothing is said
_BUSY = (408, 409, 425, 429, 503, 529)  # passes by itself; what else is from 500 on may
THIS_ONE = (400, 413, 422, 451)  # may be about this question alone
_NO_SYSTEM = re.compile(r"\broles?\b|\b(system|developer) (message|prompt|instruction)", re.I)


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
        calls = 0
        while True:
            calls += 1
            try:
                return self._ask_once(question, seconds)._replace(calls=calls)
            except Trouble as trouble:
                text = self.hide(str(trouble))
                failed(text)
                most = max(retries, trouble.again) if retries and trouble.again else 0
                wait = trouble.after
                if wait is None:
                    wait = min(2.0 ** (calls - 1), _LONGEST_STEP)
                if calls > most or wait > LONGEST_WAIT or pause(wait):
                    tried = f" (asked {calls} times)" if calls > 1 else ""
                    raise Failure(trouble.kind, f"{self.shown}: {text}{tried}") from None

    def _ask_once(self, question: Mapping[str, Any], seconds: float) -> Reply:
        until = monotonic() + seconds
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        connection = kind(self._host, self._port, timeout=seconds)
        try:
            try:
                connection.connect()
            except UnicodeError:
                raise Trouble("cannot connect: no host can have that name") from None
            except OSError as error:
                why = error.strerror or error
                raise Trouble(f"cannot connect: {why}", again=True) from None
            with connection.sock as sock:
                connection.sock = Hurried(sock, until)
                return self._exchange(connection, question)
        except TimeoutError:
            raise Trouble(no_answer(seconds), kind=HANG) from None
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
        stream = response.headers.get_content_type() == "text/event-stream"
        body = _stream(response) if stream else response.read(LARGEST_BODY + 1)
        if response.status != 200:
            raise _refusal(response, body, question)
        if len(body) > LARGEST_BODY:
            raise Trouble(f"an answer of more than {LARGEST_BODY // 1024**2} MB", kind=FLOOD)
        if response.length and not stream:  # announced, and not sent
            raise Trouble("an answer that was cut off", again=True)
        return read_reply(body)


def _stream(response: http.client.HTTPResponse) -> bytes:
    """The events of a stream; it is over when it says so, even if its connection is not."""
    body = bytearray()
    while len(body) <= LARGEST_BODY and (line := response.readline(LARGEST_BODY + 1)):
        body += line
        if ends_stream(line):
            break
    return bytes(body)


def _refusal(
    response: http.client.HTTPResponse, body: bytes, question: Mapping[str, Any]
) -> Trouble:
    """What an endpoint said instead of answering, in its own words where it has some."""
    status = response.status
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        answer = None
    words = complaint(answer) or body[:500].decode(errors="replace")
    said = clean(words, 200)
    text = f"{status} {clean(response.reason, 40)}" + (f": {said}" if said else "")
    text += "".join(f"; {hint}" for hint in _hints(status, words, question))
    if status < 400 and (where := response.getheader("Location")):
        text += f"; it leads to {clean(where, 100)}, and nothing is followed"
    after = _wait(response)
    if after is not None and after > LONGEST_WAIT:
        text += f" (asks to wait {after:.0f} seconds)"
    if status in THIS_ONE or is_filtered(answer):
        return Trouble(text, kind=REFUSED)
    if is_unpaid(answer):
        return Trouble(text)
    return Trouble(text, BUSY if status in _BUSY else status >= 500, after)


def _hints(status: int, words: str, question: Mapping[str, Any]) -> Iterator[str]:
    """What may help, by what an endpoint complains about."""
    if status in (401, 403):
        yield f"is {SECRETS[0]} or {SECRETS[1]} set and right?"
    if len(question["messages"]) > 1 and _NO_SYSTEM.search(words):
        yield "--no-system may help"
    if "temperature" in question and "temperature" in words:
        yield "--temperature none may help"


def _wait(response: http.client.HTTPResponse) -> float | None:
    """How many seconds an endpoint asks to wait; None if it does not say."""
    exact = _retry_after(response.getheader("retry-after-ms"))
    return _retry_after(response.getheader("Retry-After")) if exact is None else exact / 1000


def _retry_after(value: str | None) -> float | None:
    """Seconds to wait: a number, or until a date; None if it says neither."""
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(value).timestamp() - time.time()
        except (ValueError, OverflowError):
            return None
    return max(0.0, seconds) if seconds == seconds else None  # not a NaN
