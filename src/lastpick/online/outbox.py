"""What a player does, on its way to the server: sent again with the same key until it is answered.

The server does nothing twice for one key, so that a call whose answer was lost can be repeated.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any, NamedTuple

from ..errors import OnlineError
from .calls import Away, Calls

_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 3.0


class Outgoing(NamedTuple):
    """A player's call: which, and in answer to which version of the game."""

    call: str  # as in "picks"
    version: int
    key: str
    more: dict[str, Any]

    @classmethod
    def new(cls, call: str, version: int, **more: Any) -> Outgoing:
        return cls(call, version, secrets.token_urlsafe(12), more)

    def to_json(self) -> str:
        return json.dumps(self._asdict())


Answered = Callable[[Outgoing, Any, OnlineError | None], None]  # the answer, or why there is none


class Outbox(Thread):
    """Sends one call after the other."""

    def __init__(self, calls: Calls, game: str, token: str, answered: Answered) -> None:
        super().__init__(daemon=True)
        self._calls = calls
        self._path = f"/api/games/{game}"
        self._token = token
        self._answered = answered
        self._waiting: SimpleQueue[Outgoing | None] = SimpleQueue()
        self._poked = Event()
        self._stopped = False

    def send(self, call: Outgoing) -> None:
        self._waiting.put(call)

    def poke(self) -> None:
        """Try again now: the server is there."""
        self._poked.set()

    def stop(self) -> None:
        self._stopped = True
        self._waiting.put(None)
        self._poked.set()

    def run(self) -> None:
        while (call := self._waiting.get()) is not None:
            pause = _FIRST_PAUSE
            while not self._stopped:
                self._poked.clear()
                try:
                    answer, error = self._post(call), None
                except Away:
                    self._poked.wait(pause)
                    pause = min(2 * pause, _LONGEST_PAUSE)
                    continue
                except OnlineError as trouble:
                    answer, error = None, trouble
                if not self._stopped:
                    self._answered(call, answer, error)
                break

    def _post(self, call: Outgoing) -> Any:
        body = {"version": call.version, "key": call.key, **call.more}
        return self._calls.post(f"{self._path}/{call.call}", body, self._token)
