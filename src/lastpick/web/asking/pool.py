"""Hard questions, asked of processes of their own: bounded in time, memory and number.

The event loop never works out a verdict. Questions of different kinds are answered by different
processes, each with a line of its own, so that nobody's bot waits for somebody's puzzle, and a
nasty game file delays no shipped game. In each line visitors take turns by the time that they have
used (`line`).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from math import inf
from time import monotonic
from typing import Any

from ... import errors
from ...errors import BudgetError, LastpickError
from ...record import Guess
from .line import Line
from .process import Process
from .questions import Source

SECONDS = 4.0  # for the oracle within one question; a little later the process is ended
_ROUND = 8.0  # seconds that visitors who wait share, so that many hard questions are soon through
_LEAST = 0.25  # of them for each; most questions take less
_GRACE = 4.0
_PATIENCE = 2  # times as long may it take to read the file of a stored game as that of a new one
MOST_SECONDS = 30.0  # of a lane's time, used by one visitor lately, after which it has to wait

# Kinds of questions. Every question is of one of them, and a test holds that.
BOT, OPENING, QUICK, LONG = "bot", "opening", "quick", "long"
KINDS = {
    "choose": BOT,
    "opened": OPENING,
    **dict.fromkeys(("verdict", "hint"), QUICK),
    **dict.fromkeys(("puzzle", "any_puzzle", "named_puzzle", "puzzle_hint", "answer"), QUICK),
    **dict.fromkeys(("daily", "daily_share"), QUICK),
    **dict.fromkeys(("lesson_answer", "lesson_hint", "lesson_show", "lesson_play"), QUICK),
    **dict.fromkeys(("review", "solo_best", "solo_outlook"), LONG),
    **dict.fromkeys(("picture", "lesson_picture", "daily_picture"), LONG),
}
# The lane of each kind, about a shipped game and about somebody's own.
_LANES = {
    BOT: ("bots", "own bots"),
    OPENING: ("opening", "opening"),
    QUICK: ("questions", "long"),
    LONG: ("long", "long"),
}

# Whose question it is: the visitor whom a request came from, also for the bots that it set going.
asker: ContextVar[str] = ContextVar("asker", default="")


class Pool:
    """Answers questions; one process at a time for each of its lanes, or more."""

    def __init__(
        self,
        count: int = 1,
        most_seconds: float = inf,
        start: Callable[[], Awaitable[Process]] = Process.start,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        names = {name for lanes in _LANES.values() for name in lanes}
        self.lanes = {name: Lane(count, Line(most_seconds, clock), start, clock) for name in names}

    async def ask(self, question: str, *words: Any, patient: bool = False) -> Any:
        """The answer to a question of `questions`."""
        reply = await self._reply(question, words, patient)
        answer = json.loads(reply[1:])
        return Guess(answer) if reply.startswith(b"?") else answer

    async def ask_json(self, question: str, *words: Any) -> bytes:
        """The answer as the text that it came as: a long one would keep the loop busy."""
        return (await self._reply(question, words, False))[1:]

    async def _reply(self, question: str, words: tuple[Any, ...], patient: bool) -> bytes:
        kind = KINDS[question]
        own = any(isinstance(word, Source) and word.toml is not None for word in words)
        lane = self.lanes[_LANES[kind][own]]
        limit = SECONDS + _GRACE
        if kind == OPENING and patient:  # what could be read once can be read on a busier day too
            limit *= _PATIENCE
        asked = {"question": question, "words": words, "seconds": SECONDS}
        reply = await lane.ask(asked, limit, patient)
        if reply.startswith(b"-"):
            told = json.loads(reply[1:])
            raise getattr(errors, told["kind"], LastpickError)(told["error"])
        return reply

    async def close(self) -> None:
        for lane in self.lanes.values():
            await lane.close()


class Lane:
    """Some processes, and the line before them.

    A process is started when it is first needed; None stands for one that is not running.
    """

    def __init__(
        self,
        count: int,
        line: Line,
        start: Callable[[], Awaitable[Process]],
        clock: Callable[[], float],
    ) -> None:
        self.line = line
        self.running: set[Process] = set()
        self._idle: list[Process | None] = [None] * count
        self._start = start
        self._clock = clock

    async def ask(self, asked: dict[str, Any], limit: float, patient: bool) -> bytes:
        who = asker.get()
        if not patient:
            self.line.check(who)
        process = await self._turn(who, patient)
        share = max(_LEAST, _ROUND / (1 + self.line.visitors))
        asked["seconds"] = min(asked["seconds"], share)
        began, kept = self._clock(), None
        try:
            if process is None or process.ended:
                self.running.discard(process)
                process = await self._start()
                self.running.add(process)
            reply = await asyncio.wait_for(process.ask(asked), limit)
            kept = process
        except (TimeoutError, OSError, ValueError):
            raise BudgetError("that took too long to work out") from None
        finally:
            self.line.used.add(who, self._clock() - began)
            try:
                if kept is None and process is not None:
                    await self._end(process)
            finally:
                self._give(kept)
        return reply

    async def _turn(self, who: str, patient: bool) -> Process | None:
        """A process, as soon as it is this visitor's turn."""
        if self._idle:
            return self._idle.pop()
        place = self.line.enter(who, patient)
        try:
            process: Process | None = await place
        except asyncio.CancelledError:
            if place.cancelled():
                self.line.leave(who, place)
            elif place.exception() is None:  # it had been given a moment before
                self._give(place.result())
            raise
        return process

    def _give(self, process: Process | None) -> None:
        """Let whoever is next have a process."""
        while place := self.line.next():
            if not place.done():
                place.set_result(process)
                return
        self._idle.append(process)

    async def _end(self, process: Process) -> None:
        self.running.discard(process)
        await process.end()

    async def close(self) -> None:
        for process in list(self.running):
            await self._end(process)
