"""A small board on which two bots play one game after the other, to show what the games are."""

from __future__ import annotations

from random import Random

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from ...catalog import Book, open_book
from ...catalog.situation import task
from ...record import Tiles
from .board import Board
from .look import SIGNS, Face

_PACE = 1.5  # seconds from a pick to the next
_REST = 3  # of these after the end of a game


class DemoBoard(Board, can_focus=False):
    """A board that is only looked at: it has no cursor."""

    def _face(self, n: int) -> Face:
        return super()._face(n)._replace(cursor=False)

    def _previewed(self, n: int) -> dict[int, str]:  # noqa: ARG002
        return {}


class Demo(Vertical):
    """Two bots that pick at random, on the smallest pool that a game's file offers.

    A game is shown from its middle on, where the tiles tell most; without animations that is all.
    """

    DEFAULT_CSS = """
    Demo DemoBoard { height: 1fr; }
    Demo #caption { height: 3; color: $quiet; text-align: center; }
    """

    def compose(self) -> ComposeResult:
        yield DemoBoard()
        yield Static(id="caption", markup=False)

    def on_mount(self) -> None:
        self.at = 0  # how many picks are shown
        self.moves = False
        self._timer = self.set_interval(_PACE, self._tick, pause=True)

    def play(self, book: Book) -> None:
        """Show games of this book from now on."""
        pool = book.pools[0] if book.pools else None
        self._game = open_book(book.game.name, pool).game
        self._seed = 0
        self._begin()
        self.at = len(self._picks) // 2
        self._show()

    def move(self, moves: bool) -> None:
        """Go on, or stand still because nobody sees it."""
        self.moves = moves and self.app.animation_level != "none"
        if self.moves:
            self._timer.resume()
        else:
            self._timer.pause()

    def _begin(self) -> None:
        self._picks = self._game.start().playout(Random(self._seed)).picks
        self.at = 0

    def _tick(self) -> None:
        if self.app.app_focus:
            self.step()

    def step(self) -> None:
        """The next pick; after the end, and a moment to see it, the next game."""
        self.at += 1
        if self.at > len(self._picks) + _REST:
            self._seed += 1
            self._begin()
        self._show()

    def _show(self) -> None:
        position = self._game.play(self._picks[: self.at])
        over = not position.choices
        self.query_one(DemoBoard).show(Tiles(position), turn=position.turn, active=not over)
        seat, sign = position.turn, SIGNS[f"p{position.turn}"]
        if outcome := position.outcome:
            said = f"cannot pick.\nPlayer {outcome.winner} wins!"
        else:
            said = f"is to move.\n{task(position)}"
        self.query_one("#caption", Static).update(f"{sign} Player {seat} {said}")
