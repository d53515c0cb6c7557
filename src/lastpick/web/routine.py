"""Work that must go on for as long as the server runs, whatever it trips over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from .errors import StoreError

AGAIN = 1.0  # seconds until something that failed is tried again

logger = logging.getLogger("lastpick.web")


async def keep_going(what: str, routine: Callable[[], Awaitable[None]]) -> None:
    """Begin a routine again whenever it has ended; only being cancelled ends it for good."""
    while True:
        try:
            await routine()
        except StoreError:  # which is logged where it happens
            pass
        except Exception:
            log_failure(what)
        await asyncio.sleep(AGAIN)


def log_failure(what: str, **where: str) -> None:
    """Say in the log what failed, and where in the program; for an `except` clause."""
    logger.exception("%s failed, and begins again", what, extra=where)
