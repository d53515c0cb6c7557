"""Tests that are coroutines."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from functools import wraps
from typing import Any


def in_loop(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run a test in a loop of its own; fixtures that can be opened are open meanwhile."""

    @wraps(test)
    def run(**fixtures: Any) -> None:
        async def main() -> None:
            async with AsyncExitStack() as stack:
                for name, value in fixtures.items():
                    if hasattr(value, "__aenter__"):
                        fixtures[name] = await stack.enter_async_context(value)
                await test(**fixtures)

        asyncio.run(main())

    return run
