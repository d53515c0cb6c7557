"""Certificates that were tampered with are refused."""

from copy import deepcopy
from functools import reduce
from itertools import combinations, pairwise
from operator import xor
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.brute import Brute, game_of, mex
from support.drawn import Pair, choices, games, picks_of
from support.model import FOLLOWERS, OPENINGS, REMOVALS

from lastpick.catalog import load
from lastpick.errors import BudgetError
from lastpick.game import Position
from lastpick.oracle import Budget, Verdict, solve, verify
from lastpick.oracle.verify import sums


def accepted(position: Position, verdict: Verdict) -> bool:
    try:
        return verify(position, verdict, Budget(positions=10_000))
    except BudgetError:
        return False


def with_reason(verdict: Verdict, **changes: Any) -> Verdict:
    return verdict._replace(reason={**verdict.reason, **changes})


# --- pairings ---------------------------------------------------------------------------


def chain(*picks: int) -> tuple[Position, Verdict]:
    position = load("divisor-duel").play(picks)
    verdict = solve(position)
    assert verify(position, verdict)
    return position, verdict


@pytest.mark.parametrize("picks", [(), (6,), (6, 3), (1,), (14,), (5, 20, 10)])
def test_pairs_cannot_be_changed(picks: tuple[int, ...]) -> None:
    position, verdict = chain(*picks)
    pairs = verdict.reason["pairs"]
    gone = position.gone[0] if position.gone else 21
    for i, (a, b) in enumerate(pairs):
        rest = pairs[:i] + pairs[i + 1 :]
        for lie in (
            rest,  # a smaller pairing
            [*rest, [a, a]],
            [*rest, [a, gone]],
            [*pairs, [a, b]],  # twice
            [*rest, [a]],
            [*rest, [a, b, b]],
            [*rest, None],
        ):
            assert not accepted(position, with_reason(verdict, pairs=lie)), lie
    for (a, b), (c, d) in combinations(pairs, 2):  # partners exchanged
        for one, other in (((a, c), (b, d)), ((a, d), (b, c))):
            lie = [pair for pair in pairs if pair not in ([a, b], [c, d])]
            lie += [list(one), list(other)]
            related = all(x % y == 0 or y % x == 0 for x, y in (one, other))
            assert accepted(position, with_reason(verdict, pairs=lie)) is related
    free = sorted({*position.pool} - {n for pair in pairs for n in pair})
    for a, b in pairwise(free):  # not related, else the pairing would grow
        assert not accepted(position, with_reason(verdict, pairs=[*pairs, [a, b]]))


@pytest.mark.parametrize("picks", [(), (6,), (6, 3), (1,), (14,), (5, 20, 10)])
def test_the_barrier_cannot_be_changed(picks: tuple[int, ...]) -> None:
    position, verdict = chain(*picks)
    barrier = verdict.reason["barrier"]
    lies = [[*barrier, 21], None]
    lies += [[*barrier, n] for n in position.pool]
    lies += [[m for m in barrier if m != n] for n in barrier]
    for lie in lies:
        assert not accepted(position, with_reason(verdict, barrier=lie)), lie


def test_another_barrier_does_not_turn_losing_picks_into_winning_ones() -> None:
    """Two numbers and one edge: {2} leaves 1 alone, so the count is right, but 1 loses."""
    position = game_of(1, 2, follows="neighbour").start()
    reason = {"kind": "pairing", "pick": None, "pairs": [[1, 2]], "barrier": [], "text": ""}
    lost = Verdict(False, (), True, None, "matching", reason)
    assert verify(position, lost)
    assert not verify(position, with_reason(lost, barrier=[2])._replace(wins=True, winning=(1,)))
    won = Verdict(True, (1,), True, None, "matching", {**reason, "pick": 1, "barrier": [2]})
    assert not verify(position, won)
    assert not verify(position, with_reason(won, pairs=[]))


def test_pairings_prove_nothing_where_the_theorem_does_not_hold() -> None:
    reason = {"kind": "pairing", "pick": None, "pairs": [[1, 2]], "barrier": [], "text": ""}
    claim = Verdict(False, (), True, None, "matching", reason)
    assert verify(game_of(1, 2, follows="neighbour").start(), claim)
    assert not verify(game_of(1, 2, follows="n == last + 1").start(), claim)
    assert not verify(game_of(1, 2, follows="neighbour", removes="m < n").start(), claim)


def test_the_pick_must_be_free_of_a_partner() -> None:
    position, verdict = chain()
    paired = {n for pair in verdict.reason["pairs"] for n in pair}
    assert paired & set(verdict.winning)
    for n in verdict.winning:
        assert accepted(position, with_reason(verdict, pick=n)) is (n not in paired)


# --- parts ------------------------------------------------------------------------------

