"""What every environment asks first: which game, and whether it can be stepped at all."""

from __future__ import annotations

import os
from typing import Any, Literal, NamedTuple, get_args

from ..catalog import Book, open_book
from ..errors import EnvError
from ..game import Game
from ..relations import Numbers

GameName = str | os.PathLike[str] | None
Reward = Literal["sparse", "exact"]
SeatChoice = Literal[1, 2, "random"]

DEFAULT_GAME = "divisor-duel"  # of every environment, whatever games are added to the catalog
MOST_NUMBERS = 4096  # in an environment's pool: an action and three observed bits for each


class Duel(NamedTuple):
    """What an environment against an opponent was told, once it has been checked."""

    book: Book
    seat: SeatChoice
    exact: bool  # whether the oracle rewards each pick


def read_duel(
    game: GameName,
    numbers: str | Numbers | None,
    opponent: object,
    seat: SeatChoice,
    reward: str,
    render_mode: str | None,
    metadata: dict[str, Any],
    most: int = MOST_NUMBERS,
) -> Duel:
    """Refuses what Gymnasium's environments cannot play with."""
    _check("seat", seat, get_args(SeatChoice))
    if not isinstance(opponent, str):
        raise EnvError(f"opponent={opponent!r}: expected the name of a player")
    check_render_mode(render_mode, metadata["render_modes"])
    exact = check_reward(reward)
    return Duel(open_game(game, numbers, most), seat, exact)


def open_game(game: GameName, numbers: str | Numbers | None, most: int = MOST_NUMBERS) -> Book:
    """The book of a game by its name or path; without one, the default."""
    if not isinstance(game, str | os.PathLike | None):
        raise EnvError(f"game={game!r}: expected a name or a path")
    if not isinstance(numbers, str | Numbers | None):
        raise EnvError(f"numbers={numbers!r}: expected a pool such as '1-30'")
    book = open_book(DEFAULT_GAME if game is None else game, numbers)
    check_game(book.game, most)
    return book


def check_game(game: Game, most: int) -> None:
    """Refuse a pool that is too large, and a game that nobody can open."""
    pool = game.numbers
    if pool.size > most:
        raise EnvError(
            f"the pool {pool} holds {pool.size:,} numbers; this environment takes at most {most:,}"
        )
    if not game.start().choices:
        raise EnvError(f"{game.name} on {pool}: no number may open, so there is no game")


def check_reward(reward: str) -> bool:
    """Whether rewards are exact; refuses what is neither kind."""
    _check("reward", reward, get_args(Reward))
    return reward == "exact"


def check_render_mode(mode: str | None, modes: list[str]) -> None:
    if mode is not None:
        _check("render_mode", mode, tuple(modes))


def _check(name: str, value: object, allowed: tuple[object, ...]) -> None:
    if isinstance(value, bool) or value not in allowed:
        raise EnvError(f"{name}={value!r}: expected {', '.join(map(repr, allowed))}")
