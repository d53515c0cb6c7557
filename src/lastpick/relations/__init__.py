"""Relations between numbers: the language, and its expressions as bitsets."""

from .numbers import Numbers
from .relation import FOLLOWS, OPENS, REMOVES, ROLES, Relation, Role

__all__ = ["FOLLOWS", "OPENS", "REMOVES", "ROLES", "Numbers", "Relation", "Role"]
