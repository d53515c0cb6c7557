"""What the server refuses, each with the status that says so."""

from __future__ import annotations

from ..errors import LastpickError
from .asking.pool import Busy
from .store.protocol import StoreError


class Unreadable(LastpickError):
    """A body that is no text, or not in any sensible way."""


class NoToken(LastpickError):
    """A call that only a player may make came without a token."""


class Forbidden(LastpickError):
    """Not with this token, or not at this moment."""


class NoGame(LastpickError):
    """There is no such game."""


class TooLarge(LastpickError):
    """More than anybody needs to send."""


class TooFast(Busy):
    """More calls than one client may make."""


class Stale(LastpickError):
    """The game has moved on; `state` is what to answer now."""

    def __init__(self, state: bytes) -> None:
        super().__init__("the game has moved on: look at `state` and answer that")
        self.state = state


STATUS = {
    Unreadable: 400,
    NoToken: 401,
    Forbidden: 403,
    NoGame: 404,
    Stale: 409,
    TooLarge: 413,
    Busy: 429,
    TooFast: 429,
    StoreError: 503,
}
ILLEGAL = 422


def status(error: LastpickError) -> int:
    return STATUS.get(type(error), ILLEGAL)
