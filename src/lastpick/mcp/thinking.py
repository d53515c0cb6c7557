"""The oracle, asked by one at a time.

Calls are answered by threads side by side, and the oracle keeps what it has worked out in one
memory for the whole process. So bots and questions take turns; everything else goes on meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from ..errors import BudgetError
from ..oracle import Budget
from ..oracle.budget import A_LOOK

LONGEST = 60.0  # seconds that a question may take; many clients give up after that
_TURN = Lock()


@contextmanager
def thinking(seconds: float) -> Iterator[Budget]:
    """So many seconds for a question, waiting for its turn included."""
    budget = Budget(seconds)
    if not _TURN.acquire(timeout=budget.left):
        raise BudgetError("there was no time: another question is being worked out; ask again")
    try:
        yield budget
    finally:
        _TURN.release()


@contextmanager
def bot_thinking() -> Iterator[Budget]:
    """The time of a bot, which begins when it is its turn: what was picked waits for its answer."""
    with _TURN:
        yield Budget(A_LOOK)
