"""What a player's call does to a game: the events that it adds, or why it may not."""

from __future__ import annotations

from typing import NamedTuple

from ...errors import GameOver, RecordError
from ...record import LEFT, RESIGN, TIMEOUT, UNDO, Guess
from ..errors import Forbidden
from .entry import ASK, DECLINE, GUESS, PICK, REMATCH
from .game_state import GameState
from .terms import PERSON

_MOST_EVENTS = 2_000  # a log is read as a whole when its game is opened, and kept while it is


class NewEntry(NamedTuple):
    """An entry of the log to be: whose doing, and what."""

    seat: int
    kind: str
    pick: int | None = None


def pick(log: GameState, seat: int, n: int) -> list[NewEntry]:
    _running(log)
    if log.play.turn != seat:
        raise Forbidden(f"it is player {log.play.turn}'s turn, and this token is player {seat}'s")
    log.play.position.pick(n)
    return [NewEntry(seat, GUESS if isinstance(n, Guess) else PICK, n)]


def resign(log: GameState, seat: int) -> list[NewEntry]:
    _running(log)
    return [NewEntry(seat, RESIGN)]


def takeback(log: GameState, seat: int, agree: bool) -> list[NewEntry]:
    _running(log)
    if log.version >= _MOST_EVENTS:
        raise RecordError("too much has been taken back in this game; go on, or start another")
    asker = log.takeback
    if not agree:
        if asker is None:
            raise RecordError("nobody has asked to take a pick back")
        return [NewEntry(seat, DECLINE)]
    if asker is not None and asker != seat:
        return [NewEntry(seat, UNDO)] * _reach(log, asker)
    undo = [NewEntry(seat, UNDO)] * _reach(log, seat)
    if log.terms.shared or log.terms.seats[2 - seat] != PERSON:
        return undo
    if asker == seat:
        raise RecordError("you have already asked; the other player has not answered yet")
    return [NewEntry(seat, ASK)]


def _reach(log: GameState, seat: int) -> int:
    """How many picks go when this seat takes its last one back: with the answer to it, two."""
    count = 1 if log.terms.shared or log.play.turn != seat else 2
    if len(log.play.moves) - log.play.given < count:
        raise RecordError("you have not picked anything yet")
    return count


def claim(
    log: GameState, seat: int, now: float, away: float | None, patience: float
) -> list[NewEntry]:
    """`away` is for how long the other player has not been heard; None: has never come."""
    _running(log)
    other = log.play.turn
    left = log.time_left(now)
    if left is not None and left <= 0:
        return [NewEntry(other, TIMEOUT)]
    if other == seat:
        raise Forbidden("it is your turn: there is nothing to claim")
    if log.terms.shared or log.terms.seats[other - 1] != PERSON:
        raise RecordError("the other player cannot have left")
    if away is None:
        raise RecordError("nobody has taken the other seat yet; send the invitation once more")
    if away < patience:
        raise RecordError(
            f"player {other} was here {away:.0f} seconds ago;"
            f" the game can be claimed after {patience:.0f}"
        )
    return [NewEntry(other, LEFT)]


def rematch(log: GameState, seat: int) -> tuple[list[NewEntry], bool]:
    """What is added, and whether both want it now."""
    if not log.play.outcome:
        raise RecordError("the game is not over yet")
    other = 3 - seat
    agreed = log.terms.shared or log.terms.seats[other - 1] != PERSON or other in log.rematch
    if seat in log.rematch and not agreed:
        return [], False
    return [NewEntry(seat, REMATCH)], agreed


def _running(log: GameState) -> None:
    if outcome := log.play.outcome:
        raise GameOver(f"the game is over: player {outcome.winner} won ({outcome.reason})")
