"""Finds positions in which the choice matters, by playing games out at random.

The player to move wins, and at most half of the legal picks keep the win. Which positions are
found, and in which order, depends on the text that stands for the place alone (a seed is part of
it), on any machine: nothing but `Random.random()` is drawn, and no answer of the oracle depends
on what it was asked before, or on time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from math import inf
from random import Random
from typing import NamedTuple

from ..game import Game, Position
from ..oracle import Budget, method, solve
from ..oracle.judge import judge
from ..oracle.memory import Memory
from ..oracle.parts import split
from ..oracle.reach import reachable
from ..oracle.remoteness import remoteness
from ..oracle.verdict import Verdict
from .suite import DEPTHS, band_of

POSITIONS = 1 << 18  # that the oracle may look at for one version
_AHEAD = 1 << 16  # and to find out how far ahead a win is
_LARGEST_PART = 20  # numbers that hang together, where the oracle has to try them all
_LAST_PICKS = 10  # of a game, in which every other one is stopped if bands are wanted
_UNSOLVED = 10  # tries that one costs in which the oracle gave up

Key = tuple[int, int]


class Found(NamedTuple):
    """A position in which the choice matters."""

    position: Position
    winning: tuple[int, ...]
    rng: Random  # for its disguises
    remoteness: int | None = None  # worked out where bands are wanted


class RandomGames:
    """Positions of one game on one pool, in the order in which random games come to them.

    All are of one level, or each is of the level of its band.
    """

    def __init__(
        self,
        place: str,
        seen: set[Key],
        draw: Callable[[Random], Position | None],
        level: str | None,
        key: Callable[[Position], Key],
    ) -> None:
        self.place = place
        self.seen = seen
        self.tried = 0
        self.spent = 0
        self._draw = draw
        self._level = level
        self._key = key
        self._waiting: dict[str, deque[Found]] = {}

    def has(self, level: str, count: int, most: int) -> bool:
        """Whether so many more can be had of a level, with so many tries in all at most."""
        waiting = self._waiting.setdefault(level, deque())
        while len(waiting) < count:
            if self.spent >= most:
                return False
            self._try()
        return True

    def take(self, level: str, most: int) -> Found | None:
        """The next position of a level; None if so many tries in all do not find one."""
        return self._waiting[level].popleft() if self.has(level, 1, most) else None

    def _try(self) -> None:
        rng = Random(f"{self.place}/{self.tried}")
        self.tried += 1
        self.spent += 1
        position = self._draw(rng)
        if position is None or not bounded(position):
            return
        winning = matters(position)
        key = self._key(position)
        if winning is None:
            self.spent += _UNSOLVED
        if not winning or key in self.seen:
            return
        found = Found(position, winning, rng)
        level = self._level
        if level is None:
            found = found._replace(remoteness=ahead(position))
            level = band_of(found.remoteness)
        if level is None:
            self.spent += _UNSOLVED
            return
        self.seen.add(key)
        self._waiting.setdefault(level, deque()).append(found)


def by_depth(game: Game, depth: str, place: str, seen: set[Key]) -> RandomGames:
    """Positions of one third of random games."""
    third = DEPTHS.index(depth)
    return RandomGames(place, seen, lambda rng: stopped(game, third, rng), depth, left)


def by_band(game: Game, place: str, seen: set[Key]) -> RandomGames:
    """Positions of all bands."""
    return RandomGames(place, seen, lambda rng: stopped_anywhere(game, rng), None, rest)


def stopped(game: Game, third: int, rng: Random) -> Position | None:
    """A game played at random, stopped in the first, second or last third of its picks."""
    picks = game.start().playout(rng).picks
    low, high = (-(-len(picks) * part // len(DEPTHS)) for part in (third, third + 1))
    made = low + int(rng.random() * (high - low))
    return game.play(picks[:made]) if low < high else None


def stopped_anywhere(game: Game, rng: Random) -> Position | None:
    """A game played at random, stopped at any pick, every other one at one of the last."""
    picks = game.start().playout(rng).picks
    span = len(picks) if rng.random() < 0.5 else min(len(picks), _LAST_PICKS)
    return game.play(picks[: len(picks) - 1 - int(rng.random() * span)]) if picks else None


def matters(position: Position) -> tuple[int, ...] | None:
    """The winning picks, where the choice matters, else none; None where that is unknown."""
    verdict, legal = solved(position), position.choices.bit_count()
    if not verdict.complete:
        return None
    few = 2 * len(verdict.winning) <= legal
    return tuple(verdict.winning) if judge(verdict, legal, None).mattered and few else ()


def solved(position: Position) -> Verdict:
    return solve(position, Budget(inf, POSITIONS), memory=Memory())


def ahead(position: Position) -> int | None:
    """How many picks the win takes, as far as a short look can tell."""
    return remoteness(position, Budget(inf, _AHEAD))


def bounded(position: Position) -> bool:
    """Whether the oracle is quick even where it does not recognise the relations."""
    game = position.game
    if method(game) != "parts" or game.removes.band is not None:
        return True
    return all(len(part) <= _LARGEST_PART for part in split(game, position.bits))


def left(position: Position) -> Key:
    """What is left and what is legal: no two positions with the same are of one suite."""
    return position.bits, position.choices


def rest(position: Position) -> Key:
    """All that the rest of the game depends on: what can still be reached, and what is legal."""
    return reachable(position, Budget(inf)), position.choices
