"""A start, 0 and a last pick that loses, through play, records, resume, replay and scores."""

from pathlib import Path

import pytest
from support.running import run

OWN = """\
title = "Down"
numbers = "0-6"
start = 8
last_pick = "loses"
follows = "n < last and last - n <= 3"
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "down.toml"
    path.write_text(OWN)
    return path


def test_a_record_is_replayed_and_checked_as_it_was_played(game: Path, tmp_path: Path) -> None:
    kept = tmp_path / "game.txt"
    done = run("play", game, "--record", kept, stdin=[5, 3, 0])
    assert done.lines[-2:] == ["Player 2 cannot pick and wins!", f"The record is in {kept}"]
    text = kept.read_text()
    assert "Removes: itself\nStart: 8\nLast pick: loses\n" in text
    assert "Result: Player 2 wins (no legal pick)\n\n5 3 0\n" in text
    game.unlink()  # the record brings all that it needs
    assert run("check", kept).lines == [
        "OK: Down on 0-6, Player 1 - Player 2, 3 picks, Player 2 wins (no legal pick)"
    ]
    replayed = run("replay", kept)
    assert "Player 1 opens. The game starts from 8." in replayed.lines
    assert replayed.lines[-1] == "Player 2 cannot pick and wins!"


def test_a_saved_game_goes_on_from_its_start(game: Path) -> None:
    left = run("play", game, stdin=["quit"])
    assert "To go on with it: lastpick resume" in left.out
    again = run("resume", stdin=["8", "2", "5", "history", "2", "1", "0"])
    assert "8 is not in the range 0-6. Valid: 5, 6 (or type help)." in again.out
    assert "2 may not follow 8: n < last and last - n <= 3 does not hold. Valid: 5, 6" in again.out
    assert "Selected so far: 5" in again.lines
    assert again.lines[-1] == "Player 1 cannot pick and wins!"


def test_a_match_counts_who_was_stuck(game: Path) -> None:
    entries = [5, 3, 0] * 2
    done = run("play", game, "--best-of", "3", "--name1", "Ann", "--name2", "Ben", stdin=entries)
    assert "Score: Ann 0, Ben 1." in done.lines
    assert "Score: Ann 1, Ben 1." in done.lines
    stats = run("stats")
    assert "    against Ben: 1 won, 1 lost" in stats.lines


def test_strikes_at_the_opening_leave_the_start_where_it_is(game: Path) -> None:
    game.write_text(OWN + "forfeits = true\n")
    done = run("play", game, "--strikes", "1", stdin=[9, 5, 3, 0])
    assert done.lines.count("Player 2 opens. The game starts from 8.") == 1
    assert done.lines[-1] == "Player 1 cannot pick and wins!"


@pytest.mark.parametrize("last_pick", ["wins", "loses"])
def test_a_game_that_nobody_can_open_is_refused_not_silently_over(
    game: Path, tmp_path: Path, last_pick: str
) -> None:
    game.write_text(
        f'numbers = "0-6"\nstart = 0\nfollows = "n < last"\nlast_pick = "{last_pick}"\n'
    )
    kept = tmp_path / "game.txt"
    done = run("play", game, "--record", kept, "--best-of", "3", stdin=[1])
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "lastpick: no number of 0-6 may open down, so there is no game;"
        " lastpick check GAME says which key is to blame\n"
    )
    assert not kept.exists()
    assert (
        run("resume").err
        == "lastpick: there is no unfinished game; lastpick play GAME starts one\n"
    )
