"""What the full screen says of a number, a turn and an end, in one sentence each."""

from __future__ import annotations

from collections.abc import Sequence

from ...catalog import ListStyle
from ...record import Play, Preview, Tiles, doing, preview
from ...record.board import LEGAL, PICKED, REMOVED, START
from ...record.endings import WHY_LOST

_FEW = ListStyle(separator=", ", conjunction="", runs=3, empty="none")
_MOST = 12  # numbers that are listed


def listed(numbers: Sequence[int], most: int = _MOST) -> str:
    """Numbers in a line, the middle of many left out."""
    return _FEW.text(numbers, longest=most)


def about(tiles: Tiles, n: int, labels: tuple[str, str], hide_legal: bool = False) -> str:
    """What a number is, and what picking it would do."""
    if n not in tiles.numbers:
        return ""
    tile = tiles[n]
    if tile.kind == PICKED:
        last = ", the last pick" if tile.last else ""
        return f"{n}: picked by {labels[tile.seat - 1]}, pick {tile.place}{last}."
    if tile.kind == START:
        return f"{n}: the game starts from here."
    if tile.kind == REMOVED:
        return f"{n}: gone with {tile.by}." if tile.by is not None else f"{n}: gone."
    if hide_legal:
        return f"{n}: left."
    if tile.kind == LEGAL:
        return f"{n}: {would(preview(tiles.position, n))}"
    return f"{n}: left, but not to be picked now."


def would(found: Preview) -> str:
    """What a pick would do."""
    said = []
    if found.removes:
        said.append(f"takes {listed(found.removes)} along")
    if not found.answers:
        said.append("nothing could follow it")
    elif found.limited:
        said.append(f"could be followed by {listed(found.answers)}")
    return " and ".join(said) + "." if said else "anything that is left could follow it."


def why_over(play: Play, labels: tuple[str, str], yours: int | None = None) -> str:
    """Who won and why, in one line; to the one person who plays against a bot, as You."""
    outcome = play.outcome
    if outcome is None:
        return ""
    if yours is None:
        said = f"{doing(labels[outcome.winner - 1], 'wins')}!"
    else:
        said = "You win!" if yours == outcome.winner else "You lose."
    if play.game.misere and play.ending is None:
        stuck = _of(labels, outcome.winner, yours)
        return f"{said} {stuck} cannot pick, and that wins here."
    why = WHY_LOST[outcome.reason]
    loser = _of(labels, 3 - outcome.winner, yours)
    return f"{said} {loser} {why.replace('has', 'have', 1) if loser == 'You' else why}."


def _of(labels: tuple[str, str], seat: int, yours: int | None) -> str:
    return "You" if seat == yours else labels[seat - 1]
