"""Misère chains: divisors and multiples on 1-n, where the last pick loses.

While 1 is left nobody is stuck, for 1 may follow everything, and often whoever picks it loses
whatever the last pick does. Then the picks that win are those of the game in which it wins, and
`chain` finds them. Call a number that nothing but 1 is related to *lonely* (a prime above n/2),
and p, 2p with a prime p above n/3 a *pair* if both are left: p is related to 1 and 2p alone, and 2p
to 1, 2 and p. Let 1 be left, a lonely number, and two pairs (one, if 2 has gone and is not the last
pick). Then

- whoever picks 1 loses. If the last pick wins, the answer is the lonely number. If it loses, the
  answer is the 2p of a pair: p ends the game with the other one having picked last, and 2, if it is
  left, is met by another 2q, which forces q and the same end;
- after every other pick that is so again. Nothing but 1 leads to a lonely number, and nothing but 1
  and 2 to a pair; so a pair can be lost right after 2 alone, and only one.

So both games are the game without 1 in which whoever is stuck loses. Before the first pick, and
after a number outside 1-n, it must be so after each pick. Where this is not so, and 1 is left, a
few pools were searched instead, position by position.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from ..game import Position
from ..relations.language import is_prime
from . import chain
from .budget import Budget
from .verdict import Reason, Verdict, ended

if TYPE_CHECKING:
    from .memory import Memory

FIRST_BY_SEARCH = 11  # from this n on every opening of 1-n was searched, or is proved
LATER_BY_SEARCH = frozenset((11, 14, 22, 23, *range(26, 39)))  # and so was every later position


def applies(position: Position) -> bool:
    """Whether what wins is known to be what wins in the same game if the last pick wins."""
    game = position.game
    chain_game = game.removes.trivial and game.follows.name == "divisor or multiple"
    if not (game.misere and chain_game and position.choices and _left(position, 1)):
        return False
    if _left(position, 0):
        return False
    return proved(position) or _searched(position)


def solve(position: Position, budget: Budget, memory: Memory) -> Verdict:
    """The verdict where this applies."""
    found = chain.solve(position, budget, memory)
    text = (
        _text(position, found.reason)
        if proved(position)
        else _text_of_searched(found.reason["pick"])
    )
    return found._replace(reason={**found.reason, "kind": "misere pairing", "text": text})


def _left(position: Position, n: int) -> bool:
    numbers = position.game.numbers
    return n in numbers and bool(position.bits >> n - numbers.first & 1)


def _may_be_picked(position: Position, n: int) -> bool:
    return bool(position.choices >> n - position.game.numbers.first & 1)


def _pairs(position: Position) -> list[int]:
    """The primes p of the pairs that are left, at most three."""
    last = position.game.numbers.last
    primes = (p for p in range(last // 2, last // 3, -1) if is_prime(p))
    return list(islice((p for p in primes if _left(position, p) and _left(position, 2 * p)), 3))


def _lonely(position: Position) -> list[int]:
    """Lonely numbers that are left, at most two."""
    last = position.game.numbers.last
    primes = (q for q in range(last, last // 2, -1) if is_prime(q))
    return list(islice((q for q in primes if _left(position, q)), 2))


def proved(position: Position) -> bool:
    """Whether it follows from what is said above, where it applies."""
    pairs, lonely = _pairs(position), _lonely(position)
    two_left, last = _left(position, 2), position.last
    needed = 2 if two_left or last == 2 else 1
    if len(pairs) < needed or not lonely:
        return False
    if last is not None and 1 < last <= position.game.numbers.last:
        return True
    # Any number may be first; one of a pair, and a lonely one, are gone then.
    touches = any(_may_be_picked(position, n) for p in pairs for n in (p, 2 * p))
    takes = any(_may_be_picked(position, q) for q in lonely)
    after_two = 2 if two_left and _may_be_picked(position, 2) else 0
    return len(pairs) >= max(needed + touches, after_two) and len(lonely) >= 1 + takes


def _searched(position: Position) -> bool:
    """Whether this is a position, reached by play on 1-n, that was searched."""
    game, numbers = position.game, position.game.numbers
    if numbers.first != 1 or game.start_from is not None:
        return False
    if position.bits != numbers.everything & ~numbers.encode(position.picks):
        return False
    if not position.picks:
        return position.last is None and numbers.last >= FIRST_BY_SEARCH
    return numbers.last in LATER_BY_SEARCH


def _text(position: Position, reason: Reason) -> str:
    """How to answer: by partners, but for 1."""
    pick = reason["pick"]
    after = position.pick_unchecked(pick) if pick is not None else position
    shown = chain.asked_pairs(after, (pair for pair in reason["pairs"] if 1 not in pair))
    answers = " or ".join(str(2 * p) for p in _pairs(after))
    one = f"Whoever picks 1 loses: answer it with {answers}, one that is left with its half."
    if pick is None:
        every = ended(f"Every valid pick but 1 has a partner to answer it with: {shown}")
        return f"{every} {one}"
    if not shown:
        return f"Pick {pick}: only 1 answers it. {one}"
    every = ended(f"Pick {pick}, then answer every number but 1 with its partner: {shown}")
    return f"{every} {one}"


def _text_of_searched(pick: int | None) -> str:
    same = "While 1 is left, what wins here is what wins if the last pick wins: all was searched."
    return same if pick is None else f"Pick {pick}. {same}"
