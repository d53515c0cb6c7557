"""Certificates: true ones are accepted, and nothing else is."""

import ast
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.brute import game_of
from support.drawn import Pair, choices, games, picks_of

import lastpick.oracle
from lastpick.catalog import load
from lastpick.errors import BudgetError
from lastpick.game import Position
from lastpick.oracle import Budget, Verdict, solve, verify
from lastpick.oracle.verify import plays, sums

ROOM = Path(lastpick.oracle.__file__).parent
CHECKERS = [*ROOM.glob("verify/*.py"), ROOM / "union_find.py"]
ALLOWED = {"errors", "game", "relations", "budget", "verdict"} | {path.stem for path in CHECKERS}


@pytest.mark.parametrize("path", CHECKERS, ids=lambda path: path.name)
def test_no_solver_is_used(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            assert node.module in ALLOWED
        elif isinstance(node, ast.Import):
            assert not [alias for alias in node.names if "lastpick" in alias.name]


def refuted(position: Position, verdict: Verdict) -> bool:
    """Whether a verdict was found wrong; one that is too large to be checked was not."""
    try:
        return not verify(position, verdict, Budget(positions=10_000))
    except BudgetError:
        return False


@given(games(), choices(), st.booleans())
def test_true_verdicts_are_accepted(pair: Pair, chosen: list[int], one: bool) -> None:
    position = pair.game.play(picks_of(pair.game, chosen))
    verdict = solve(position, Budget(positions=3_000), one)
    if len(position.pool) <= 14 or verdict.reason["kind"] in ("pairing", "unknown"):
        assert verify(position, verdict)
    else:
        assert not refuted(position, verdict)


@pytest.mark.parametrize(
    "name",
    ["number-knockout", "divisor-duel", "number-bind", "non-consecutive", "prime-rumble",
     "juniper-green"],
)  # fmt: skip
def test_the_shipped_games_are_verified_from_start_to_end(name: str) -> None:
    """The sieve on a smaller pool: to work out all that is left of 2-50 takes many seconds."""
    game, rng = load(name, "2-36" if name == "prime-rumble" else None), Random(name)
    for _ in range(5):
        position = game.start()
        assert verify(position, solve(position))
        while position.legal:
            position = position.pick(rng.choice(position.legal))
            assert verify(position, solve(position)), position


@pytest.mark.parametrize(
    ("name", "pool"),
    [("divisor-duel", "1-1000"), ("divisor-duel", "1-3000"), ("non-consecutive", "1-100000"),
     ("non-consecutive", "1-1990"), ("juniper-green", "1-500")],
)  # fmt: skip
def test_large_pools_are_verified(name: str, pool: str) -> None:
    position = load(name, pool).start()
    verdict = solve(position)
    assert verdict.wins is not None
    assert verify(position, verdict)
    assert not verify(position, verdict._replace(winning=verdict.winning[1:] or (2,), wins=True))


def test_claims_that_are_too_large_are_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sums, "_LONGEST_RUN", 300)
    monkeypatch.setattr(sums, "_period", sums._period.__wrapped__)
    row = game_of(1, 301, removes="abs(m - n) <= 2").start()
    with pytest.raises(BudgetError, match="too large to be checked: a run of 301 numbers"):
        verify(row, solve(row))
    monkeypatch.setattr(plays, "_MOST_SEARCHED", 1_000)
    free = game_of(1, 30, follows="n != last + 1").start()
    claim = Verdict(False, (), True, None, "search", {"kind": "search", "pick": None})
    with pytest.raises(BudgetError, match="more than 1,000 positions follow"):
        verify(free, claim)
    with pytest.raises(BudgetError, match="there was no time"):
        verify(free, claim, Budget(-1))


# --- lies -------------------------------------------------------------------------------


def rejected(position: Position, verdict: Verdict) -> bool:
    try:
        return not verify(position, verdict)
    except BudgetError:
        return True  # not accepted, at least


POSITIONS = [
    load("divisor-duel").start(),
    load("divisor-duel").play([6, 3]),
    load("divisor-duel", "1-10").start(),
    load("juniper-green").start(),
    load("non-consecutive").start(),
    load("non-consecutive").play([6]),
    load("prime-rumble", "2-16").start(),
    load("prime-rumble").play([2, 3, 5]),
    game_of(1, 9, "n % 2 == 0", removes="m < n").start(),
    game_of(1, 8, follows="n > last").start(),
    game_of(1, 8, follows="neighbour", removes="m < n").play([4]),
]


def test_what_the_verdict_says_cannot_be_changed() -> None:
    for position in POSITIONS:
        verdict = solve(position)
        assert verify(position, verdict)
        reason = verdict.reason
        others = [n for n in position.legal if n not in verdict.winning]
        lies: list[dict[str, Any]] = [
            {"wins": not verdict.wins},
            {"wins": None},
            {"wins": not verdict.wins, "winning": () if verdict.wins else position.legal[:1]},
            {"nimber": (verdict.nimber or 0) + 1},
            {"method": "guess"},
            {"reason": {}},
            {"reason": {"kind": "unknown", "text": ""}},
            {"reason": {**reason, "kind": "magic"}},
            {"reason": {**reason, "pick": 10**6}},
            {"reason": {**reason, "pick": None if verdict.wins else position.legal[0]}},
            {"winning": (*verdict.winning, 10**6), "wins": True},
        ]
        lies += [{"winning": tuple(sorted((*verdict.winning, n))), "wins": True} for n in others]
        lies += [{"reason": {**reason, "pick": n}} for n in others]
        for n in verdict.winning:
            fewer = tuple(w for w in verdict.winning if w != n)
            pick = reason["pick"] if fewer and n != reason["pick"] else next(iter(fewer), None)
            lies.append({"winning": fewer, "wins": bool(fewer), "reason": {**reason, "pick": pick}})
        for lie in lies:
            assert rejected(position, verdict._replace(**lie)), (position, lie)


def test_no_pick_wins_is_said_of_all_picks_or_not_at_all() -> None:
    """Where only some picks were looked at, a position may still be won by another."""
    for position in POSITIONS:
        verdict = solve(position)
        nothing = {**verdict.reason, "pick": None}
        claim = verdict._replace(wins=False, winning=(), complete=False, reason=nothing)
        assert rejected(position, claim), position
    assert {bool(solve(position).wins) for position in POSITIONS} == {False, True}


def test_a_verdict_fits_no_other_position(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plays, "_MOST_SEARCHED", 1_000)
    verdicts = [solve(position) for position in POSITIONS]
    for position, true in zip(POSITIONS, verdicts, strict=True):
        for told in verdicts:
            if told.winning != true.winning:
                assert rejected(position, told)


def test_unknown_says_nothing() -> None:
    position = POSITIONS[0]
    unknown = Verdict(None, (), False, None, "search", {"kind": "unknown", "text": "Unknown."})
    assert verify(position, unknown)
    for lie in ({"wins": True}, {"winning": (2,)}, {"complete": True}, {"nimber": 3}):
        assert not verify(position, unknown._replace(**lie))
