"""What a player from outside has cost: calls, tokens, and money at given prices."""

from __future__ import annotations

from typing import NamedTuple

Prices = tuple[float, float]  # for a million tokens of prompts, and of answers


class Usage(NamedTuple):
    """Counts, and what they cost."""

    calls: int = 0
    prompt_tokens: int = 0
    answer_tokens: int = 0
    cost: float | None = None  # in the currency of the prices that were given; None: no prices

    def plus(self, other: Usage) -> Usage:
        """Both together, without a cost."""
        return Usage(
            calls=self.calls + other.calls,
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            answer_tokens=self.answer_tokens + other.answer_tokens,
        )

    def since(self, before: Usage | None) -> Usage:
        """What came on top of an earlier count, without a cost."""
        earlier = before or Usage()
        return Usage(
            calls=self.calls - earlier.calls,
            prompt_tokens=self.prompt_tokens - earlier.prompt_tokens,
            answer_tokens=self.answer_tokens - earlier.answer_tokens,
        )

    def at(self, prices: Prices | None) -> Usage:
        """With what it costs at these prices."""
        if prices is None:
            return self._replace(cost=None)
        cost = (self.prompt_tokens * prices[0] + self.answer_tokens * prices[1]) / 1_000_000
        return self._replace(cost=cost)
