"""What a language model is told, and the one form in which it answers.

The prompts have a version, which evaluations keep with their results: answers to other prompts
cannot be compared.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ...catalog import Book
from ...catalog.rules import plain_rules
from ...catalog.wording import runs
from ...game import Game, Position
from ..player import GARBAGE, ILLEGAL, Failure, clean, legal_pick

VERSION = 2  # 1: the same words in one message of the user's

_NUMBER = "(0|[1-9][0-9]{0,14})"
_ANSWER = re.compile(f"PICK {_NUMBER}", re.ASCII)
_MARKUP = r"[*_`]*"
_LENIENT = re.compile(  # no markup beside markup, which would be tried in every way
    rf"[>#\s]*{_MARKUP}PICK{_MARKUP}(:{_MARKUP})?\s+{_MARKUP}"
    rf"(?P<number>{_NUMBER}){_MARKUP}(\.{_MARKUP})?",
    re.ASCII | re.IGNORECASE,
)
_FENCE = re.compile(r"\s*(```|~~~)\w*\s*", re.ASCII)
_SPELT_OUT = 200  # numbers that are listed one by one; longer lists write runs, as in 3-7

_SYSTEM = "You are playing a game for two players, and you want to win it."
_USER = """\
The game: {title}
{rules}
No other agreements hold here: an answer that is not a legal pick loses the game at once.

You are player {seat} of 2; player 1 picks first.
Picks so far, in order: {picks}
Last pick: {last}
Numbers left in the pool: {pool}
{legal}
It is your turn. Think it through if you like. Then end your answer with a last line that \
holds nothing but the word PICK, a space and the number that you pick, in digits and without \
any markup. It has this form, with your number in place of {example}:
PICK {example}
"""

_AGAIN = """\
{why}

Try again: pick another number, or write your pick as asked. End your answer with a last line \
of this form, with your number in place of {example}:
PICK {example}
"""


class Prompt(NamedTuple):
    """A question to a model, in the two messages that chat endpoints take."""

    system: str
    user: str

    @property
    def whole(self) -> str:
        """All of it as one message, for models that know no other."""
        return f"{self.system}\n\n{self.user}"


def prompt(book: Book, position: Position, show_legal: bool = False) -> Prompt:
    """The whole question: rules, position, form of the answer. No earlier turn is needed."""
    legal = f"Numbers that you may pick now: {_list(position.legal)}\n" if show_legal else ""
    user = _USER.format(
        title=book.title,
        rules=plain_rules(book),
        seat=position.turn,
        picks=_list(position.picks, ordered=True),
        last=_last(position),
        pool=_list(position.pool),
        legal=legal,
        example=example(position.game),
    )
    return Prompt(_SYSTEM, user)


def example(game: Game) -> int:
    """A number outside the pool: whoever repeats the example has picked nothing."""
    return game.numbers.last + 1 if 0 in game.numbers else 0


def read(position: Position, answer: str, lenient: bool = False) -> int:
    """The pick that an answer makes; Failure says why it makes none."""
    n = read_lenient(answer) if lenient else read_pick(answer)
    if n is None:
        ending = clean(answer[-200:], 60)
        raise Failure(GARBAGE, f"expected a last line such as PICK 12, found {ending!r}", answer)
    if n == example(position.game):
        raise Failure(GARBAGE, f"the {n} of the form only stands for the number picked", answer)
    return legal_pick(position, n, answer)


def again(position: Position, answer: str, lenient: bool = False) -> str:
    """What a model is told after an answer that was no pick: why, and the form once more.

    An answer that can be read was cut off, so that nobody knows what it would have ended with.
    """
    why = "Your answer was cut off before its end, so it counts as no pick."
    try:
        read(position, answer, lenient)
    except Failure as failure:
        why = (
            "No pick can be read from your answer: its last line does not hold the word PICK and"
            " the number that you pick, and nothing else."
        )
        if read_lenient(answer) == example(position.game):
            why = f"No pick can be read from your answer: {failure}."
        if failure.kind == ILLEGAL:
            why = f"Your answer makes {failure}."
    return _AGAIN.format(why=why, example=example(position.game))


def read_pick(answer: str) -> int | None:
    """The number in the last line of an answer; None unless that line has exactly the form."""
    lines = answer.rstrip().splitlines()
    found = _ANSWER.fullmatch(lines[-1].rstrip()) if lines else None
    return int(found[1]) if found else None


def read_lenient(answer: str) -> int | None:
    """The same where bold print, a code block, a colon, a full stop or small letters are let pass.

    Still only the last line counts, and it still holds nothing else.
    """
    lines = answer.rstrip().splitlines()
    while lines and (not lines[-1].strip() or _FENCE.fullmatch(lines[-1])):
        lines.pop()
    found = _LENIENT.fullmatch(lines[-1].rstrip()) if lines else None
    return int(found["number"]) if found else None


def _last(position: Position) -> str:
    if not position.opening:
        return str(position.last)
    if position.last is None:
        return "none, you open the game"
    return f"{position.last}, from which the game starts; you open it"


def _list(numbers: Sequence[int], ordered: bool = False) -> str:
    shortest = 0 if ordered or len(numbers) <= _SPELT_OUT else 3
    return ", ".join(runs(numbers, shortest)) or "none"
