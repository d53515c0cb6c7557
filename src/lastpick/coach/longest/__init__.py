"""The longest complete game, and the shortest: how many picks it takes until nobody can pick."""

from .answer import Longest, Shortest
from .find import best, shortest

__all__ = ["Longest", "Shortest", "best", "shortest"]
