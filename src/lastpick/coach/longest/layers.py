"""Where picks remove others: all games at once, one pick more in each layer.

Two positions of a layer with the same numbers that can still be reached and the same choices go
on alike, so one of them is kept. A layer that is too wide keeps those from which most can still
be reached; where none is, what was found is proved.
"""

from __future__ import annotations

from ...oracle import Budget
from ...oracle.reach import Reachable
from ...oracle.wide import members
from .answer import SoFar

_NARROWEST, _WIDEST = 100, 50_000
_SPARE = 4  # times as many positions as a layer keeps may be at hand

Node = tuple[int, "Node | None"]  # the last pick, and those before
Layer = dict[tuple[int, int], Node | None]


class Layers:
    """The positions of a board after each number of picks."""

    def __init__(self, board: Reachable, so_far: SoFar, budget: Budget) -> None:
        self.board = board
        self._so_far = so_far
        self._budget = budget

    def run(self) -> None:
        """Wider and wider, until that proves something, or it takes too much time or room."""
        width = _NARROWEST
        while width <= _WIDEST and not self._over:
            self._look(width)
            width *= _SPARE

    @property
    def _over(self) -> bool:
        return self._so_far.done or self._budget.over

    def _look(self, width: int) -> None:
        layer: Layer = {(self.board.everything, self.board.choices): None}
        picks, whole = 0, True
        while layer:
            found: Layer = {}
            for (left, choices), node in layer.items():
                if self._over:
                    return
                self._go_on(left, choices, node, picks, found)
                if len(found) > width * _SPARE:
                    found, whole = _widest(found, width), False
            if len(found) > width:
                found, whole = _widest(found, width), False
            layer, picks = found, picks + 1
            if whole:
                most = max((left.bit_count() for left, _ in layer), default=0)
                self._so_far.bound(picks + most if layer else 0)

    def _go_on(self, left: int, choices: int, node: Node | None, picks: int, found: Layer) -> None:
        """What can be picked, unless nothing longer than what is known can come of it."""
        board, so_far = self.board, self._so_far
        for i in members(choices):
            kept = left & board.keeps[i]
            after = kept & board.after[i]
            rest = board.reached(kept, after)
            if picks + 1 + rest.bit_count() <= len(so_far.picks):
                continue
            if after:
                found.setdefault((rest, after), (i, node))
            else:
                so_far.found(self._game((i, node)))

    def _game(self, node: Node | None) -> list[int]:
        found = []
        while node:
            found.append(self.board.numbers[node[0]])
            node = node[1]
        return found[::-1]


def _widest(layer: Layer, width: int) -> Layer:
    """The positions from which most can still be reached, and by most picks."""
    best = sorted(layer, key=lambda at: (at[0].bit_count(), at[1].bit_count()), reverse=True)
    return {at: layer[at] for at in best[:width]}
