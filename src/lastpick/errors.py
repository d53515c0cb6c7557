"""Every error a user can meet, each saying in one line what was wrong.

LastpickError (ValueError)
+-- NumbersError       a pool such as "20-1" or "1-9999999"
+-- ExpressionError    a relation that cannot be read, or would take too long
+-- CatalogError       a game that does not exist, a game file that is wrong
+-- LessonError        a lesson that does not exist, a lesson file that is wrong
+-- RecordError        a record that cannot be read, or breaks the rules
+-- JournalError       a saved game that cannot be read or written
+-- PlayerError        a player that does not exist
+-- BudgetError        a question whose answer would take too long
+-- PlotError          a picture that cannot be drawn on this machine
+-- ServeError         a server that cannot start, or cannot keep its games
+-- OnlineError        a server that cannot be reached, or does not let somebody play
+-- WorkersError       workers that cannot be had, or have died
+-- ArenaError         a tournament that cannot be run, or a results file that cannot be used
+-- EnvError           an environment that cannot be made, or is asked for what it cannot do
+-- IllegalPick        a pick that the rules refuse
    +-- OutOfRange     the number was never in the pool
    +-- AlreadyGone    it was picked, or another pick removed it
    +-- NotRelated     it may not follow the last pick
    +-- NotAnOpening   it may not be the first pick
    +-- GameOver       nobody picks any more
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, without the time that importing it takes
if TYPE_CHECKING:
    from collections.abc import Iterable


def meant(said: str, known: Iterable[str]) -> str:
    """What was probably meant, to be added to what was wrong; nothing if nothing is near."""
    from difflib import get_close_matches

    close = get_close_matches(said[:60], known, 1)
    return f"; did you mean {close[0]}?" if close else ""


class LastpickError(ValueError):
    """What was wrong, in one line."""


class NumbersError(LastpickError):
    """A pool that cannot be played on."""


class ExpressionError(LastpickError):
    """A relation that cannot be read, or would take too long."""


class CatalogError(LastpickError):
    """A game that does not exist, or a game file that is wrong."""


class LessonError(LastpickError):
    """A lesson that does not exist, or a lesson file that is wrong."""


class RecordError(LastpickError):
    """A record that cannot be read, or that breaks the rules of its game."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason if line is None else f"line {line}: {reason}")
        self.reason = reason
        self.line = line


class JournalError(LastpickError):
    """A saved game that cannot be read or written."""


class PlayerError(LastpickError):
    """A player that does not exist."""


class BudgetError(LastpickError):
    """A question whose answer would take too long, or too much memory."""


class PlotError(LastpickError):
    """A picture that cannot be drawn on this machine."""


class ServeError(LastpickError):
    """A server that cannot start, or cannot keep its games."""


class OnlineError(LastpickError):
    """A server that cannot be reached, or does not let somebody play."""


class EnvError(LastpickError):
    """An environment that cannot be made, or is asked for what it cannot do."""


class WorkersError(LastpickError):
    """Workers that cannot be had, have died, or could not do their work."""


class ArenaError(LastpickError):
    """A tournament that cannot be run, or a results file that cannot be used."""


class IllegalPick(LastpickError):
    """A pick that the rules refuse."""


class OutOfRange(IllegalPick):
    """The number was never in the pool."""


class AlreadyGone(IllegalPick):
    """The number was picked before, or another pick removed it."""


class NotRelated(IllegalPick):
    """The number may not follow the last pick."""


class NotAnOpening(IllegalPick):
    """The number may not be the first pick."""


class GameOver(IllegalPick):
    """The game is over: nobody picks any more."""
