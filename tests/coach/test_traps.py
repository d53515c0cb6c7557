"""The hardest trap, against its definition."""

from fractions import Fraction

import pytest
from support.brute import reachable, winning

from lastpick.catalog import load
from lastpick.coach.refutation import refutation
from lastpick.game import LOSES, Game, Position
from lastpick.oracle.traps import Answers, answers, hardest, trap
from lastpick.relations import FOLLOWS, Numbers, Relation

GAMES = [("divisor-duel", "1-8"), ("non-consecutive", "1-9"), ("prime-rumble", "2-12")]


def by_definition(position: Position) -> list[int]:
    """The smallest share of winning answers, then the most legal answers."""
    ranks = {}
    for n in position.legal:
        after = position.pick(n)
        share = Fraction(len(winning(after)), len(after.legal)) if after.legal else Fraction(0)
        ranks[n] = (share, -len(after.legal))
    return [n for n in position.legal if ranks[n] == min(ranks.values())]


@pytest.mark.parametrize(("name", "numbers"), GAMES)
def test_traps_are_what_the_definition_says(name: str, numbers: str) -> None:
    found = list(reachable(load(name, numbers)))
    assert any(len(by_definition(position)) < len(position.legal) for position in found)
    for position in found:
        assert trap(position) == by_definition(position), position


def test_the_share_comes_before_the_number_of_answers() -> None:
    left = {1: Answers(2, 4), 2: Answers(1, 3), 3: Answers(3, 9), 4: Answers(4, 12)}
    assert hardest(left) == [4]


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
