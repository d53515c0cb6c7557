"""The example game files: each passes the kit, and is played to its end."""

from pathlib import Path
from random import Random

import pytest
from support.running import events, run

from lastpick.catalog import open_book
from lastpick.catalog.rules import example_lines
from lastpick.conformance import problems
from lastpick.record import Person, Record, parse, result, write

FOLDER = Path(__file__).parents[2] / "examples" / "games"
FILES = sorted(FOLDER.glob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_example_file_passes_the_kit_and_teaches_its_game(file: Path) -> None:
    book = open_book(file)
    assert list(problems(book)) == []
    assert book.rules
    assert book.game.play(book.example).outcome, "the example is a whole game"
    assert example_lines(book)[-1].endswith(" wins.")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
@pytest.mark.parametrize("seed", range(5))
def test_a_played_out_game_reads_back_with_its_winner(file: Path, seed: int) -> None:
    game = open_book(file).game
    end = game.start().playout(Random(seed))
    record = Record(game, (Person("Ann"), Person("Bob")), "2026-11-16", end.picks)
    (found,) = parse(write(record))
    assert found.game == game
    assert found.play().outcome == end.outcome
    stuck = 1 + len(end.picks) % 2
    winner = stuck if 'last_pick = "loses"' in file.read_text() else 3 - stuck
    assert result(found.play()) == f"Player {winner} wins (no legal pick)"


def test_three_keys_are_shown_by_the_examples() -> None:
    games = [open_book(file).game for file in FILES]
    assert any(game.start_from is not None for game in games)
    assert any(game.misere for game in games)
    assert any(game.numbers.first == 0 for game in games)


@pytest.mark.parametrize(
    ("picks", "end"),
    [
        ([20, 17, 14, 11, 8, 5, 2, 1, 0], "Player 2 cannot pick and wins!"),
        ([18, 15, 12, 9, 6, 3, 2, 0], "Player 1 cannot pick and wins!"),
    ],
)
def test_a_misere_game_from_a_start_down_to_0_in_line_mode(picks: list[int], end: str) -> None:
    done = run("play", FOLDER / "countdown.toml", stdin=picks)
    assert (done.err, done.code) == ("", 0)
    assert done.lines[:5] == [
        "Countdown: the numbers 0-20.",
        "",
        "Player 1 opens. The game starts from 21.",
        "Available: 0-20",
        "Valid: 18, 19, 20",
    ]
    assert done.lines[-1] == end
    assert events() == picks


def test_rules_and_data_tell_the_keys() -> None:
    told = run("rules", FOLDER / "countdown.toml").lines
    assert told[5:8] == ["Follows: last - 3 <= n < last", "Start: 21", "Last pick: loses"]
    data = run("rules", FOLDER / "race-to-30.toml", "--json").json
    assert data["start"] == 0
    assert "last_pick" not in data
    usual = run("rules", "divisor-duel", "--json").json
    assert not {"start", "last_pick"} & set(usual)


def test_another_pool_keeps_the_start() -> None:
    done = run("play", FOLDER / "countdown.toml", "--numbers", "15-20", stdin=[20, 17, 15])
    assert "Player 1 opens. The game starts from 21." in done.lines
    assert done.lines[-1] == "Player 2 cannot pick and wins!"
