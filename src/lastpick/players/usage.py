"""What a player from outside has cost: calls, tokens, and money at given prices."""

from __future__ import annotations

from math import fsum
from typing import NamedTuple

_DIGITS = 10  # of a difference of costs: the same whatever was added up before
Prices = tuple[float, float]  # for a million tokens of prompts, and of answers


class Usage(NamedTuple):
    """Counts, and what they cost."""

    calls: int = 0  # answered or not
    prompt_tokens: int = 0
    answer_tokens: int = 0
    cost: float | None = None  # as prices or the endpoint say; None: they do not

    def plus(self, other: Usage) -> Usage:
        """Both together."""
        costs = [cost for cost in (self.cost, other.cost) if cost is not None]
        return Usage(
            calls=self.calls + other.calls,
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            answer_tokens=self.answer_tokens + other.answer_tokens,
            cost=fsum(costs) if costs else None,
        )

    def since(self, before: Usage | None) -> Usage:
        """What came on top of an earlier count."""
        earlier = before or Usage()
        cost = self.cost and round(self.cost - (earlier.cost or 0), _DIGITS)
        return Usage(
            calls=self.calls - earlier.calls,
            prompt_tokens=self.prompt_tokens - earlier.prompt_tokens,
            answer_tokens=self.answer_tokens - earlier.answer_tokens,
            cost=cost,
        )

    def at(self, prices: Prices | None) -> Usage:
        """With what it costs at these prices; without any, what was reported stays."""
        if prices is None:
            return self
        cost = (self.prompt_tokens * prices[0] + self.answer_tokens * prices[1]) / 1_000_000
        return self._replace(cost=cost)
