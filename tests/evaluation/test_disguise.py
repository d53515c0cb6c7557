"""Disguises: the same game, number for number, whatever it is called and however it is told."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.brute import winning
from support.drawn import Pair, choices, own_games, picks_of, shipped_games

from lastpick.catalog import daily_games, load, read_book
from lastpick.errors import ExpressionError
from lastpick.evaluation.disguise import (
    WORDS,
    Disguised,
    Relabelling,
    Style,
    relabel,
    restate,
)
from lastpick.game import Game
from lastpick.relations import Relation
from lastpick.relations.writing import text_of, tree_of

STYLES = [Style(a, b, c) for a in range(3) for b in range(3) for c in range(2)]


def same_game(game: Game, change: Disguised, chosen: list[int], solved: bool) -> None:
    """Play both side by side: what is legal and what wins are the same numbers in disguise."""
    new = change.relabelling.new
    other = read_book(change.toml, change.name).game
    assert other.numbers.size == game.numbers.size
    mine, theirs = game.start(), other.start()
    for n in (*picks_of(game, chosen), None):
        assert sorted(map(new, mine.pool)) == list(theirs.pool)
        assert sorted(map(new, mine.legal)) == list(theirs.legal)
        if solved:
            assert sorted(map(new, winning(mine))) == winning(theirs)
        if n is not None:
            mine, theirs = mine.pick(n), theirs.pick(new(n))


def dressed(game: Game, kind: int, seed: int) -> Disguised:
    if kind == 2:
        return restate(game, Random(seed))
    return relabel(game, bool(kind), Random(seed))


@given(st.one_of(own_games(largest=24), shipped_games()), choices(), st.integers(0, 2), st.data())
def test_a_disguise_changes_no_legal_pick(
    pair: Pair, chosen: list[int], kind: int, data: st.DataObject
) -> None:
    game = pair.game
    try:
        change = dressed(game, kind, data.draw(st.integers(0, 1000)))
        read_book(change.toml, change.name)
    except ExpressionError:  # an expression can grow past what the language takes
        assume(False)
    same_game(game, change, chosen, solved=False)


@given(own_games(largest=9), choices(), st.integers(0, 2), st.integers(0, 1000))
def test_a_disguise_changes_no_winning_pick(
    pair: Pair, chosen: list[int], kind: int, seed: int
) -> None:
    game = pair.game
    try:
        change = dressed(game, kind, seed)
        read_book(change.toml, change.name)
    except ExpressionError:
        assume(False)
    same_game(game, change, chosen, solved=True)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", daily_games())
def test_every_way_to_restate_a_shipped_game_means_the_same(name: str, style: Style) -> None:
    game = load(name)
    for relation in (game.opens, game.follows, game.removes):
        if relation.trivial:
            continue
        text = text_of(style.rewrite(tree_of(relation)), relation.role)
        other = Relation(relation.role, text)
        assert text != relation.text
        assert other != relation  # not even recognised by its shape
        for given_ in range(game.numbers.first, game.numbers.last + 1):
            assert other.row(game.numbers, given_) == relation.row(game.numbers, given_)


@pytest.mark.parametrize("name", daily_games())
def test_a_disguised_game_says_nothing_of_the_one_it_was(name: str) -> None:
    game = load(name)
    for seed in range(30):
        for kind in range(3):
            change = dressed(game, kind, seed)
            told = f"{change.name} {change.toml}".lower()
            assert name not in told
            for word in name.split("-"):
                assert word not in told.replace("number", "") or word == "number"
            for known in ("divisor", "multiple of", "neighbour", "divides"):
                assert known not in told


def test_a_shift_adds_and_a_reflection_turns_round() -> None:
    game = load("divisor-duel")
    shift, mirror = relabel(game, False, Random(3)), relabel(game, True, Random(3))
    assert shift.relabelling.sign == 1
    assert shift.relabelling.offset >= 1
    k = shift.relabelling.offset
    assert (
        f'follows = "(n - {k}) % (last - {k}) == 0 or (last - {k}) % (n - {k}) == 0"' in shift.toml
    )
    assert mirror.relabelling.sign == -1
    assert min(map(mirror.relabelling.new, (1, 20))) >= 1
    k = mirror.relabelling.offset
    assert f"({k} - n) % ({k} - last) == 0" in mirror.toml
    assert Relabelling(-1, 21).new(1) == 20


def test_the_rules_are_told_in_several_ways_and_whole() -> None:
    game = load("juniper-green")
    told = {restate(game, Random(seed)).toml for seed in range(60)}
    for words in WORDS:
        texts = [text for text in told if words.ends in text]
        assert texts
        for text in texts:
            book = read_book(text, "own")
            assert book.game.opens.text in book.rules
            assert book.game.follows.text in book.rules
            assert "1 to 100" in book.rules
