"""Calls of a server's public interface: bounded in time and size, and refused in one line.

Nothing is followed, neither redirects nor proxies: a token goes to the address that was named.
"""

from __future__ import annotations

import http.client
import json
import ssl
from collections.abc import Callable
from time import monotonic
from typing import Any, TypeVar
from urllib.parse import urlsplit

from ..errors import OnlineError
from ..players.hurried import Hurried
from ..players.player import clean

PATIENCE = 20.0  # seconds for a call
LARGEST_ANSWER = 1024**2  # bytes; the state of the largest game takes a quarter of it
_LONGEST_REASON = 200
T = TypeVar("T")


class Away(OnlineError):
    """No answer now; the same call may get one later."""


class Refused(OnlineError):
    """The server's own reason; `state` is what to answer now, if the game has moved on."""

    def __init__(self, reason: str, status: int, state: object = None) -> None:
        super().__init__(reason)
        self.status = status
        self.state = state


class Calls:
    """A server, called with one connection for each call."""

    def __init__(self, server: str) -> None:
        self.server = server
        parts = urlsplit(server)
        self._secure = parts.scheme == "https"
        self._host, self._port = parts.hostname or "", parts.port

    def get(self, path: str, token: str | None = None, seconds: float = PATIENCE) -> Any:
        return self.answer(*self._exchange("GET", path, None, token, seconds))

    def post(self, path: str, body: object, token: str | None = None) -> Any:
        return self.answer(*self._exchange("POST", path, body, token, PATIENCE))

    def text(self, path: str) -> str:
        status, body = self._exchange("GET", path, None, None, PATIENCE)
        if status != 200:
            self.answer(status, body)
        try:
            return body.decode()
        except UnicodeDecodeError:
            raise self.foreign("what it sends is no text") from None

    def shaped(self, read: Callable[[Any], T], data: object) -> T:
        """What an answer says, read with care."""
        try:
            return read(data)
        except (ValueError, TypeError, RecursionError) as error:
            raise self.foreign(clean(str(error), _LONGEST_REASON)) from None

    def told(self, read: Callable[[Any], T], text: str) -> T:
        """The same of a text in JSON."""
        return self.shaped(read, self.read(text))

    def foreign(self, why: str) -> OnlineError:
        """What is said of a server that is none of ours."""
        return OnlineError(f"{self.server} does not answer as a Lastpick server does: {why}")

    # --- one call -----------------------------------------------------------------------------

    def connect(self, seconds: float) -> http.client.HTTPConnection:
        """A connection that is open; whoever asks closes it."""
        if self._secure:
            context = ssl.create_default_context()
            connection: http.client.HTTPConnection = http.client.HTTPSConnection(
                self._host, self._port, timeout=seconds, context=context
            )
        else:
            connection = http.client.HTTPConnection(self._host, self._port, timeout=seconds)
        try:
            connection.connect()
        except ssl.SSLCertVerificationError as error:
            why = clean(error.verify_message, 80)
            raise OnlineError(
                f"the certificate of {self.server} is not to be trusted: {why}"
            ) from None
        except ssl.SSLError as error:
            why = clean(error.reason or str(error), 80)
            raise OnlineError(
                f"{self.server} does not speak TLS ({why}); is its address http:// instead?"
            ) from None
        except (OSError, UnicodeError) as error:  # UnicodeError: no host has that name
            raise Away(f"cannot reach {self.server}: {_why(error)}") from None
        return connection

    def request(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        path: str,
        headers: dict[str, str],
        body: bytes | None = None,
    ) -> http.client.HTTPResponse:
        """Ask on an open connection; whatever breaks on the way is Away."""
        try:
            connection.request(method, path, body, headers)
            return connection.getresponse()
        except TimeoutError:
            raise Away(f"no answer from {self.server}") from None
        except (http.client.RemoteDisconnected, ConnectionError) as error:
            raise Away(f"{self.server} broke off: {_why(error)}") from None
        except http.client.HTTPException as error:
            raise self.foreign(f"it does not speak HTTP ({type(error).__name__})") from None
        except OSError as error:
            raise Away(f"{self.server} broke off: {_why(error)}") from None

    def _exchange(
        self, method: str, path: str, body: object, token: str | None, seconds: float
    ) -> tuple[int, bytes]:
        """Status and body of an answer."""
        headers = {"Accept": "application/json"}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        until = monotonic() + seconds
        connection = self.connect(seconds)
        try:
            with connection.sock as sock:
                connection.sock = Hurried(sock, until)
                response = self.request(connection, method, path, headers, data)
                answer = self.body(response)
        finally:
            connection.close()
        if 300 <= response.status < 400:
            to = clean(response.getheader("Location") or "elsewhere", 80)
            raise self.foreign(f"it sends us on to {to}")
        return response.status, answer

    def body(self, response: http.client.HTTPResponse) -> bytes:
        try:
            body = response.read(LARGEST_ANSWER + 1)
        except TimeoutError:
            raise Away(f"no answer from {self.server}") from None
        except (OSError, http.client.HTTPException) as error:
            raise Away(f"{self.server} broke off: {_why(error)}") from None
        if len(body) > LARGEST_ANSWER:
            raise self.foreign(f"an answer of more than {LARGEST_ANSWER // 1024**2} MB")
        if response.length:  # announced, and not sent
            raise Away(f"{self.server} broke off in the middle of an answer")
        return body

    def answer(self, status: int, body: bytes) -> Any:
        """The data of an answer, or the reason of a refusal."""
        data = self.read(body)
        if status < 300:
            return data
        reason = data.get("error")
        if not isinstance(reason, str):
            raise self.foreign(f"status {status} without a reason")
        reason = clean(reason, _LONGEST_REASON)
        if status == 429 or status >= 500:
            raise Away(f"{self.server}: {reason}")
        raise Refused(reason, status, data.get("state"))

    def read(self, data: bytes | str) -> dict[str, Any]:
        """An object in JSON."""
        try:
            found = json.loads(data)
        except (ValueError, RecursionError):
            raise self.foreign("what it sends is no JSON") from None
        if not isinstance(found, dict):
            raise self.foreign("what it sends is no object")
        return found


def _why(error: Exception) -> str:
    return clean(str(getattr(error, "strerror", None) or error or type(error).__name__), 80)
