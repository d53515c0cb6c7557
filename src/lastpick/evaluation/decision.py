"""What is asked about an item, and what an answer to it is worth: two functions without a state.

All that asks and grades goes through them, here and in other tools, so that a set of answers has
one score, whoever collected it.
"""

from __future__ import annotations

from typing import NamedTuple

from ..coach.plain.words import Called
from ..coach.refutation import refutation
from ..players.llm.prompt import VERSION as PROMPTS
from ..players.llm.prompt import Prompt, read
from ..players.llm.prompt import again as again_at
from ..players.llm.prompt import prompt as prompt_at
from ..players.player import GARBAGE, ILLEGAL, REFUSED, Failure
from .suite import Item

__all__ = ["PROMPTS", "RESULTS", "Prompt", "Score", "again", "prompt", "score", "score_failure",
           "score_pick"]  # fmt: skip

_CALLED = Called("the opponent", "the player")
KEPT, LOST = "kept", "lost"
RESULTS = (KEPT, LOST, ILLEGAL, GARBAGE, REFUSED)


class Score(NamedTuple):
    """What became of a decision."""

    item: Item
    result: str  # one of RESULTS; of an engine also crash, hang or flood
    pick: int | None  # a legal one
    said: str = ""  # why there is no legal pick

    @property
    def kept(self) -> bool:
        """Whether the decision kept the win; whatever else became of it counts nothing."""
        return self.result == KEPT

    @property
    def legal(self) -> bool:
        return self.pick is not None

    @property
    def refutation(self) -> str:
        """What speaks against it: the answer that refutes a wrong pick, or why it was no pick."""
        if self.result == LOST and self.pick is not None:
            return refutation(self.item.start(), self.pick, called=_CALLED)
        return self.said


def prompt(item: Item, show_legal: bool = False) -> Prompt:
    """What a language model is told of an item."""
    return prompt_at(item.book(), item.start(), show_legal)


def again(item: Item, answer: str, lenient: bool = False) -> str:
    """What a model is told after an answer that was no pick, if it may try again: why.

    One from which a legal pick can be read is taken for cut off: else there was no reason to ask.
    """
    return again_at(item.start(), answer, lenient)


def score(item: Item, answer: str | None, lenient: bool = False) -> Score:
    """What a language model's answer is worth; None: it was refused one.

    Read strictly, the last line is `PICK`, a space and the number, and nothing else.
    """
    if answer is None:
        return score_failure(item, REFUSED, "an answer was refused")
    try:
        return score_pick(item, read(item.start(), answer, lenient))
    except Failure as failure:
        return score_failure(item, failure.kind, str(failure))


def score_pick(item: Item, pick: int) -> Score:
    """What a legal pick is worth."""
    return Score(item, KEPT if item.judge(pick).kept else LOST, pick)


def score_failure(item: Item, kind: str, said: str) -> Score:
    """What a failure to pick is worth, which is nothing."""
    return Score(item, kind, None, said)
