"""Digits three columns wide and three lines high, drawn in half blocks."""

from __future__ import annotations

_ROWS = ("75557", "26227", "71747", "71717", "55711", "74717", "74757", "71111", "75757", "75717")
_BLOCKS = " ▄▀█"  # by the lower dot, and twice the upper one
HEIGHT = 3


def width(digits: int) -> int:
    """How wide a number of so many digits is."""
    return 4 * digits - 1


def lines(n: int) -> list[str]:
    """A number in three lines; each digit is five rows of three dots."""
    digits = [[int(row) for row in _ROWS[int(digit)]] + [0] for digit in str(n)]
    return [" ".join(_line(*rows[at : at + 2]) for rows in digits) for at in (0, 2, 4)]


def _line(upper: int, lower: int) -> str:
    return "".join(_BLOCKS[2 * (upper >> at & 1) + (lower >> at & 1)] for at in (2, 1, 0))
