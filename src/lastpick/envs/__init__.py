"""Environments for learning agents: Gymnasium, PettingZoo, OpenSpiel, and thousands at once.

Importing this registers "Lastpick-v0" with Gymnasium. The other three are loaded when first
used: `lastpick_v0` (PettingZoo), `VectorGames` (NumPy), and the module `openspiel`, which is
imported by name because it needs an extra of its own.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from . import lastpick_v0
    from .vector import VectorGames

try:
    import numpy  # noqa: F401 - every environment needs it, and a missing one is told here
    from gymnasium.envs.registration import register, registry
except ImportError as error:
    raise ImportError(
        f"lastpick.envs needs {error.name}; it comes with: pip install 'lastpick[rl]'"
    ) from None

__all__ = ["ENV_ID", "VectorGames", "lastpick_v0"]

ENV_ID = "Lastpick-v0"

if ENV_ID not in registry:
    register(
        id=ENV_ID,
        entry_point="lastpick.envs.gym:LastpickEnv",
        vector_entry_point="lastpick.envs.gym_vector:LastpickVectorEnv",
    )


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "lastpick_v0":
        return import_module(".lastpick_v0", __name__)
    if name == "VectorGames":
        return import_module(".vector", __name__).VectorGames
    raise AttributeError(f"module 'lastpick.envs' has no attribute {name!r}")