SUMS = [
    load("non-consecutive").play([6]),
    load("non-consecutive", "1-80").play([6, 40]),
    load("prime-rumble", "2-16").start(),
    load("prime-rumble").play([2, 3]),
    game_of(1, 9, "n % 2 == 0", removes="abs(m - n) <= 2").start(),
    game_of(1, 80, "prime(n)", removes="neighbour").start(),
]


@pytest.mark.parametrize("position", SUMS, ids=str)
def test_parts_cannot_be_changed(position: Position) -> None:
    verdict = solve(position)
    assert verify(position, verdict)
    parts = verdict.reason["parts"]
    lies = [[], parts[1:], [*parts, parts[0]], None]
    for i, part in enumerate(parts):
        others = parts[:i] + parts[i + 1 :]
        lies += [
            [*others, {**part, "nimber": part["nimber"] ^ 1}],
            [*others, {**part, "numbers": part["numbers"][1:]}],
            [*others, {"numbers": part["numbers"]}],
        ]
        if len(parts) > 1:
            both = {**parts[0], "numbers": sorted(parts[0]["numbers"] + parts[1]["numbers"])}
            lies.append([both, *parts[2:]])
    for lie in lies:
        assert not accepted(position, with_reason(verdict, parts=lie)), lie
    total = verdict.reason["xor"]
    assert not accepted(position, with_reason(verdict, xor=total ^ 1))
    assert not accepted(position, with_reason(verdict, xor=None))
    assert not accepted(position, with_reason(verdict, xor=None)._replace(nimber=7))
    if len(position.legal) == len(position.pool):  # a lie that is carried through
        lie = [{**parts[0], "nimber": parts[0]["nimber"] ^ 1}, *parts[1:]]
        told = with_reason(verdict, parts=lie, xor=total ^ 1)._replace(nimber=total ^ 1)
        assert not accepted(position, told)


def test_options_of_small_parts_cannot_be_changed() -> None:
    for position in SUMS[:1] + SUMS[4:5]:
        verdict = solve(position)
        for i, part in enumerate(verdict.reason["parts"]):
            for j in range(len(part["options"])):
                for value in range(8):
                    lie = deepcopy(verdict)
                    option = lie.reason["parts"][i]["options"][j]
                    if option[1] != value:
                        option[1] = value
                        assert not accepted(position, lie), option


def test_sums_prove_nothing_where_not_everything_may_follow() -> None:
    parts = [{"numbers": [n], "nimber": 1, "options": [[n, 0]]} for n in (1, 2)]
    reason = {"kind": "parts", "pick": None, "xor": 0, "parts": parts, "text": ""}
    claim = Verdict(False, (), True, 0, "parts", reason)
    assert verify(game_of(1, 2).start(), claim)
    assert not verify(game_of(1, 2, follows="n > last").start(), claim)


# --- anything, at random ----------------------------------------------------------------


def nudged(value: Any, rng: Random) -> Any:
    """The same data with one thing in it changed."""
    if isinstance(value, bool) or value is None:
        return rng.choice([x for x in (True, False, None) if x is not value])
    if isinstance(value, int):
        return value + rng.choice((-1, 1, 2))
    if isinstance(value, str) or not value:
        return "other"
    if isinstance(value, dict):
        key = rng.choice([key for key in value if key not in ("text", "positions")])
        return {**value, key: nudged(value[key], rng)}
    i = rng.randrange(len(value))
    how = rng.randrange(3)
    middle = [[nudged(value[i], rng)], [], [value[i], value[i]]][how]
    return type(value)([*value[:i], *middle, *value[i + 1 :]])


def carried_through(position: Position, verdict: Verdict, rng: Random) -> Verdict:
    """A sum with one nimber changed, and all that follows from it: a lie that adds up."""
    parts = deepcopy(verdict.reason["parts"])
    part = rng.choice(parts)
    if "options" in part:
        option = rng.choice(part["options"])
        option[1] += rng.choice((-1, 1, 2)) if option[1] else rng.choice((1, 2, 3))
        part["nimber"] = mex({value for _, value in part["options"]})
    else:
        part["nimber"] ^= rng.choice((1, 2))
    total = reduce(xor, (part["nimber"] for part in parts))
    leaves = {n: total ^ p["nimber"] ^ v for p in parts for n, v in p.get("options", ())}
    winning = tuple(n for n in position.legal if leaves.get(n) == 0)
    whole = len(position.legal) == len(position.pool)
    return Verdict(
        bool(winning), winning, True,
        total if whole else mex({leaves[n] for n in position.legal if n in leaves}),
        verdict.method, {**verdict.reason, "pick": min(winning, default=None), "xor": total,
                         "parts": parts},
    )  # fmt: skip


def claims(verdict: Verdict) -> set[Any]:
    """What a verdict claims that is either so or not: a pairing may be another one."""
    found: set[Any] = {("wins", n) for n in verdict.winning} | {("wins", verdict.wins)}
    found |= {("nimber", verdict.nimber), ("xor", verdict.reason.get("xor"))}
    for part in verdict.reason.get("parts", ()):
        numbers = tuple(part["numbers"])
        found |= {("part", numbers), ("of part", numbers, part.get("nimber"))}
        found |= {("leaves", n, value) for n, value in part.get("options", ())}
    return found | {("value", n, value) for n, value in verdict.reason.get("values") or ()}


