"""Positions against the model of plain sets, pick by pick."""

import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.drawn import Pair, choices, games, picks_of
from support.model import SHIPPED, Table

from lastpick.catalog import load
from lastpick.errors import ExpressionError
from lastpick.game import NO_LEGAL_PICK, Game, Outcome, Position
from lastpick.relations import FOLLOWS, OPENS, REMOVES, Numbers, Relation


def ascending(numbers: set[int]) -> tuple[int, ...]:
    return tuple(sorted(numbers))


def agree(position: Position, table: Table) -> None:
    """Everything a position tells, compared with the model."""
    whole = set(range(table.rules.first, table.rules.last + 1))
    legal = table.legal()
    to_move = 1 if len(table.picks) in range(0, 1000, 2) else 2
    assert position.legal == ascending(legal)
    assert position.pool == ascending(table.pool)
    assert position.gone == ascending(whole - table.pool)
    assert position.picks == tuple(table.picks)
    assert position.last == table.last
    assert position.turn == to_move
    assert position.outcome == (table.winner and Outcome(table.winner, "no legal pick"))
    for n in legal:
        assert position.removal(n) == ascending(table.leaves_with(n))


@given(games(), choices())
def test_every_position_is_the_models(pair: Pair, chosen: list[int]) -> None:
    position, table = pair.game.start(), Table(pair.rules)
    agree(position, table)
    for choice in chosen:
        if not table.legal():
            break
        n = ascending(table.legal())[choice % len(table.legal())]
        position = position.pick(n)
        table.pick(n)
        agree(position, table)


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("seed", range(3))
def test_shipped_games_agree_with_the_model_to_the_end(name: str, seed: int) -> None:
    position, table, rng = load(name).start(), Table(SHIPPED[name]), Random(seed)
    while table.legal():
        n = rng.choice(ascending(table.legal()))
        position = position.pick(n)
        table.pick(n)
        agree(position, table)
    assert position.outcome == Outcome(2 - len(table.picks) % 2, NO_LEGAL_PICK)


@given(games(), choices())
def test_picking_never_changes_a_position(pair: Pair, chosen: list[int]) -> None:
    before = pair.game.play(picks_of(pair.game, chosen))
    table = Table(pair.rules, before.picks)
    for n in before.legal:
        before.pick(n)
        before.playout(Random(n))
    agree(before, table)


@given(games(), choices())
def test_play_is_one_pick_after_another(pair: Pair, chosen: list[int]) -> None:
    picks = picks_of(pair.game, chosen)
    position = pair.game.start()
    for n in picks:
        position = position.pick_unchecked(n)
    assert position == pair.game.play(iter(picks))
    agree(position, Table(pair.rules, picks))


@given(games(), choices(8), st.integers(0, 2**32))
def test_a_playout_is_a_legal_game_to_the_end(pair: Pair, chosen: list[int], seed: int) -> None:
    start = pair.game.play(picks_of(pair.game, chosen))
    end = start.playout(Random(seed))
    assert end.picks[: len(start.picks)] == start.picks
    table = Table(pair.rules, start.picks)
    for n in end.picks[len(start.picks) :]:
        assert n in table.legal()
        table.pick(n)
    assert not table.legal()
    assert end.choices == 0
    agree(end, table)
    assert end == start.playout(Random(seed))


def test_playouts_reach_every_pick() -> None:
    ends = [load("non-consecutive").start().playout(Random(seed)) for seed in range(300)]
    assert {end.picks[0] for end in ends} == set(range(1, 21))


@given(games(), choices())
def test_positions_survive_pickling(pair: Pair, chosen: list[int]) -> None:
    position = pair.game.play(picks_of(pair.game, chosen))
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert hash(copy) == hash(position)
    assert copy.game == pair.game
    agree(copy, Table(pair.rules, position.picks))


@given(games(), choices(6), choices(6))
def test_positions_are_equal_when_their_picks_are(
    pair: Pair, one: list[int], other: list[int]
) -> None:
    first, second = (pair.game.play(picks_of(pair.game, chosen)) for chosen in (one, other))
    assert (first == second) == (first.picks == second.picks)
    if first == second:
        assert hash(first) == hash(second)


def test_the_order_of_picks_tells_positions_apart() -> None:
    game = load("non-consecutive")
    one, other = game.play([3, 8]), game.play([8, 3])
    assert one.pool == other.pool
    assert one != other
    assert len({one, other, game.play([3, 8])}) == 2


