"""A number that a game starts from, misère games, and positions that play need not reach."""

import pickle

import pytest

from lastpick.errors import AlreadyGone, LastpickError, NotAnOpening, NotRelated, NumbersError
from lastpick.game import Game, Outcome
from lastpick.relations import FOLLOWS, OPENS, REMOVES, Numbers, Relation

DOWN = Relation(FOLLOWS, "n < last and last - n <= 5")


def test_a_start_limits_the_opening_and_has_gone() -> None:
    game = Game("race", Numbers(0, 20), follows=DOWN, start_from=20)
    assert game.start().last == 20
    assert game.start().legal == (15, 16, 17, 18, 19)
    assert game.start().gone == (20,)
    with pytest.raises(AlreadyGone, match="the game started from it"):
        game.start().pick(20)
    with pytest.raises(NotRelated):
        game.start().pick(3)


def test_a_start_outside_the_pool_and_what_opens() -> None:
    even = Relation(OPENS, "n % 2 == 0")
    game = Game("race", Numbers(1, 20), even, DOWN, start_from=23)
    assert game.start().legal == (18, 20)
    assert game.start().gone == ()
    with pytest.raises(NotAnOpening):
        game.start().pick(19)


@pytest.mark.parametrize(("last_pick", "winner"), [("wins", 1), ("loses", 2)])
def test_who_cannot_pick_has_lost_or_won(last_pick: str, winner: int) -> None:
    game = Game("one", Numbers(1, 1), last_pick=last_pick)
    assert game.start().pick(1).outcome == Outcome(winner, "no legal pick")


def test_any_pool_can_be_asked_about() -> None:
    game = Game("sieve", Numbers(1, 20), removes=Relation(REMOVES, "multiple"))
    position = game.position([3, 5, 8, 9], 6)
    assert (position.pool, position.last, position.picks) == ((3, 5, 8, 9), 6, ())
    assert position.pick(3).pool == (5, 8)
    assert pickle.loads(pickle.dumps(position)) == position != game.position([3, 5, 8], 6)


@pytest.mark.parametrize(
    ("pool", "last", "message"),
    [
        ([3, 6], 6, "6 cannot be both the last pick and left in the pool"),
        ([3, 21], 6, "21 is not in the range 1-20"),
        ([3], 25, "25 cannot be the last pick: it is not in the range 1-20"),
    ],
)
def test_an_impossible_position_says_why(pool: list[int], last: int, message: str) -> None:
    with pytest.raises(NumbersError) as error:
        Game("chain", Numbers(1, 20)).position(pool, last)
    assert str(error.value) == message


def test_games_differ_by_start_and_last_pick() -> None:
    plain = Game("race", Numbers(1, 20), follows=DOWN)
    others = [
        Game("race", Numbers(1, 20), follows=DOWN, start_from=23),
        Game("race", Numbers(1, 20), follows=DOWN, last_pick="loses"),
    ]
    for game in others:
        assert game != plain
        assert not game.same_rules(plain)
        assert pickle.loads(pickle.dumps(game)) == game == game.on(game.numbers)


def test_what_cannot_be_a_start_or_an_end() -> None:
    for start in (-1, 10**12 + 1):
        with pytest.raises(NumbersError, match=f"no game starts from {start}; expected 0 to 1,000"):
            Game("own", Numbers(1, 9), start_from=start)
    with pytest.raises(LastpickError, match="no last pick 'lose'; expected 'wins' or 'loses'"):
        Game("own", Numbers(1, 9), last_pick="lose")
    assert Game("own", Numbers(1, 9), start_from=0).start().last == 0


@pytest.mark.parametrize(
    ("opens", "follows", "start", "limited"),
    [
        ("any", "any", None, (False, False)),
        ("n > 2", "any", None, (True, False)),
        ("any", "n > last", None, (False, True)),
        ("any", "n > last", 0, (True, True)),
        ("any", "any", 0, (False, False)),
        ("n > 2", "any", 0, (True, False)),
    ],
)
def test_where_the_rules_limit_a_pick(
    opens: str, follows: str, start: int | None, limited: tuple[bool, bool]
) -> None:
    relations = Relation(OPENS, opens), Relation(FOLLOWS, follows)
    first = Game("own", Numbers(1, 9), *relations, start_from=start).start()
    second = first.pick(3)
    assert (first.limited, second.limited) == limited
    assert (first.opening, second.opening) == (True, False)
