"""The Gymnasium environment: one agent against a bot.

    import gymnasium, lastpick.envs
    env = gymnasium.make("Lastpick-v0", opponent="perfect")

An action picks a number; the opponent answers within the same step. An illegal action loses
the game at once: -1, terminated. It does not raise, because agents that learn explore, and
Gymnasium's own checker picks blindly.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium import Env, logger, spaces

from ..errors import EnvError, IllegalPick
from ..game import Outcome, Position
from ..players import open_player
from ..players.player import ENDPOINT, ILLEGAL, REFUSED, Failure
from ..relations import Numbers
from . import render
from .observation import Rows, View
from .options import GameName, Reward, SeatChoice, read_duel
from .reward import grade

Info = dict[str, Any]


class LastpickEnv(Env[Rows, Any]):
    """One agent against a player of ours, or one from outside (see the docs of `players`)."""

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012 - theirs

    def __init__(
        self,
        game: GameName = None,
        numbers: str | Numbers | None = None,
        opponent: str = "random",
        seat: SeatChoice = 1,
        reward: Reward = "sparse",
        render_mode: str | None = None,
    ) -> None:
        self._book, self._seat, self._exact = read_duel(
            game, numbers, opponent, seat, reward, render_mode, self.metadata
        )
        self.render_mode = render_mode
        self._view = view = View(self._book.game)
        self._opponent = open_player(opponent)
        self._position = self._book.game.start()
        self._rng: Random | None = None
        self._begun = False
        self._result: Outcome | None = None  # of a game that ended, or ended before we could pick
        self.seat = 1  # in the present game
        self.action_space = spaces.Discrete(view.size)
        self.observation_space = spaces.Box(0, 1, view.shape, np.int8)

    @property
    def position(self) -> Position:
        """Where the game stands, as the engine has it."""
        return self._position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Rows, Info]:
        """Begin a game; in seat 2 the opponent has already picked.

        All chance, the opponent's as well, comes from `np_random`.
        """
        super().reset(seed=seed)
        if seed is not None or self._rng is None:
            self._rng = Random(int(self.np_random.integers(1 << 62)))
        self._leave()
        self.seat = int(self.np_random.integers(1, 3)) if self._seat == "random" else self._seat
        self._position, self._result = self._book.game.start(), None
        self._opponent.begin(self._book, 3 - self.seat)
        self._begun = True
        if self.seat == 2:
            self._answer()
        return self._view.rows(self._position), self._info()

    def step(self, action: Any) -> tuple[Rows, float, bool, bool, Info]:
        """Pick, and let the opponent answer."""
        if not self._begun:
            raise EnvError("this game is over, or none has begun: call reset() first")
        reward = 0.0
        if self._result is None:  # else the game was over before the agent could pick
            number, before = self._view.first + self._read(action), self._position
            try:
                self._position = before.pick(number)
            except IllegalPick as refusal:
                self._result = Outcome(3 - self.seat, ILLEGAL)
                info = self._info() | {"illegal": str(refusal)}
                self._leave()
                return self._view.rows(before), -1.0, True, False, info
            if self._exact:
                reward = grade(before, number)
            self._result = self._position.outcome
            if self._result is None:
                self._answer()
        over = self._result is not None
        if over and not self._exact:
            reward = self._score()
        info = self._info()
        if over:
            self._leave()
        return self._view.rows(self._position), reward, over, False, info

    def render(self) -> Any:
        """The board as text or as a picture, by the render mode."""
        if self.render_mode == "rgb_array":
            return render.picture(self._position, self._result)
        if self.render_mode == "ansi":
            return render.text(self._book, self._position, self._result)
        logger.warn("render() does nothing: make the environment with a render_mode")
        return None

    def close(self) -> None:
        """Let the opponent go."""
        self._leave()
        self._opponent.close()

    def _answer(self) -> None:
        """The opponent picks. One that does not manage to has lost.

        An endpoint that does not answer says nothing about the opponent: that raises.
        """
        position = self._position
        if self._rng is None:
            raise EnvError("no game has begun: call reset() first")
        try:
            pick = self._opponent.choose(position, self._rng)
        except Failure as failure:
            if failure.kind in (ENDPOINT, REFUSED):
                self._leave()
                raise
            self._result = Outcome(self.seat, failure.kind)
        else:
            self._position = position.pick_unchecked(pick)
            self._result = self._position.outcome

    def _leave(self) -> None:
        """Tell the opponent that its game is over, or broken off."""
        if self._begun:
            self._begun = False
            self._opponent.end(self._result)

    def _score(self) -> float:
        return 1.0 if self._result is not None and self._result.winner == self.seat else -1.0

    def _read(self, action: Any) -> int:
        if type(action) is int or isinstance(action, np.integer):
            if 0 <= action < self._view.size:
                return int(action)
        elif self.action_space.contains(action):
            return int(action)
        raise EnvError(f"action {action!r} lies outside 0-{self._view.size - 1}")

    def _info(self) -> Info:
        info: Info = {"action_mask": self._view.mask(self._position), "seat": self.seat}
        if self._result is not None:
            info["winner"], info["reason"] = self._result
        return info
