"""What the server asks of a store, whichever it is.

A game is a row with its terms and its secret, two seats, and its log. The log's key is (game,
version): of two who want to add the same version, one is refused, and that decides every race.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from ..game.entry import Entry
from .rows import GameRow, TimeSeen

# Called with a game that changed and its version, -1 if its people did; None: any may have.
News = Callable[[str | None, int], None]
# Called with how many pieces of work shared a commit, and the seconds that it took.
Commits = Callable[[int, float], None]


class Store(Protocol):
    """Games, kept. Whatever returns has been made durable before."""

    multi_server: bool  # whether other servers may change the same games
    on_news: News
    on_commit: Commits

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def create(self, row: GameRow, at: float) -> None:
        """Keep a new game; NoRoom if its file is new and does not fit."""
        ...

    async def keep_time(self, seen: float) -> TimeSeen:
        """Bring the server's time on to what one has seen of it; what it is then."""
        ...

    async def load(self, game: str) -> GameRow | None: ...

    async def entries(self, game: str, after: int) -> list[Entry]: ...

    async def append(self, game: str, entries: Sequence[Entry], new: GameRow | None = None) -> bool:
        """Add to a log, all or nothing, with a new game beside it.

        False if the race is lost: somebody else has added that version, or the game is gone.
        """
        ...

    async def sit(self, game: str, seat: int, digest: bytes, name: str | None, at: float) -> bool:
        """Give a seat to a token; False if another one has it, or the game is gone."""
        ...

    async def rename(self, game: str, seat: int, name: str) -> None:
        """Call whoever has a seat by another name."""
        ...

    async def mark_seen(self, seats: Iterable[tuple[str, int]], at: float) -> None: ...

    async def last_seen(self, games: Iterable[str], /) -> dict[tuple[str, int], float]: ...

    async def sweep(self, before: float) -> list[str]:
        """Forget some games in which nothing has happened since then; none are left if none.

        Files that no game names any more go with them.
        """
        ...

    async def knows_file(self, digest: bytes, /) -> bool: ...

    async def use_files(self, digests: Iterable[bytes], at: float, /) -> None:
        """Games of these files are being played or watched."""
        ...

    async def make_room(self, at: float, /) -> list[str] | None:
        """Forget some files that were unused longest, and their games; None if all are in use."""
        ...

    async def probe(self) -> None:
        """Write something, as small as can be, to see whether that works."""
        ...
