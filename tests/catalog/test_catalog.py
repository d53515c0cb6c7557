"""The games: the shipped ones, and a user's own read by the same code."""

import pickle
from functools import partial
from pathlib import Path

import pytest

import lastpick
from lastpick.catalog import book_of, daily_games, is_shipped, load, names, open_book, read_book
from lastpick.errors import CatalogError, NumbersError
from lastpick.game import Game
from lastpick.relations import FOLLOWS, OPENS, REMOVES, Numbers, Relation

CHAIN = "n % last == 0 or last % n == 0"
SHIPPED = {
    "divisor-duel": ("Divisor Duel", "1-20", "1 == 1", CHAIN, "0 == 1"),
    "juniper-green": ("Juniper Green", "1-100", "n % 2 == 0", CHAIN, "0 == 1"),
    "non-consecutive": ("Non-Consecutive", "1-20", "1 == 1", "1 == 1", "abs(m - n) <= 1"),
    "number-bind": ("Number Bind", "1-20", "1 == 1", CHAIN, "0 == 1"),
    "number-knockout": ("Number Knockout", "1-20", "1 == 1", CHAIN, "0 == 1"),
    "prime-rumble": ("Prime Rumble", "2-50", "1 == 1", "1 == 1", "m % n == 0"),
}


def test_the_six_games_are_there() -> None:
    assert set(SHIPPED) <= set(names())
    assert names() == sorted(names())


def test_a_pool_is_a_text_or_a_range() -> None:
    wanted = load("divisor-duel", "1-50")
    assert load("divisor-duel", range(1, 51)) == load("divisor-duel", Numbers(1, 50)) == wanted
    assert load("divisor-duel").on("1-50") == load("divisor-duel").on(range(1, 51)) == wanted
    for strange in (50, range(1, 51, 2), range(50, 0, -1), range(0), [1, 2]):
        for ask in (partial(load, "divisor-duel"), load("divisor-duel").on):
            with pytest.raises(NumbersError, match=r'write it as "1-20" or as range\(1, 21\)$'):
                ask(strange)  # type: ignore[arg-type]


def test_a_game_has_its_title() -> None:
    game = load("divisor-duel")
    assert game.title == game.on("1-9").title == "Divisor Duel"
    assert pickle.loads(pickle.dumps(game)).title == "Divisor Duel"
    assert read_book('numbers = "1-9"', "own").game.title == "own"
    assert game == Game(game.name, game.numbers, follows=game.follows)  # a title is no rule


def test_the_six_are_drawn_from_for_the_day() -> None:
    """One more would move the puzzle of every day."""
    assert daily_games() == tuple(sorted(SHIPPED))


def test_one_game_is_for_a_first_visit() -> None:
    assert [name for name in names() if open_book(name).first] == ["non-consecutive"]


def test_pools_are_suggested() -> None:
    book = open_book("prime-rumble", "2-20")
    assert book.pools == ("2-30", "2-50", "2-100")
    assert read_book('numbers = "1-9"\npools = [" 1 - 7"]', "own").pools == ("1-7",)
    assert read_book('numbers = "1-9"', "own").pools == ()
    with pytest.raises(CatalogError, match="key 'pools': would take too long on 900,000 numbers"):
        read_book('numbers = "1-9"\nopens = "prime(n)"\npools = ["1-900000"]', "own")


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_game_has_its_pool_and_relations(name: str) -> None:
    title, numbers, opens, follows, removes = SHIPPED[name]
    book = open_book(name)
    assert book.title == title
    assert book.game.name == name
    assert book.game.numbers == Numbers.parse(numbers)
    assert book.game.opens == Relation(OPENS, opens)
    assert book.game.follows == Relation(FOLLOWS, follows)
    assert book.game.removes == Relation(REMOVES, removes)
    assert book.source is None
    assert book.forfeits == (name == "prime-rumble")
    assert load(name) == book.game
    assert lastpick.load(name) == book.game


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_book_teaches_its_game(name: str) -> None:
    book = open_book(name)
    assert book.summary
    assert book.rules
    assert "\n" not in book.summary + book.rules
    assert len(book.tips) >= 3
    assert book.game.play(book.example).outcome, "the example is a whole game"


@pytest.mark.parametrize("name", SHIPPED)
def test_a_tip_about_best_play_names_its_pool(name: str) -> None:
    """Tips are told with any pool, and who wins differs from one to the next."""
    book = open_book(name)
    for tip in book.tips:
        assert "best play" not in tip or str(book.game.numbers) in tip


