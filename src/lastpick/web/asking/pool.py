"""Hard questions, asked of processes of their own: bounded in time, memory and number.

The event loop never works out a verdict. Shipped games and strangers' own games are thought
about by different processes, so that a nasty game file delays nobody else's bot; and askers take
turns, so that somebody who asks a hundred hard questions delays others by two at most.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import OrderedDict, deque
from contextvars import ContextVar
from typing import Any

from ... import errors
from ...errors import BudgetError, LastpickError
from ...record import Guess
from ..errors import Busy
from .questions import Source

SECONDS = 4.0  # for the oracle within one question; a little later the process is ended
_GRACE = 4.0
_MOST_WAITING = 200
_MOST_OF_ONE = 50  # of them from one asker
_LONGEST_ANSWER = 16 << 20
_MEMORY = 1 << 30
# Questions that mostly take long: no bot waits behind them.
_LONG = {"review", "solo_best", "solo_outlook", "picture", "lesson_picture", "daily_picture"}


# Whose question it is: the address that a request came from, also for the bots that it set going.
asker: ContextVar[str] = ContextVar("asker", default="")


class Pool:
    """Answers questions; one process at a time for each of its two lanes, or more."""

    def __init__(self, count: int = 1) -> None:
        self._lanes = {own: Lane(count) for own in (False, True)}

    @property
    def lanes(self) -> dict[str, Lane]:
        return {"own": self._lanes[True], "shipped": self._lanes[False]}

    async def ask(self, question: str, *words: Any, patient: bool = False) -> Any:
        """The answer to a question of `questions`. Busy, if too many wait and this one can't."""
        own = any(isinstance(word, Source) and word.toml is not None for word in words)
        lane = self._lanes[own or question in _LONG]
        if lane.full and not patient:
            raise Busy("too many questions are being asked at once; try again in a moment")
        reply = await lane.ask({"question": question, "words": words, "seconds": SECONDS})
        if "error" in reply:
            raise getattr(errors, reply["kind"], LastpickError)(reply["error"])
        return Guess(reply["answer"]) if reply.get("guess") else reply["answer"]

    async def close(self) -> None:
        for lane in self._lanes.values():
            await lane.close()


class Lane:
    """Some processes and a line before them for each asker, served in turn.

    A process is started when it is first needed; None stands for one that is not running.
    """

    def __init__(self, count: int) -> None:
        self._idle: list[asyncio.subprocess.Process | None] = [None] * count
        self._lines: OrderedDict[str, deque[asyncio.Future[Any]]] = OrderedDict()
        self._all: set[asyncio.subprocess.Process] = set()
        self.seconds = 0.0  # of thinking so far

    @property
    def waiting(self) -> int:
        return sum(map(len, self._lines.values()))

    @property
    def full(self) -> bool:
        """Whether too many wait, or too many of whoever asks now."""
        if len(self._lines.get(asker.get(), ())) >= _MOST_OF_ONE:
            return True
        return self.waiting >= _MOST_WAITING

    async def ask(self, asked: dict[str, Any]) -> dict[str, Any]:
        process = await self._turn()
        began, kept = time.monotonic(), None
        try:
            if process is None or process.returncode is not None:
                process = await self._start()
            reply = await asyncio.wait_for(_exchange(process, asked), SECONDS + _GRACE)
            kept = process
        except (TimeoutError, OSError, ValueError):
            raise BudgetError("that took too long to work out") from None
        finally:
            self.seconds += time.monotonic() - began
            try:
                if kept is None and process is not None:
                    await self._end(process)
            finally:
                self._give(kept)
        return reply

    async def _turn(self) -> asyncio.subprocess.Process | None:
        """A process, as soon as it is this asker's turn."""
        if self._idle:
            return self._idle.pop()
        given: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(asker.get(), deque()).append(given)
        try:
            process: asyncio.subprocess.Process | None = await given
        except asyncio.CancelledError:
            if not given.cancelled():  # it had been given a moment before
                self._give(given.result())
            raise
        return process

    def _give(self, process: asyncio.subprocess.Process | None) -> None:
        """Let the next asker have a process: the one who has waited longest since its last turn.

        Whoever has asked more than this comes after all others, so that each of them waits for
        one question of everybody else's, however many there are.
        """
        while self._lines:
            who, line = self._lines.popitem(last=False)
            given = line.popleft()
            if line:
                self._lines[who] = line  # behind the others
            if not given.done():
                given.set_result(process)
                return
        self._idle.append(process)

    async def _start(self) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "lastpick.web.asking.worker", str(_MEMORY),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            limit=_LONGEST_ANSWER, start_new_session=True,
        )  # fmt: skip
        self._all.add(process)
        return process

    async def _end(self, process: asyncio.subprocess.Process) -> None:
        self._all.discard(process)
        if process.returncode is None:
            try:
                process.kill()
            except ProcessLookupError:
                pass
        await process.wait()

    async def close(self) -> None:
        for process in list(self._all):
            await self._end(process)


async def _exchange(process: asyncio.subprocess.Process, asked: dict[str, Any]) -> dict[str, Any]:
    questions, answers = process.stdin, process.stdout
    if questions is None or answers is None:
        raise OSError("the process has no pipes")
    questions.write(json.dumps(asked).encode() + b"\n")
    await questions.drain()
    line = await answers.readline()
    if not line.endswith(b"\n"):
        raise OSError("the process has ended")
    answer: dict[str, Any] = json.loads(line)
    return answer
