"""Thousands of games of one kind, stepped at once as NumPy arrays.

A pool is a few words of 64 bits for each game, word by word in arrays as long as there are
games, so that a step of all games is a handful of array operations: look up what each pick
keeps and what may follow it, and mask. Equal to the engine, pick by pick; the tests compare.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import EnvError
from ..game import Game, Position
from ..relations import Numbers
from .observation import LAST, LEFT, LEGAL, ROWS, Rows
from .options import GameName, check_game, open_game

MOST_NUMBERS = 1024  # in the pool: sixteen words for each game and for each pick's move
MOST_GAMES = 1 << 24

_WORD = 64
_ALL = (1 << _WORD) - 1

Words = NDArray[np.uint64]  # a row for each word of the pool, a column for each game
Actions = NDArray[np.intp]
Flags = NDArray[np.bool_]


class Stepped(NamedTuple):
    """What a step did, for each game."""

    reward: NDArray[np.float32]  # to the player who picked: 1 won, -1 lost, 0 the game goes on
    done: Flags  # the game ended; it has already begun anew
    illegal: Flags  # it ended because the pick was illegal


class VectorGames:
    """`count` games side by side. Action `i` picks the number `first + i`.

    Both players pick by `step`, in turns: whoever calls it plays for both. A game that ends
    begins anew within the same step.
    """

    def __init__(
        self,
        game: GameName | Game = None,
        count: int = 1024,
        numbers: str | Numbers | None = None,
        seed: int | None = None,
        keep_picks: bool = False,
    ) -> None:
        if not 1 <= count <= MOST_GAMES:
            raise EnvError(f"count={count}: expected from 1 to {MOST_GAMES:,} games")
        if not isinstance(game, Game):
            game = open_game(game, numbers, MOST_NUMBERS).game
        elif numbers is not None:
            raise EnvError(f"numbers={numbers!r}: this game was made with its pool, {game.numbers}")
        else:
            check_game(game, MOST_NUMBERS)
        self.game = game
        self.count = count
        self.first = game.numbers.first
        self.size = game.numbers.size
        words = -(-self.size // _WORD)
        openings, moves = game.table()
        pool = [moves[self.first + i] for i in range(self.size)]
        self._keep = _as_words([keep for keep, _ in pool], words)
        self._after = _as_words([after for _, after in pool], words)
        start = game.start_from
        self._opening = _as_words([game.start().bits, openings], words)
        self._last = start - self.first if start is not None and start in game.numbers else -1
        self._prize = -1 if game.misere else 1  # for the last pick
        self._start = np.arange(count, dtype=np.intp)
        self.left: Words = np.empty((words, count), np.uint64)  # the pools, as words
        self.choices: Words = np.empty((words, count), np.uint64)  # the legal picks, as words
        self.last: Actions = np.empty(count, np.intp)  # the last action of each game, or
        # the one that would pick the number to start from, or -1
        self.plies: NDArray[np.int32] = np.empty(count, np.int32)  # picks made in each game
        self._picks = np.empty((count, self.size), np.int16) if keep_picks else None
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin every game anew; a seed begins the chance of `sample` anew, too."""
        if seed is not None or not hasattr(self, "rng"):
            self.rng = np.random.default_rng(seed)
        self.restart(np.ones(self.count, bool))

    def restart(self, chosen: Flags) -> None:
        """Begin those games anew."""
        for w in range(len(self.left)):
            np.copyto(self.left[w], self._opening[w, 0], where=chosen)
            np.copyto(self.choices[w], self._opening[w, 1], where=chosen)
        np.copyto(self.last, self._last, where=chosen)
        np.copyto(self.plies, 0, where=chosen)

    # --- picking ------------------------------------------------------------------------

    def step(self, actions: ArrayLike) -> Stepped:
        """Every player to move picks; games that end begin anew.

        An illegal pick loses its game at once. One outside the pool is an EnvError, and then
        nothing has happened.
        """
        made = self.play(actions)
        if made.done.any():
            self.restart(made.done)
        return made

    def play(self, actions: ArrayLike, playing: Flags | None = None) -> Stepped:
        """As `step`, but games that end stay as they are until `restart`.

        With `playing`, the other games stand still: no pick, no reward, not done.
        """
        picks = self.read(actions)
        if playing is not None and np.shape(playing) != (self.count,):
            raise EnvError(f"playing of shape {np.shape(playing)}: expected {self.count} flags")
        legal = self._allows(picks)
        if playing is not None or not legal.all():
            return self._play_some(picks, legal, playing)
        stuck = self._move(picks, None)
        return Stepped(self._rewards(stuck), stuck, ~legal)

    def _play_some(self, picks: Actions, legal: Flags, playing: Flags | None) -> Stepped:
        illegal = ~legal if playing is None else playing & ~legal
        moving = ~illegal if playing is None else playing & legal
        stuck = self._move(picks, moving) & moving
        reward = self._rewards(stuck)
        reward[illegal] = -1
        return Stepped(reward, stuck | illegal, illegal)

    def _rewards(self, stuck: Flags) -> NDArray[np.float32]:
        """What the picks are worth that leave nothing to pick."""
        reward = stuck.astype(np.float32)
        return reward if self._prize == 1 else 0 - reward  # -reward would hold zeros below 0

    def _move(self, picks: Actions, moving: Flags | None) -> Flags:
        """Pick, in all games or in some; which games have nothing left to pick."""
        any_choice = self.choices[0]
        for w, (left, choices) in enumerate(zip(self.left, self.choices, strict=True)):
            if moving is None:
                left &= self._keep[w].take(picks)
                np.bitwise_and(left, self._after[w].take(picks), out=choices)
            else:
                kept = left & self._keep[w].take(picks)
                np.copyto(left, kept, where=moving)
                np.copyto(choices, kept & self._after[w].take(picks), where=moving)
            any_choice = any_choice | choices if w else choices
        if self._picks is not None:
            rows = self._start if moving is None else np.flatnonzero(moving)
            self._picks[rows, self.plies[rows]] = picks[rows]
        if moving is None:
            self.last[:] = picks
            self.plies += 1
        else:
            np.copyto(self.last, picks, where=moving)
            self.plies += moving
        stuck: Flags = np.equal(any_choice, 0)
        return stuck

    def read(self, actions: ArrayLike) -> Actions:
        """The actions as an array; refuses what is no action for each game."""
        picks = np.asarray(actions)
        if picks.shape != (self.count,) or picks.dtype.kind not in "iu":
            raise EnvError(
                f"actions of shape {picks.shape} and type {picks.dtype}: expected"
                f" {self.count} whole numbers"
            )
        if picks.min() < 0 or picks.max() >= self.size:
            raise EnvError(f"an action lies outside 0-{self.size - 1}")
        return picks.astype(np.intp, copy=False)

    def _allows(self, picks: Actions) -> Flags:
        """For each game whether that pick is legal in it."""
        several = len(self.choices) > 1
        words = self.choices[picks >> 6, self._start] if several else self.choices[0]
        found: NDArray[np.uint8] = (words >> (picks & 63).view(np.uintp)).astype(np.uint8) & 1
        return found.view(np.bool_)

    # --- looking ------------------------------------------------------------------------

    @property
    def seat(self) -> NDArray[np.int32]:
        """Who is to move in each game: player 1 or 2."""
        return 1 + (self.plies & 1)

    def legal(self) -> Flags:
        """For each game a row with True where a number may be picked."""
        return _unpacked(self.choices, self.size).view(np.bool_)

    def observe(self) -> Rows:
        """For each game the three rows of the other environments: left, legal, last."""
        seen = np.zeros((self.count, ROWS, self.size), np.int8)
        seen[:, LEFT] = _unpacked(self.left, self.size)
        seen[:, LEGAL] = _unpacked(self.choices, self.size)
        begun = np.flatnonzero(self.last >= 0)
        seen[begun, LAST, self.last[begun]] = 1
        return seen

    def position(self, i: int) -> Position:
        """Game `i` as the engine has it; this needs keep_picks=True."""
        if self._picks is None:
            raise EnvError("the picks of these games are not kept; make them with keep_picks=True")
        picks = self._picks[i, : self.plies[i]]
        return self.game.play(self.first + int(pick) for pick in picks)

    # --- chance -------------------------------------------------------------------------

    def sample(self, rng: np.random.Generator | None = None) -> Actions:
        """A legal action for each game, each as likely as any other of its game.

        Where nothing is legal the answer means nothing.
        """
        rng = rng or self.rng
        word, before = self.choices[0], None
        count = np.bitwise_count(word).astype(np.int16)
        if len(self.choices) > 1:
            counts = np.bitwise_count(self.choices).astype(np.int16).cumsum(axis=0)
            count = counts[-1]
        rank = (rng.random(self.count) * count).astype(np.int16)
        if len(self.choices) > 1:
            at = np.minimum((counts <= rank).sum(axis=0), len(counts) - 1)
            word = self.choices[at, self._start]
            rank -= counts[at, self._start] - np.bitwise_count(word)
            before = at << 6
        found = _nth_bit(word, rank, min(self.size, _WORD))
        return found if before is None else found + before


