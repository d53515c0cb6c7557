"""Wording: lists of numbers, templates, and the lines that are left out."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lastpick.catalog
from lastpick.catalog import ListStyle, Scene, Wording, names, open_book, read_book
from lastpick.catalog.wording import LISTS, TEMPLATES, runs


@pytest.mark.parametrize(
    ("numbers", "shortest", "entries"),
    [
        ([], 3, []),
        ([4], 3, ["4"]),
        ([4], 1, ["4"]),
        ([4, 5], 1, ["4-5"]),
        ([4, 5], 2, ["4-5"]),
        ([4, 5], 3, ["4", "5"]),
        ([4, 5, 6], 3, ["4-6"]),
        ([4, 5, 6], 0, ["4", "5", "6"]),
        ([1, 2, 4, 5, 6, 8, 10, 11, 12, 13], 3, ["1", "2", "4-6", "8", "10-13"]),
        ([1, 2, 4, 5, 6, 8, 10, 11, 12, 13], 4, ["1", "2", "4", "5", "6", "8", "10-13"]),
    ],
)
def test_runs(numbers: list[int], shortest: int, entries: list[str]) -> None:
    assert runs(numbers, shortest) == entries


@given(st.sets(st.integers(1, 60)), st.integers(0, 6))
def test_runs_lose_no_number(some: set[int], shortest: int) -> None:
    found: list[int] = []
    for entry in runs(sorted(some), shortest):
        first, _, last = entry.partition("-")
        found += range(int(first), int(last or first) + 1)
        if last:
            assert int(last) - int(first) + 1 >= max(2, shortest) > 0
    assert found == sorted(some)


@pytest.mark.parametrize(
    ("style", "numbers", "text"),
    [
        (ListStyle(",", "", 3, "None"), [1, 2, 3, 4, 5, 7], "1-5,7"),
        (ListStyle(", ", "", 0, ""), [1, 2, 3], "1, 2, 3"),
        (ListStyle(", ", "", 0, "none"), [], "none"),
        (ListStyle(", ", " and ", 0, "none"), [9], "9"),
        (ListStyle(", ", " and ", 0, "none"), [9, 11], "9 and 11"),
        (ListStyle(", ", " and ", 0, "none"), [9, 10, 11], "9, 10 and 11"),
        (ListStyle(", ", " and ", 2, "none"), [3, 9, 10, 11], "3 and 9-11"),
    ],
)
def test_list_styles(style: ListStyle, numbers: list[int], text: str) -> None:
    assert style.text(numbers) == text


def test_a_long_list_leaves_out_its_middle() -> None:
    style = ListStyle(",", "", 3, "")
    odd = list(range(1, 1000, 2))
    assert style.text(odd[:200]) == ",".join(map(str, odd[:200]))
    assert style.text(odd[:201]) == "1,3,5,7,9,11,13,15,17,19,...,399,401"
    assert style.text(odd[:201], longest=None) == ",".join(map(str, odd[:201]))
    assert style.text(range(1, 1000)) == "1-999"  # one entry, however long the run
    joined = style._replace(conjunction=" and ")
    assert joined.text(odd).endswith(",...,997 and 999")


def wording(body: str, rules: str = "") -> tuple[Wording, Scene]:
    book = read_book(f'numbers = "1-9"\ntitle = "T"\n{rules}\n[wording]\n{body}', "own")
    return book.wording, Scene(book.game.start(), "Ann", "Bob")


EVERY = """turn = '''
title: {title}
numbers: {numbers}
player: {player}
opponent: {opponent}
last: {last}
pick: {pick}
available: {available}
choices: {choices}
gone: {gone}
removed: {removed}
others: {others}'''
"""


def test_lines_about_what_is_not_there_are_left_out() -> None:
    words, scene = wording(EVERY)
    assert words.say("turn", scene).split("\n") == [
        "title: T",
        "numbers: 1-9",
        "player: Ann",
        "opponent: Bob",
        "available: 1-9",
    ]


def test_every_placeholder_speaks_of_its_scene() -> None:
    words, scene = wording(EVERY, 'removes = "m == n + 3"\nfollows = "n > last"')
    before = scene.position.pick(2)
    after = Scene(before.pick(4), "Ann", "Bob", before)
    assert words.say("turn", after).split("\n") == [
        "title: T",
        "numbers: 1-9",
        "player: Ann",
        "opponent: Bob",
        "last: 4",
        "pick: 4",
        "available: 1, 3, 6, 8, 9",
        "choices: 6, 8, 9",
        "gone: 2, 4, 5, 7",
        "removed: 4, 7",
        "others: 7",
    ]


def test_choices_at_the_opening_follow_the_opening_rule() -> None:
    words, scene = wording('opening = "{choices}"', 'opens = "n % 2 == 0"\nfollows = "n > 1"')
    assert words.say("opening", scene) == "2, 4, 6, 8"
    free, start = wording('opening = "a {choices}\\nb"', 'follows = "n > 1"')
    assert free.say("opening", start) == "b"


def test_an_empty_list_of_choices_says_so() -> None:
    words, scene = wording('turn = "{choices}"', 'follows = "n > last"')
    assert words.say("turn", Scene(scene.position.pick(9), "Ann", "Bob")) == "none"


def test_braces_that_are_no_placeholder_are_text() -> None:
    words, scene = wording('turn = "{player, {{player}} }"')
    assert words.say("turn", scene) == "{player, {Ann} }"


@pytest.mark.parametrize(
    ("pick", "text"),
    [(5, "Ann: 5\nmany: 4, 6"), (1, "Ann: 1\none: 2"), (9, "Ann: 9\none: 8")],
)
def test_an_announcement_counts_what_else_is_gone(pick: int, text: str) -> None:
    words, scene = wording(
        'picked = "{player}: {pick}"\nothers_one = "one: {others}"\nothers_many = "many: {others}"',
        'removes = "neighbour"',
    )
    after = Scene(scene.position.pick(pick), "Ann", "Bob", scene.position)
    assert words.announce(after) == text


def test_an_announcement_says_nothing_when_there_is_nothing() -> None:
    words, scene = wording('picked = ""')
    assert words.announce(Scene(scene.position.pick(5), "Ann", "Bob", scene.position)) == ""


def test_a_game_without_wording_speaks_in_the_default_one() -> None:
    book = read_book('numbers = "1-9"\nfollows = "multiple"', "plain")
    start = book.game.start()
    assert set(book.wording.templates) == set(TEMPLATES)
    assert set(book.wording.lists) == set(LISTS)
    say = book.wording.say
    assert say("start", Scene(start, "Ann", "Bob")) == "plain: the numbers 1-9."
    assert say("opening", Scene(start, "Ann", "Bob")) == "\nAnn opens.\nAvailable: 1-9"
    assert say("turn", Scene(start.pick(3), "Bob", "Ann")) == (
        "\nBob's turn.\nLast pick: 3\nAvailable: 1, 2, 4-9\nValid: 6, 9"
    )
    after = Scene(start.pick(3), "Ann", "Bob", start)
    assert book.wording.announce(after) == "\nAnn picked 3."
    assert say("end", Scene(start.pick(8), "Bob", "Ann")) == (
        "\nBob's turn.\nLast pick: 8\nAvailable: 1-7, 9\nBob has no valid pick.\nAnn wins!"
    )


def test_a_files_own_style_is_laid_over_the_defaults() -> None:
    text = 'numbers = "1-9"\n[lists.all]\nseparator = ";"\n[lists.gone]\nruns = 2\nempty = "-"'
    words = read_book(text, "own").wording
    assert words.list("available", [1, 2, 3, 5]) == "1-3;5"
    assert words.list("choices", [1, 2, 3, 5]) == "1;2;3;5"
    assert words.list("gone", [1, 2, 5]) == "1-2;5"
    assert (words.list("gone", []), words.list("choices", [])) == ("-", "none")


def test_the_rule_books_own_voices() -> None:
    knockout = open_book("number-knockout")
    position = knockout.game.play([6, 3])
    assert knockout.wording.say("turn", Scene(position, "Player 1", "Player 2")) == (
        "\nPlayer 1's Turn:\nOpponent's Last Number: 3\n"
        "Available Numbers: 1,2,4,5,7-20 (excluding 3,6)\nValid Choices: 1,9,12,15,18"
    )
    row = open_book("non-consecutive")
    start = row.game.play([10, 5, 14, 2, 18])
    after = Scene(start.pick(8), "Player 2", "Player 1", start)
    assert row.wording.announce(after) == ("\nPlayer 2 selected 8.\nNumber 7 is now unavailable.")


@pytest.mark.parametrize("name", names())
def test_every_voice_stays_true_with_a_start_and_a_last_pick_that_loses(name: str) -> None:
    """A copy of a shipped file with the two keys: its own words for opening and end do not fit."""
    text = Path(lastpick.catalog.__file__).with_name(f"{name}.toml").read_text(encoding="utf-8")
    text = text.replace("\nnumbers =", '\nstart = 6\nlast_pick = "loses"\nnumbers =')
    book = read_book(text.replace("\nexample =", "\nexample = []\n#"), "copy", "1-12")
    start = book.game.start()
    assert (book.wording.turn(start), book.wording.prompt(start)) == ("opening_from", "prompt")
    said = book.wording.say("opening_from", Scene(start, "Ann", "Bob"))
    assert said.startswith("\nAnn opens. The game starts from 6.\n")
    first = start.pick(12)
    assert (book.wording.turn(first), book.wording.prompt(first)) == ("turn", "prompt")
    end = start
    while end.legal:
        end = end.pick(end.legal[0])
    said = book.wording.say(book.wording.turn(end), Scene(end, "Ann", "Bob"))
    assert said.endswith("\nAnn cannot pick and wins!")
    assert "Bob" not in said


def test_the_usual_games_are_opened_and_ended_as_ever() -> None:
    book = open_book("divisor-duel")
    start, end = book.game.start(), book.game.play(book.example)
    assert (book.wording.turn(start), book.wording.prompt(start)) == ("opening", "prompt_opening")
    assert book.wording.turn(start.pick(6)) == "turn"
    assert book.wording.turn(end) == "end"


def test_choices_at_the_opening_follow_the_start_too() -> None:
    words, scene = wording("", 'start = 4\nopens = "n > 2"\nfollows = "n < last"')
    assert words.say("opening_from", scene) == (
        "\nAnn opens. The game starts from 4.\nAvailable: 1-3, 5-9\nValid: 3"
    )
    free, start = wording("", "start = 4")
    assert free.say("opening_from", start).endswith("\nAvailable: 1-3, 5-9")
