"""Whole texts: what leads to a reason, and the reason."""

from __future__ import annotations

import re
from textwrap import wrap

from lastpick.game import Position
from lastpick.oracle import Verdict
from support.plain_checker.patterns import PATTERNS
from support.plain_checker.reader import Reader, Untrue
from support.plain_checker.truth import winning, wins
from support.plain_checker.worth_patterns import WORTHS

UNPLAIN = (
    *("nimber", "nim-sum", "xor", "mex", "binary", "matching", "parity", "certificate"),
    "  ",
)
TAUGHT = ("worth", "cancel")  # in lessons alone


def is_short(text: str, worths: bool = False) -> None:
    if len(wrap(text, 80)) > 3 or "..." in text or "…" in text:
        raise Untrue(f"too long, or cut off: {text}")
    for word in UNPLAIN if worths else (*UNPLAIN, *TAUGHT):
        if word in text.lower():
            raise Untrue(f"{word!r} in: {text}")


def check_plain(position: Position, verdict: Verdict, text: str, worths: bool = False) -> None:
    """A plain reason, as `plain` and `advice` give it."""
    is_short(text, worths)
    if verdict.wins is None:
        if text != "I could not work this out: there is too much to try.":
            raise Untrue(text)
    elif not position.legal:
        end = "wins" if position.game.misere else "loses"
        if text != f"No pick is left, and whoever cannot pick {end}.":
            raise Untrue(text)
    elif found := re.fullmatch(r"Pick (\d+): (.*)", text):
        _won(position, int(found[1]), found[2], worths)
    elif text.startswith("No pick wins: "):
        if winning(position):
            raise Untrue(f"a pick wins: {text}")
        patterns = WORTHS if worths else PATTERNS
        Reader(position, None, patterns).read(text.removeprefix("No pick wins: "))
    else:
        raise Untrue(f"unread: {text}")


def check_confirmation(position: Position, pick: int, text: str, worths: bool = False) -> None:
    is_short(text, worths)
    if found := re.fullmatch(rf"{pick} wins: (.*)", text):
        _won(position, pick, found[1], worths)
    else:
        raise Untrue(f"unread: {text}")


def check_refutation(position: Position, pick: int, text: str, worths: bool = False) -> None:
    is_short(text, worths)
    after = position.pick(pick)
    if wins(position, pick):
        raise Untrue(f"it wins: {text}")
    if text == f"{pick} loses: nothing can follow it, and the last pick loses.":
        if after.legal or not position.game.misere:
            raise Untrue(text)
        return
    found = re.fullmatch(
        rf"{pick} loses to (the only answer,|.*? One is|one of .*?,) (\d+): (.*)", text
    )
    if not found:
        raise Untrue(f"unread: {text}")
    many, answer, body = found.groups()
    good, total = len(winning(after)), len(after.legal)
    meant = {
        "the only answer,": (1, 1),
        f"one of the {total:,} answers,": (1, total),
        f"each of the {total:,} answers. One is": (total, total),
        f"{good:,} of the {total:,} answers. One is": (good, total),
    }
    if meant.get(many) != (good, total) or (good == total > 1) != many.startswith("each"):
        raise Untrue(f"{good} of {total}: {text}")
    _won(after, int(answer), body, worths)


def _won(position: Position, pick: int, body: str, worths: bool) -> None:
    if not wins(position, pick):
        raise Untrue(f"{pick} does not win: {body}")
    Reader(position, pick, WORTHS if worths else PATTERNS).read(body)
