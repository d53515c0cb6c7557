"""Picking alone: the board after some picks, and how far one could get."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from ...catalog import Book
from ...catalog.families import families
from ...catalog.rules import solo_line
from ...coach import solo_words as words
from ...coach.longest import Longest, best, best_after
from ...coach.solo_sheet import pools as sheet_pools
from ...errors import BudgetError, IllegalPick
from ...game import Position
from ...oracle import Budget
from ...oracle.budget import NO_DEADLINE
from ...oracle.reach import reachable
from ...record import board, gone
from ...relations import Numbers
from .questions import MOST_NUMBERS, Source, open_source

_MOST_BESTS = 200


@cache
def solo_games() -> dict[str, Any]:
    """What can be picked alone: a game of each set of rules, and how far one can get."""
    chains_first = sorted(families(), key=lambda family: family.books[0].game.follows.trivial)
    return {"games": [_about(*family.books) for family in chains_first]}


def _about(book: Book, *others: Book) -> dict[str, Any]:
    pools = {str(game.numbers): best(game) for game in sheet_pools(book)}
    for other in others:  # other names and other pools for the same
        pools |= {str(game.numbers): best(game) for game in sheet_pools(other)}
    return {
        "name": book.game.name,
        "title": book.title,
        "also": [other.title for other in others],
        "rule": solo_line(book),
        "pools": [
            {"numbers": numbers, **_told(known, words.aim(known))}
            for numbers, known in sorted(pools.items(), key=lambda pool: _size(pool[0]))
        ],
    }


def _size(numbers: str) -> tuple[int, int]:
    pool = Numbers.parse(numbers)
    return pool.size, pool.first


def solo_board(source: Source, picks: Sequence[int], pick: int | None) -> dict[str, Any]:
    """The board after these picks and one more, if the rules allow that one.

    Quick, and about shipped games only: the server answers it itself.
    """
    book = open_source(source)
    position, refused, also = book.game.play(picks), "", ""
    if pick is not None:
        try:
            after = position.pick(pick)
            others = [n for n in position.removal(pick) if n != pick]
            also = f"Also gone: {book.wording.list('others', others)}" if others else ""
            position = after
        except IllegalPick as error:
            reason = str(error)
            refused = f"{reason[0].upper()}{reason[1:]}."
    count, over = len(position.picks), not position.choices
    lost = [] if over else _lost(position)
    return {
        "game": book.game.name,
        "title": book.title,
        "rule": solo_line(book),
        "rules": book.rules,
        "numbers": str(book.game.numbers),
        **board(position, gone(position)),
        "over": over,
        "refused": refused,
        "text": f"{words.NOTHING_LEFT} {words.picks(count)}." if over else words.so_far(count),
        "also_gone": also,
        "lost": lost,
        "lost_text": words.out_of_reach(lost),
    }


def _lost(position: Position) -> list[int]:
    """The numbers that are left and that no picks from here can come to."""
    reached = reachable(position, NO_DEADLINE, MOST_NUMBERS)
    return list(position.game.numbers.decode(position.bits & ~reached))


def solo_best(source: Source, *, budget: Budget) -> dict[str, Any]:
    """How many picks there can be in all."""
    known = _best(source, budget)
    return _told(known, words.aim(known))


def solo_outlook(source: Source, picks: Sequence[int], *, budget: Budget) -> dict[str, Any]:
    """How far one can still get; at the end, how near to the best one came."""
    position = open_source(source).game.play(picks)
    if not position.choices:
        known = words.best_of(_best(source, budget), position.picks)
        return _told(known, words.judged(len(picks), known))
    found = best_after(position, budget)
    return _told(found, words.still(found))


def _told(known: Longest, text: str) -> dict[str, Any]:
    """Only how many: the picks themselves would spoil it."""
    return {
        "length": known.length,
        "at_most": known.at_most,
        "proved": known.proved,
        "text": text,
    }


_bests: dict[Source, Longest] = {}


def _best(source: Source, budget: Budget) -> Longest:
    """The longest game, looked for once."""
    if source not in _bests:
        game = open_source(source).game
        try:
            found = best(game, budget)
        except BudgetError:  # there was no time for even one game
            found = Longest((), game.numbers.size)
        while len(_bests) >= _MOST_BESTS:
            del _bests[next(iter(_bests))]
        _bests[source] = found
    return _bests[source]


OF_THE_ORACLE = {function.__name__: function for function in (solo_best, solo_outlook)}
