"""People's stand-ins: bots by level, and players from outside."""

from __future__ import annotations

from ..record import Guess
from .bot import ADMISSION, Bot, Choose, rng_for
from .bots import BOTS, display_name, find_bot, title
from .greedy import greedy_pick
from .kinds import KINDS, check_known, comes_from_outside, is_model, open_player
from .levels import ACCURACY
from .random_bot import random_pick

__all__ = [
    "ACCURACY",
    "ADMISSION",
    "BOTS",
    "KINDS",
    "Bot",
    "Choose",
    "Guess",
    "check_known",
    "comes_from_outside",
    "display_name",
    "find",
    "find_bot",
    "greedy_pick",
    "is_model",
    "open_player",
    "random_pick",
    "rng_for",
    "title",
]

find = find_bot  # its name in the first release
