"""Statements on partners, held against the pairing of the certificate."""

from __future__ import annotations

from random import Random

from lastpick.oracle import solve
from support.plain_checker.reader import Reader, number, numbers
from support.plain_checker.truth import wins


def certificates(r: Reader) -> list[dict[int, int]]:
    """The pairings that may prove what is said: of the pick, and of what it leaves."""
    before, after = solve(r.before).reason, solve(r.at).reason
    reasons = [before, after] if before["pick"] == r.pick else [after]
    return [
        {a: b for pair in reason["pairs"] for a, b in (pair, pair[::-1])}
        for reason in reasons
        if "pairs" in reason
    ]


def pairs_hold(r: Reader, count: int, all_of_them: bool, said: str, but: set[int]) -> bool:
    """Whether one of the pairings has these pairs, and proves what is said."""
    proofs = certificates(r)
    return any(_hold(r, partner, count, all_of_them, said, but) for partner in proofs)


def _hold(
    r: Reader, partner: dict[int, int], count: int, all_of_them: bool, said: str, but: set[int]
) -> bool:
    pairs = [numbers(pair) for pair in said.split(", ")]
    flat = [n for pair in pairs for n in pair]
    holds, left = r.game.follows.holds, set(r.at.pool)
    asked = set(r.legal()) - but
    return (
        count == len(asked)
        and len(set(flat)) == len(flat)
        and set(flat) <= left - but
        and all(a in asked and holds(a, b) and holds(b, a) for a, b in pairs)
        and all(partner.get(a) == b for a, b in pairs)
        and (asked <= set(flat)) == all_of_them
        and partners_last(r, partner, but)
    )


def partners_last(r: Reader, partner: dict[int, int], but: set[int]) -> bool:
    """Whether answering with partners never runs out, in games with random picks."""
    for seed in range(12):
        at, rng = r.at, Random(seed)
        while open_to := [n for n in at.legal if n not in but]:
            n = rng.choice(open_to)
            at = at.pick(n)
            if n not in partner or partner[n] not in at.legal:
                return False
            at = at.pick(partner[n])
    return True


def partnered(r: Reader, count: str, how: str, said: str) -> bool:
    return pairs_hold(r, number(count), how == ": ", said, set())


def partnered_but_one(r: Reader, count: str | None, how: str, said: str) -> bool:
    ones = not wins(r.at, 1)
    return ones and pairs_hold(r, number(count or "1"), how == ": ", said, {1})


def only_partnered(r: Reader, n: str, partner: str) -> bool:
    return r.legal() == [int(n)] and pairs_hold(r, 1, True, f"{n} and {partner}", set())


def only_one_loses(r: Reader) -> bool:
    return r.legal() == [1] and not wins(r.at, 1)
