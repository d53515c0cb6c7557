"""What to pick where the oracle does not know who wins: as well as it can be told in time.

A search that goes one pick deeper each time, as long as its budget lasts. A pick that it proves
to win is played; picks that it proves to lose are avoided. Among the others, as the greedy bot
does, one that leaves the fewest answers. What was not proved is a `Guess`, and said to be one.
"""

from __future__ import annotations

from random import Random

from ..errors import BudgetError
from ..game import Game, Position
from ..record import Guess
from .greedy import greedy_pick

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..oracle import Budget

_DEEPEST = 200  # picks; what can be seen so far ahead the oracle would have known


def best_effort(position: Position, rng: Random, budget: Budget) -> int:
    """A number that wins, or else does not lose, as far as can be seen; a Guess if not proved."""
    search = Deepening(position.game, budget)
    hopeful = position.legal  # not proved to lose
    for depth in range(1, _DEEPEST):
        try:
            seen = search.look(position, hopeful, depth)
        except BudgetError:
            break
        winning = [n for n, wins in seen.items() if wins]
        if winning:
            return winning[0]
        left = [n for n, wins in seen.items() if wins is None]
        if not left:  # every pick loses; these hold out longest
            return _greedy_among(position, hopeful, rng)
        hopeful = tuple(left)
    return Guess(_greedy_among(position, hopeful, rng))


class Deepening:
    """Who wins within so many picks: True, False, or None where it takes more to tell."""

    def __init__(self, game: Game, budget: Budget) -> None:
        self._game = game
        self._chained = not game.follows.trivial
        self._budget = budget
        self._looked = 0
        self._known: dict[tuple[int, int], bool] = {}
        self._tried: dict[tuple[int, int], int] = {}  # how deep, in vain

    def look(
        self, position: Position, picks: tuple[int, ...], depth: int
    ) -> dict[int, bool | None]:
        """Of each of these picks, whether it wins; up to the first that does."""
        found: dict[int, bool | None] = {}
        for n, left, answers in self._ordered(position.bits, picks):
            theirs = self._wins(left, answers, n, depth - 1)
            found[n] = None if theirs is None else not theirs
            if found[n]:
                break
        return found

    def _wins(self, bits: int, choices: int, last: int, depth: int) -> bool | None:
        """Whether the player to move wins."""
        if not choices:
            return self._game.misere
        key = (bits, last if self._chained else 0)
        known = self._known.get(key)
        if known is not None or self._tried.get(key, 0) >= depth:
            return known
        found: bool | None = False
        for n, left, answers in self._ordered(bits, self._game.numbers.decode(choices)):
            theirs = self._wins(left, answers, n, depth - 1)
            if theirs is False:
                found = True
                break
            if theirs is None:
                found = None
        if found is None:
            self._tried[key] = depth
        else:
            self._known[key] = found
        return found

    def _ordered(self, bits: int, picks: tuple[int, ...]) -> list[tuple[int, int, int]]:
        """Each pick with what it leaves and its answers, those with the fewest answers first."""
        found = []
        for n in picks:
            self._looked += 1
            self._budget.tick(self._looked)
            keep, after = self._game.move(n)
            found.append((n, bits & keep, bits & keep & after))
        found.sort(key=_answers)
        return found


def _answers(entry: tuple[int, int, int]) -> int:
    return entry[2].bit_count()


def _greedy_among(position: Position, picks: tuple[int, ...], rng: Random) -> int:
    """What the greedy bot would pick if these were all that is legal."""
    game = position.game
    choices = game.numbers.encode(picks)
    return greedy_pick(Position(game, position.bits, position.last, None, choices), rng)
