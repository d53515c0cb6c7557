"""Statements on partners, held against the pairing of the certificate."""

from __future__ import annotations

from random import Random

from lastpick.oracle import solve
from support.plain_checker.reader import Reader, numbers
from support.plain_checker.truth import wins

ONE = frozenset([1])  # loses for whoever picks it, where the last pick loses


def certificates(r: Reader) -> list[dict[int, int]]:
    """The pairings that may prove what is said: of the pick, and of what it leaves."""
    before, after = solve(r.before).reason, solve(r.at).reason
    reasons = [before, after] if before["pick"] == r.pick else [after]
    return [
        {a: b for pair in reason["pairs"] for a, b in (pair, pair[::-1])}
        for reason in reasons
        if "pairs" in reason
    ]


def asked(r: Reader) -> set[int]:
    """The picks that need a partner."""
    return set(r.legal()) - (ONE if r.game.misere else set())


def partners_last(r: Reader, partner: dict[int, int]) -> bool:
    """Whether answering with partners never runs out, in games with random picks."""
    but = ONE if r.game.misere else set()
    for seed in range(12):
        at, rng = r.at, Random(seed)
        while open_to := [n for n in at.legal if n not in but]:
            n = rng.choice(open_to)
            at = at.pick(n)
            if n not in partner or partner[n] not in at.legal:
                return False
            at = at.pick(partner[n])
    return True


def one_of_a_pair(r: Reader, how: str, said: str) -> bool:
    """ "if they pick one of a pair, you pick the other": some of the pairs, or all asked for."""
    pairs = [numbers(pair) for pair in said.split(", ")]
    flat = [n for pair in pairs for n in pair]
    holds, open_to = r.game.follows.holds, asked(r)
    fitting = (
        len(set(flat)) == len(flat)
        and set(flat) <= set(r.at.pool)
        and all(a in open_to and holds(a, b) and holds(b, a) for a, b in pairs)
        and (open_to <= set(flat)) == (how == ": ")
    )
    r.partners = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
    return fitting and later_too(r)


def only_partnered(r: Reader, n: str, partner: str) -> bool:
    r.partners = {int(n): int(partner)}
    return r.legal() == [int(n)] and later_too(r)


def later_too(r: Reader) -> bool:
    """Whether one of the pairings has the pairs that were named, and always goes on."""
    return bool(r.partners) and any(
        all(partner.get(a) == b for a, b in r.partners.items()) and partners_last(r, partner)
        for partner in certificates(r)
    )


def later_too_but(r: Reader, but: str | None) -> bool:
    return bool(but) == r.game.misere and later_too(r)


def one_loses(r: Reader) -> bool:
    r.one_loses = True
    return r.game.misere and 1 in r.legal() and not wins(r.at, 1)


def only_one_loses(r: Reader) -> bool:
    return r.legal() == [1] and one_loses(r)