def check_forgeries(position: Position, rng: Random, count: int, **told: Any) -> None:
    """What is accepted claims nothing but what is so; it may claim less."""
    verdict = solve(position, Budget(positions=100_000), **told)
    true = claims(verdict) | {("nimber", None), ("xor", None)}
    true |= {("of part", tuple(p["numbers"]), None) for p in verdict.reason.get("parts", ())}
    for _ in range(count):
        if verdict.reason.get("xor") is not None and verdict.reason["parts"] and rng.random() < 0.4:
            lie = carried_through(position, verdict, rng)
        else:
            field = rng.choice(("wins", "winning", "complete", "nimber", *["reason"] * 6))
            lie = verdict._replace(**{field: nudged(getattr(verdict, field), rng)})
        if accepted(position, lie):
            assert claims(lie) <= true, (position.game.rules, position.pool, lie)
            assert not lie.complete or not verdict.complete or lie.winning == verdict.winning


POOLS = {
    "number-knockout": "1-60", "divisor-duel": "1-100", "number-bind": "2-70",
    "prime-rumble": "2-58", "non-consecutive": "1-150", "juniper-green": "1-120",
}  # fmt: skip


@pytest.mark.parametrize("name", POOLS)
def test_no_field_of_a_certificate_of_a_shipped_game_can_be_forged(name: str) -> None:
    rng = Random(name)
    for pool in (None, POOLS[name]):
        start = load(name, pool).start()
        later = start.pick(rng.choice(start.legal))
        while len(later.legal) > 12:
            later = later.pick(rng.choice(later.legal))
        for position in (start, later):
            check_forgeries(position, rng, 50)
            check_forgeries(position, rng, 10, stop_at_first=True)


def test_a_forged_verdict_on_a_shipped_game_is_not_accepted() -> None:
    """Where all that is left of 2-50 would have to be worked out: "no pick wins, the xor is 0"."""
    start = load("prime-rumble").start()
    verdict = solve(start)
    lie = deepcopy(verdict.reason) | {"pick": None, "xor": 0}
    whole = max(lie["parts"], key=lambda part: len(part["numbers"]))
    whole["nimber"] = reduce(xor, (p["nimber"] for p in lie["parts"] if p is not whole))
    for option in whole["options"]:
        option[1] += 20
    for option, value in zip(whole["options"], range(whole["nimber"]), strict=False):
        option[1] = value
    forged = Verdict(False, (), True, 0, "table", lie)
    assert sums._adds_up(start, forged, Budget())
    assert not accepted(start, forged)


def test_no_field_of_a_certificate_of_any_game_can_be_forged() -> None:
    rng = Random(4)
    kinds: set[str] = set()
    for _ in range(300):
        first = rng.choice((0, 1, 1, 2, rng.randrange(30)))
        relations = (rng.choice(list(r)) for r in (OPENINGS, FOLLOWERS, REMOVALS))
        opens, follows, removes = relations
        follows = rng.choice((follows, "any", "divisor or multiple", "n > last"))
        removes = rng.choice((removes, removes, "itself"))
        last_pick = rng.choice(("wins", "wins", "loses"))
        game = game_of(first, first + rng.randrange(13), opens, follows, removes,
                       last_pick=last_pick)  # fmt: skip
        picks = picks_of(game, [rng.randrange(99) for _ in range(rng.randrange(3))])
        position = game.play(picks)
        check_forgeries(position, rng, 8)
        kinds.add(solve(position).reason["kind"])
    for game in (
        game_of(1, 14, follows="divisor or multiple", last_pick="loses"),
        game_of(1, 8, follows="abs(n - last) <= 3 or n % last == 0"),
        game_of(1, 22, follows="last < n <= last + 3 or n == last - 1"),
    ):
        check_forgeries(game.start(), rng, 50)
        kinds.add(solve(game.start()).reason["kind"])
    assert kinds >= {"pairing", "misere pairing", "partners", "parts", "walk", "search", "misere"}


@given(games(), choices(), st.data())
def test_claims_out_of_thin_air_are_refused(
    pair: Pair, chosen: list[int], data: st.DataObject
) -> None:
    """Winning picks as brute force denies them, with the certificate of the true verdict."""
    position = pair.game.play(picks_of(pair.game, chosen))
    if len(position.pool) > 12 or not position.legal:
        return
    winning = Brute(pair.rules).winning(position)
    claim = tuple(sorted(data.draw(st.sets(st.sampled_from(position.legal)))))
    verdict = solve(position)
    lie = verdict._replace(winning=claim, wins=bool(claim))
    lie.reason["pick"] = next(iter(claim), None)
    assert not accepted(position, lie) or claim == winning
