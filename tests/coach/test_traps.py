"""The hardest trap, against its definition."""

from collections.abc import Callable

import pytest
from support.brute import reachable, winning

from lastpick.catalog import load
from lastpick.coach.refutation import refutation
from lastpick.game import LOSES, Game, Position
from lastpick.oracle.traps import Answers, answers, hardest, trap
from lastpick.relations import FOLLOWS, Numbers, Relation

GAMES = [("divisor-duel", "1-8"), ("non-consecutive", "1-9"), ("prime-rumble", "2-12")]


def by_definition(position: Position) -> list[int]:
    """A wrong answer, none that ends the game, few right answers, many others: in this order."""
    found = list(position.legal)
    after = {n: position.pick(n) for n in found}
    right = {n: len(winning(after[n])) for n in found}

    def keep(wish: Callable[[int], bool]) -> list[int]:
        return [n for n in found if wish(n)] or found

    found = keep(lambda n: right[n] < len(after[n].legal))
    found = keep(lambda n: all(after[n].pick(m).choices for m in after[n].legal))
    found = keep(lambda n: right[n] == min(right[m] for m in found))
    return keep(lambda n: len(after[n].legal) == max(len(after[m].legal) for m in found))


@pytest.mark.parametrize(("name", "numbers"), GAMES)
def test_traps_are_what_the_definition_says(name: str, numbers: str) -> None:
    found = list(reachable(load(name, numbers)))
    assert any(len(by_definition(position)) < len(position.legal) for position in found)
    for position in found:
        if not winning(position):
            assert trap(position) == by_definition(position), position


def test_what_makes_a_trap_harder() -> None:
    """Each of these is harder than those after it, and none is harder than itself."""
    order = [
        Answers(1, 4), Answers(1, 3), Answers(2, 9), Answers(1, 9, ending=True),
        Answers(1, 1), Answers(2, 2), Answers(1, 1, ending=True), Answers(0, 0, wins_at_once=True),
    ]  # fmt: skip
    for first, left in enumerate(order):
        assert hardest(dict(enumerate(order[first:]))) == [0], left
    assert hardest({1: order[1], 2: order[0], 3: order[0]}) == [2, 3]


def test_what_is_unknown_is_no_trap_unless_all_is() -> None:
    assert hardest({1: None, 2: Answers(1, 1), 3: None}) == [2]
    assert hardest({2: None, 1: None}) == [1, 2]
    assert trap(load("divisor-duel", "1-2").play([1, 2])) == []


def test_where_the_last_pick_loses_it_is_no_trap() -> None:
    """3 may only be followed by 1 or 5; nothing follows 5, and whoever picked it has lost."""
    rule = Relation(FOLLOWS, "last == 3 and (n == 1 or n == 5) or last == 1 and n == 2")
    game = Game("", Numbers(1, 5), None, rule, last_pick=LOSES)
    left = answers(game.position({1, 2, 5}, last=3))
    assert left[5] == Answers(winning=0, legal=0, wins_at_once=True)
    assert left[5] is not None
    assert left[5].share == 1
    assert hardest({1: Answers(winning=1, legal=2), 5: left[5]}) == [1]
    assert (
        refutation(game.position({1, 2, 5}, last=3), 5)
        == "5 loses: nothing can follow it, and the last pick loses."
    )


def test_without_an_answer_a_pick_wins_as_usual() -> None:
    assert answers(load("divisor-duel").play([1]))[11] == Answers(winning=0, legal=0)
    assert Answers(winning=0, legal=0).share == 0


def test_what_loses_at_once_is_no_trap_where_another_pick_is_unknown() -> None:
    at_once = Answers(winning=0, legal=0, wins_at_once=True)
    assert hardest({1: at_once, 2: None, 3: at_once, 4: None}) == [2, 4]
    assert hardest({1: at_once, 2: None, 3: Answers(1, 1)}) == [3]
    assert hardest({1: at_once, 3: at_once}) == [1, 3]
