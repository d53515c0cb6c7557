"""The board as data: what is gone and by which pick, and the picture on a game's card."""

import pytest
from hypothesis import given
from support.drawn import Pair, choices, games, picks_of
from support.model import Table

from lastpick.catalog import Book, names, open_book, read_book
from lastpick.record import PASS, Play, Tile, Tiles, board, card, gone, preview
from lastpick.record.board import CARD, LEGAL, OPEN, PICKED, REMOVED, START


@given(games(), choices(8))
def test_a_board_says_what_every_number_is(pair: Pair, chosen: list[int]) -> None:
    table = Table(pair.rules)
    start = pair.rules.start_from
    left_with = {start: start} if start is not None and start in pair.game.numbers else {}
    for n in picks_of(pair.game, chosen):
        left_with |= dict.fromkeys(table.leaves_with(n), n)
        table.pick(n)
    position = pair.game.play(table.picks)
    assert gone(position) == left_with
    told = board(position, gone(position))
    assert told["picks"] == table.picks
    assert told["legal"] == sorted(table.legal())
    assert told["gone"] == left_with
    assert told["removes"] == {n: sorted(table.leaves_with(n)) for n in table.legal()}


@given(games(), choices(8))
def test_every_number_has_a_tile(pair: Pair, chosen: list[int]) -> None:
    table = Table(pair.rules)
    start = pair.rules.start_from
    took: dict[int, int] = {}
    for n in picks_of(pair.game, chosen):
        took |= dict.fromkeys(table.leaves_with(n), n)
        table.pick(n)
    position = pair.game.play(table.picks)
    tiles, numbers = Tiles(position), pair.game.numbers
    for n in range(numbers.first, numbers.last + 1):
        if n in table.picks:
            place = table.picks.index(n) + 1
            seat, last = 2 - place % 2, place == len(table.picks)
            assert tiles[n] == Tile(PICKED, seat, place, last=last)
        elif n in took:
            assert tiles[n] == Tile(REMOVED, 1 + table.picks.index(took[n]) % 2, by=took[n])
        elif n == start:
            assert tiles[n] == Tile(START, last=not table.picks)
        else:
            assert tiles[n] == Tile(LEGAL if n in table.legal() else OPEN)
    for n in table.legal():
        after = pair.game.play([*table.picks, n])
        assert preview(position, n) == (
            tuple(sorted(set(table.leaves_with(n)) - {n})),
            after.legal,
            after.legal != after.pool,
        )


def test_a_forfeited_turn_changes_whose_picks_they_are() -> None:
    play = Play(open_book("divisor-duel").game, strikes=1)
    for event in (6, PASS, 3):
        play.add(event)
    assert play.makers == [1, 1]
    tiles = Tiles(play.position, play.makers)
    assert tiles[3] == Tile(PICKED, seat=1, place=2, last=True)


def test_nothing_is_legal_on_the_tiles_of_a_game_that_is_over() -> None:
    position = open_book("divisor-duel").game.play([6])
    assert Tiles(position)[3].kind == LEGAL
    assert Tiles(position).legal == position.legal
    assert Tiles(position, over=True)[3].kind == OPEN
    assert Tiles(position, over=True).legal == ()


def test_a_pool_that_no_play_led_to_has_tiles_too() -> None:
    position = open_book("divisor-duel").game.position([3, 6, 7], last=12)
    tiles = Tiles(position)
    assert [tiles[n].kind for n in (3, 6, 7, 8, 12)] == [LEGAL, LEGAL, OPEN, REMOVED, REMOVED]
    assert tiles[12] == Tile(REMOVED, last=True)


def test_nothing_is_legal_once_a_game_was_given_up() -> None:
    position = open_book("divisor-duel").game.play([6])
    told = board(position, gone(position), over=True)
    assert (told["legal"], told["removes"]) == ([], {})


def true_to_the_rules(book: Book) -> None:
    """A card is a window on a position of the book's example."""
    shown = card(book)
    picks = shown["picks"]
    assert picks == list(book.example[: len(picks)])
    position = book.game.play(picks)
    window = range(shown["first"], shown["last"] + 1)
    assert len(window) == min(CARD, book.game.numbers.size)
    assert all(n in book.game.numbers for n in window)
    assert shown["legal"] == [n for n in position.legal if n in window]
    assert shown["gone"] == {n: by for n, by in gone(position).items() if n in window}


@pytest.mark.parametrize("name", names())
def test_a_card_shows_a_shipped_games_rule(name: str) -> None:
    book = open_book(name)
    true_to_the_rules(book)
    shown = card(book)
    if book.example:
        assert shown["legal"], "nothing to pick"
        assert shown["picks"][-1] in shown["gone"], "no pick"


def test_cards_of_the_shipped_games() -> None:
    shown = {name: card(open_book(name)) for name in ("number-knockout", "prime-rumble")}
    assert shown["number-knockout"] == {
        "first": 1, "last": 14, "picks": [6, 3, 9, 18, 2],
        "legal": [1, 4, 8, 10, 12, 14], "gone": {6: 6, 3: 3, 9: 9, 2: 2},
    }  # fmt: skip
    assert shown["prime-rumble"]["first"] == 2
    assert shown["prime-rumble"]["picks"] == [2, 3, 5, 7]
    assert shown["prime-rumble"]["legal"] == [11, 13]
    assert shown["prime-rumble"]["gone"][9] == 3


@pytest.mark.parametrize(
    ("text", "picks", "first", "legal"),
    [
        ('numbers = "1-5"', [], 1, [1, 2, 3, 4, 5]),  # no example
        ('numbers = "1-5"\nexample = [2]\nremoves = "m > 0"', [], 1, [1, 2, 3, 4, 5]),  # over
        ('numbers = "1-5"\nexample = [2]', [2], 1, [1, 3, 4, 5]),
        ('numbers = "1-30"\nfollows = "n == last + 1"\nexample = [4, 5, 6, 7]', [4, 5], 1, [6]),
        ('numbers = "1-40"\nopens = "n > 38"', [], 27, [39, 40]),  # where there is something
        (
            'numbers = "1-999"\nfollows = "abs(n - last) < 3"\nexample = [500, 501, 503, 502]',
            [500, 501],
            491,
            [499, 502, 503],
        ),
        ('numbers = "1-20"\nfollows = "n < 0"\nopens = "n < 0"', [], 1, []),  # no game at all
        ('numbers = "0-30"\nstart = 0\nfollows = "n == last + 2"', [], 0, [2]),
        ('numbers = "0-60"\nstart = 60\nfollows = "n == last - 2"', [], 47, [58]),
        ('numbers = "1-40"\nstart = 50\nfollows = "n == last - 20"', [], 27, [30]),
        ('numbers = "0-40"\nfollows = "n > last"\nexample = [0, 1]', [0], 0, [*range(1, 14)]),
    ],
)
def test_a_card_of_any_game(text: str, picks: list[int], first: int, legal: list[int]) -> None:
    book = read_book(text, "own")
    true_to_the_rules(book)
    shown = card(book)
    assert (shown["picks"], shown["first"], shown["legal"]) == (picks, first, legal)


def test_an_example_that_leaves_the_pool_is_shown_as_far_as_it_goes() -> None:
    shown = card(open_book("divisor-duel", "3-9"))  # 6, 3, 9, 18
    assert (shown["first"], shown["last"]) == (3, 9)
    assert (shown["picks"], shown["legal"]) == ([6, 3], [9])
