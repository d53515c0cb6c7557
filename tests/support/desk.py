"""Processes that are none: they answer here, note in which order, and move a clock."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from lastpick.web.asking.pool import Pool, asker
from lastpick.web.asking.worker import as_line, reply


class Desk:
    """Answers one question at a time in each lane: as the worker does, or with nothing.

    While the gate is closed none is answered. `seconds` is what a visitor's questions take.
    """

    def __init__(self, seconds: Mapping[str, float] | None = None, true: bool = False) -> None:
        self.now = 0.0
        self.seconds = seconds or {}
        self.true = true
        self.served: list[str] = []  # by whom each question was, as it was begun
        self.words: list[Any] = []  # and what it was about
        self.budgets: list[float] = []  # and how many seconds the oracle had
        self.gate = asyncio.Event()
        self.gate.set()

    def pool(self, **more: Any) -> Pool:
        return Pool(start=self.start, clock=lambda: self.now, **more)

    async def start(self) -> Any:
        return FalseProcess(self)


class FalseProcess:
    """What a lane takes for a process."""

    ended = False
    pid = 0

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def ask(self, asked: dict[str, Any]) -> bytes:
        desk, who = self.desk, asker.get()[0].name
        desk.served.append(who)
        desk.words.append(asked["words"])
        desk.budgets.append(asked["seconds"])
        await desk.gate.wait()
        desk.now += desk.seconds.get(who, 0.0)
        if not desk.true:
            return b"+null"
        return as_line(reply(json.loads(json.dumps(asked))))[:-1]

    async def end(self) -> None:
        self.ended = True


async def rest() -> None:
    """Let everything happen that can happen now."""
    for _ in range(50):
        await asyncio.sleep(0)
