"""The check of a sum, step by step, against nimbers by their definition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, reduce
from itertools import combinations
from operator import xor
from random import Random
from typing import Any

import pytest
from support.brute import game_of, mex

from lastpick.catalog import load
from lastpick.errors import BudgetError
from lastpick.game import Game, Position
from lastpick.oracle import Budget, solve
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


def part_of(game: Game, numbers: Iterable[int]) -> sums._Part:
    return sums._Part(game, tuple(numbers), Budget())


@pytest.mark.parametrize("removes", REMOVALS)
def test_what_is_left_of_a_part_has_the_nimber_of_its_definition(removes: str) -> None:
    game = game_of(1, 9, removes=removes)
    for numbers in ((5,), (2, 3), (1, 2, 3, 4, 5, 6), (2, 3, 4, 6), (1, 3, 5, 7), (2, 4, 5, 8, 9)):
        part = part_of(game, numbers)
        plain = [nimber(game, after(game, frozenset(numbers), n)) for n in numbers]
        assert part.after == plain
        assert [part.left_by(n) for n in numbers] == plain
        assert part.nimber == nimber(game, frozenset(numbers)) == mex(set(plain))
        for size in range(len(numbers) + 1):
            for left in combinations(numbers, size):
                assert part._worked_out(left) == nimber(game, frozenset(left))


@pytest.mark.parametrize("removes", ["m % n == 0", "n % m == 0", "m < n and (m + n) % 3 == 0"])
def test_what_is_left_of_64_numbers_has_the_nimber_of_its_definition(removes: str) -> None:
    """Whether play leads to it or not; of the sieve, where patterns are exchanged and cancel."""
    rng, renamed = Random(removes), 0
    for first, last in ((1, 64), (2, 50), (1, 40), (5, 68), (2, 120)):
        game = game_of(first, last, removes=removes)
        numbers = [n for n in range(first, last + 1) if rng.random() < 0.9 or last == 50]
        if last > 68:
            numbers = [n for n in numbers if n % 2 == 0]
        part = part_of(game, numbers)
        for _ in range(30):
            among = [n for n in numbers if n % rng.choice((1, 1, 5, 7, 11)) == 0]
            left = rng.sample(among, min(len(among), rng.randrange(1, 9)))
            assert part._worked_out(left) == nimber(game, frozenset(left)), left
        renamed += len(sums._layout(game, part.numbers)[1])
    assert (renamed > 20) is (removes == "m % n == 0")


def test_the_pieces_of_a_sieve_have_the_values_that_other_programs_found() -> None:
    """The nimbers of 2-2 to 2-16, of 2-30, 2-32 and 2-40; few pieces are worked out for them."""
    known = [1, 0, 3, 2, 1, 0, 4, 5, 1, 0, 7, 6, 4, 8, 7]
    for last, value in (*enumerate(known, start=2), (30, 13), (32, 0)):
        position = game_of(2, last, removes="m % n == 0").start()
        parts_found = [part_of(position.game, p) for p in sums._split(position.game, position.bits)]
        assert reduce(xor, (part.nimber for part in parts_found)) == value
    seen: list[int] = []
    even = sums._Part(game_of(2, 32, removes="m % n == 0"), tuple(range(2, 33)), Budget())
    even._kernel[0].tick = seen.append
    assert even._kernel[0].value((1 << 31) - 1) == 0
    assert seen == [4095]  # of some 5,000 pieces; without cancelling they are many more


def test_a_run_is_unbroken_and_under_a_band() -> None:
    band = game_of(1, 9, removes="neighbour")
    assert part_of(band, (4,)).run
    assert part_of(band, (3, 4, 5)).run
    assert not part_of(band, (3, 4, 6)).run
    assert not part_of(game_of(1, 9, removes="m % n == 0"), (3, 4, 5)).run


def test_runs_of_any_length_are_worked_out_in_any_part() -> None:
    game = game_of(1, 200, removes="neighbour")
    values = sums._first_values(1, 200)
    whole = part_of(game, range(1, 101))
    assert whole.nimber == values[100]
    assert whole.after[:3] == [values[98], values[97], 1 ^ values[96]]
    assert whole.after == whole.after[::-1]
    assert whole.left_by(50) == values[48] ^ values[49]
    broken = part_of(game, (*range(1, 20), *range(21, 30)))  # two runs, 20 is gone
    assert broken.left_by(1) == values[17] ^ values[9]
    large = part_of(game, (*range(1, 100), *range(101, 111)))
    assert large.left_by(50) == values[48] ^ values[48] ^ values[10]


def test_a_piece_of_more_than_64_numbers_is_not_worked_out() -> None:
    game = game_of(1, 200, removes="m % n == 0")
    doubled = game_of(1, 200, removes="m == 2 * n or m == 1")
    assert part_of(game, range(2, 130, 2)).left_by(2) == 0
    assert part_of(game, range(1, 200)).left_by(1) == 0
    assert part_of(doubled, [1, *range(101, 200, 2)]).after == [0] + [1] * 50
    with pytest.raises(BudgetError, match=r"^too large to be checked: a part of 65 numbers$"):
        part_of(game, range(2, 134, 2)).left_by(132)


def test_a_budget_ends_what_takes_long() -> None:
    start = load("prime-rumble").start()
    verdict = solve(start)
    with pytest.raises(BudgetError, match="more than 4,000 positions"):
        verify(start, verdict, Budget(positions=4_000))
    with pytest.raises(BudgetError, match="no time"):
        verify(start, verdict, Budget(seconds=-1))


def test_no_check_outlasts_its_budget() -> None:
    """Of chains with a component that has to be looked into, partners, walks and searches."""
    games = {
        "pairing": game_of(1, 15, follows="abs(n - last) <= 2"),
        "partners": game_of(1, 30, follows="abs(n - last) <= 3 or n % last == 0"),
        "walk": game_of(1, 12, follows="last < n <= last + 3"),
        "search": game_of(1, 8, follows="n % last != 1", removes="m == n + 1 and n > 3"),
    }
    for kind, game in games.items():
        verdict = solve(game.start())
        assert verdict.reason["kind"] in (kind, "subsets")
        assert verify(game.start(), verdict)
        with pytest.raises(BudgetError, match="no time"):
            verify(game.start(), verdict, Budget(seconds=-1))


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


def test_a_claim_without_nimbers_is_judged_as_far_as_its_picks_can_be_worked_out() -> None:
    """On 1-100 picking 1 leaves nothing, and picking 97 a large piece."""
    position = game_of(1, 100, removes="m % n == 0").start()
    shown = [{"numbers": list(range(1, 101))}]
    reason = {"kind": "parts", "pick": 1, "xor": None, "text": "", "parts": shown}
    claim = Verdict(True, (1,), False, None, "parts", reason)
    assert verify(position, claim)
    with pytest.raises(BudgetError, match=r"^too large to be checked: a part of 99 numbers$"):
        verify(position, changed(claim, winning=(97,), pick=97))


def test_the_mex_is_the_least_value_that_is_missing() -> None:
    for values in ([], [0], [1], [0, 1, 2], [0, 2, 2], [1, 0, 5], [3, 1, 0, 1]):
        assert sums._mex(values) == mex(set(values))
