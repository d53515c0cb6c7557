"""A process that answers questions, a JSON line each; `pool` starts, bounds and ends it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from time import monotonic
from typing import Any

from ...errors import LastpickError
from ...oracle import Budget
from ...oracle.budget import FEW_BYTES
from ...record import Guess
from ..game.game_state import dumps
from . import lessons, puzzles, questions, solo
from .questions import OTHERS, Source

OF_THE_ORACLE = {
    **questions.OF_THE_ORACLE, **puzzles.OF_THE_ORACLE, **lessons.OF_THE_ORACLE,
    **solo.OF_THE_ORACLE,
}  # fmt: skip


def main() -> None:
    memory = int(sys.argv[1])
    limit(memory)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints by mistake must not pass for an answer
    answers.write(b"\n")  # ready
    answers.flush()
    for line in sys.stdin.buffer:
        answers.write(as_line(reply(json.loads(line))))
        answers.flush()


def limit(memory: int) -> None:
    """Stay below so many bytes, and behind the server when both want the processor."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        os.nice(5)
    except (ImportError, OSError, ValueError):  # a platform without it: the deadline still holds
        pass


def as_line(replied: dict[str, Any]) -> bytes:
    """A reply for the wire: a sign, and JSON that the server can pass on as it is.

    + is before an answer, - before a refusal, ? before a bot's guess, which looks like any number.
    """
    if "error" in replied:
        return b"-" + dumps(replied) + b"\n"
    sign = b"?" if isinstance(replied["answer"], Guess) else b"+"
    return sign + dumps(replied["answer"]) + b"\n"


def reply(asked: dict[str, Any], clock: Callable[[], float] = monotonic) -> dict[str, Any]:
    question, words = asked["question"], asked["words"]
    if isinstance(words[0], list):
        words[0] = Source(*words[0])
    try:
        if question in OTHERS:
            return {"answer": OTHERS[question](*words)}
        budget = Budget(asked["seconds"], clock=clock, most_bytes=FEW_BYTES)
        return {"answer": OF_THE_ORACLE[question](*words, budget=budget)}
    except LastpickError as error:
        return {"error": str(error), "kind": type(error).__name__}
    except (MemoryError, RecursionError):
        return {"error": "there is not enough memory to answer that", "kind": "BudgetError"}


if __name__ == "__main__":
    try:
        main()
    except (KeyboardInterrupt, BrokenPipeError):
        pass
