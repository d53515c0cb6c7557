"""What the full screen says of a number, a turn and an end, in one sentence each."""

from __future__ import annotations

from collections.abc import Sequence

from ...catalog import ListStyle
from ...record import Play, Preview, Tiles, preview
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
        said.append("nothing could answer it")
    elif found.limited:
        said.append(f"could be answered by {listed(found.answers)}")
    return " and ".join(said) + "." if said else "takes only itself."


def why_over(play: Play, labels: tuple[str, str]) -> str:
    """Who won and why, in one line."""
    outcome = play.outcome
    if outcome is None:
        return ""
    winner, loser = labels[outcome.winner - 1], labels[2 - outcome.winner]
    if play.game.misere and play.ending is None:
        return f"{winner} cannot pick, which wins here. {winner} {wins(winner)}!"
    why = WHY_LOST[outcome.reason]
    if loser == "You":
        why = why.replace("has no", "have no")
    return f"{loser} {why}. {winner} {wins(winner)}!"


def wins(name: str) -> str:
    return "win" if name == "You" else "wins"
