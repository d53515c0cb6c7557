"""A class sheet for one: how many picks can you make alone, on one pool and on larger ones?"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ..catalog import Book
from ..catalog.rules import solo_line
from ..game import Game
from ..relations import Numbers
from .longest import Longest
from .paper import LARGEST_BOARD, board, page

_IN_A_LINE = 14  # numbers written by hand

Task = tuple[Game, Longest]


def pools(book: Book) -> list[Game]:
    """The game on the pools that its file suggests, with a smaller one to begin with."""
    own = [Numbers.parse(pool) for pool in book.pools] or [book.game.numbers]
    smallest = min(own, key=lambda pool: pool.size)
    half = Numbers(smallest.first, smallest.first + max(1, smallest.size // 2) - 1)
    fit = [pool for pool in own if pool.size <= LARGEST_BOARD]
    return [book.game.on(pool) for pool in (half, *fit)]


def solo_sheet(book: Book, tasks: Sequence[Task]) -> str:
    """The page, ready to be printed; each game comes with its longest one."""
    return page(
        f"{book.title} alone: how many picks?",
        [
            f"Pick one number after the other, as many as you can. {solo_line(book)}",
            "Cross out what is gone, and write your picks down in their order. When nothing is"
            " left that you may pick, count them. Try again: is there a longer way?",
        ],
        (_task(n, *task) for n, task in enumerate(tasks, 1)),
        (_answer(n, *task) for n, task in enumerate(tasks, 1)),
    )


def _task(number: int, game: Game, longest: Longest) -> str:
    lines = '<div class="line"></div>' * (1 + -(-longest.length // _IN_A_LINE))
    return (
        f"<h3>{number}. Numbers {escape(str(game.numbers))}</h3>"
        f"{board(game.numbers, game.start().gone)}"
        f"My picks:{lines}"
        '<div class="room">How many? <i></i> My second try: <i></i></div>'
    )


def _answer(number: int, game: Game, longest: Longest) -> str:
    picks = f"{longest.length} pick{'s' * (longest.length != 1)}"
    if longest.proved:
        best = f"The best is {picks}; nobody can make more."
    else:
        best = f"The best known is {picks}; nobody can make more than {longest.at_most}."
    way = ", ".join(map(str, longest.picks))
    return f"<b>{number}. Numbers {escape(str(game.numbers))}.</b> {best} One way: {way}."
