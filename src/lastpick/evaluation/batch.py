"""What a worker elsewhere does: have a player answer some tasks, and hand back the answers."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import NamedTuple

from .. import __version__
from ..errors import ArenaError
from ..players import open_player
from ..players.player import Options, Player
from .ask import DECISION, Answer, Keep, Known, convert, decide
from .suite import Item

Task = tuple[str, Item]  # DECISION or GAME, and where it begins


class Assignment(NamedTuple):
    """A task, by its place in the order, with the answers that were given in it before."""

    number: int
    task: Task
    known: Known


def answer_batch(
    player: str,
    options: Options,
    seed: int,
    attempts: int,
    parts: Sequence[Assignment],
    seconds: float,
    version: str,
) -> list[list[Answer]]:
    """The answers of these tasks in turn, of at least one; no more is begun after `seconds`."""
    if version != __version__:
        raise ArenaError(f"a worker runs lastpick {__version__}, and this is {version}")
    found: list[list[Answer]] = []
    end = monotonic() + seconds
    seat = open_player(player, options)
    try:
        for part in parts:
            found.append([])
            one(seat, part.task, seed, attempts, part.known, found[-1].append)
            if monotonic() > end:
                break
    finally:
        seat.close()
    return found


def one(player: Player, task: Task, seed: int, attempts: int, known: Known, keep: Keep) -> None:
    """Have a player do one task; each new answer is handed to `keep`.

    A decision may take several attempts; in a game that is played on, one illegal pick loses.
    """
    kind, item = task
    if kind == DECISION:
        keep(decide(player, item, seed, attempts))
    else:
        convert(player, item, seed, known, keep)
