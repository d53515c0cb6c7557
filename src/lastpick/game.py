"""The rules: games, positions and outcomes. Pure values; nothing here prints or stores.

A game is a pool of numbers and three relations. A position is the part of the pool that
is left, as a bitset, and the last pick; playing a pick is one `&`, and so is finding what
may follow it. A position ends one way only: the player to move has no legal pick. That player
has lost, or in a misère game, where the last pick loses, has won.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, reduce
from operator import index
from random import Random
from typing import NamedTuple

from .errors import (
    AlreadyGone,
    GameOver,
    IllegalPick,
    LastpickError,
    NotAnOpening,
    NotRelated,
    NumbersError,
    OutOfRange,
)
from .relations import FOLLOWS, OPENS, REMOVES, Numbers, Relation
from .relations.numbers import LARGEST_NUMBER, Pool

NO_LEGAL_PICK = "no legal pick"
WINS, LOSES = "wins", "loses"  # what the last pick of a game does for whoever made it

_MOST_CACHED_BITS = 1 << 27  # 16 MB of rows: every row of a pool of eleven thousand


class Outcome(NamedTuple):
    """How a game ended: the player who won, 1 or 2, and how it came to an end."""

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
    """A pool and three relations: what may open, what may follow, what a pick removes.

    `start_from` counts as the last pick before the first one: what opens must follow it too. It
    need not be in the pool; if it is, it has gone. `last_pick` says what the last pick does for
    whoever made it: it wins, or in a misère game it loses. `title` is what people call it.
    """

    def __init__(
        self,
        name: str,
        numbers: Numbers,
        opens: Relation | None = None,
        follows: Relation | None = None,
        removes: Relation | None = None,
        *,
        start_from: int | None = None,
        last_pick: str = WINS,
        title: str | None = None,
    ) -> None:
        self.name = name
        self.title = title or name
        self.numbers = numbers
        self.opens = opens or Relation(OPENS)
        self.follows = follows or Relation(FOLLOWS)
        self.removes = removes or Relation(REMOVES)
        self.start_from = start_from
        self.last_pick = last_pick
        self._moves = _Moves(self)
        if start_from is not None and not 0 <= start_from <= LARGEST_NUMBER:
            raise NumbersError(
                f"no game starts from {start_from}; expected 0 to {LARGEST_NUMBER:,}"
            )
        if last_pick not in (WINS, LOSES):
            raise LastpickError(f"no last pick {last_pick!r}; expected {WINS!r} or {LOSES!r}")

    @property
    def misere(self) -> bool:
        """Whether whoever cannot pick has won."""
        return self.last_pick == LOSES

    def winner(self, stuck: int) -> int:
        """Who has won when this player, 1 or 2, cannot pick."""
        return stuck if self.misere else 3 - stuck

    def start(self) -> Position:
        """The position before the first pick."""
        return self._start

    def position(self, pool: Iterable[int], last: int | None = None) -> Position:
        """A position with these numbers left, whether play leads to it or not.

        Without `last` it is one before the first pick. The number picked last has left the pool.
        """
        numbers, left = self.numbers, set(pool)
        last = self.start_from if last is None else last
        outside = [n for n in left if n not in numbers]
        if outside:
            raise NumbersError(f"{min(outside)} is not in the range {numbers}")
        if last is not None and last not in numbers and last != self.start_from:
            raise NumbersError(f"{last} cannot be the last pick: it is not in the range {numbers}")
        if last in left:
            raise NumbersError(f"{last} cannot be both the last pick and left in the pool")
        return self._before(last, numbers.encode(left), opening=last == self.start_from)

    def on(self, numbers: Pool) -> Game:
        """The same rules on another pool; an ExpressionError if they do not serve it."""
        found = _made(self.name, Numbers.of(numbers), self.rules, self.title)
        found.check()
        return found

    def check(self) -> None:
        """Refuse a pool on which a relation would take too long or count too high."""
        for relation in (self.opens, self.follows, self.removes):
            relation.check(self.numbers, self.start_from)

    @property
    def rules(self) -> Rules:
        """All but the name and the pool."""
        return self.opens, self.follows, self.removes, self.start_from, self.last_pick

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
        self._start = Position(self, self._start_bits, self.start_from, None, openings)

    def same_rules(self, other: Game) -> bool:
        """Whether the rules agree, whatever the names and the pools."""
        return self.rules == other.rules

    @cached_property
    def _start(self) -> Position:
        return self._before(self.start_from, self._start_bits, opening=True)

    @property
    def _start_bits(self) -> int:
        """The pool without the number that the game starts from."""
        numbers, start = self.numbers, self.start_from
        if start is None or start not in numbers:
            return numbers.everything
        return numbers.everything & ~(1 << start - numbers.first)

    def _before(self, last: int | None, bits: int, opening: bool) -> Position:
        """A position from which play goes on, its choices worked out."""
        choices = bits
        if opening:
            choices &= self.opens.row(self.numbers, 0)
        if last is not None and not self.follows.trivial:
            choices &= self.follows.row(self.numbers, last)
        return Position(self, bits, last, None, choices)

    def __repr__(self) -> str:
        return f"<Game {self.name} {self.numbers}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        same = (self.name, self.numbers) == (other.name, other.numbers)
        return same and self.same_rules(other)

    def __hash__(self) -> int:
        return hash((self.name, self.numbers, self.rules))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _made, (self.name, self.numbers, self.rules, self.title)


Rules = tuple[Relation, Relation, Relation, int | None, str]


def _made(name: str, numbers: Numbers, rules: Rules, title: str) -> Game:
    *relations, start_from, last_pick = rules
    return Game(name, numbers, *relations, start_from=start_from, last_pick=last_pick, title=title)


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
    def opening(self) -> bool:
        """Whether the next pick is the first one."""
        return self._trail is None and self.last == self.game.start_from

    @property
    def limited(self) -> bool:
        """Whether the rules ask for more than a number that is left."""
        game = self.game
        if self.opening and not game.opens.trivial:
            return True
        return self.last is not None and not game.follows.trivial

    @property
    def outcome(self) -> Outcome | None:
        """None while somebody can pick; then the winner and the reason."""
        return None if self.choices else Outcome(self.game.winner(self.turn), NO_LEGAL_PICK)

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

    def playout(self, rng: Random, ask: Callable[[], object] | None = None) -> Position:
        """The end of a game played on from here by picking at random.

        `ask` is called before each pick, and may raise.
        """
        game, bits, last, trail, choices = (
            self.game, self.bits, self.last, self._trail, self.choices,
        )  # fmt: skip
        decode, moves, random = game.numbers.decode, game._moves, rng.random
        while choices:
            if ask is not None:
                ask()
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
            return AlreadyGone(f"{n} {self.why_gone(n)}")
        if self.last is None or (self.opening and not game.opens.holds(n, 0)):
            return NotAnOpening(f"{n} may not open the game: {game.opens.wanted}")
        return NotRelated(game.follows.denial(n, self.last))

    def why_gone(self, n: int) -> str:
        """How a number left the pool, said of it."""
        picks = self.picks
        if n in picks:
            return "was already picked"
        if n == self.game.start_from:
            return "is gone: the game started from it"
        by = next((p for p in picks if self.game.removes.holds(n, p)), None)
        return "is gone" if by is None else f"is gone: picking {by} removed it"

    def __repr__(self) -> str:
        after = f" after {', '.join(map(str, self.picks))}" if self.picks else ""
        return f"<Position {self.game.name} {self.game.numbers}{after}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        mine, theirs = ((at.game, at.bits, at.last, at.picks) for at in (self, other))
        return mine == theirs

    def __hash__(self) -> int:
        return hash((self.game, self.bits, self.last))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _restored, (self.game, self.bits, self.last, self.picks, self.choices)


def _restored(
    game: Game, bits: int, last: int | None, picks: tuple[int, ...], choices: int
) -> Position:
    """A position from its parts: its trail is too deep to be copied as it is."""
    return Position(game, bits, last, reduce(_longer, picks, None), choices)


def _longer(trail: Trail, n: int) -> Trail:
    return trail, n
