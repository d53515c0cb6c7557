"""The oracle once more, by brute force: what verdicts, and what is made of them, are compared with.

All follows from the definitions: a pick wins if it leaves a lost position, whoever cannot pick has
lost (in a misère game: won), and a nimber is the mex of those that one pick leads to. `winning` and
`loses` believe the engine's moves; `Brute` and `Parts` do not even that: they ask the relations of
a model, as bitmasks over the pool.
"""

from collections.abc import Iterator
from functools import cache

from lastpick.game import Game, Position
from lastpick.relations import FOLLOWS, OPENS, REMOVES, Numbers, Relation
from support.model import Condition, Rules


def mex(values: set[int]) -> int:
    value = 0
    while value in values:
        value += 1
    return value


def members(mask: int) -> Iterator[int]:
    """The places of the ones."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Brute:
    """All positions of some rules, solved by trying every pick."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.pool = range(rules.first, rules.last + 1)
        self.opening = self._mask(rules.opens, 0)
        self.after = [self._mask(rules.follows, n) for n in self.pool]
        self.gone = [self._mask(rules.removes, n) | 1 << i for i, n in enumerate(self.pool)]
        self._lost: dict[tuple[int, int], bool] = {}
        self._nimbers = {0: 0}
        self._values: dict[tuple[int, int], int] = {}
        self._known_lengths: dict[tuple[int, int], tuple[int, int]] = {}

    def _mask(self, condition: Condition, given: int) -> int:
        return sum(1 << i for i, n in enumerate(self.pool) if condition(n, given))

    def at(self, position: Position) -> tuple[int, int]:
        """A position of the engine as what is left and what may be picked."""
        left = legal = sum(1 << n - self.rules.first for n in position.pool)
        if not position.picks and position.last == self.rules.start_from:
            legal &= self.opening
        if position.last is not None:
            legal &= self._mask(self.rules.follows, position.last)
        return left, legal

    def lost_after(self, left: int, place: int) -> bool:
        left &= ~self.gone[place]
        key = (left, place)
        found = self._lost.get(key)
        if found is None:
            legal = left & self.after[place]
            stuck = not legal and self.rules.last_pick == "wins"
            found = stuck or (
                legal != 0 and not any(self.lost_after(left, i) for i in members(legal))
            )
            self._lost[key] = found
        return found

    def winning(self, position: Position) -> tuple[int, ...]:
        left, legal = self.at(position)
        return tuple(self.pool[i] for i in members(legal) if self.lost_after(left, i))

    def nimber(self, position: Position) -> int:
        """Where anything may follow; at the opening over the allowed openings only."""
        left, legal = self.at(position)
        return mex({self._nimber(left & ~self.gone[i]) for i in members(legal)})

    def value(self, position: Position) -> int:
        """The nimber whatever may follow, from its definition."""
        left, legal = self.at(position)
        return mex({self._value_after(left, i) for i in members(legal)})

    def _value_after(self, left: int, place: int) -> int:
        left &= ~self.gone[place]
        key = (left, place)
        if key not in self._values:
            after = members(left & self.after[place])
            self._values[key] = mex({self._value_after(left, i) for i in after})
        return self._values[key]

    def lengths(self, position: Position) -> tuple[int, int]:
        """How many picks the shortest and the longest game from here has."""
        left, legal = self.at(position)
        return self._lengths(left, legal)

    def _lengths(self, left: int, legal: int) -> tuple[int, int]:
        if not legal:
            return 0, 0
        key = (left, legal)
        if key not in self._known_lengths:
            after = []
            for i in members(legal):
                kept = left & ~self.gone[i]
                after.append(self._lengths(kept, kept & self.after[i]))
            shortest, longest = min(a for a, _ in after), max(b for _, b in after)
            self._known_lengths[key] = shortest + 1, longest + 1
        return self._known_lengths[key]

    def _nimber(self, left: int) -> int:
        found = self._nimbers.get(left)
        if found is None:
            found = mex({self._nimber(left & ~self.gone[i]) for i in members(left)})
            self._nimbers[left] = found
        return found


class Parts(Brute):
    """Where anything may follow, and parts that cannot affect each other are summed.

    Under normal play alone: misère games are no sums of nimbers.
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.near = list(self.gone)
        for i, gone in enumerate(self.gone):
            for j in members(gone):
                self.near[j] |= 1 << i

    def parts(self, left: int) -> list[int]:
        found = []
        while left:
            part, fresh = 0, left & -left
            while fresh:
                part |= fresh
                around = 0
                for i in members(fresh):
                    around |= self.near[i]
                fresh = around & left & ~part
            found.append(part)
            left &= ~part
        return found

    def _nimber(self, left: int) -> int:
        total = 0
        for part in self.parts(left):
            if part not in self._nimbers:
                options = {self._nimber(part & ~self.gone[i]) for i in members(part)}
                self._nimbers[part] = mex(options)
            total ^= self._nimbers[part]
        return total

    def lost_after(self, left: int, place: int) -> bool:
        return self._nimber(left & ~self.gone[place]) == 0


def game_of(
    first: int,
    last: int,
    opens: str = "any",
    follows: str = "any",
    removes: str = "itself",
    *,
    start_from: int | None = None,
    last_pick: str = "wins",
) -> Game:
    """A game of one's own."""
    relations = Relation(OPENS, opens), Relation(FOLLOWS, follows), Relation(REMOVES, removes)
    numbers = Numbers(first, last)
    return Game("own", numbers, *relations, start_from=start_from, last_pick=last_pick)


def winning(position: Position) -> list[int]:
    """The picks that win, as a list of ascending numbers."""
    return [n for n in position.legal if loses(position.pick(n))]


def loses(position: Position) -> bool:
    """Whether whoever is to move has no winning pick."""
    return _loses(position.game, position.bits, position.choices)


@cache
def _loses(game: Game, bits: int, choices: int) -> bool:
    if not choices:
        return not game.misere
    for n in game.numbers.decode(choices):
        keep, after = game.move(n)
        if _loses(game, bits & keep, bits & keep & after):
            return False
    return True


def reachable(game: Game) -> Iterator[Position]:
    """Every position that can be reached, once for what is left and the last pick."""
    fresh, seen = [game.start()], set()
    while fresh:
        position = fresh.pop()
        key = (position.bits, position.last)
        if key not in seen:
            seen.add(key)
            yield position
            fresh += [position.pick(n) for n in position.legal]


def pools(largest: int, smallest: int = 1) -> list[tuple[int, int]]:
    """Every pool between two numbers."""
    return [(a, b) for b in range(smallest, largest + 1) for a in range(smallest, b + 1)]
