"""A game's balance, shown: a line for each pool, the changes, and advice."""

from __future__ import annotations

from functools import partial

from ..catalog import Book
from ..coach.balance import (
    Balance,
    Size,
    advice,
    balance,
    change_in_words,
    swap_in_words,
    verdict_in_words,
)
from .patience import Patience
from .screen import NARROWEST, Screen

_LONGEST_BAR = 10


def read_balance(book: Book, patience: Patience) -> Balance:
    """Measure a game, with a bar if it takes long."""
    return balance(book.game, partial(patience.bar, "pools"), patience.budget)


def show_balance(screen: Screen, book: Book, found: Balance) -> None:
    screen.say(f"{book.title}: openings that win", "bold")
    for line in table(found.sizes):
        screen.say(line)
    if found.left_out:
        screen.say(left_out(found.left_out), "bad")
    screen.say(f"\n{verdict_in_words(book.title, found.now)}", "bold")
    if found.changes:
        screen.say("\nSmall changes, nearest to a half first:")
    for change in found.of_each_kind:
        screen.say(f"- {change_in_words(change)}")
    if found.now.share is not None:
        screen.say(swap_in_words(found.now))
    screen.say(f"\n{advice(book.title, found)}", "good")


def table(sizes: tuple[Size, ...]) -> list[str]:
    """A line for each pool: who wins, the winning openings, and their share as a bar."""
    counts = [_count(size) for size in sizes]
    pool = max(len(str(size.numbers)) for size in sizes)
    wide = max(map(len, counts))
    bar = min(_LONGEST_BAR, NARROWEST - pool - wide - 18)
    lines = []
    for size, count in zip(sizes, counts, strict=True):
        who = "unknown" if size.wins is None else "Player 1" if size.wins else "Player 2"
        line = f"{size.numbers!s:>{pool}} {who:8} {count:>{wide}}"
        if size.share is not None:
            full = round(bar * size.share)
            line += f" {float(size.share):4.0%} {'#' * full}{'.' * (bar - full)}"
        lines.append(line.rstrip())
    return lines


def left_out(pools: tuple[str, ...]) -> str:
    """What there was no time for."""
    many = f"{len(pools)} pools" if len(pools) > 1 else "one pool"
    shown = ", ".join(pools[:3]) + ", ..." * (len(pools) > 3)
    return f"Left out, because the time was up: {many} ({shown})."


def _count(size: Size) -> str:
    return "?" if size.wins is None else f"{len(size.winning)}/{len(size.openings)}"
