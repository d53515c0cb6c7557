"""Calls that wait are done together: while one lot is under way, the next one gathers.

So the more there is to do, the less each costs: a lot is one statement, one commit and one
notification, however many calls it holds. Nobody waits for a lot to fill.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Mapping
from contextlib import suppress
from typing import Generic, NamedTuple, TypeVar

Key = TypeVar("Key", bound=Hashable)
Ask = TypeVar("Ask")
Answer = TypeVar("Answer")


class _Waiting(NamedTuple, Generic[Key, Ask, Answer]):
    key: Key
    ask: Ask
    answer: asyncio.Future[Answer]


class Together(Generic[Key, Ask, Answer]):
    """Gathers calls for `do`, which gives each its own answer, or its own failure.

    No lot holds two calls with the same key: the later one goes with a later lot.
    """

    def __init__(
        self,
        do: Callable[[dict[Key, Ask]], Awaitable[Mapping[Key, Answer | Exception]]],
        most: int,
        pause: float = 0.0,
    ) -> None:
        self._do = do
        self._most = most  # calls in a lot
        self._pause = pause  # seconds from the end of a lot to the next
        self._waiting: list[_Waiting[Key, Ask, Answer]] = []
        self._working: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()

    async def ask(self, key: Key, ask: Ask) -> Answer:
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(key, ask, answer))
        if self._working is None:
            self._working = asyncio.create_task(self._work())
        return await answer

    async def close(self) -> None:
        """Answer everything that waits."""
        self._closing.set()
        if self._working is not None:
            await asyncio.shield(self._working)

    async def _work(self) -> None:
        try:
            while lot := self._take():
                await self._answer(lot)
                if self._pause:
                    await _sleep(self._pause, self._closing)
        finally:
            self._working = None

    def _take(self) -> dict[Key, _Waiting[Key, Ask, Answer]]:
        """The next lot; whoever has stopped to wait is left out."""
        lot: dict[Key, _Waiting[Key, Ask, Answer]] = {}
        left = []
        for call in self._waiting:
            if call.answer.done():
                continue
            if len(lot) < self._most and call.key not in lot:
                lot[call.key] = call
            else:
                left.append(call)
        self._waiting = left
        return lot

    async def _answer(self, lot: dict[Key, _Waiting[Key, Ask, Answer]]) -> None:
        answers: Mapping[Key, Answer | Exception]
        try:
            answers = await self._do({key: call.ask for key, call in lot.items()})
        except Exception as error:
            answers = dict.fromkeys(lot, error)
        except BaseException:
            for call in lot.values():
                call.answer.cancel()
            raise
        for key, call in lot.items():
            if call.answer.done():
                continue
            answer = answers[key]
            if isinstance(answer, Exception):
                call.answer.set_exception(answer)
            else:
                call.answer.set_result(answer)


async def _sleep(seconds: float, woken: asyncio.Event) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(woken.wait(), seconds)
