"""The most that a run may cost: no question is asked that could exceed it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from threading import Condition

from ..catalog import Book
from ..errors import ArenaError
from ..game import Outcome, Position
from ..players.player import GARBAGE, ILLEGAL, Failure, Player, Teachable
from ..players.usage import Prices, Usage


class Purse:
    """A spending limit, shared by all players of a run.

    What a question will cost nobody knows, so as much is held back for it as the dearest one has
    cost so far. The first is asked alone, and without knowing.
    """

    def __init__(self, most: float, prices: Prices | None, spent: Iterable[Usage]) -> None:
        costs = [used.at(prices).cost or 0.0 for used in spent]
        self._most = most
        self._prices = prices
        self._spent = sum(costs)
        self._dearest = max(costs, default=0.0)
        self._under_way = 0
        self._changed = Condition()

    def begin(self) -> None:
        """Reserve the most that a question may cost; ArenaError if too little is left."""
        with self._changed:
            while self._under_way and (not self._dearest or self._is_short()):
                self._changed.wait()
            if self._is_short():
                raise ArenaError(
                    f"stopped before --max-cost {self._most:g} is exceeded: {self._spent:.6g} is"
                    f" spent, and an answer has cost up to {self._dearest:.6g};"
                    " the same command with a higher --max-cost goes on"
                )
            self._under_way += 1

    def close(self) -> None:
        """Refuse all further questions."""
        self._most = float("-inf")

    def end(self, used: Usage, answered: bool) -> None:
        """Record the cost of a question; ArenaError if it is unknown."""
        used = used.at(self._prices)
        with self._changed:
            self._under_way -= 1
            self._spent += used.cost or 0.0
            self._dearest = max(self._dearest, used.cost or 0.0)
            self._changed.notify_all()
        if answered and used.cost is None:
            raise ArenaError("the endpoint reports no cost; --max-cost needs --prices then")
        if answered and self._prices and not used.prompt_tokens + used.answer_tokens:
            raise ArenaError("the endpoint reports no tokens, so --max-cost cannot be kept")

    def _is_short(self) -> bool:
        return self._spent + (self._under_way + 1) * self._dearest > self._most


class PaidPlayer:
    """A model whose calls count against a spending limit."""

    def __init__(self, player: Player, purse: Purse) -> None:
        assert isinstance(player, Teachable)  # noqa: S101 - other players cost nothing
        self.name = player.name
        self._player = player
        self._budget = purse

    def begin(self, book: Book, seat: int) -> None:
        self._player.begin(book, seat)

    def choose(self, position: Position, rng: Random) -> int:
        return self._pay(lambda: self._player.choose(position, rng))

    def choose_again(self, position: Position, rng: Random) -> int:
        return self._pay(lambda: self._player.choose_again(position, rng))

    def _pay(self, ask: Callable[[], int]) -> int:
        self._budget.begin()
        before, answered = self.usage(), False
        try:
            pick = ask()
            answered = True
            return pick
        except Failure as failure:
            answered = failure.kind in (ILLEGAL, GARBAGE)
            raise
        finally:
            self._budget.end((self.usage() or Usage()).since(before), answered)

    def end(self, outcome: Outcome | None) -> None:
        self._player.end(outcome)

    def usage(self) -> Usage | None:
        return self._player.usage()

    def close(self) -> None:
        self._player.close()
