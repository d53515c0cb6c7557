"""What the server refuses, each with the status that says so.

LastpickError (422)       what the rules or another room refuse
+-- Refusal
|   +-- WrongShape        a request that lacks something, or has something that it should not
|   +-- Unreadable (400)  a body that is no text, or not in any sensible way
|   +-- NoToken (401)     a call that only a player may make, without a token
|   +-- Forbidden (403)   not with this token, or not at this moment
|   +-- NoGame (404)      there is no such game
|   |   +-- Damaged (410)   there was one, and what is stored of it cannot be read
|   +-- NoLesson (404)    there is no such lesson
|   +-- Stale (409)       the game has moved on
|   +-- TooLarge (413)    more than anybody needs to send
|   +-- Busy (429)        too many questions at once
|       +-- TooFast       more calls than one client may make
+-- ServeError
    +-- StoreError (503)  games cannot be kept or read right now
        +-- NoRoom        no game file can be kept beside those that are in use
"""

from __future__ import annotations

from ..errors import LastpickError, ServeError

ILLEGAL = 422


class Refusal(LastpickError):
    """What only the server refuses."""

    status = ILLEGAL


class WrongShape(Refusal):
    """A request that lacks something, or has something that it should not."""


class Unreadable(Refusal):
    """A body that is no text, or not in any sensible way."""

    status = 400


class NoToken(Refusal):
    """A call that only a player may make came without a token."""

    status = 401


class Forbidden(Refusal):
    """Not with this token, or not at this moment."""

    status = 403


class NoGame(Refusal):
    """There is no such game."""

    status = 404

    def __init__(self) -> None:
        super().__init__("there is no such game; it may have been cleaned up after some time")


class Damaged(NoGame):
    """What is stored of a game cannot be read; `why` is for the log, which names the game."""

    status = 410

    def __init__(self, why: str) -> None:
        LastpickError.__init__(
            self, "what is stored of this game cannot be read any more; please start another"
        )
        self.why = why


class NoLesson(Refusal):
    """There is no such lesson."""

    status = 404


class Stale(Refusal):
    """The game has moved on; `state` is what to answer now."""

    status = 409

    def __init__(self, state: bytes) -> None:
        super().__init__("the game has moved on: look at `state` and answer that")
        self.state = state


class TooLarge(Refusal):
    """More than anybody needs to send."""

    status = 413


class Busy(Refusal):
    """Too many questions at once."""

    status = 429

    def __init__(self, text: str, retry_after: int = 1) -> None:
        super().__init__(text)
        self.retry_after = retry_after  # seconds


class TooFast(Busy):
    """More calls than one client may make."""


class StoreError(ServeError):
    """Games cannot be kept or read right now."""

    status = 503


class NoRoom(StoreError):
    """No game file can be kept beside those that are in use."""


def status(error: LastpickError) -> int:
    return int(getattr(error, "status", ILLEGAL))
