"""The longest complete game, and the shortest: how many picks it takes until nobody can pick."""

from .answer import Longest, Shortest
from .find import best, best_after, shortest

__all__ = ["Longest", "Shortest", "best", "best_after", "shortest"]