def test_a_game_is_its_name_its_pool_and_its_rules() -> None:
    duel = load("divisor-duel")
    spelled = Relation(FOLLOWS, "last % n == 0 or n % last == 0")
    assert duel == Game("divisor-duel", Numbers(1, 20), follows=spelled)
    assert hash(duel) == hash(Game("divisor-duel", Numbers(1, 20), follows=spelled))
    assert duel != Game("duel", Numbers(1, 20), follows=spelled)
    assert duel != Game("divisor-duel", Numbers(1, 21), follows=spelled)
    assert duel != Game("divisor-duel", Numbers(1, 20))
    assert duel != Game("divisor-duel", Numbers(1, 20), None, spelled, Relation(REMOVES, "m == 1"))
    assert duel != "divisor-duel"
    assert duel.start() != duel
    assert duel.same_rules(load("number-bind", "5-9"))
    assert not duel.same_rules(load("juniper-green"))


def test_games_and_positions_show_what_they_are() -> None:
    game = load("prime-rumble")
    assert repr(game) == "<Game prime-rumble 2-50>"
    assert repr(game.start()) == "<Position prime-rumble 2-50>"
    assert repr(game.play([2, 9])) == "<Position prime-rumble 2-50 after 2, 9>"


def test_nothing_to_open_with_loses_at_once() -> None:
    start = load("juniper-green", "7-7").start()
    assert start.legal == ()
    assert start.outcome == Outcome(2, NO_LEGAL_PICK)


def test_a_million_numbers_can_be_played() -> None:
    position = load("divisor-duel", "1-1000000").play([999_983, 1, 500_000])
    assert len(position.pool) == 999_997
    assert len(position.legal) == 41  # 42 divisors, less 1 and itself, and one multiple
    assert position.legal[-2:] == (250_000, 1_000_000)


@pytest.mark.parametrize("name", ["divisor-duel", "juniper-green", "prime-rumble"])
def test_the_same_rules_on_another_pool(name: str) -> None:
    game = load(name)
    other = game.on(Numbers(3, 30))
    assert other == load(name, "3-30")
    assert other.same_rules(game)
    assert other.start().legal == load(name, "3-30").start().legal
    assert game == load(name), "the game itself stays as it is"


def test_rules_that_do_not_serve_a_pool_are_refused() -> None:
    """Before anything is worked out: too many numbers for an expression, or too large ones."""
    slow = Game("own", Numbers(1, 20), follows=Relation(FOLLOWS, "gcd(n, last) > 1"))
    with pytest.raises(ExpressionError, match="would take too long on 1,000,000 numbers"):
        slow.on(Numbers(1, 1_000_000))
    high = Game("own", Numbers(1, 20), removes=Relation(REMOVES, "m * m * n == 12"))
    with pytest.raises(ExpressionError, match=r"can pass 10\*\*18"):
        high.on(Numbers(10**9, 10**9 + 9))
    opening = Game("own", Numbers(1, 20), opens=Relation(OPENS, "n * n * n > 8"))
    with pytest.raises(ExpressionError, match=r"can pass 10\*\*18"):
        opening.on(Numbers(10**9, 10**9 + 9))


def test_a_table_holds_the_openings_and_every_pick(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("prime-rumble", "4-9")
    openings, moves = game.table()
    assert game.numbers.decode(openings) == (4, 5, 6, 7, 8, 9)
    assert list(moves) == [4, 5, 6, 7, 8, 9]
    assert moves == {n: game.move(n) for n in moves}

    def asked_again(*_: object) -> int:
        raise AssertionError("worked out again")

    learner = Game(game.name, game.numbers, game.opens, game.follows, game.removes)
    learner.learn(openings & ~1, moves)
    monkeypatch.setattr(Relation, "row", asked_again)
    start = learner.start()
    assert (start.legal, start.pool) == ((5, 6, 7, 8, 9), (4, 5, 6, 7, 8, 9))
    assert (start.picks, start.last) == ((), None)
    assert start.pick(9).pool == game.start().pick(9).pool


def test_rows_are_kept_where_they_fit_into_memory() -> None:
    """11,585 numbers have 11,585 rows of as many bits: just under 16 MB."""
    follows = Relation(FOLLOWS, "divisor")
    for last, kept in ((11_585, True), (11_586, False)):
        game = Game("large", Numbers(1, last), follows=follows)
        assert game.move(6) == game.move(6)
        assert (6 in game._moves) is kept
    wide = Game("wide", Numbers(2**26 - 1, 2**26 + 2), follows=follows)
    wide.move(2**26)
    assert 2**26 in wide._moves


def test_what_differs_seldom_has_one_hash() -> None:
    game = load("divisor-duel")
    games = [game, load("divisor-duel", "1-21"), load("number-bind"), load("non-consecutive")]
    assert len({hash(one) for one in games}) == 4
    assert len({hash(game.play(picks)) for picks in ([], [6], [6, 3], [3, 6])}) == 4
