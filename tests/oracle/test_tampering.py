"""Certificates that were tampered with are refused."""

from copy import deepcopy
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.brute import Brute, game_of
from support.drawn import Pair, choices, games, picks_of

from lastpick.catalog import load
from lastpick.errors import BudgetError
from lastpick.game import Position
from lastpick.oracle import Budget, Verdict, solve, verify


def accepted(position: Position, verdict: Verdict) -> bool:
    try:
        return verify(position, verdict)
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


@given(games(), choices(), st.integers(0, 10**6))
def test_nothing_that_passes_is_wrong(pair: Pair, chosen: list[int], seed: int) -> None:
    """A change may leave a certificate true, such as a tie between picks; never a lie."""
    position = pair.game.play(picks_of(pair.game, chosen))
    verdict = solve(position, Budget(positions=3_000))
    rng = Random(seed)
    field = rng.choice(("wins", "winning", "complete", "nimber", "reason", "reason", "reason"))
    lie = verdict._replace(**{field: nudged(getattr(verdict, field), rng)})
    if accepted(position, lie):
        said = (lie.wins, tuple(lie.winning), lie.nimber)
        assert lie.complete is False or said == (verdict.wins, verdict.winning, verdict.nimber)
        assert set(lie.winning) <= set(verdict.winning)


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