@pytest.mark.parametrize("asked", ["divisor-duel", "Divisor Duel", " divisor_duel "])
def test_a_name_may_be_written_loosely(asked: str) -> None:
    assert load(asked).name == "divisor-duel"


def test_another_pool_may_be_asked_for() -> None:
    game = load("juniper-green", "1-40")
    assert (game.name, str(game.numbers)) == ("juniper-green", "1-40")
    assert game.same_rules(load("juniper-green"))
    assert load("juniper-green", Numbers(1, 40)) == game
    assert open_book("divisor-duel", "30-40").game.numbers == Numbers(30, 40)


OWN = """
title = "Far Apart"
numbers = "1-9"
opens = "prime(n)"
follows = "abs(n - last) > 2"
removes = "m == 10 - n"
forfeits = true
summary = "Two   steps\\n away."
rules = "Long."
tips = ["Look\\n ahead."]
example = [2, 9]

[wording]
turn = "{player} after {last}"
"""


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "far.toml"
    path.write_text(OWN)
    for asked in (path, str(path)):
        book = open_book(asked)
        assert book.game.name == "far"
        assert (book.title, book.summary) == ("Far Apart", "Two steps away.")
        assert (book.rules, book.tips, book.example) == ("Long.", ("Look ahead.",), (2, 9))
        assert book.forfeits
        assert book.source == OWN
        assert book.game.start().legal == (2, 3, 5, 7)
        assert book.game.play([2]).legal == (5, 6, 7, 9)
        assert book.game.play([2]).pool == (1, 3, 4, 5, 6, 7, 9)
    assert load(path, "1-5").play([2]).legal == (5,)


def test_a_shipped_file_copied_is_the_same_game(tmp_path: Path) -> None:
    shipped = Path(lastpick.__file__).parent / "catalog" / "prime-rumble.toml"
    copy = tmp_path / "prime-rumble.toml"
    copy.write_bytes(shipped.read_bytes())
    ours, theirs = open_book("prime-rumble"), open_book(copy)
    assert theirs.game == ours.game
    assert theirs.wording.templates == ours.wording.templates
    assert theirs.wording.lists == ours.wording.lists
    assert theirs.source == shipped.read_text()


def test_a_file_in_this_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my game.toml").write_text('\ufeffnumbers = "1-9"\r\n')
    assert load("my game.toml").name == "my game"
    assert load("./my game.toml").numbers == Numbers(1, 9)


def test_what_a_file_leaves_out_has_a_default() -> None:
    book = read_book('numbers = "1-9"', "plain")
    assert book.game == Game("plain", Numbers(1, 9))
    assert (book.title, book.summary, book.rules) == ("plain", "", "")
    assert (book.example, book.tips, book.forfeits) == ((), (), False)


def test_an_example_need_not_fit_another_pool() -> None:
    assert open_book("juniper-green", "1-10").example == open_book("juniper-green").example


def test_a_game_with_other_rules_is_not_the_shipped_one() -> None:
    assert is_shipped(load("divisor-duel", "5-30"))
    assert not is_shipped(Game("divisor-duel", Numbers(1, 20)))
    assert not is_shipped(Game("mine", Numbers(1, 20)))
    assert book_of(load("divisor-duel", "5-30")).title == "Divisor Duel"
    other = book_of(Game("divisor-duel", Numbers(1, 20)))
    assert other.title == "divisor-duel"
    assert other.wording.templates == read_book('numbers = "1-9"', "x").wording.templates


def test_a_file_may_say_what_to_start_from_and_that_the_last_pick_loses() -> None:
    text = 'numbers = "0-30"\nstart = 60\nlast_pick = "loses"\npools = ["0-60"]'
    book = read_book(text + '\nfollows = "n < last"', "down")
    follows = Relation(FOLLOWS, "n < last")
    kept = Game("down", Numbers(0, 30), follows=follows, start_from=60, last_pick="loses")
    assert book.game == kept
    other = read_book(text, "down", "0-60").game
    assert (other.start_from, other.misere, other.start().gone) == (60, True, (60,))
    assert read_book('numbers = "1-9"\nlast_pick = "wins"', "own").game.last_pick == "wins"


def test_a_shipped_game_with_another_start_is_ones_own() -> None:
    follows = Relation(FOLLOWS, CHAIN)
    assert is_shipped(Game("divisor-duel", Numbers(1, 20), follows=follows))
    for own in (
        Game("divisor-duel", Numbers(1, 20), follows=follows, start_from=12),
        Game("divisor-duel", Numbers(1, 20), follows=follows, last_pick="loses"),
    ):
        assert not is_shipped(own)
        assert book_of(own).game == own
