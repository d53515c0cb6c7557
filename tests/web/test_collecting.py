"""What only Python's collector can free is freed before it takes much memory."""

from __future__ import annotations

import asyncio
import gc

import pytest
from support.loops import in_loop

from lastpick.web.http.app import GROWTH, collect_everything


@in_loop
async def test_everything_is_collected_when_memory_has_grown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks: list[int] = []
    collected: asyncio.Future[tuple[int, int]] = asyncio.get_running_loop().create_future()

    def most_memory() -> int:
        looks.append(len(looks) * GROWTH // 4)
        return looks[-1]

    def collect() -> None:
        if not collected.done():
            collected.set_result((looks[-2], looks[-1]))

    monkeypatch.setattr(gc, "collect", collect)
    collecting = asyncio.ensure_future(collect_everything(most_memory, second=0))
    before, now = await asyncio.wait_for(collected, 30)
    collecting.cancel()
    assert before <= GROWTH < now
