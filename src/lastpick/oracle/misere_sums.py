"""Misère games where anything may follow: whoever cannot pick wins.

The parts of such a position do not add up by nimbers, so it is searched as a whole, but told apart
only by what its parts are (`misere_words`). That reaches rows of seventy numbers and sieves up to
2-48; beyond, the budget ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from ..errors import BudgetError
from ..game import Game, Position
from .budget import Budget
from .misere_words import MisereWords
from .row_form import RowForm
from .sieve import affected, common_form, is_sieve, renamed
from .sieve_form import LARGEST, SieveForm
from .verdict import Reason, Verdict
from .wide import LARGEST_SPLIT, WORD, members

_TOO_LONG = "games on this pool are too long to be searched"
_TOO_MANY = "numbers are too many to be searched where the last pick loses"

Lost = Callable[[int], bool]  # whether whoever is to move loses, with that left of the pool


def solve(position: Position, budget: Budget, stop_at_first: bool) -> Verdict:
    """Who wins, and how, by a search; a BudgetError beyond its reach."""
    if _one_by_one(position.game):  # each pick leaves an odd number of picks, or each an even one
        winning = [] if position.bits.bit_count() % 2 else list(position.legal)
        winning = winning[:1] if stop_at_first else winning
    else:
        winning = _winning(position, budget, stop_at_first)
    return Verdict(
        wins=bool(winning) or not position.choices,
        winning=tuple(winning),
        complete=not (stop_at_first and winning),
        nimber=None,
        method="search",
        reason=_reason(position, winning),
    )


def _one_by_one(game: Game) -> bool:
    """Whether it is plain that a pick takes only itself."""
    return game.removes.trivial or game.removes.band == 0


def _winning(position: Position, budget: Budget, stop_at_first: bool) -> list[int]:
    game, found = position.game, []
    lost = _lost_in(game, position.bits, budget)
    try:
        for n in position.legal:
            budget.tick(0)
            if lost(position.bits & game.move(n)[0]):
                found.append(n)
                if stop_at_first:
                    break
    except RecursionError:
        raise BudgetError(_TOO_LONG) from None
    return found


def _reason(position: Position, winning: list[int]) -> Reason:
    pick = min(winning, default=None)
    if not position.choices:
        text = "There is no valid pick, and whoever cannot pick wins."
    elif _one_by_one(position.game):
        left = "an odd number of picks is left, and the last one loses."
        text = f"There is no winning pick: {left}" if pick is None else f"Pick {pick}: then {left}"
    elif pick is None:
        text = "There is no winning pick: every pick was tried."
    else:
        text = f"Pick {pick}: every answer was tried."
    return {"kind": "misere", "pick": pick, "text": text}


def _lost_in(game: Game, bits: int, budget: Budget) -> Lost:
    """What tells who loses what may be left of a position."""
    if game.removes.band is not None:
        return _BandRuns(game.removes.band, budget).lost
    pool = game.numbers.decode(bits)
    if len(pool) > WORD:
        raise BudgetError(f"{len(pool):,} {_TOO_MANY}; up to {WORD} can be")
    related = bool(pool) and 2 * pool[0] <= pool[-1]  # if not, no number divides another
    sieve = is_sieve(game) and 0 not in pool and related
    if sieve and max(image := renamed(pool)) <= LARGEST:
        form = _renaming()
        words = MisereWords(*affected(form), form)
        place = {n: i for i, n in enumerate(form.numbers)}
        places = {n: place[m] for n, m in zip(pool, image, strict=True)}
    else:
        places = {n: i for i, n in enumerate(pool)}
        words = _plain(game, pool)
    words.within(budget)
    first = game.numbers.first

    def lost(left: int) -> bool:
        return bool(words.lost(sum(1 << places[first + i] for i in members(left))))

    return lost


@cache
def _renaming() -> SieveForm:
    """The form of the sieves on 1-64 in which primes do not cancel."""
    return SieveForm(common_form().numbers, cancels=False)


def _plain(game: Game, pool: Sequence[int]) -> MisereWords:
    holds = game.removes.holds
    gone = [sum(1 << j for j, m in enumerate(pool) if m == n or holds(m, n)) for n in pool]
    near = list(gone)
    for i, row in enumerate(gone):
        for j in members(row):
            near[j] |= 1 << i
    return MisereWords([~row for row in gone], near)


class _BandRuns:
    """Runs under a band. What does not fit into a word when packed is searched pick by pick."""

    def __init__(self, width: int, budget: Budget) -> None:
        self.width = width
        self.budget = budget
        near = [sum(1 << j for j in range(WORD) if abs(i - j) <= width) for i in range(WORD)]
        self.words = MisereWords([~row for row in near], near, row=RowForm(width))
        self.words.within(budget)
        self._known: dict[tuple[str, ...], bool] = {}

    def lost(self, bits: int) -> bool:
        """Whether whoever is to move loses."""
        pieces = self._pieces(bits)
        packed = int(("0" * self.width).join(pieces)[::-1] or "0", 2)
        if packed.bit_length() <= WORD:
            return bool(self.words.lost(packed))
        if packed.bit_length() > LARGEST_SPLIT:
            raise BudgetError(f"{packed.bit_count():,} {_TOO_MANY}")
        if pieces not in self._known:
            self.budget.tick(len(self._known) + self.words.count)
            places = sorted(members(packed), key=lambda i: self._without(packed, i).bit_count())
            self._known[pieces] = not any(self.lost(self._without(packed, i)) for i in places)
        return self._known[pieces]

    def _pieces(self, bits: int) -> tuple[str, ...]:
        """What is left between gaps, sorted; what any pick clears at most once."""
        found = []
        for piece in bin(bits)[2:].strip("0").split("0" * self.width):
            if piece.strip("0"):
                piece = piece.strip("0")
                found.append(min(piece, piece[::-1]))
        short = [piece for piece in found if len(piece) <= self.width + 1]
        found = sorted(piece for piece in found if len(piece) > self.width + 1)
        return (*found, *["1"] * (len(short) % 2))

    def _without(self, bits: int, place: int) -> int:
        """What the pick at a place leaves; on a long row to look at all places takes time."""
        self.budget.tick(len(self._known) + self.words.count)
        return bits & ~((1 << 2 * self.width + 1) - 1 << place >> self.width)
