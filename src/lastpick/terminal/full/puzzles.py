"""Puzzles: which game, which numbers, and how hard."""

from __future__ import annotations

from collections.abc import Sequence

from ...coach.puzzle_log import PuzzleLog
from ...coach.puzzles import LEVELS
from .app import of
from .form import Field
from .new_game import GameForm
from .puzzle_screen import DailyScreen, PuzzleScreen, stars

__all__ = ["DailyScreen", "PuzzleScreen", "Puzzles"]

_ANY = "any"


class Puzzles(GameForm):
    """What kind of puzzles; each has exactly one pick that wins."""

    NAME = "Puzzles: find the one pick that wins"

    def __init__(self, game: str | None = None) -> None:
        super().__init__(game, level=_ANY)

    def on_mount(self) -> None:
        self._so_far = ""
        super().on_mount()

    def on_screen_resume(self) -> None:
        found = PuzzleLog(of(self).complain).summary()
        told = f"{found.solved} of {found.tried} solved, {found.at_once} on the first try."
        self._so_far = f"So far: {told}" if found.tried else ""
        self._fill()

    def fields(self) -> Sequence[Field]:
        levels = {_ANY: "any"} | {str(level): stars(level) for level in LEVELS}
        about = f"How hard the winning pick is to see. {self._so_far}"
        return [
            self.game_field(),
            self.numbers_field(),
            Field("level", "How hard", levels, about.strip()),
        ]

    def go(self) -> None:
        level = self.values["level"]
        self.app.push_screen(PuzzleScreen(self.book(), None if level == _ANY else int(level)))
