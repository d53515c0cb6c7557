"""How plain words are put together: who is meant, lists, counts, and what fits into three lines.

A reason names its two sides as `<winner picks>` and `<loser picks>`. `spoken` puts in what they are
called for the reader, with the verb to match, so no reason is written twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

WIDTH, LINES = 80, 3

LAST_LOSES = "the last pick, which loses"
YOU, OPPONENT = "you", "your opponent"

Ways = Iterator[str]  # the same said in several ways, the most telling first

_SIDE = re.compile(r"<(winner|loser)('s)?(?: (\w+))?>")
_BASES = {"has": "have", "copies": "copy", "can": "can", "cannot": "cannot"}


class Called(NamedTuple):
    """What the player to move and the other one are called."""

    mover: str = YOU
    other: str = OPPONENT

    @property
    def turned(self) -> Called:
        """The same once the mover has picked."""
        return Called(self.other, self.mover)


def by_seat(turn: int, names: Sequence[str] = ("Player 1", "Player 2")) -> Called:
    """Two players by their names, for readers who may be neither of them."""
    return Called(names[turn - 1], names[2 - turn])


def spoken(text: str, winner: str, loser: str) -> str:
    """A text with both sides called by name; the second time, an opponent is "they"."""
    named = False

    def call(found: re.Match[str]) -> str:
        nonlocal named
        side, owns, verb = found.groups()
        name = winner if side == "winner" else loser
        if name == OPPONENT:
            name, named = ("they" if named else name), True
        plural = name in (YOU, "they")
        if owns:
            said = {YOU: "your", "they": "their"}.get(name, f"{name}'s")
        else:
            said = name if verb is None else f"{name} {_base(verb) if plural else verb}"
        starts = found.start() == 0 or text[: found.start()].endswith(". ")
        return f"{said[0].upper()}{said[1:]}" if starts else said

    return _SIDE.sub(call, text)


def _base(verb: str) -> str:
    return _BASES.get(verb, verb.removesuffix("s"))


def fits(text: str) -> bool:
    """Whether a text is short enough, its lines filled word by word."""
    lines, left = 1, WIDTH + 1
    for word in text.split(" "):
        left -= len(word) + 1
        if left < 0:
            lines, left = lines + 1, WIDTH - len(word)
    return lines <= LINES


def fit(lead: str, ways: Ways, winner: str, loser: str) -> str:
    """The first way that fits after what leads to it; else the last."""
    said = spoken(lead, winner, loser)
    for way in ways:
        said = spoken(f"{lead}{way}.", winner, loser)
        if fits(said):
            break
    return said


def series(words: Sequence[object], conjunction: str = "and") -> str:
    """Words in a row: "a", "a and b", "a, b and c"."""
    *most, last = map(str, words)
    return f"{', '.join(most)} {conjunction} {last}" if most else last


def in_turn(replies: Iterable[tuple[int, int]]) -> str:
    """Picks and what answers each: "if they pick 1, you pick 5; if 2, you pick 4"."""
    (n, reply), *more = replies
    others = "".join(f"; if {m}, <winner picks> {answer}" for m, answer in more)
    return f"if <loser picks> {n}, <winner picks> {reply}{others}"


def counted(count: int, noun: str) -> str:
    """So many of something: "1 stretch", "3 groups"."""
    plural = f"{noun}es" if noun.endswith("ch") else f"{noun}s"
    return f"{count:,} {noun if count == 1 else plural}"
