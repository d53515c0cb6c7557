"""What every environment asks first: which game, and whether it can be stepped at all."""

from __future__ import annotations

import os
from typing import Literal, get_args

from ..catalog import Book, open_book
from ..errors import EnvError
from ..relations import Numbers

GameName = str | os.PathLike[str] | None
Reward = Literal["sparse", "exact"]
SeatChoice = Literal[1, 2, "random"]

DEFAULT_GAME = "divisor-duel"  # of every environment, whatever games are added to the catalog
MOST_NUMBERS = 4096  # in an environment's pool: an action and three observed bits for each


def open_table(game: GameName, numbers: str | Numbers | None, most: int = MOST_NUMBERS) -> Book:
    """The book of a game by its name or path; without one, the default."""
    if not isinstance(game, str | os.PathLike | None):
        raise EnvError(f"game={game!r}: expected a name or a path")
    if not isinstance(numbers, str | Numbers | None):
        raise EnvError(f"numbers={numbers!r}: expected a pool such as '1-30'")
    book = open_book(DEFAULT_GAME if game is None else game, numbers)
    pool = book.game.numbers
    if pool.size > most:
        raise EnvError(
            f"the pool {pool} holds {pool.size:,} numbers; this environment takes at most {most:,}"
        )
    if not book.game.start().choices:
        raise EnvError(f"{book.game.name} on {pool}: no number may open, so there is no game")
    return book


def check_reward(reward: str) -> bool:
    """Whether rewards are exact; refuses what is neither kind."""
    _check("reward", reward, get_args(Reward))
    return reward == "exact"


def check_opponent(opponent: object) -> None:
    if not isinstance(opponent, str):
        raise EnvError(f"opponent={opponent!r}: expected the name of a player")


def check_seat(seat: int | str) -> None:
    _check("seat", seat, get_args(SeatChoice))


def check_render_mode(mode: str | None, modes: list[str]) -> None:
    if mode is not None:
        _check("render_mode", mode, tuple(modes))


def _check(name: str, value: object, allowed: tuple[object, ...]) -> None:
    if isinstance(value, bool) or value not in allowed:
        raise EnvError(f"{name}={value!r}: expected {', '.join(map(repr, allowed))}")
