"""Hard questions, asked of processes of their own: bounded in time, memory and number.

The event loop never works out a verdict. Shipped games and strangers' own games are thought
about by different processes, so that a nasty game file delays nobody else's bot.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from .. import errors
from ..errors import BudgetError, LastpickError
from .questions import Source

SECONDS = 4.0  # for the oracle within one question; a little later the process is ended
_GRACE = 4.0
_MOST_WAITING = 200
_LONGEST_ANSWER = 16 << 20
_MEMORY = 1 << 30


class Busy(LastpickError):
    """Too many questions at once."""


class Thinkers:
    """Answers questions; one process at a time for each of its two lanes, or more."""

    def __init__(self, count: int = 1) -> None:
        self._lanes = {own: Lane(count) for own in (False, True)}

    async def ask(self, question: str, *words: Any, patient: bool = False) -> Any:
        """The answer to a question of `questions`. Busy, if too many wait and this one can't."""
        own = any(isinstance(word, Source) and word.toml is not None for word in words)
        lane = self._lanes[own or question == "review"]
        if lane.waiting >= _MOST_WAITING and not patient:
            raise Busy("too many questions are being asked at once; try again in a moment")
        reply = await lane.ask({"question": question, "words": words, "seconds": SECONDS})
        if "error" in reply:
            raise getattr(errors, reply["kind"], LastpickError)(reply["error"])
        return reply["answer"]

    async def close(self) -> None:
        for lane in self._lanes.values():
            await lane.close()


class Lane:
    """Some processes and a queue before them; a process is started when it is first needed."""

    def __init__(self, count: int) -> None:
        self.waiting = 0
        self._idle: asyncio.LifoQueue[asyncio.subprocess.Process | None] = asyncio.LifoQueue()
        for _ in range(count):
            self._idle.put_nowait(None)
        self._all: set[asyncio.subprocess.Process] = set()

    async def ask(self, asked: dict[str, Any]) -> dict[str, Any]:
        self.waiting += 1
        try:
            process = await self._idle.get()
        finally:
            self.waiting -= 1
        kept = None
        try:
            if process is None or process.returncode is not None:
                process = await self._start()
            reply = await asyncio.wait_for(_exchange(process, asked), SECONDS + _GRACE)
            kept = process
        except (TimeoutError, OSError, ValueError):
            raise BudgetError("that took too long to work out") from None
        finally:
            if kept is None and process is not None:
                await self._end(process)
            self._idle.put_nowait(kept)
        return reply

    async def _start(self) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "lastpick.web.thinker", str(_MEMORY),
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
