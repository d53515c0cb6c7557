"""The board as data: what each number is, for whoever draws it.

A number is *gone* with the pick that removed it (a picked number with its own, and so the one that
the game started from), *legal* if it may be picked now, and else *open*. Player 1 made the first,
third, fifth pick, and so on, unless a turn was forfeited: a played game knows who made which.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from ..catalog import Book
from ..catalog.situation import stuck, task
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


LEGAL, OPEN, PICKED, REMOVED, START = "legal", "open", "picked", "removed", "start"


class Tile(NamedTuple):
    """What a number of the pool is."""

    kind: str  # LEGAL, OPEN, PICKED, REMOVED, or START: where the game began
    seat: int = 0  # of a picked or removed number, whose pick took it
    place: int = 0  # of a picked number, which pick it was, from 1
    by: int | None = None  # of a removed number, the pick that took it, if a pick did
    last: bool = False  # whether it is the last pick, or what counts as it


class Tiles:
    """What each number of the pool is in a position.

    `makers` are the seats that made the picks, if they did not alternate.
    """

    def __init__(
        self, position: Position, makers: Sequence[int] | None = None, over: bool = False
    ) -> None:
        self.position = position
        self.numbers = position.game.numbers
        self._gone = gone(position)
        self._legal = 0 if over else position.choices
        picks = position.picks
        makers = [1 + i % 2 for i in range(len(picks))] if makers is None else makers
        self._picked = {
            n: Tile(PICKED, seat, place, last=place == len(picks))
            for place, (n, seat) in enumerate(zip(picks, makers, strict=True), 1)
        }

    @property
    def legal(self) -> tuple[int, ...]:
        """The numbers that may be picked now, ascending."""
        return self.numbers.decode(self._legal)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of tiles that there are."""
        taken = {n: by for n, by in self._gone.items() if n not in self._picked}
        found = {START if by == n else REMOVED for n, by in taken.items()}
        if self._picked:
            found.add(PICKED)
        if self._legal:
            found.add(LEGAL)
        if self.position.bits & ~self._legal:
            found.add(OPEN)
        return frozenset(found)

    def __getitem__(self, n: int) -> Tile:
        if tile := self._picked.get(n):
            return tile
        at = n - self.numbers.first
        if self.position.bits >> at & 1:
            return Tile(LEGAL if self._legal >> at & 1 else OPEN)
        by, last = self._gone.get(n), n == self.position.last
        if by == n:
            return Tile(START, last=last)
        return Tile(REMOVED, self._picked[by].seat if by in self._picked else 0, by=by, last=last)


def drawn(tiles: Tiles) -> list[str]:
    """The board in rows of characters: [n] may be picked, (n) was picked last, a dot is gone."""
    numbers = tiles.numbers
    width = len(str(numbers.last)) + 3
    cells = []
    for n in range(numbers.first, numbers.last + 1):
        tile = tiles[n]
        if tile.kind == LEGAL:
            cell = f"[{n}]"
        elif tile.last:
            cell = f"({n})"
        else:
            cell = f" {n} " if tile.kind == OPEN else " . "
        cells.append(cell.rjust(width))
    columns = columns_for(numbers.size)
    return ["".join(cells[i : i + columns]).rstrip() for i in range(0, len(cells), columns)]


def columns_for(size: int) -> int:
    """How many numbers of a pool of that size stand in a row."""
    return 10 if size <= 100 else 20


class Preview(NamedTuple):
    """What a legal pick would do."""

    removes: tuple[int, ...]  # what would go with it, itself left out
    answers: tuple[int, ...]  # what could be picked next
    limited: bool  # whether that is less than all that would be left


def preview(position: Position, n: int) -> Preview:
    """What a legal pick would take along, and what could answer it."""
    removes = tuple(m for m in position.removal(n) if m != n)
    after = position.pick(n)
    return Preview(removes, after.legal, after.choices != after.bits)


def board(position: Position, gone: dict[int, int], over: bool = False) -> dict[str, Any]:
    """What a board shows: picks, what is legal, what each would remove, and what is gone.

    `last` is the last pick; before the first one the number that the game starts from, or None.
    `task` says what is to be picked, and `stuck` why nothing can be any more.
    """
    legal = () if over else position.legal
    return {
        "start": position.game.start_from,
        "picks": list(position.picks),
        "last": position.last,
        "last_pick": position.game.last_pick,
        "legal": list(legal),
        "removes": {n: list(position.removal(n)) for n in legal},
        "gone": gone,
        "task": None if over or not position.choices else task(position),
        "stuck": None if position.choices else stuck(position),
    }


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
