"""What is promised to go on does, whatever happens in one of its rounds."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import NoGame, StoreError

logger = logging.getLogger("lastpick.web")


@contextmanager
def unfailing(what: str) -> Iterator[None]:
    """A failure is a line in the log, and the next round comes; only being cancelled ends it."""
    try:
        yield
    except (StoreError, NoGame):  # of which the store has told, or nobody needs to be
        pass
    except Exception:
        logger.exception("%s failed, and goes on", what)
