"""`mcts:PLAYOUTS`: a plain Monte-Carlo tree search, the yardstick that knows only the rules.

UCT (Kocsis and Szepesvari, 2006) and nothing more: in each round it walks down the tree by the
bound UCB1, adds one position that is new, plays on from it at random to the end, and counts the
win on the way back up. After so many rounds it picks the number that was tried most. It knows
nothing of the oracle, keeps nothing from one pick to the next, and draws all its chance from the
generator that it is handed.
"""

from __future__ import annotations

from math import log, sqrt
from random import Random

from ..errors import PlayerError
from ..game import Position
from .bot import Choose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..oracle import Budget

PLAYOUTS = 1_000
MOST_PLAYOUTS = 10_000_000
_LARGE = 1_000  # numbers
_CURIOSITY = sqrt(2)  # the constant of UCB1 for rewards from 0 to 1


class _Node:
    """A position that was reached, and how the one who moved to it has fared."""

    __slots__ = ("children", "pick", "position", "untried", "visits", "wins")

    def __init__(self, position: Position, pick: int, rng: Random) -> None:
        self.position = position
        self.pick = pick
        self.children: list[_Node] = []
        self.untried = list(position.legal)
        rng.shuffle(self.untried)
        self.visits = 0
        self.wins = 0

    def grown(self, rng: Random) -> _Node:
        """A child that is new."""
        n = self.untried.pop()
        child = _Node(self.position.pick_unchecked(n), n, rng)
        self.children.append(child)
        return child

    def best(self) -> _Node:
        """The child with the highest upper bound."""
        spread = log(self.visits)
        return max(
            self.children, key=lambda c: c.wins / c.visits + _CURIOSITY * sqrt(spread / c.visits)
        )


def mcts_pick(playouts: str = "") -> Choose:
    """The bot that plays so many games out before each pick."""
    count = _count(playouts)

    def choose(position: Position, rng: Random, _budget: Budget | None = None) -> int:
        root = _Node(position, 0, rng)
        if len(root.untried) == 1:
            return root.untried[0]
        for _ in range(count):
            _round(root, rng)
        return max(root.children, key=lambda c: (c.visits, c.wins)).pick

    return choose


def _round(root: _Node, rng: Random) -> None:
    path = [root]
    while not path[-1].untried and path[-1].children:
        path.append(path[-1].best())
    if path[-1].untried:
        path.append(path[-1].grown(rng))
    large = root.position.game.numbers.size > _LARGE
    end = path[-1].position.playout(rng, _listen if large else None)
    loser = 3 - end.game.winner(end.turn)
    mover = root.position.turn  # at the root; whoever moved to it is the other one
    for depth, node in enumerate(path):
        node.visits += 1
        node.wins += loser == (mover if depth % 2 == 0 else 3 - mover)


def _listen() -> None:
    """A Ctrl-C comes through here: a playout on a large pool may take long."""


def _count(text: str) -> int:
    if not text:
        return PLAYOUTS
    if text.isascii() and text.isdigit() and len(text) < 9 and 1 <= int(text) <= MOST_PLAYOUTS:
        return int(text)
    raise PlayerError(
        f"mcts: takes a number of playouts from 1 to {MOST_PLAYOUTS:,}, as in mcts:{PLAYOUTS};"
        f" found {text[:20]!r}"
    )
