"""Whole texts: what leads to a reason, and the reason."""

from __future__ import annotations

import re
from textwrap import wrap

from lastpick.game import Position
from lastpick.oracle import Verdict
from support.plain_checker.patterns import PATTERNS
from support.plain_checker.reader import Reader, Untrue, roles
from support.plain_checker.truth import winning, wins
from support.plain_checker.worth_patterns import WORTHS

Called = tuple[str, str]

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


def check_plain(
    position: Position,
    verdict: Verdict,
    text: str,
    worths: bool = False,
    called: Called = ("you", "your opponent"),
) -> None:
    """A plain reason, as `plain` and `advice` give it, if `called` are the mover and the other."""
    is_short(text, worths)
    mover, other = called
    if verdict.wins is None:
        if text != "I could not work this out: there is too much to try.":
            raise Untrue(text)
    elif not position.legal:
        end = "wins" if position.game.misere else "loses"
        if text != f"No pick is left, and whoever cannot pick {end}.":
            raise Untrue(text)
    elif text.startswith("No pick wins: "):
        if winning(position):
            raise Untrue(f"a pick wins: {text}")
        body = roles(text, other, mover).removeprefix("No pick wins: ")
        Reader(position, None, WORTHS if worths else PATTERNS).read(body)
    else:
        lead = "Pick" if mover == "you" else "<w> wins with"
        _won(position, lead, roles(text, mover, other), worths)


def check_missed(position: Position, text: str, called: Called) -> None:
    """Said in a review of a win that was thrown away; `called` are the mover and the other."""
    is_short(text)
    _won(position, "<w> would have won with", roles(text, *called), worths=False)


def check_confirmation(
    position: Position,
    pick: int,
    text: str,
    worths: bool = False,
    called: Called = ("you", "your opponent"),
) -> None:
    is_short(text, worths)
    body = roles(text, *called)
    if not body.startswith(f"{pick} wins: "):
        raise Untrue(f"unread: {text}")
    _won(position, "", body.replace(" wins", "", 1), worths)


def check_refutation(
    position: Position,
    pick: int,
    text: str,
    worths: bool = False,
    called: Called = ("you", "your opponent"),
) -> None:
    """`called` are who picked, and who answers."""
    is_short(text, worths)
    after = position.pick(pick)
    if wins(position, pick):
        raise Untrue(f"it wins: {text}")
    if text == f"{pick} loses: nothing can follow it, and the last pick loses.":
        if after.legal or not position.game.misere:
            raise Untrue(text)
        return
    found = re.fullmatch(
        rf"{pick} loses: (.*?) (\d+)(\. That wins)?: (.*)", roles(text, *called[::-1])
    )
    if not found:
        raise Untrue(f"unread: {text}")
    many, answer, only, body = found.groups()
    good, total = len(winning(after)), len(after.legal)
    if total == 1:
        meant = "<w> can only pick"
    elif good == total:
        meant = f"each of <w>'s {total:,} picks wins. One is"
    else:
        meant = f"{good:,} of <w>'s {total:,} picks win{'. One' if good > 1 else 's. It'} is"
    if many != meant or bool(only) != (total == 1):
        raise Untrue(f"{good} of {total}: {text}")
    _won(after, "", f"{answer}: {body}", worths)


def _won(position: Position, lead: str, text: str, worths: bool) -> None:
    """Why a pick wins: what leads to it, the pick, and the reason."""
    found = re.fullmatch(rf"{lead} ?(\d+): (.*)", text)
    if not found:
        raise Untrue(f"unread: {text}")
    pick, body = int(found[1]), found[2]
    if not wins(position, pick):
        raise Untrue(f"{pick} does not win: {text}")
    Reader(position, pick, WORTHS if worths else PATTERNS).read(body)
