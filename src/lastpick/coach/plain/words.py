"""How plain words are put together: lists, counts, and what fits into three lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

WIDTH, LINES = 80, 3

LAST_LOSES = "the last pick, which loses"

Ways = Iterator[str]  # the same said in several ways, the most telling first


def fits(text: str) -> bool:
    """Whether a text is short enough, its lines filled word by word."""
    lines, left = 1, WIDTH + 1
    for word in text.split(" "):
        left -= len(word) + 1
        if left < 0:
            lines, left = lines + 1, WIDTH - len(word)
    return lines <= LINES


def fit(lead: str, ways: Ways) -> str:
    """The first way that fits after what leads to it; else the last."""
    said = lead
    for way in ways:
        said = f"{lead}{way}."
        if fits(said):
            break
    return said


def series(words: Sequence[object]) -> str:
    """Words in a row: "a", "a and b", "a, b and c"."""
    *most, last = map(str, words)
    return f"{', '.join(most)} and {last}" if most else last


def counted(count: int, noun: str) -> str:
    """So many of something: "1 stretch", "3 groups"."""
    plural = f"{noun}es" if noun.endswith("ch") else f"{noun}s"
    return f"{count:,} {noun if count == 1 else plural}"
