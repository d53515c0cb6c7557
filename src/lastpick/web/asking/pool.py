"""Hard questions, asked of processes of their own: bounded in time, memory and number.

The event loop never works out a verdict. Questions of different kinds are answered by different
processes, each with a queue of its own, so that nobody's bot waits for somebody's puzzle, and a
nasty game file delays no shipped game. `fair_queue` says who is next in each.
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
from ..networks import Asker, Network
from .fair_queue import FairQueue, Ticket
from .process import Process
from .questions import Source

SECONDS = 4.0  # for the oracle within one question
_ROUND = 8.0  # seconds that those who race share, so that many hard questions are soon through
_LEAST = 0.25  # of them for each; most questions take less
_GRACE = 2.0  # times as long as the oracle may a question take; then its process is ended
_LEAST_GRACE = 1.0  # seconds
_STORED = 2.0  # times as long may it take to read the file of a stored game as that of a new one
_LEAST_STORED = 4.0  # seconds: what could be read once can be read on a busier day too
_PATIENCE = 30.0  # seconds for which bots and stored games wait
_START = 60.0  # seconds for a process to start
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
STORED = "stored"  # the lane in which the files of stored games are read
_PATIENT = {"bots", "own bots", STORED}  # whose questions nobody asks: they are never refused

# Whose question it is: the caller whom a request came from, also for the bots that it set going.
asker: ContextVar[Asker] = ContextVar("asker", default=(Network(""),))


class Pool:
    """Answers questions; one process at a time for each of its lanes, or more."""

    def __init__(
        self,
        count: int = 1,
        most_seconds: float = inf,
        start: Callable[[], Awaitable[Process]] = Process.start,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        names = {STORED, *(name for lanes in _LANES.values() for name in lanes)}
        self.lanes = {
            name: Lane(
                count, FairQueue(most_seconds, clock, name in _PATIENT), start, clock,
                _PATIENCE if name in _PATIENT else None,
            )
            for name in names
        }  # fmt: skip

    async def ask(self, question: str, *words: Any, stored: bool = False) -> Any:
        """The answer to a question of `questions`; `stored` games are opened in their own lane."""
        reply = await self._reply(question, words, stored)
        answer = json.loads(reply[1:])
        return Guess(answer) if reply.startswith(b"?") else answer

    async def ask_json(self, question: str, *words: Any) -> bytes:
        """The answer as the text that it came as: a long one would keep the loop busy."""
        return (await self._reply(question, words))[1:]

    async def _reply(self, question: str, words: tuple[Any, ...], stored: bool = False) -> bytes:
        own = any(isinstance(word, Source) and word.toml is not None for word in words)
        lane = self.lanes[STORED if stored else _LANES[KINDS[question]][own]]
        reply = await lane.ask({"question": question, "words": words}, stored)
        if reply.startswith(b"-"):
            told = json.loads(reply[1:])
            raise getattr(errors, told["kind"], LastpickError)(told["error"])
        return reply

    async def close(self) -> None:
        for lane in self.lanes.values():
            await lane.close()


def share(racing: int) -> float:
    """Seconds for the oracle, while so many others race."""
    return min(SECONDS, max(_LEAST, _ROUND / (1 + racing)))


def limit(seconds: float, stored: bool = False) -> float:
    """Seconds after which a process is ended whose oracle had so many."""
    most = max(_LEAST_GRACE, _GRACE * seconds)
    return max(_LEAST_STORED, _STORED * most) if stored else most


class Lane:
    """Some processes, and the queue before them.

    A process is started when it is first needed; None stands for one that is not running.
    """

    def __init__(
        self,
        count: int,
        queue: FairQueue,
        start: Callable[[], Awaitable[Process]],
        clock: Callable[[], float],
        patience: float | None,
    ) -> None:
        self.queue = queue
        self.running: set[Process] = set()
        self._idle: list[Process | None] = [None] * count
        self._start = start
        self._clock = clock
        self._patience = patience

    async def ask(self, asked: dict[str, Any], stored: bool = False) -> bytes:
        place = self.queue.enter(asker.get())
        self._dispatch()
        process = await self._turn(place)
        began, kept = self._clock(), None
        try:
            if process is None or process.ended:
                self.running.discard(process)
                process = await asyncio.wait_for(self._start(), _START)
                self.running.add(process)
                began = self._clock()
            asked["seconds"] = seconds = share(self.queue.racing)
            reply = await asyncio.wait_for(process.ask(asked), limit(seconds, stored))
            kept = process
        except (TimeoutError, OSError, ValueError):
            raise BudgetError("that took too long to work out") from None
        finally:
            self.queue.done(place, self._clock() - began)
            try:
                if kept is None and process is not None:
                    await self._end(process)
            finally:
                self._idle.append(kept)
                self._dispatch()
        return reply

    async def _turn(self, place: Ticket) -> Process | None:
        """A process, as soon as it is this question's turn."""
        try:
            async with asyncio.timeout(self._patience):
                process: Process | None = await place.turn
        except BaseException as error:
            late = isinstance(error, TimeoutError)
            turn = place.turn
            if not turn.done() or turn.cancelled() or turn.exception():
                self.queue.leave(place, refused=late)
            else:  # it had been given a moment before
                self.queue.done(place)
                self._idle.append(turn.result())
                self._dispatch()
            if late:
                raise BudgetError("that could not be worked out in time") from None
            raise
        return process

    def _dispatch(self) -> None:
        """Let those who are next have the processes that are idle."""
        while self._idle and (place := self.queue.next()):
            if place.turn.done():  # nobody waits for it any more
                self.queue.done(place)
            else:
                place.turn.set_result(self._idle.pop())

    async def _end(self, process: Process) -> None:
        self.running.discard(process)
        await process.end()

    async def close(self) -> None:
        for process in list(self.running):
            await self._end(process)
