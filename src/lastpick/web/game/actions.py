"""What a player's call does to a game: the events that it adds, or why it may not."""

from __future__ import annotations

from typing import NamedTuple

from ...errors import GameOver, RecordError
from ...record import LEFT, RESIGN, TIMEOUT, UNDO
from ..errors import Forbidden
from .entry import ASK, DECLINE, PICK, REMATCH
from .game_log import GameLog
from .terms import PERSON

_MOST_EVENTS = 2_000  # a log is replayed now and then, so it must not grow for ever


class NewEntry(NamedTuple):
    """An entry of the log to be: whose doing, and what."""

    seat: int
    kind: str
    pick: int | None = None


def pick(table: GameLog, seat: int, n: int) -> list[NewEntry]:
    _running(table)
    if table.play.turn != seat:
        raise Forbidden(f"it is player {table.play.turn}'s turn, and this token is player {seat}'s")
    table.play.position.pick(n)
    return [NewEntry(seat, PICK, n)]


def resign(table: GameLog, seat: int) -> list[NewEntry]:
    _running(table)
    return [NewEntry(seat, RESIGN)]


def takeback(table: GameLog, seat: int, agree: bool) -> list[NewEntry]:
    _running(table)
    if table.version >= _MOST_EVENTS:
        raise RecordError("too much has been taken back in this game; go on, or start another")
    asker = table.takeback
    if not agree:
        if asker is None:
            raise RecordError("nobody has asked to take a pick back")
        return [NewEntry(seat, DECLINE)]
    if asker is not None and asker != seat:
        return [NewEntry(seat, UNDO)] * _reach(table, asker)
    undo = [NewEntry(seat, UNDO)] * _reach(table, seat)
    if table.terms.shared or table.terms.seats[2 - seat] != PERSON:
        return undo
    if asker == seat:
        raise RecordError("you have already asked; the other player has not answered yet")
    return [NewEntry(seat, ASK)]


def _reach(table: GameLog, seat: int) -> int:
    """How many picks go when this seat takes its last one back: with the answer to it, two."""
    count = 1 if table.terms.shared or table.play.turn != seat else 2
    if len(table.play.moves) < count:
        raise RecordError("you have not picked anything yet")
    return count


def claim(
    table: GameLog, seat: int, now: float, away: float | None, patience: float
) -> list[NewEntry]:
    """`away` is for how long the other player has not been heard; None: has never come."""
    _running(table)
    other = table.play.turn
    left = table.out_of_time(now)
    if left is not None and left <= 0:
        return [NewEntry(other, TIMEOUT)]
    if other == seat:
        raise Forbidden("it is your turn: there is nothing to claim")
    if table.terms.shared or table.terms.seats[other - 1] != PERSON:
        raise RecordError("the other player cannot have left")
    if away is None:
        raise RecordError("nobody has taken the other seat yet; send the invitation once more")
    if away < patience:
        raise RecordError(
            f"player {other} was here {away:.0f} seconds ago;"
            f" the game can be claimed after {patience:.0f}"
        )
    return [NewEntry(other, LEFT)]


def rematch(table: GameLog, seat: int) -> tuple[list[NewEntry], bool]:
    """What is added, and whether both want it now."""
    if not table.play.outcome:
        raise RecordError("the game is not over yet")
    other = 3 - seat
    agreed = table.terms.shared or table.terms.seats[other - 1] != PERSON or other in table.rematch
    if seat in table.rematch and not agreed:
        return [], False
    return [NewEntry(seat, REMATCH)], agreed


def _running(table: GameLog) -> None:
    if outcome := table.play.outcome:
        raise GameOver(f"the game is over: player {outcome.winner} won ({outcome.reason})")
