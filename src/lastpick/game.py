"""The rules: games, positions and outcomes. Pure values; nothing here prints or stores.

A game is a pool of numbers and three relations. A position is the part of the pool that
is left, as a bitset, and the last pick; playing a pick is one `&`, and so is finding what
may follow it. A position ends one way only: the player to move has no legal pick.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from operator import index
from random import Random
from typing import NamedTuple

from .errors import AlreadyGone, GameOver, IllegalPick, NotAnOpening, NotRelated, OutOfRange
from .relations import FOLLOWS, OPENS, REMOVES, Numbers, Relation

NO_LEGAL_PICK = "no legal pick"

_MOST_CACHED_BITS = 1 << 27  # 16 MB of rows: every row of a pool of eleven thousand


class Outcome(NamedTuple):
    """How a game ended: the player who won, 1 or 2, and why the other one lost."""

    winner: int
    reason: str


class _Moves(dict[int, tuple[int, int]]):
    """For each pick, two bitsets: what it leaves in the pool, and what may follow it."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def __missing__(self, n: int) -> tuple[int, int]:
        game, numbers = self.game, self.game.numbers
        gone = 1 << n - numbers.first
        if not game.removes.trivial:
            gone |= game.removes.row(numbers, n)
        move = (~gone, -1 if game.follows.trivial else game.follows.row(numbers, n))
        if numbers.size * numbers.size <= _MOST_CACHED_BITS:
            self[n] = move
        return move


class Game:
    """A pool and three relations: what may open, what may follow, what a pick removes."""

    def __init__(
        self,
        name: str,
        numbers: Numbers,
        opens: Relation | None = None,
        follows: Relation | None = None,
        removes: Relation | None = None,
    ) -> None:
        self.name = name
        self.numbers = numbers
        self.opens = opens or Relation(OPENS)
        self.follows = follows or Relation(FOLLOWS)
        self.removes = removes or Relation(REMOVES)
        self._moves = _Moves(self)

    def start(self) -> Position:
        """The position before the first pick."""
        return self._start

    def on(self, numbers: Numbers) -> Game:
        """The same rules on another pool; an ExpressionError if they do not serve it."""
        relations = self.opens, self.follows, self.removes
        for relation in relations:
            relation.check(numbers)
        return Game(self.name, numbers, *relations)

    def play(self, picks: Iterable[int]) -> Position:
        """The position after these picks, each checked."""
        position = self._start
        for n in picks:
            position = position.pick(n)
        return position

    def move(self, n: int) -> tuple[int, int]:
        """Two bitsets to mask with after picking `n`: what is kept, and what may follow."""
        return self._moves[n]

    def table(self) -> tuple[int, dict[int, tuple[int, int]]]:
        """All that the relations say about the pool: the openings, and every pick's move."""
        pool = range(self.numbers.first, self.numbers.last + 1)
        return self._start.choices, {n: self.move(n) for n in pool}

    def learn(self, openings: int, moves: dict[int, tuple[int, int]]) -> None:
        """Take over such a table, so that no relation has to be worked out again."""
        self._moves.update(moves)
        self._start = Position(self, self.numbers.everything, None, None, openings)

    def same_rules(self, other: Game) -> bool:
        """Whether the relations agree, whatever the names and the pools."""
        mine, theirs = ((game.opens, game.follows, game.removes) for game in (self, other))
        return mine == theirs

    @cached_property
    def _start(self) -> Position:
        everything = self.numbers.everything
        return Position(self, everything, None, None, self.opens.row(self.numbers, 0))

    def __repr__(self) -> str:
        return f"<Game {self.name} {self.numbers}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        same = (self.name, self.numbers) == (other.name, other.numbers)
        return same and self.same_rules(other)

    def __hash__(self) -> int:
        return hash((self.name, self.numbers, self.opens, self.follows, self.removes))

    def __reduce__(self) -> tuple[type[Game], tuple[object, ...]]:
        return Game, (self.name, self.numbers, self.opens, self.follows, self.removes)


Trail = tuple["Trail", int] | None  # the picks, newest first, shared between positions


