"""Verdicts on large pools: held in arrays, and the same as any other to whoever reads them."""

import json
import pickle
from collections.abc import Sequence
from typing import cast

import pytest

from lastpick.catalog import load
from lastpick.oracle import Verdict, as_data, chain, solve, verify
from lastpick.oracle.compact import CompactNumbers
from lastpick.oracle.memory import Memory


@pytest.fixture
def compact(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain, "_LARGE", 0)


def both(monkeypatch: pytest.MonkeyPatch, numbers: str, picks: tuple[int, ...]) -> list[Verdict]:
    position, found = load("divisor-duel", numbers).play(picks), []
    for large in (10**9, 0):
        monkeypatch.setattr(chain, "_LARGE", large)
        found.append(solve(position, memory=Memory()))
    return found


@pytest.mark.parametrize(
    ("numbers", "picks"), [("1-1", ()), ("1-20", (14,)), ("1-100", ()), ("1-10", ()), ("7-300", ())]
)
def test_they_read_the_same(
    monkeypatch: pytest.MonkeyPatch, numbers: str, picks: tuple[int, ...]
) -> None:
    usual, large = both(monkeypatch, numbers, picks)
    position = load("divisor-duel", numbers).play(picks)
    assert isinstance(large.winning, CompactNumbers)
    assert isinstance(usual.winning, tuple)
    assert large.winning == usual.winning
    assert usual.winning == large.winning
    assert hash(large.winning) == hash(usual.winning)
    assert bool(large.winning) is bool(usual.winning)
    assert (large.winning[:3], list(large.winning)) == (usual.winning[:3], list(usual.winning))
    assert all((n in large.winning) is (n in usual.winning) for n in range(400))
    assert "5" not in cast(Sequence[object], large.winning)
    assert large.reason["pairs"] == usual.reason["pairs"]
    assert usual.reason["pairs"] == large.reason["pairs"]
    assert large.reason["pairs"][1:3] == usual.reason["pairs"][1:3]
    assert large.text == usual.text
    assert json.dumps(as_data(position, large)) == json.dumps(as_data(position, usual))
    assert pickle.loads(pickle.dumps(large.winning)) == usual.winning
    assert large.winning != (*usual.winning, 5)


@pytest.mark.usefixtures("compact")
@pytest.mark.parametrize(("numbers", "picks"), [("1-60", ()), ("1-60", (6,)), ("1-100", (2, 94))])
def test_they_are_checked_and_each_tampering_is_found(numbers: str, picks: tuple[int, ...]) -> None:
    position = load("divisor-duel", numbers).play(picks)
    verdict = solve(position, memory=Memory())
    assert verify(position, verdict)
    reason, winning = verdict.reason, list(verdict.winning)
    others = [n for n in position.legal if n not in winning]
    wrong = [
        verdict._replace(winning=CompactNumbers(sorted([*winning, *others[:1]]))),
        verdict._replace(reason={**reason, "pairs": reason["pairs"][:-1]}),
        verdict._replace(reason={**reason, "pairs": [*reason["pairs"][1:], reason["pairs"][1]]}),
        verdict._replace(reason={**reason, "barrier": CompactNumbers(reason["barrier"][1:])}),
        verdict._replace(wins=not verdict.wins),
    ]
    if winning[1:]:
        wrong.append(verdict._replace(winning=CompactNumbers(winning[:-1])))
    for number, tampered in enumerate(wrong):
        if tampered != verdict:
            assert not verify(position, tampered), number


def test_a_large_pool_is_held_so() -> None:
    verdict = solve(load("divisor-duel", "1-20001").start(), memory=Memory())
    assert isinstance(verdict.winning, CompactNumbers)
    assert repr(verdict.winning) == f"<{len(verdict.winning):,} numbers>"
    assert repr(verdict.reason["pairs"]).endswith(" pairs>")
