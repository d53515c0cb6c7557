"""Gymnasium's vector environment: many agents, each against an opponent of the same kind.

    envs = gymnasium.make_vec("Lastpick-v0", num_envs=4096, opponent="random")

The same options, spaces and rewards as the single environment. Against `random` with sparse
rewards everything is a few array operations; other bots and exact rewards are asked game by
game, and players from outside cannot play several games at once.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium import logger, spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from ..errors import EnvError
from ..players import comes_from_outside, open_player
from ..players.player import Player
from ..relations import Numbers
from . import render
from .observation import ROWS, Rows
from .options import GameName, Reward, SeatChoice, read_duel
from .reward import grade
from .vector import MOST_NUMBERS, Actions, Flags, VectorGames

Info = dict[str, Any]


class LastpickVectorEnv(VectorEnv[Rows, Actions, NDArray[Any]]):
    """A game ends at one step and begins anew at the next, whose action is ignored."""

    metadata = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        game: GameName = None,
        numbers: str | Numbers | None = None,
        opponent: str = "random",
        seat: SeatChoice = 1,
        reward: Reward = "sparse",
        render_mode: str | None = None,
    ) -> None:
        self._book, self._seat, self._exact = read_duel(
            game, numbers, opponent, seat, reward, render_mode, self.metadata, MOST_NUMBERS
        )
        self.render_mode = render_mode
        self._bot = None if opponent == "random" else _open_bot(opponent)
        slow = self._exact or self._bot is not None or render_mode is not None
        self._games = VectorGames(self._book.game, num_envs, keep_picks=slow)
        self._over = np.zeros(num_envs, bool)
        self._seats: NDArray[np.int32] = np.ones(num_envs, np.int32)
        self._rng: Random | None = None
        self.num_envs = num_envs
        self.single_action_space = spaces.Discrete(self._games.size)
        self.single_observation_space = spaces.Box(0, 1, (ROWS, self._games.size), np.int8)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Rows, Info]:
        """Begin every game; all chance comes from one generator for all of them."""
        super().reset(seed=seed)
        if seed is not None or self._rng is None:
            self._rng = Random(int(self.np_random.integers(1 << 62)))
        self._begin(np.ones(self.num_envs, bool))
        return self._games.observe(), self._info()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Rows, NDArray[Any], NDArray[Any], NDArray[Any], Info]:
        """Every agent picks and is answered; games that ended a step ago begin anew."""
        if self._rng is None:
            raise EnvError("no game has begun: call reset() first")
        games, anew = self._games, self._over
        picks = games.read(actions)
        early = ~anew & (games.choices == 0).all(axis=0)  # over before the agent could pick
        playing = ~anew & ~early
        grades = self._grades(picks, playing) if self._exact else None
        made = games.play(picks, playing)
        reward = made.reward.astype(np.float64)
        stuck = early | self._answer(playing & ~made.done)  # the agent, by the opponent's pick
        reward[stuck] = 1 if self._book.game.misere else -1
        if grades is not None:
            reward = np.where(made.illegal, -1.0, grades)
        self._over = made.done | stuck
        if anew.any():
            self._begin(anew)
        over, info = self._over.copy(), self._info()
        if over.any():
            won = stuck if self._book.game.misere else made.done & ~made.illegal
            winner = np.where(won, self._seats, 3 - self._seats)
            info |= {"winner": np.where(over, winner, 0), "_winner": over.copy()}
        if made.illegal.any():
            info["illegal"] = made.illegal
        return games.observe(), reward, over, np.zeros(self.num_envs, bool), info

    def render(self) -> tuple[Any, ...] | None:
        """A board for each game."""
        if self.render_mode is None:
            logger.warn("render() does nothing: make the environment with a render_mode")
            return None
        positions = [self._games.position(i) for i in range(self.num_envs)]
        if self.render_mode == "ansi":
            return tuple(render.text(self._book, position) for position in positions)
        return tuple(render.picture(position) for position in positions)

    def _begin(self, anew: Flags) -> None:
        self._games.restart(anew)
        self._over = self._over & ~anew
        if self._seat == "random":
            drawn = self.np_random.integers(1, 3, self.num_envs, dtype=np.int32)
            np.copyto(self._seats, drawn, where=anew)
        else:
            self._seats[:] = self._seat
        self._answer(anew & (self._seats == 2))

    def _answer(self, waiting: Flags) -> Flags:
        """The opponent picks in those games; which of them ended by that."""
        games = self._games
        if not waiting.any():
            return waiting
        picks = games.sample(self.np_random)
        if self._bot is not None and self._rng is not None:
            for i in np.flatnonzero(waiting).tolist():
                picks[i] = self._bot.choose(games.position(i), self._rng) - games.first
        return games.play(picks, waiting).done

    def _grades(self, picks: Actions, playing: Flags) -> NDArray[np.float64]:
        games, found = self._games, np.zeros(self.num_envs)
        legal = games.legal()
        for i in np.flatnonzero(playing).tolist():
            if legal[i, picks[i]]:
                found[i] = grade(games.position(i), games.first + int(picks[i]))
        return found

    def _info(self) -> Info:
        return {"action_mask": self._games.legal().astype(np.int8), "seat": self._seats.copy()}


def _open_bot(name: str) -> Player:
    if comes_from_outside(name):
        raise EnvError(
            f"{name} plays one game at a time: make these with vectorization_mode='sync' or 'async'"
        )
    return open_player(name)