class Position:
    """The numbers that are left, and the last pick. A value: `pick` gives a new one."""

    __slots__ = ("_trail", "bits", "choices", "game", "last")

    def __init__(self, game: Game, bits: int, last: int | None, trail: Trail, choices: int) -> None:
        self.game = game
        self.bits = bits
        self.last = last
        self._trail = trail
        self.choices = choices

    @property
    def legal(self) -> tuple[int, ...]:
        """The numbers that may be picked now, ascending."""
        return self.game.numbers.decode(self.choices)

    @property
    def pool(self) -> tuple[int, ...]:
        """The numbers that are left, ascending."""
        return self.game.numbers.decode(self.bits)

    @property
    def gone(self) -> tuple[int, ...]:
        """The numbers that were picked or removed, ascending."""
        numbers = self.game.numbers
        return numbers.decode(numbers.everything & ~self.bits)

    @property
    def picks(self) -> tuple[int, ...]:
        """All picks so far, in order."""
        found, trail = [], self._trail
        while trail is not None:
            trail, n = trail
            found.append(n)
        return tuple(reversed(found))

    @property
    def turn(self) -> int:
        """Who picks next: player 1 or 2."""
        return 1 + len(self.picks) % 2

    @property
    def outcome(self) -> Outcome | None:
        """None while somebody can pick; then the winner and the reason."""
        return None if self.choices else Outcome(3 - self.turn, NO_LEGAL_PICK)

    def pick(self, n: int) -> Position:
        """The position after picking `n`; an IllegalPick says why it may not be picked."""
        numbers = self.game.numbers
        n = index(n)
        if n < numbers.first or not self.choices >> n - numbers.first & 1:
            raise self._refusal(n)
        return self.pick_unchecked(n)

    def pick_unchecked(self, n: int) -> Position:
        """As `pick`, for a number that is known to be legal: nothing is checked."""
        game = self.game
        keep, after = game._moves[n]
        reached = Position.__new__(Position)
        reached.game = game
        reached.bits = self.bits & keep
        reached.last = n
        reached._trail = (self._trail, n)
        reached.choices = reached.bits & after
        return reached

    def removal(self, n: int) -> tuple[int, ...]:
        """The numbers that would leave the pool if `n` were picked, `n` among them."""
        keep, _ = self.game._moves[n]
        return self.game.numbers.decode(self.bits & ~keep)

    def playout(self, rng: Random) -> Position:
        """The end of a game played on from here by picking at random."""
        game, bits, last, trail, choices = (
            self.game, self.bits, self.last, self._trail, self.choices,
        )  # fmt: skip
        decode, moves, random = game.numbers.decode, game._moves, rng.random
        while choices:
            legal = decode(choices)
            last = legal[int(random() * len(legal))]
            keep, after = moves[last]
            bits &= keep
            trail = (trail, last)
            choices = bits & after
        return Position(game, bits, last, trail, choices)

    def _refusal(self, n: int) -> IllegalPick:
        game, numbers = self.game, self.game.numbers
        if not self.choices:
            return GameOver(f"the game is over: player {self.turn} has no legal pick")
        if n not in numbers:
            shown = n if n.bit_length() <= 128 else "a number of that size"
            return OutOfRange(f"{shown} is not in the range {numbers}")
        if not self.bits >> n - numbers.first & 1:
            by = next(p for p in self.picks if p == n or game.removes.holds(n, p))
            how = "was already picked" if by == n else f"is gone: picking {by} removed it"
            return AlreadyGone(f"{n} {how}")
        if self.last is None:
            return NotAnOpening(f"{n} may not open the game: openings need {game.opens.text}")
        return NotRelated(game.follows.denial(n, self.last))

    def __repr__(self) -> str:
        after = f" after {', '.join(map(str, self.picks))}" if self.picks else ""
        return f"<Position {self.game.name} {self.game.numbers}{after}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.game, self.picks) == (other.game, other.picks)

    def __hash__(self) -> int:
        return hash((self.game, self.bits, self.last))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Game.play, (self.game, self.picks)
