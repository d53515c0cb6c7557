"""The oracle: who wins from a position, every winning pick, and a reason that can be checked."""

from .budget import Budget
from .solve import method, solve
from .verdict import Verdict, as_data
from .verify.claim import verify

__all__ = ["Budget", "Verdict", "as_data", "method", "solve", "verify"]
