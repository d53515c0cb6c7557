"""The OpenSpiel game: importing this registers `python_lastpick`.

    import pyspiel, lastpick.envs.openspiel
    game = pyspiel.load_game("python_lastpick(last=30)")

Parameters: `game`, a name of the catalog or the path of a game file, and `first` and `last`,
another pool (0: the game's own, so that a pool from 0 is asked for in a game file alone;
OpenSpiel's parser cannot read a pool such as 1-20).
Two players, in turns, nothing hidden, no chance; 1 to the winner and -1 to the loser at the
end. Action `i` picks the number `first + i`. An illegal action raises the engine's IllegalPick.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..catalog import Book, load
from ..errors import EnvError
from ..game import Position
from ..relations import Numbers
from . import render
from .observation import ROWS, View
from .options import DEFAULT_GAME, open_game

try:
    import pyspiel
except ImportError as error:
    raise ImportError(
        f"lastpick.envs.openspiel needs {error.name};"
        " it comes with: pip install 'lastpick[openspiel]'"
    ) from None

NAME = "python_lastpick"
MOST_NUMBERS = 1024  # in the pool: the tensor of all picks has the square of it
Params = dict[str, Any]

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Lastpick",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": DEFAULT_GAME, "first": 0, "last": 0},
)


class LastpickGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the catalog, or one's own."""

    def __init__(self, params: Params | None = None) -> None:
        params = dict(params or {})
        self.book = _book(params.get("game"), params.get("first", 0), params.get("last", 0))
        self.view = View(self.book.game)
        size = self.view.size
        info = pyspiel.GameInfo(
            num_distinct_actions=size,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=size,  # every pick takes at least itself out of the pool
        )
        super().__init__(GAME_TYPE, info, params)

    def new_initial_state(self) -> LastpickState:
        return LastpickState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Params | None = None) -> Observer:
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        public = iig_obs_type is None or iig_obs_type.public_info
        return Observer(self, recall, public, params)


def _book(name: str | None, first: int, last: int) -> Book:
    numbers = None
    if first or last:
        own = load(DEFAULT_GAME if name is None else name).numbers
        numbers = Numbers(first or own.first, last or own.last)
    return open_game(name, numbers, MOST_NUMBERS)


class _Stand(NamedTuple):
    """Where a game stands. OpenSpiel copies a state deeply, attribute by attribute, for every
    node of a search; nothing here ever changes, so that copies may share it.
    """

    book: Book
    position: Position

    def __deepcopy__(self, memo: Any) -> _Stand:
        return self


class LastpickState(pyspiel.State):  # type: ignore[misc]
    """A position, as OpenSpiel asks about it."""

    def __init__(self, game: LastpickGame) -> None:
        super().__init__(game)
        self.first = game.view.first
        self._stand = _Stand(game.book, game.book.game.start())

    @property
    def position(self) -> Position:
        """Where the game stands, as the engine has it."""
        return self._stand.position

    def current_player(self) -> int:
        if not self.position.choices:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.position.turn - 1

    def is_terminal(self) -> bool:
        return not self.position.choices

    def returns(self) -> list[float]:
        outcome = self.position.outcome
        if outcome is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == 1 else [-1.0, 1.0]

    def _legal_actions(self, player: int) -> list[int]:
        return [n - self.first for n in self.position.legal]

    def _apply_action(self, action: int) -> None:
        self._stand = self._stand._replace(position=self.position.pick(self.first + action))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.first + action)

    def __str__(self) -> str:
        return render.text(*self._stand).rstrip("\n")


class Observer:
    """What a player sees: the rows of the position, and with perfect recall the picks so far."""

    def __init__(
        self, game: LastpickGame, recall: bool, public: bool, params: Params | None
    ) -> None:
        if params:
            raise EnvError(f"no observation takes parameters; {params} were given")
        self._view, self._recall, self._public = game.view, recall, public
        self._first = game.view.first
        size = game.view.size
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if public:
            shape = (size, size) if recall else (ROWS, size)
            self.tensor = np.zeros(shape[0] * shape[1], np.float32)
            self.dict = {"picks" if recall else "observation": self.tensor.reshape(shape)}

    def set_from(self, state: LastpickState, player: int) -> None:
        if self.tensor is None:
            return
        if not self._recall:
            self.dict["observation"][:] = self._view.rows(state.position)
            return
        rows = self.dict["picks"]
        rows.fill(0)
        for ply, n in enumerate(state.position.picks):
            rows[ply, n - self._first] = 1

    def string_from(self, state: LastpickState, player: int) -> str:
        if not self._public:
            return ""
        if self._recall:
            return " ".join(map(str, state.position.picks))
        return str(state)


pyspiel.register_game(GAME_TYPE, LastpickGame)
