"""Somebody at a puzzle: tries, hints, giving up. Each is in the log before it is answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..oracle import Budget
from ..oracle.budget import NO_DEADLINE
from .hint import STEPS
from .puzzle_log import PuzzleLog, Result
from .puzzles import Puzzle, hint
from .refutation import refutation

DONE_BEFORE = "You have done this one before; this time does not count."


def tried_before(pick: int) -> str:
    return f"You have tried {pick} before: it does not win."


class Attempt:
    """One puzzle, and what has become of it. Nothing here prints."""

    def __init__(
        self, puzzle: Puzzle, asked: Mapping[str, Any], log: PuzzleLog, exact: bool = False
    ) -> None:
        self.puzzle = puzzle
        self.asked = asked
        self.log = log
        self.exact = exact  # reasons as the oracle gives them
        self.before = log.result(asked)
        self.result = Result() if self.before.done else self.before

    @property
    def so_far(self) -> str:
        """What was tried when it was left, if anything was."""
        if not self.result.tries and not self.result.hints:
            return ""
        tried = ", ".join(map(str, self.result.tries)) or "nothing"
        return f"So far you tried {tried}; hints: {self.result.hints}."

    # --- what happens -----------------------------------------------------------------

    def hinted(self, step: int) -> None:
        """A hint is about to be shown."""
        if self.result.hints < step:
            self._happened({"hint": step}, self.result._replace(hints=step))

    def give_up(self) -> None:
        self._happened({"gave_up": True}, self.result._replace(gave_up=True))

    def attempt(self, pick: int) -> bool:
        """A legal pick, whether it is right."""
        right = pick == self.puzzle.answer
        tries = (*self.result.tries, pick)
        self._happened(
            {"try": pick, "right": right}, self.result._replace(tries=tries, solved=right)
        )
        return right

    def _happened(self, event: Mapping[str, Any], result: Result) -> None:
        if not self.before.done:  # a puzzle counts once
            self.log.add(self.asked, event)
        self.result = result

    # --- what is said -----------------------------------------------------------------

    @property
    def next_hint(self) -> int:
        """Which hint comes next; the last one is told again."""
        return min(STEPS, self.result.hints + 1)

    def hint(self, step: int, budget: Budget = NO_DEADLINE) -> str:
        return hint(self.puzzle, step, budget, self.exact)

    def why(self) -> str:
        """The winning pick, with its reason."""
        puzzle = self.puzzle
        return f"{puzzle.answer} wins. {puzzle.reason}" if self.exact else puzzle.plain

    def why_not(self, pick: int, budget: Budget = NO_DEADLINE) -> str:
        """Why a pick is wrong."""
        return f"No. {refutation(self.puzzle.position, pick, budget, self.exact)}"
