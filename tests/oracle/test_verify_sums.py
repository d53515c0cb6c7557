"""The check of a sum, step by step, against nimbers by their definition."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from support.brute import game_of, mex

from lastpick.errors import BudgetError
from lastpick.game import Game, Position
from lastpick.oracle import solve
from lastpick.oracle.verdict import Verdict
from lastpick.oracle.verify import sums, verify

DAWSON = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3]  # by Dawson's chess
REMOVALS = ["itself", "neighbour", "abs(m - n) <= 2", "m % n == 0", "m < n", "m == n + 2"]


@cache
def nimber(game: Game, left: frozenset[int]) -> int:
    """By the definition: the mex over all picks."""
    return mex({nimber(game, after(game, left, n)) for n in left})


def after(game: Game, left: frozenset[int], n: int) -> frozenset[int]:
    return frozenset(m for m in left if m != n and not game.removes.holds(m, n))


def parts(game: Game, pool: tuple[int, ...]) -> set[tuple[int, ...]]:
    """The groups of numbers that are joined, by growing them until nothing changes."""
    groups = {n: {n} for n in pool}
    for _ in pool:
        for a in pool:
            for b in pool:
                if game.removes.holds(a, b):
                    groups[a] = groups[b] = groups[a] | groups[b]
    for n in pool:
        for m in groups[n]:
            groups[m] = groups[n]
    return {tuple(sorted(group)) for group in groups.values()}


@pytest.mark.parametrize("removes", REMOVALS)
def test_a_pool_falls_into_the_numbers_that_affect_each_other(removes: str) -> None:
    for first, last in ((1, 1), (1, 6), (3, 12)):
        game = game_of(first, last, removes=removes)
        for missing in (0, 1, 0b10100, 1 << last - first, 0b1110, game.numbers.everything):
            bits = game.numbers.everything & ~missing
            found = list(sums._split(game, bits))
            assert set(found) == parts(game, game.numbers.decode(bits))
            assert sorted(sum(found, ())) == list(game.numbers.decode(bits))


@pytest.mark.parametrize("removes", REMOVALS)
def test_what_is_left_of_a_part_has_the_nimber_of_its_definition(removes: str) -> None:
    game = game_of(1, 9, removes=removes)
    for numbers in ((5,), (2, 3), (1, 2, 3, 4, 5, 6), (2, 3, 4, 6), (1, 3, 5, 7), (2, 4, 5, 8, 9)):
        part = sums._Part(game, numbers)
        plain = [nimber(game, after(game, frozenset(numbers), n)) for n in numbers]
        assert list(part.after) == plain
        assert [part.left_by(n) for n in numbers] == plain
        for size in range(len(numbers) + 1):
            for some in combinations(numbers, size):
                left = frozenset(some)
                assert part.value(left) == nimber(game, left)
                assert part._small_value(left) == nimber(game, left)
                assert set(part._pieces(left)) == (parts(game, some) if some else set())


def test_a_run_is_unbroken_and_under_a_band() -> None:
    band = game_of(1, 9, removes="neighbour")
    assert sums._Part(band, (4,)).run
    assert sums._Part(band, (3, 4, 5)).run
    assert not sums._Part(band, (3, 4, 6)).run
    assert not sums._Part(game_of(1, 9, removes="m % n == 0"), (3, 4, 5)).run


def test_runs_of_any_length_are_worked_out_in_any_part() -> None:
    """Sixty-four numbers in one piece are far too many to be tried one by one."""
    game = game_of(1, 200, removes="neighbour")
    values = sums._first_values(1, 200)
    whole = sums._Part(game, tuple(range(1, 101)))
    assert whole._piece_value(tuple(range(11, 75))) == values[64]
    assert (
        whole.value(frozenset({*range(11, 50), 60, *range(70, 80)})) == values[39] ^ 1 ^ values[10]
    )
    assert whole.after[:3] == [values[98], values[97], 1 ^ values[96]]
    assert whole.after == whole.after[::-1]
    broken = sums._Part(game, (*range(1, 20), *range(21, 30)))  # two runs, 20 is gone
    assert broken.left_by(1) == values[17] ^ values[9]
    wide = sums._Part(game_of(1, 99, removes="abs(m - n) <= 2"), (*range(1, 20), *range(21, 30)))
    assert wide._piece_value(tuple(range(1, 15))) is not None  # a run of 14
    assert wide._piece_value((*range(1, 20), *range(21, 30))) is None  # one piece, with a gap


def test_what_is_too_much_work_is_none() -> None:
    game = game_of(1, 140, removes="m % n == 0")
    part = sums._Part(game, tuple(range(2, 60, 2)))
    assert part.left_by(4) is None  # one piece of more than fourteen
    assert part.left_by(2) == 0
    alone = sums._Part(game, tuple(range(70, 140)))
    assert alone.value(frozenset(range(70, 133))) == 1  # sixty-three numbers on their own
    assert alone.value(frozenset(range(70, 134))) == 0
    assert alone.value(frozenset(range(70, 135))) is None


# --- runs under a band ----------------------------------------------------------------------


def test_the_values_of_runs() -> None:
    assert sums._first_values(1, 19) == DAWSON
    for width in (1, 2, 3):
        game = game_of(1, 10, removes=f"abs(m - n) <= {width}")
        plain = [nimber(game, frozenset(range(1, n + 1))) for n in range(11)]
        assert sums._first_values(width, 10) == plain
    assert sums._first_values(2, 0) == [0]


def test_no_more_values_than_needed_are_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sums, "_LONGEST_RUN", 400)
    for size, length in ((1, 129), (127, 129), (128, 129), (129, 401), (400, 401)):
        assert sums._runs_upto(1, size) == sums._first_values(1, length - 1)


def test_values_beyond_the_longest_run_follow_from_the_period(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = list(sums._first_values(1, 600))
    monkeypatch.setattr(sums, "_LONGEST_RUN", 175)
    monkeypatch.setattr(sums, "_period", sums._period.__wrapped__)
    for size in (175, *range(176, 250), 500):
        found = sums._runs_upto(1, size)
        assert found == plain[: len(found)]
        assert size < len(found) <= size + 34
    monkeypatch.setattr(sums, "_LONGEST_RUN", 174)
    with pytest.raises(BudgetError) as error:
        sums._runs_upto(1, 1175)
    assert str(error.value) == "too large to be checked: a run of 1,175 numbers"


def period(values: list[int], width: int, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What is found of a sequence that is not that of any band."""

    def told(asked: int, size: int) -> list[int]:
        assert (asked, size + 1) == (width, len(values))
        return values

    monkeypatch.setattr(sums, "_LONGEST_RUN", len(values) - 1)
    monkeypatch.setattr(sums, "_first_values", told)
    return sums._period.__wrapped__(width)


