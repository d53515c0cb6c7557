"""What somebody typed at a prompt, read as a pick."""

from __future__ import annotations

import re

from ..errors import LastpickError
from ..game import Position
from .screen import plain

_MOST_DIGITS = 15


def read_pick(entry: str, position: Position) -> int:
    """A pick that is legal here; else an error says what is wrong with the entry."""
    if not entry:
        raise LastpickError("nothing was entered")
    if not re.fullmatch(r"[0-9]+", entry, re.ASCII):
        raise LastpickError(f"'{plain(entry, 30)}' is not a whole number")
    digits = entry.lstrip("0") or "0"
    if len(digits) > _MOST_DIGITS:
        raise LastpickError(f"a number of {len(digits)} digits is not in the range")
    position.pick(int(digits))
    return int(digits)
