"""Numbers as people list them: one by one and as ranges, as in 3,5,8-12."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import NumbersError
from .numbers import Numbers


def listed(text: str) -> Iterator[int]:
    """The numbers in a list of numbers and ranges, such as 3,5,8-12."""
    for word in words(text):
        first, dash, last = word.partition("-")
        if not all(end.isascii() and end.isdigit() for end in (first, last if dash else first)):
            raise NumbersError(
                f"{word[:20]!r} is neither a number nor a range; write it as in 3,5,8-12"
            )
        ends = Numbers.parse(word if dash else f"{word}-{word}")
        yield from range(ends.first, ends.last + 1)


def words(text: str) -> Iterator[str]:
    """What stands between commas."""
    return (word.strip() for word in text.split(",") if word.strip())
