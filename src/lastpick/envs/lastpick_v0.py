"""The PettingZoo environment: two agents pick in turns.

    from lastpick.envs import lastpick_v0
    env = lastpick_v0.env(numbers="1-20")

`env` is `raw_env` with the checks that PettingZoo's games usually wear: an illegal pick ends
the game and costs the one who made it 1, an action outside the pool is an AssertionError, and
so are calls out of order. The bare `raw_env` raises the engine's IllegalPick instead.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import logger, spaces

from ..game import Outcome, Position
from ..players.player import ILLEGAL
from ..relations import Numbers
from . import render
from .observation import LEGAL, View
from .options import GameName, Reward, check_render_mode, check_reward, open_game
from .reward import grade

try:
    import pettingzoo
    from pettingzoo import AECEnv
    from pettingzoo.utils.env_logger import EnvLogger
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError as error:
    raise ImportError(
        f"lastpick_v0 needs {error.name}; it comes with: pip install 'lastpick[rl]'"
    ) from None

__all__ = ["env", "raw_env"]

NAME = "lastpick_v0"
Observation = dict[str, Any]
ONE, TWO = AGENTS = ("player_1", "player_2")
_OTHER = {ONE: TWO, TWO: ONE}


def env(**options: Any) -> Checked:
    """The environment with its checks; takes the options of `raw_env`."""
    return Checked(raw_env(**options))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - their convention
    """The environment without checks."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": NAME,
        "render_modes": ["human", "ansi", "rgb_array"],
        "is_parallelizable": False,  # the players take turns
        "render_fps": 2,
    }

    def __init__(
        self,
        game: GameName = None,
        numbers: str | Numbers | None = None,
        reward: Reward = "sparse",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode, self.metadata["render_modes"])
        self.render_mode = render_mode
        self._exact = check_reward(reward)
        self._book = open_game(game, numbers)
        self._view = view = View(self._book.game)
        self.size = view.size
        self._position = self._book.game.start()
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self.action_spaces = {agent: spaces.Discrete(view.size) for agent in AGENTS}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, view.shape, np.int8),
                    "action_mask": spaces.Box(0, 1, (view.size,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self.state_space = spaces.Box(0, 1, view.shape, np.int8)

    @property
    def position(self) -> Position:
        """Where the game stands, as the engine has it."""
        return self._position

    def allows(self, action: Any) -> bool:
        """Whether an action inside the pool is a legal pick."""
        return bool(self._position.choices >> int(action) & 1)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. There is no chance in it, so a seed changes nothing."""
        self._position = self._book.game.start()
        self._forfeit: Outcome | None = None
        self.agents = list(AGENTS)
        self.agent_selection = ONE
        self.rewards: dict[str, float] = {ONE: 0, TWO: 0}
        self._cumulative_rewards = {ONE: 0, TWO: 0}
        self.terminations = {ONE: False, TWO: False}
        self.truncations = {ONE: False, TWO: False}
        self.infos: dict[str, dict[str, Any]] = {ONE: {}, TWO: {}}
        self._show()

    def observe(self, agent: str) -> Observation:
        """The rows of the position; the mask is all zeros for the one who is not to move."""
        rows = self._view.rows(self._position)
        if agent == self.agent_selection:
            return {"observation": rows, "action_mask": rows[LEGAL].copy()}
        return {"observation": rows, "action_mask": self._view.no_mask()}

    def state(self) -> np.ndarray[Any, Any]:
        """The same rows: nothing is hidden."""
        return self._view.rows(self._position)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        before, number = self._position, self._view.first + int(action)  # type: ignore[arg-type]
        self._position = position = before.pick(number)
        other = _OTHER[agent]
        self._cumulative_rewards[agent] = 0
        if self._exact:
            self.rewards = {agent: grade(before, number), other: 0}
        elif outcome := position.outcome:
            winner = AGENTS[outcome.winner - 1]
            self.rewards = {winner: 1, _OTHER[winner]: -1}
        else:
            self.rewards = {agent: 0, other: 0}
        if not position.choices:
            self.terminations = {ONE: True, TWO: True}
        self.agent_selection = other
        self._accumulate_rewards()
        self._show()

    def forfeit(self) -> None:
        """The agent to move has lost the game by an illegal pick: -1, and 0 to the other."""
        agent = self.agent_selection
        other = _OTHER[agent]
        self._forfeit = Outcome(3 - self._position.turn, ILLEGAL)
        self._cumulative_rewards[agent] = 0
        self.rewards = {agent: -1, other: 0}
        self.terminations = {ONE: True, TWO: True}
        self.agent_selection = other
        self._accumulate_rewards()
        self._show()

    def close(self) -> None:
        """There is nothing to close."""

    def render(self) -> Any:
        """The board as text or as a picture, by the render mode; `human` prints the text."""
        if self.render_mode is None:
            logger.warn("render() does nothing: make the environment with a render_mode")
        elif self.render_mode == "rgb_array":
            return render.picture(self._position, self._forfeit)
        else:
            text = render.text(self._book, self._position, self._forfeit)
            if self.render_mode == "ansi":
                return text
            print(text)
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


class Checked(OrderEnforcingWrapper):  # type: ignore[misc]
    """What PettingZoo's TerminateIllegal, AssertOutOfBounds and OrderEnforcing wrappers do.

    In one: three of them in a row would take eight times as long as the game itself.
    """

    env: raw_env

    @property
    def agents(self) -> list[str]:
        if not self._has_reset:
            raise AttributeError("agents cannot be accessed before reset")
        return self.env.agents

    @property
    def agent_selection(self) -> str:
        if not self._has_reset:
            raise AttributeError("agent_selection cannot be accessed before reset")
        return self.env.agent_selection

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        seen: tuple[Any, float, bool, bool, dict[str, Any]] = self.env.last(observe)
        return seen

    def step(self, action: int | None) -> None:
        game = self.env
        if self._has_reset and game.agents and not game.terminations[game.agent_selection]:
            if not self._inside(action):
                raise AssertionError(
                    f"action {action!r} is not in action space {game.action_spaces[ONE]}"
                )
            if not game.allows(action):
                EnvLogger.warn_on_illegal_move()
                self._has_updated = True
                game.forfeit()
                return
        super().step(action)

    def __str__(self) -> str:
        return str(self.env)

    def _inside(self, action: Any) -> bool:
        if type(action) is int or isinstance(action, np.integer):
            return 0 <= int(action) < self.env.size
        return self.env.action_spaces[ONE].contains(action)


if hasattr(pettingzoo, "register") and NAME not in pettingzoo.aec_registry:
    pettingzoo.register("aec", NAME, entry_point=f"{__name__}:env")
