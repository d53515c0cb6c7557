"""The conformance kit: every game passes it, and a broken engine does not."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.model import FOLLOWERS, REMOVALS

from lastpick import conformance
from lastpick.catalog import Book, names, open_book, read_book
from lastpick.conformance import problems
from lastpick.game import Position
from lastpick.terminal.show_check import check, in_words


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("seed", [0, 1])
def test_every_shipped_game_passes(name: str, seed: int) -> None:
    assert list(problems(open_book(name), seed=seed)) == []


@pytest.mark.parametrize("follows", FOLLOWERS)
@pytest.mark.parametrize("removes", REMOVALS)
def test_games_of_ones_own_pass(follows: str, removes: str) -> None:
    text = f'numbers = "3-24"\nopens = "n % 3 != 1"\nfollows = "{follows}"\nremoves = "{removes}"'
    assert list(problems(read_book(text, "own"), games=2)) == []


@pytest.mark.parametrize("start", ["", "start = 0", "start = 9", "start = 30"])
@pytest.mark.parametrize("follows", FOLLOWERS)
def test_games_from_0_with_a_start_pass_and_so_do_misere_ones(follows: str, start: str) -> None:
    rules = f'numbers = "0-24"\nopens = "n % 3 != 1"\nfollows = "{follows}"\n{start}\n'
    for text in (rules, rules + 'last_pick = "loses"\nremoves = "m % n == 0"'):
        book = read_book(text, "own")
        if book.game.start().choices:
            assert list(problems(book, games=2)) == []


def test_on_a_large_pool_only_the_first_picks_are_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ends: list[Position] = []

    def keep(end: Position) -> list[str]:
        ends.append(end)
        return []

    monkeypatch.setattr(conformance, "_MOST_CHECKS", 10_000)
    monkeypatch.setattr(conformance, "_record", keep)
    assert list(problems(open_book("non-consecutive", "1-5000"))) == []
    assert [len(end.picks) for end in ends] == [2]


def test_of_a_huge_pool_the_first_numbers_are_tried_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "rows.toml"
    path.write_text('numbers = "5-10000004"\nremoves = "abs(m - n) <= 1"\n')
    assert str(conformance.tried(open_book(str(path)).game)) == "5-100004"
    monkeypatch.setattr(conformance, "MOST_NUMBERS", 1_000)
    sizes: list[int] = []

    def look(position: Position, _: Book) -> list[str]:
        sizes.append(position.bits.bit_count())
        return []

    monkeypatch.setattr(conformance, "_position", look)
    (found,) = check(str(path), seconds=1)
    assert max(sizes) == 1_000
    assert in_words(found) == "OK: rows on 5-10000004 keeps its rules; only 5-1004 was tried out"


def test_a_game_that_nobody_can_open_does_not_pass() -> None:
    book = read_book('numbers = "1-9"\nopens = "n > 9"', "shut")
    assert list(problems(book)) == [
        "no number of 1-9 may open the game: key 'opens' refuses them all"
    ]
    book = read_book('numbers = "1-9"\nstart = 9\nfollows = "n > last"', "shut")
    assert list(problems(book)) == [
        "no number of 1-9 may open the game: 'start' and its relations refuse them all"
    ]


def test_broken_engines_are_found_out() -> None:
    file = Path(__file__).parents[1] / "support" / "broken_engines.py"
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", str(file)],
        env={**os.environ, "LASTPICK_KERNELS": "interpreted"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stdout
    assert re.search(r"[1-9]\d passed", ran.stdout) or ran.stdout.count(".") > 10