def _as_words(bitsets: list[int], words: int) -> Words:
    """Bitsets of any length as words: a row for each word, a column for each bitset."""
    return np.array(
        [[bits >> w * _WORD & _ALL for bits in bitsets] for w in range(words)], np.uint64
    )


# --- bits -------------------------------------------------------------------------------


@cache
def _spread() -> Words:
    """For each byte a word whose eight bytes are its bits, the lowest first."""
    bits = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")
    return bits.view("<u8").ravel().astype(np.uint64)


def _unpacked(words: Words, size: int) -> NDArray[np.uint8]:
    """A byte for each number: a row for each game."""
    count, spread = words.shape[1], _spread()
    columns = -(-size // 8)
    found = np.empty((count, columns), "<u8")
    for column in range(columns):
        shifted = words[column >> 3] >> np.uint64(8 * (column & 7))
        spread.take((shifted & np.uint64(255)).view(np.intp), out=found[:, column], mode="clip")
    return found.view(np.uint8)[:, :size]


@cache
def _select() -> NDArray[np.uint8]:
    """Where bit number `rank` of a pattern of sixteen is, at `pattern << 4 | rank`."""
    patterns = np.arange(1 << 16, dtype="<u2")
    bits = np.unpackbits(patterns.view(np.uint8).reshape(-1, 2), axis=1, bitorder="little")
    pattern, place = bits.nonzero()
    rank = bits.cumsum(axis=1, dtype=np.intp)[pattern, place] - 1
    table = np.zeros(1 << 20, np.uint8)
    table[pattern << 4 | rank] = place
    return table


def _nth_bit(word: Words, rank: NDArray[np.int16], size: int) -> Actions:
    """Where the set bit with that rank, counted from 0, is in each word."""
    place = None
    for half in (32, 16):
        if size <= half:
            continue
        low = np.bitwise_count(word & np.uint64((1 << half) - 1)).astype(np.int16)
        upper = rank >= low
        rank = rank - low * upper
        skipped = upper * np.uint64(half)
        word = word >> skipped
        place = skipped if place is None else place + skipped
    at = (word & np.uint64(0xFFFF)).view(np.intp) << 4 | rank
    found = _select().take(at, mode="clip").astype(np.intp)
    return found if place is None else found + place.view(np.intp)
