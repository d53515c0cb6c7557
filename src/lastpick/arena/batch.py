"""What a worker does: play some games of a tournament and hand back their lines."""

from __future__ import annotations

from time import monotonic

from .. import __version__
from ..errors import ArenaError
from ..players import open_player
from ..players.child import end_all
from ..players.player import Player
from ..workers import Job
from .one_game import play
from .tournament import Tournament, read_tournament

_open: set[Player] = set()  # the players of all batches in this process
_kept: dict[tuple[str, str | None, int], Player] = {}  # those that wait for the next batch


def play_batch(
    line: str,
    log: str | None,
    numbers: tuple[int, ...],
    seconds: float,
    version: str,
    keep: bool = False,
) -> list[str]:
    """Play these games in turn, at least one, and stop after so many seconds.

    What a slow batch leaves is handed out anew, so results come in steadily whatever a
    game takes. A player from outside is started once and serves the whole batch; to keep it
    for the next one is for processes that play one batch at a time and end with the
    tournament.
    """
    if version != __version__:
        raise ArenaError(f"a worker runs lastpick {__version__}, and this is {version}")
    tournament = read_tournament(line)
    seats: dict[int, Player] = {}
    lines = []
    end = monotonic() + seconds
    try:
        for number in numbers:
            pairing = tournament.pairing(number)
            for player in (pairing.first, pairing.second):
                if player not in seats:
                    kept = _kept.pop((line, log, player), None)
                    seats[player] = kept or _opened(tournament, log, player)
            both = (seats[pairing.first], seats[pairing.second])
            lines.append(play(tournament, number, both).line(tournament))
            if monotonic() > end:
                break
    except BaseException:
        keep = False
        raise
    finally:
        for player, seat in seats.items():
            if keep:
                _kept[line, log, player] = seat
            else:
                seat.close()
                _open.discard(seat)
    return lines


def leave() -> None:
    """Close every player of this process, which is about to end, maybe in the middle of a game."""
    for seat in list(_open):
        try:
            seat.close()
        except Exception:  # noqa: S110, BLE001, RUF100 - it is about to end, whatever happens
            pass
    end_all()  # those too that have not yet said hello


JOB = Job("play", "games", "nothing that was played is lost", leave)


def _opened(tournament: Tournament, log: str | None, player: int) -> Player:
    seat = open_player(tournament.players[player].name, tournament.options._replace(log=log))
    _open.add(seat)
    return seat
