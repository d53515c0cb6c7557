"""Games without a network: a clock that is moved by hand, a store that fails, bots by order."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lastpick.errors import BudgetError
from lastpick.web.errors import StoreError
from lastpick.web.game.entry import Entry
from lastpick.web.game.terms import PERSON, Terms
from lastpick.web.games.games import Games
from lastpick.web.games.open_games import OpenGames
from lastpick.web.games.seating import Admission
from lastpick.web.store.rows import GameRow
from lastpick.web.store.sqlite import Sqlite

from .game_logs import terms
from .server_times import TimeByHand


class BotsByOrder:
    """A pool whose bots pick what they are told to, as soon as the gate is open."""

    def __init__(self) -> None:
        self.picks: list[int] = []
        self.asked: list[Sequence[Any]] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def ask(self, question: str, *words: Any) -> Any:
        assert question == "choose"
        self.asked.append(words)
        await self.gate.wait()
        if not self.picks:
            raise BudgetError("that took too long to work out")
        return self.picks.pop(0)

    async def close(self) -> None:
        pass


class ShakyStore(Sqlite):
    """A store that says it failed, before or after it did what it was asked."""

    fails: str | None = None

    async def append(self, game: str, entries: Sequence[Entry], new: GameRow | None = None) -> bool:
        fails, self.fails = self.fails, None
        if fails == "before":
            raise StoreError("the disk is full")
        done = await super().append(game, entries, new)
        if fails == "after":
            raise StoreError("the connection was lost")
        return done


class Room:
    """Games with a store, bots and a clock of their own; open within `async with`."""

    def __init__(self, folder: Path) -> None:
        self.store = ShakyStore(str(folder / "games.sqlite"))
        self.bots = BotsByOrder()
        self._time = TimeByHand(self.store)
        self.games = Games(self.store, self.bots, time=self._time)  # type: ignore[arg-type]

    async def __aenter__(self) -> Room:
        await self.games.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.games.close()

    @property
    def time(self) -> float:
        return self._time.seen

    @time.setter
    def time(self, seen: float) -> None:
        self._time.seen = seen

    @property
    def open_games(self) -> OpenGames:
        return self.games.keeper.open_games

    async def create(self, **changes: Any) -> Admission:
        agreed: Terms = terms(**changes)
        mine = [seat for seat in (1, 2) if agreed.seats[seat - 1] == PERSON]
        return await self.games.create(agreed, mine, (None, None))

    async def pick(self, new: Admission, seat: int, n: int, version: int, key: str = "") -> Any:
        game_id, token = new.game.log.id, new.tokens[str(seat)]
        made_up = key or f"pick {version}"
        return json.loads(await self.games.pick(game_id, token, version, made_up, n))

    async def claim(self, new: Admission, seat: int) -> Any:
        log, token = new.game.log, new.tokens[str(seat)]
        return json.loads(await self.games.claim(log.id, token, log.version, f"at {self.time}"))

    async def settled(self, new: Admission) -> None:
        """Wait until no bot thinks any more."""
        while new.game.thinking:
            await asyncio.sleep(0)


def picks_of(new: Admission) -> tuple[int, ...]:
    return new.game.log.play.position.picks
