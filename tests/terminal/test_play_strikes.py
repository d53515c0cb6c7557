"""Prime Rumble's own rule: repeated invalid entries can cost the turn."""

from pathlib import Path

import pytest
from support.running import GAMES, events, latest, run

from lastpick.record import parse

STRIKES = ("play", "prime-rumble", "--numbers", "2-10", "--strikes")


def test_off_unless_asked_for() -> None:
    done = run("play", "prime-rumble", stdin=["x"] * 50)
    assert "forfeit" not in done.out
    assert "Invalid entry" not in done.out
    assert events() == []


def test_the_turn_is_forfeited_after_so_many_invalid_entries() -> None:
    done = run(*STRIKES, 3, stdin=["x", 99, ""])
    assert [line for line in done.lines if "Invalid entry" in line] == [
        "'x' is not a whole number. Valid: 2-10 (or type help). Invalid entry 1 of 3.",
        "99 is not in the range 2-10. Valid: 2-10 (or type help). Invalid entry 2 of 3.",
        "Nothing was entered. Valid: 2-10 (or type help). Invalid entry 3 of 3.",
    ]
    at = done.lines.index("Player 1 forfeits the turn.")
    assert done.lines[at + 1 : at + 3] == ["", "Player 2's Turn:"]
    assert events() == ["pass"]


def test_only_entries_in_a_row_count() -> None:
    """A pick between them starts the count anew, for each player."""
    done = run(*STRIKES, 2, stdin=["x", 2, "x", 3, "x", 5, "x", "quit"])
    assert "forfeits" not in done.out
    assert "Invalid entry 2" not in done.out
    assert events() == [2, 3, 5]


def test_one_strike() -> None:
    run(*STRIKES, 1, stdin=["x", "y", 2, "z"])
    assert events() == ["pass", "pass", 2, "pass"]


def test_a_command_is_no_invalid_entry() -> None:
    run(*STRIKES, 1, stdin=["help", "pool", "history", "rules", "save", "undo"])
    assert events() == []


def test_a_pass_can_be_taken_back() -> None:
    done = run(*STRIKES, 1, stdin=[2, "x", "undo", "history", "quit"])
    assert "Taken back: pass." in done.lines
    assert done.lines[-6:-1] == [
        "Selected so far: 2",
        "Player 1: 2",
        "Player 2: none",
        "Unavailable: 4, 6, 8, 10",
        "Enter a number from the pool: quit",
    ]


def test_the_history_shows_a_pass_and_whose_it_was() -> None:
    done = run(*STRIKES, 1, stdin=[2, "x", 3, "history"])
    at = done.lines.index("Selected so far: 2, pass, 3")
    assert done.lines[at + 1 : at + 3] == ["Player 1: 2, 3", "Player 2: pass"]


def test_who_wins_counts_the_passes() -> None:
    """Player 1 picks the only number, twice in a row as it were."""
    done = run("play", "prime-rumble", "--numbers", "2-3", "--strikes", 1, stdin=[2, "x", 3])
    assert done.lines[-1] == "No valid moves remaining. Player 1 wins!"


def test_a_pass_stands_in_the_record(tmp_path: Path) -> None:
    target = tmp_path / "game.txt"
    run(*STRIKES, 1, "--record", target, stdin=[2, "x", 3, "quit"])
    (record,) = parse(target.read_text())
    assert (record.events, record.strikes) == ((2, "pass", 3), 1)
    told = run("replay", target).lines
    assert "Enter a number from the pool: pass" in told
    assert "Player 2 forfeits the turn." in told


def test_strikes_are_kept_when_a_game_is_resumed() -> None:
    run(*STRIKES, 2, stdin=[2, "x"])
    done = run("resume", stdin=["x", "y"])
    assert "Player 2 forfeits the turn." in done.lines
    assert latest().match.play.moves == [2, None]


def test_against_a_bot_the_bot_goes_on() -> None:
    run(*STRIKES, 1, "--p2", "greedy", stdin=["x"])
    forfeited, answer = events()
    assert forfeited == "pass"
    assert isinstance(answer, int)


@pytest.mark.parametrize("game", sorted({*GAMES} - {"prime-rumble"}))
def test_other_rule_books_know_no_forfeits(game: str) -> None:
    done = run("play", game, "--strikes", 3)
    assert (done.out, done.code, done.err.count("\n")) == ("", 2, 1)
    assert "know no forfeited turns" in done.err


@pytest.mark.parametrize(("line", "code"), [("forfeits = true", 1), ("forfeits = false", 2)])
def test_a_game_of_ones_own_says_so_by_its_key(tmp_path: Path, line: str, code: int) -> None:
    (tmp_path / "own.toml").write_text(f'numbers = "1-5"\n{line}\n')
    assert run("play", "./own.toml", "--strikes", 1, stdin=["x"], cwd=tmp_path).code == code


@pytest.mark.parametrize("strikes", ["0", "-1", "x", "2.5", "10000"])
def test_strikes_are_a_small_number(strikes: str) -> None:
    done = run("play", "prime-rumble", f"--strikes={strikes}")
    assert (done.out, done.code, done.err.count("\n")) == ("", 2, 1)
    assert "--strikes" in done.err
