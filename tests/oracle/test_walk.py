"""Walks: values by the definition, what is said of them, and what they may cost."""

from __future__ import annotations

from functools import cache

import pytest
from support.brute import game_of, mex

from lastpick.errors import BudgetError
from lastpick.game import Game
from lastpick.oracle import Budget, walk

RACES = ("last < n <= last + 3", "last <= n <= last + 2", "last - 4 <= n <= last - 2")  # by steps
FOLDED = (
    "n == last + 3 or n == last - 5",  # on the pool below no way leads back
    "last <= n <= last + 3 and n % 2 == 0",
    "last - 5 <= n < last and (n + last) % 3 != 0",
    "n > last and (n + last) % 3 != 0",
    "n < last and n % 2 != last % 2",
    "multiple",
)
POOL = (3, 4, 5, 7, 8, 10, 11, 12, 13, 15)


def values(game: Game, pool: tuple[int, ...]) -> dict[int, int]:
    """By the definition, of all numbers of a pool."""

    @cache
    def value(n: int) -> int:
        found = {value(m) for m in pool if m != n and game.follows.holds(m, n)}
        return int(not found or 0 in found) if game.misere else mex(found)

    return {n: value(n) for n in pool}


@pytest.mark.parametrize("last_pick", ["wins", "loses"])
@pytest.mark.parametrize("follows", [*RACES, *FOLDED])
def test_all_that_a_verdict_says(follows: str, last_pick: str) -> None:
    for first in (3, 1):
        game = game_of(first, 16, follows=follows, last_pick=last_pick)
        true = values(game, POOL)
        for last in (None, 6, 9, 14, 16):
            position = game.position(POOL, last)
            found = walk.solve(position, Budget())
            assert found is not None
            winning = tuple(n for n in position.legal if true[n] == 0)
            assert found.winning == winning
            assert (found.complete, found.method, found.reason["kind"]) == (True, "walk", "walk")
            assert found.wins is (bool(winning) or (game.misere and not position.legal))
            nimber = None if game.misere else mex({true[n] for n in position.legal})
            assert found.nimber == nimber
            assert found.reason["pick"] == min(winning, default=None)
            told = found.reason["values"]
            if follows in RACES:
                assert told is None
            else:
                assert told == [[n, true[n]] for n, _ in told]
                assert set(position.legal) <= {n for n, _ in told}


def test_what_is_said() -> None:
    for last_pick, pool, last, text in (
        ("wins", (8, 9), 8 - 2, "Pick 9: nothing answers it."),
        ("wins", (4, 5), 8, "There is no valid pick."),
        ("loses", (4, 5), 8, "There is no valid pick, and whoever cannot pick has won."),
        ("wins", (4, 5, 6, 7), 3, "Pick 7: nothing answers it."),
        ("wins", (4, 5, 6, 7, 8, 9), 3, "Pick 4: whatever answers it, 5, 6, 7, 8, loses."),
        ("wins", (2, 6), 1, "After each of 2 there is an answer that wins."),
        (
            "loses",
            (2,),
            1,
            "After each of 2 there is an answer that wins, or none, and then the last"
            " pick has lost.",
        ),
    ):
        game = game_of(1, 10, follows="last < n <= last + 4", last_pick=last_pick)
        found = walk.solve(game.position(pool, last), Budget())
        assert found is not None
        assert found.text == text, (pool, last, found.text)


def test_where_a_way_leads_back_it_is_no_walk() -> None:
    assert walk.solve(game_of(1, 5, follows="neighbour").start(), Budget()) is None
    assert walk.solve(game_of(1, 5, follows="n > last", removes="m < n").start(), Budget()) is None
    back = game_of(1, 5, follows="n > last or n == 1")
    assert walk.solve(back.start(), Budget()) is None
    assert walk.solve(back.position((2, 3, 5), 4), Budget()) is not None, "1 has gone"


def test_values_are_told_of_so_many_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    start = game_of(1, 9, follows="n > last and n != 7").start()
    monkeypatch.setattr(walk, "MOST_LISTED", 9)
    found = walk.solve(start, Budget())
    assert found is not None
    assert found.reason["values"] == [
        [n, v] for n, v in sorted(values(start.game, start.pool).items())
    ]
    monkeypatch.setattr(walk, "MOST_LISTED", 8)
    found = walk.solve(start, Budget())
    assert found is not None
    assert found.reason["values"] is None


def test_what_waits_has_room() -> None:
    """From 1 on 1-9 the far end is looked at first, so 8 wait for 1, and then 7 for 2."""
    start = game_of(1, 9, "n == 1", "n > last and n != 99").start()
    assert walk.solve(start, Budget(most_bytes=15 * 64)) is not None
    with pytest.raises(BudgetError, match=r"^too many ways would have to be held in memory$"):
        walk.solve(start, Budget(most_bytes=15 * 64 - 1))


def test_the_budget_is_asked_every_so_often() -> None:
    """Of a pool of 256 numbers every 256 of them, of 512 every 128, of a large one every one."""
    for last, times in ((255, 0), (256, 1), (512, 4), (700, 7)):
        asked: list[int] = []
        start = game_of(1, last, "n > 0", "n > last and n <= last + 9 and n != 0").start()
        walk.fold(start, Budget(progress=asked.append), walk.mex)
        assert asked == [0] * times, last
