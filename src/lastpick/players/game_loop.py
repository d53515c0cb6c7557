"""The loop that plays a game on, whoever moves."""

from __future__ import annotations

from collections.abc import Callable

from ..game import Position

Mover = Callable[[Position, int], Position | None]  # of a position and its ply; None: no pick


def play_on(position: Position, movers: tuple[Mover, Mover]) -> Position:
    """Where a game ends that is played on from here: nobody can pick, or a mover did not.

    The first mover is player 1. Each gives the position after its pick.
    """
    ply = len(position.picks)
    while position.choices:
        reached = movers[ply % 2](position, ply)
        if reached is None:
            break
        position, ply = reached, ply + 1
    return position
