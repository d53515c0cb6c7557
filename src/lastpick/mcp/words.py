"""What an assistant is told in words, besides the data."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

from ..catalog import names, open_book
from ..catalog.rules import ending
from ..catalog.situation import task
from ..game import Position
from ..journal import LEFT_OUT, NUMBERED, Saved
from ..record import ENDINGS, Match, Tiles, doing
from ..record.board import drawn
from ..terminal.entries import VALID
from ..terminal.screen import Screen
from ..terminal.start import describe
from .games import Seen

_LARGEST_BOARD = 200  # numbers that are drawn; of more, only those are told that may be picked
_LONGEST = 30  # entries of a list of numbers


def shown(show: Callable[[Screen], object]) -> str:
    """What a command would show at a terminal."""
    target = io.StringIO()
    show(Screen(io.StringIO(), target))
    return target.getvalue().strip("\n")


def games(unfinished: Sequence[Saved], damaged: Sequence[str], opponents: Sequence[str]) -> str:
    """The shipped games, and those that are not over."""
    lines = ["Games:"]
    for name in names():
        book = open_book(name)
        lines.append(f"- {name}: {book.title}, {book.game.numbers}. {book.summary}")
    lines += ["", f"Opponents: {', '.join(opponents)}.", ""]
    if unfinished:
        lines.append("Games to go on with, by their id:")
        lines += [f"- {saved.name}: {describe(saved)}" for saved in unfinished]
    else:
        lines.append("There is no game to go on with; new_game begins one.")
    lines += [f"{error}; {LEFT_OUT}" for error in damaged]
    return "\n".join(lines)


def state(seen: Seen) -> str:
    """What has happened, whose turn it is, and the board."""
    match, book = seen.match, seen.book
    play = match.play
    one, two = match.seats()
    lines = [*seen.happened, ""] if seen.happened else []
    lines.append(f"{book.title} {book.game.numbers}, id {seen.name}")
    if (one.name, two.name) != NUMBERED:
        lines.append(f"Player 1: {one.name}. Player 2: {two.name}.")
    if match.best_of > 1:
        (a, b), (won, lost) = match.people, match.score
        lines.append(
            f"Game {match.number}, best of {match.best_of}: {a.name} {won}, {b.name} {lost}."
        )
    picks = ", ".join("pass" if move is None else str(move) for move in play.moves)
    lines.append(f"Picks so far: {picks or 'none'}.")
    lines.append(over(match) if play.outcome else _turn(match))
    if not seen.free:
        lines.append("Another program is playing this game right now.")
    return "\n".join([*lines, *_board(match)])


def _turn(match: Match) -> str:
    play = match.play
    who = match.seats()[play.turn - 1]
    says = "The bot has not answered yet; position lets it." if who.bot else task(play.position)
    return f"{doing(who.name, 'is')} to pick. {says} {_valid(play.position)}"


def _valid(position: Position) -> str:
    return f"Valid: {VALID.text(position.legal, longest=_LONGEST)}."


def over(match: Match) -> str:
    """Who has won, and why."""
    play = match.play
    outcome = play.outcome
    if outcome is None:
        return ""
    seats = match.seats()
    winner, loser = seats[outcome.winner - 1].name, seats[2 - outcome.winner].name
    if play.ending:
        return f"{doing(winner, 'wins')}: {loser} {ENDINGS[play.ending].happened}."
    return f"{play.stuck} {doing(winner, 'wins')}, as {ending(play.game)}."


def _board(match: Match) -> list[str]:
    play = match.play
    if play.game.numbers.size > _LARGEST_BOARD:
        return []
    tiles = Tiles(play.position, play.makers, over=play.outcome is not None)
    legend = "" if play.outcome else "[n] may be picked, "
    return ["", "```", *drawn(tiles), "```", f"Key: {legend}(n) was picked last, a dot is gone."]
