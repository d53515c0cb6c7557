"""Times of a server that pass when a test says so."""

from __future__ import annotations

from lastpick.web.games.server_time import ServerTime


class TimeByHand(ServerTime):
    """A server's time that stands at `seen`, wherever its store has it."""

    seen = 1_000_000.0

    def now(self) -> float:
        return self.seen

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        pass

    async def beat(self) -> None:
        pass


class Ticks:
    """A monotonic clock that is moved by hand."""

    def __init__(self, at: float = 500.0) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at
