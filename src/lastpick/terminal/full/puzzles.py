"""Puzzles: which game, which numbers, and how hard."""

from __future__ import annotations

from collections.abc import Sequence

from ...catalog import open_book
from ...coach.puzzle_log import PuzzleLog
from ...coach.puzzles import LEVELS
from ..start import check_playable
from .app import of
from .form import Field, FormScreen
from .new_game import first_game, games
from .puzzle_screen import DailyScreen, PuzzleScreen, stars

__all__ = ["DailyScreen", "PuzzleScreen", "Puzzles"]

_ANY = "any"


class Puzzles(FormScreen):
    """What kind of puzzles; each has exactly one pick that wins."""

    NAME = "Puzzles: find the one pick that wins"

    def __init__(self, game: str | None = None) -> None:
        super().__init__({"game": game or first_game(), "numbers": "", "level": _ANY})
        self._games = games(game)

    def on_mount(self) -> None:
        self._so_far = ""
        super().on_mount()

    def on_screen_resume(self) -> None:
        found = PuzzleLog(of(self).complain).summary()
        told = f"{found.solved} of {found.tried} solved, {found.at_once} on the first try."
        self._so_far = f"So far: {told}" if found.tried else ""
        self._fill()

    def fields(self) -> Sequence[Field]:
        book = open_book(self.values["game"])
        pool = f"{book.game.numbers}"
        levels = {_ANY: "any"} | {str(level): stars(level) for level in LEVELS}
        about = f"How hard the winning pick is to see. {self._so_far}"
        return [
            Field("game", "Game", self._games, book.summary),
            Field("numbers", "Numbers", None, f"The pool, such as {pool} or 1-50.", pool),
            Field("level", "How hard", levels, about.strip()),
        ]

    def changed(self, key: str, /) -> None:
        if key == "game":
            self.values["numbers"] = ""

    def go(self) -> None:
        book = open_book(self.values["game"], self.values["numbers"] or None)
        check_playable(book)
        level = self.values["level"]
        self.app.push_screen(PuzzleScreen(book, None if level == _ANY else int(level)))
