"""What somebody typed at a prompt, read as a pick."""

from __future__ import annotations

import re
from math import isfinite

from ..catalog import ListStyle
from ..errors import LastpickError
from ..game import Position
from .screen import plain

_MOST_DIGITS = 15


VALID = ListStyle(separator=", ", conjunction="", runs=3, empty="none")
_LONGEST_NUMBER = 30


def refusal(error: LastpickError, position: Position) -> str:
    """Why an entry is no pick, and what would be one."""
    reason, valid = str(error), VALID.text(position.legal, longest=20)
    return f"{reason[0].upper()}{reason[1:]}. Valid: {valid} (or type help)."


def read_pick(entry: str, position: Position) -> int:
    """A pick that is legal here; else an error says what is wrong with the entry."""
    if not entry:
        raise LastpickError("nothing was entered")
    if not re.fullmatch(r"[0-9]+", entry, re.ASCII):
        raise LastpickError(f"'{plain(entry, 30)}' {_no_pick(entry)}")
    digits = entry.lstrip("0") or "0"
    if len(digits) > _MOST_DIGITS:
        raise LastpickError(f"a number of {len(digits)} digits is not in the range")
    position.pick(int(digits))
    return int(digits)


def _no_pick(entry: str) -> str:
    """What something is that is not written as a whole number."""
    if len(numbers := re.split(r"[\s,;]+", entry)) > 1 and all(map(str.isdecimal, numbers)):
        return "is more than one number; enter one at a time"
    try:
        value = float(entry.replace("\u2212", "-")) if len(entry) < _LONGEST_NUMBER else None
    except ValueError:
        value = None
    if value is None or not isfinite(value):
        return "is not a whole number"
    if value < 0:
        return "is negative, and no number of the pool is"
    if value != int(value):
        return "is not a whole number"
    if value >= 10**_MOST_DIGITS:
        return "is not in the range"
    return f"is not in plain digits; if that is meant, enter {int(value)}"