def test_a_period_is_the_shortest_that_enough_values_prove(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def found(values: list[int], width: int = 1) -> Any:
        return period(values, width, monkeypatch)

    assert found([0, *[1] * 40]) == (1, 1)
    assert found([1] * 41) == (0, 1)
    assert found([0, 1] * 20) == (0, 2)
    assert found([5, 5, 0, 1, 2] + [0, 1, 2] * 12) == (2, 3)
    assert found([*range(40)]) is None
    assert found([*[0, 1] * 20, 7]) is None  # the last value counts
    # a period below a quarter of the longest run, or none
    assert found([*range(9)] * 4 + [*range(5)]) == (0, 9)  # 41 values, 40 // 4 is 10
    assert found([*range(10)] * 4 + [0]) is None
    assert found([*range(10)] * 4 + [*range(5)]) == (0, 10)  # 45 values, 44 // 4 is 11
    # g(n + p) = g(n) for s <= n <= 2s + p + 2k + 1, so 2s + 2p + 2k + 1 is a value that is there
    for start, width in ((5, 1), (8, 1), (8, 3), (3, 6)):
        values = [*range(9, 9 + start), *[0, 1] * 40]
        needed = 2 * start + 2 * 2 + 2 * width + 2
        assert found(values[:needed], width) == (start, 2)
        assert found(values[: needed - 1], width) is None


# --- certificates ---------------------------------------------------------------------------


def changed(verdict: Verdict, **changes: Any) -> Verdict:
    """A verdict with changes of what it says or of its reason."""
    reason = {**verdict.reason, **{k: v for k, v in changes.items() if k in verdict.reason}}
    said = {k: v for k, v in changes.items() if k not in verdict.reason}
    return verdict._replace(reason=reason, **said)


SMALL = [
    game_of(1, 9, removes="neighbour").play([5]),
    game_of(1, 9, "n % 2 == 0", removes="abs(m - n) <= 2").start(),
    game_of(1, 9, "n > 6", removes="m % n == 0").start(),
    game_of(1, 6, "n > 2").start(),
    game_of(1, 7).play([3]),
    game_of(1, 6, removes="neighbour").start(),
    game_of(2, 8, removes="m % n == 0").play([5]),
]


def by_definition(position: Position) -> tuple[list[int], int]:
    """The winning picks, and the nimber over the picks that are allowed."""
    left = frozenset(position.pool)
    values = {n: nimber(position.game, after(position.game, left, n)) for n in position.legal}
    return [n for n in values if not values[n]], mex(set(values.values()))


def claims(position: Position, verdict: Verdict) -> Iterator[tuple[Verdict, bool]]:
    """Any picks said to be the winning ones, or some of them; and whether that is so."""
    picks = set(by_definition(position)[0])
    for size in range(len(position.legal) + 1):
        for some in combinations(position.legal, size):
            said = changed(verdict, winning=some, wins=bool(some), pick=some[0] if some else None)
            yield said._replace(complete=True), {*some} == picks
            yield said._replace(complete=False), bool(some) and {*some} <= picks


@pytest.mark.parametrize("position", SMALL, ids=str)
def test_every_claim_but_the_true_one_is_refused(position: Position) -> None:
    verdict, value = solve(position), by_definition(position)[1]
    entries = verdict.reason["parts"]
    short = [{"numbers": e["numbers"], "nimber": e["nimber"]} for e in entries]  # no options
    for shown in (verdict, changed(verdict, parts=short)):
        for claim, true in claims(position, shown):
            assert verify(position, claim) is true
        for other in range(8):
            assert verify(position, shown._replace(nimber=other)) is (other == value)


@pytest.mark.parametrize("removes", ["neighbour", "m % n == 0", "m < n"])
def test_the_nimber_of_a_part_is_the_mex_even_where_all_else_agrees(removes: str) -> None:
    """Of a single part, the winning picks do not depend on its nimber."""
    position = game_of(1, 6, removes=removes).start()
    verdict = solve(position)
    (part,) = verdict.reason["parts"]
    for value in range(16):
        lie = changed(verdict, parts=[{**part, "nimber": value}], xor=value, nimber=value)
        assert verify(position, lie) is (value == part["nimber"])


@pytest.mark.parametrize("position", SMALL, ids=str)
def test_without_nimbers_each_pick_is_worked_out(position: Position) -> None:
    verdict = solve(position)
    for claim, true in claims(position, changed(verdict, xor=None, nimber=None)):
        assert verify(position, claim) is true
    assert not verify(position, changed(verdict, nimber=None))
    assert not verify(position, changed(verdict, xor=None))


def test_a_claim_without_nimbers_is_not_judged_beyond_a_size() -> None:
    position = game_of(2, 100, removes="m % n == 0").start()
    reason = {"kind": "parts", "pick": 2, "xor": None, "text": ""}
    shown = [{"numbers": list(part)} for part in sums._split(position.game, position.bits)]
    claim = Verdict(True, (2,), False, None, "parts", {**reason, "parts": shown})
    with pytest.raises(BudgetError) as error:
        verify(position, claim)
    assert str(error.value) == "too large to be checked: the verdict comes without nimbers"


def test_a_part_without_options_is_not_judged_beyond_a_size() -> None:
    game = game_of(2, 3000, removes="m % n == 0")
    large = sums._Part(game, tuple(range(2, 2500, 2)))
    with pytest.raises(BudgetError) as error:
        sums._after({"numbers": list(large.numbers), "nimber": 1}, large)
    assert str(error.value) == "too large to be checked: a part of 1,249 numbers"


def test_options_are_of_all_numbers_in_order_and_believed_where_nothing_else_is_known() -> None:
    game = game_of(2, 60, removes="m % n == 0")
    part = sums._Part(game, tuple(range(2, 42, 2)))
    known = part.after
    assert None in known
    assert 0 in known
    options = [
        [n, 6 if value is None else value] for n, value in zip(part.numbers, known, strict=True)
    ]
    claimed = [value for _, value in options]
    assert sums._after({"options": options}, part) == claimed
    for wrong in (options[1:], options[::-1], [*options, [42, 0]], []):
        assert sums._after({"options": wrong}, part) is None
    for i, value in enumerate(known):
        other = [*options[:i], [options[i][0], 7], *options[i + 1 :]]
        found = sums._after({"options": other}, part)
        assert found == (None if value is not None else [*claimed[:i], 7, *claimed[i + 1 :]])
    assert sums._after({}, sums._Part(game, (2, 4, 6))) == [0, 2, 2]


def test_the_mex_is_the_least_value_that_is_missing() -> None:
    for values in ([], [0], [1], [0, 1, 2], [0, 2, 2], [1, 0, 5], [3, 1, 0, 1]):
        assert sums._mex(values) == mex(set(values))
