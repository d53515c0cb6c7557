"""The board as data: what each number is, for whoever draws it.

A number is *gone* with the pick that removed it (a picked number with its own, and so the one that
the game started from), *legal* if it may be picked now, and else *open*. Player 1 made the first,
third, fifth pick, and so on.
"""

from __future__ import annotations

from typing import Any

from ..catalog import Book
from ..game import Position

CARD = 14  # numbers on a card's picture
_CHOICE = 2  # numbers to pick that a card should show


def gone(position: Position) -> dict[int, int]:
    """Each number that has left the pool, and the pick that removed it.

    The number that the game started from went with itself.
    """
    before = position.game.start()
    found = dict.fromkeys(before.gone, before.last) if before.last is not None else {}
    for n in position.picks:
        found |= dict.fromkeys(before.removal(n), n)
        before = before.pick_unchecked(n)
    return found


def board(position: Position, gone: dict[int, int], over: bool = False) -> dict[str, Any]:
    """What a board shows: picks, what is legal, what each would remove, and what is gone.

    `last` is the last pick; before the first one the number that the game starts from, or None.
    """
    legal = () if over else position.legal
    return {
        "start": position.game.start_from,
        "picks": list(position.picks),
        "last": position.last,
        "last_pick": position.game.last_pick,
        "legal": list(legal),
        "removes": {n: _removal(position, n) for n in legal},
        "gone": gone,
    }


def _removal(position: Position, n: int) -> list[int]:
    """What a pick would remove: bit by bit, since mostly few go, and a large board asks often."""
    keep, _ = position.game.move(n)
    bits, first, found = position.bits & ~keep, position.game.numbers.first, []
    while bits:
        lowest = bits & -bits
        found.append(first + lowest.bit_length() - 1)
        bits ^= lowest
    return found


# --- a game's card --------------------------------------------------------------------------------


def card(book: Book) -> dict[str, Any]:
    """A small picture of the game: a few numbers in a row, in the middle of its own example.

    It shows the last pick and something to pick next. Where the position half-way through the
    example shows too little of that, an earlier one is taken; without an example, the start.
    """
    position = max(reversed(_first_half(book)), key=_shown)
    window = _window(position)
    return {
        "first": window[0],
        "last": window[-1],
        "picks": list(position.picks),
        "legal": _legal(position, window),
        "gone": {n: by for n, by in gone(position).items() if n in window},
    }


def _first_half(book: Book) -> list[Position]:
    """The start, and the positions of the example up to its middle, as far as it fits the pool."""
    position = book.game.start()
    found = [position]
    for n in book.example[: (len(book.example) + 1) // 2]:
        if n not in position.legal:
            break
        position = position.pick_unchecked(n)
        found.append(position)
    return found


def _shown(position: Position) -> tuple[bool, bool, int, bool]:
    """How much a picture of the position would show, to be compared."""
    window = _window(position)
    to_pick = len(_legal(position, window))
    at_the_start = window[0] == position.game.numbers.first
    return to_pick > 0, position.last in position.game.numbers, min(to_pick, _CHOICE), at_the_start


def _legal(position: Position, window: range) -> list[int]:
    return [n for n in position.legal if n in window]


def _window(position: Position) -> range:
    """As many numbers as a card shows: those around the last number, or the first opening."""
    pool = position.game.numbers
    focus = position.last
    if focus is None or focus not in pool:
        focus = next(iter(position.legal), pool.first)
    first = min(focus - (focus - pool.first) % CARD, max(pool.first, pool.last - CARD + 1))
    return range(first, min(first + CARD, pool.last + 1))
