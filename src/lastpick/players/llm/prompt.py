"""What a language model is told, and the one form in which it answers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...catalog import Book
from ...catalog.rules import plain_rules
from ...catalog.wording import runs
from ...game import Game, Position

_ANSWER = re.compile(r"PICK (0|[1-9][0-9]{0,14})", re.ASCII)
_SPELT_OUT = 200  # numbers that are listed one by one; longer lists write runs, as in 3-7

_TEMPLATE = """\
You are playing a game for two players, and you want to win it.

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


def prompt(book: Book, seat: int, position: Position, show_legal: bool) -> str:
    """The whole question: rules, position, form of the answer. No earlier turn is needed."""
    legal = f"Numbers that you may pick now: {_list(position.legal)}\n" if show_legal else ""
    return _TEMPLATE.format(
        title=book.title,
        rules=plain_rules(book),
        seat=seat,
        picks=_list(position.picks, ordered=True),
        last=_last(position),
        pool=_list(position.pool),
        legal=legal,
        example=example(position.game),
    )


def example(game: Game) -> int:
    """A number outside the pool: whoever repeats the example has picked nothing."""
    return game.numbers.last + 1 if 0 in game.numbers else 0


def read_pick(answer: str) -> int | None:
    """The number in the last line of an answer; None unless that line has exactly the form."""
    lines = answer.rstrip().splitlines()
    found = _ANSWER.fullmatch(lines[-1].rstrip()) if lines else None
    return int(found[1]) if found else None


def _last(position: Position) -> str:
    if not position.opening:
        return str(position.last)
    if position.last is None:
        return "none, you open the game"
    return f"{position.last}, from which the game starts; you open it"


def _list(numbers: Sequence[int], ordered: bool = False) -> str:
    shortest = 0 if ordered or len(numbers) <= _SPELT_OUT else 3
    return ", ".join(runs(numbers, shortest)) or "none"
