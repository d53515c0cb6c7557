"""What workers are hired for: how they leave it, and the words for their messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


def _nothing() -> None:
    pass


class Job(NamedTuple):
    """A kind of work, as far as workers have to know it."""

    verb: str  # as in "a worker could not play"
    parts: str  # what it consists of, as in "gave up on some games"
    safe: str  # what is so if workers are lost, as in "nothing that was played is lost"
    leave: Callable[[], object] = _nothing  # called where workers are, when they have to end
