"""Check that a misère chain is won by the picks that win if the last pick wins.

The conditions of the theorem (see `misere_chain`) are looked at anew, pick by pick: after each of
them that is not 1, a prime above n/2 must be left, and pairs p, 2p with a prime p above n/3, two
if 2 is left or was just picked, else one. Openings, and the pools of which every position was
searched, are taken as known.
"""

from __future__ import annotations

from ...game import Position

_OPENINGS_FROM = 11
_SEARCHED = (11, 14, 22, 23, *range(26, 39))


def same_as_normal(position: Position) -> bool:
    game, pool = position.game, set(position.pool)
    if not game.removes.trivial or game.follows.name != "divisor or multiple":
        return False
    if 1 not in pool or 0 in pool or not position.choices:
        return False
    return _known(position, pool) or _follows(position, pool)


def _known(position: Position, pool: set[int]) -> bool:
    """Whether it was searched: an opening of 1-n, or a later position that play has led to."""
    game, last, picks = position.game, position.game.numbers.last, position.picks
    if game.numbers.first != 1 or game.start_from is not None:
        return False
    if pool | set(picks) != set(range(1, last + 1)) or len(pool) + len(picks) != last:
        return False
    if not picks:
        return position.last is None and last >= _OPENINGS_FROM
    return last in _SEARCHED


def _follows(position: Position, pool: set[int]) -> bool:
    last = position.game.numbers.last
    primes = _primes(last)
    pairs = {p for p in primes if 3 * p > last and 2 * p <= last and {p, 2 * p} <= pool}
    lonely = {q for q in primes if 2 * q > last and q in pool}
    if position.last is not None and 1 < position.last <= last:  # a pick of this pool
        return _holds(len(pairs), len(lonely), 2 in pool or position.last == 2)
    return all(
        _holds(
            len(pairs) - (n in pairs or (n % 2 == 0 and n // 2 in pairs)),
            len(lonely) - (n in lonely),
            2 in pool,
        )
        for n in position.legal
    )


def _holds(pairs: int, lonely: int, two: bool) -> bool:
    return lonely >= 1 and pairs >= (2 if two else 1)


def _primes(last: int) -> list[int]:
    is_prime = bytearray(b"\0\0" + b"\1" * max(0, last - 1))
    for p in range(2, int(last**0.5) + 1):
        if is_prime[p]:
            is_prime[p * p :: p] = bytes(len(range(p * p, last + 1, p)))
    return [n for n in range(2, last + 1) if is_prime[n]]
