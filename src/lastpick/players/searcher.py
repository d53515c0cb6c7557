"""`search:DEPTH` and `careful:DEPTH`: bots that see exactly so many picks ahead.

They are yardsticks of how far a mind looks. Both play a win that they see, one that takes the
fewest picks, and any such. Otherwise `search` picks any legal number, even one that loses at
once; `careful` any that it does not see to lose. What they see is proved, never guessed.
"""

from __future__ import annotations

from math import inf
from random import Random

from ..errors import BudgetError, PlayerError
from ..game import Position
from .bot import Choose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..oracle import Budget

DEEPEST = 99
_ALWAYS = 3  # picks that are seen however large the pool is
_MOST_LOOKS = 1 << 21  # at positions, for one pick, to see farther


def searching_pick(name: str) -> Choose:
    """The bot of that name."""
    kind, _, text = name.partition(":")
    depth, careful = _depth(kind, text), kind == "careful"

    def choose(position: Position, rng: Random, budget: Budget | None = None) -> int:
        try:
            return rng.choice(_chosen(position, depth, careful, budget))
        except BudgetError as error:
            raise PlayerError(
                f"{name} cannot see {depth} picks ahead here: {error}; choose a smaller depth"
            ) from None

    return choose


def _chosen(
    position: Position, depth: int, careful: bool, budget: Budget | None
) -> tuple[int, ...]:
    """The picks that come into question, each as much as the others."""
    from ..oracle import Budget
    from ..oracle.sight import Sight

    looks = 1 << 62 if depth <= _ALWAYS else _MOST_LOOKS
    if budget is None:
        budget = Budget(inf, looks)
    sight = Sight(position.game, budget.part(inf, looks))
    for near in range(1, depth + 1):
        if winning := sight.winning(position, near):
            return winning
    legal = position.legal
    losing = set(sight.losing(position, depth)) if careful else ()
    return tuple(n for n in legal if n not in losing) or legal


def _depth(kind: str, text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 3 and int(text) >= 1:
        return int(text)
    raise PlayerError(
        f"{kind}: takes how many picks it sees ahead, from 1 to {DEEPEST}, as in {kind}:5;"
        f" found {text[:20]!r}"
    )
