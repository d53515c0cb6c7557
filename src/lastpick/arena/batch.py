"""What a worker does: play some games of a tournament and hand back their lines."""

from __future__ import annotations

from time import monotonic

from .. import __version__
from ..errors import ArenaError
from ..players import open_player
from ..players.seat import Seat
from .schedule import Tournament, read_tournament
from .table import play

_open: set[Seat] = set()  # the players of all batches in this process


def play_batch(
    line: str, log: str | None, numbers: tuple[int, ...], seconds: float, version: str
) -> list[str]:
    """Play these games in turn, at least one, and stop after so many seconds.

    What a slow batch leaves is handed out anew, so results come in steadily whatever a
    game takes. A player from outside is started once and serves the whole batch.
    """
    if version != __version__:
        raise ArenaError(f"a worker runs lastpick {__version__}, and this is {version}")
    tournament = read_tournament(line)
    seats: dict[int, Seat] = {}
    lines = []
    end = monotonic() + seconds
    try:
        for number in numbers:
            pairing = tournament.pairing(number)
            both = [_seat(tournament, log, seats, pairing.player(seat)) for seat in (1, 2)]
            lines.append(play(tournament, number, both).line(tournament))
            if monotonic() > end:
                break
    finally:
        for seat in seats.values():
            seat.close()
            _open.discard(seat)
    return lines


def close_players() -> None:
    """Close every player of this process, which is about to end in the middle of a game."""
    for seat in list(_open):
        try:
            seat.close()
        except Exception:  # noqa: S110, BLE001, RUF100 - it is about to end, whatever happens
            pass


def _seat(tournament: Tournament, log: str | None, seats: dict[int, Seat], player: int) -> Seat:
    if player not in seats:
        options = tournament.options._replace(log=log)
        seats[player] = open_player(tournament.players[player].name, options)
        _open.add(seats[player])
    return seats[player]
