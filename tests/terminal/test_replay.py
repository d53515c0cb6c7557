"""Stepping through a record, forwards and back; in a pipe all of it at once."""

from pathlib import Path

import pytest
from support.running import run
from support.screens import terminal

STEP = r"\[Enter\] next, b back, q quit: "
RECORD = """Lastpick record 1
Game: number-knockout
Numbers: 1-20
Player 1: Ann
Player 2: greedy
Bot 2: greedy
Date: 2026-11-16
Result: {}

{}
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(RECORD.format("Player 1 wins (no legal pick)", "2 1 undo 1 19"))
    return path


def test_in_a_pipe_the_whole_game_is_told(record: Path) -> None:
    done = run("replay", record)
    assert (done.err, done.code) == ("", 0)
    assert done.lines[:6] == [
        "Number Knockout 1-20, 2026-11-16",
        "Player 1: Ann",
        "Player 2: Greedy bot",
        "Result: Ann wins (no legal pick)",
        "",
        "Game Start: Numbers Available [1-20]",
    ]
    entered = [line for line in done.lines if line.startswith("Select a number: ")]
    assert entered == [f"Select a number: {event}" for event in (2, 1, "undo", 1, 19)]
    assert done.lines[-3:] == ["", "Greedy bot cannot make a valid move.", "Ann wins the game!"]


def test_what_is_told_is_what_was_shown(tmp_path: Path) -> None:
    """A replayed game reads like the game itself, in the names of the record."""
    target = tmp_path / "game.txt"
    names = ("--name1", "Ann", "--name2", "Bob")
    played = run(
        "play", "prime-rumble", "--numbers", "2-9", *names, "--record", target, stdin=[2, 3, 7, 5]
    )
    told = run("replay", target)
    start = played.lines.index("--- Prime Rumble Game Start ---")
    end = played.lines.index(f"The record is in {target}")
    assert (
        told.lines[told.lines.index("--- Prime Rumble Game Start ---") :] == played.lines[start:end]
    )


@pytest.mark.parametrize("columns", [40, 80])
def test_step_by_step(record: Path, columns: int) -> None:
    with terminal("replay", record, columns=columns) as screen:
        screen.expect(STEP)
        assert "Ann selected 2." in screen.lines
        assert "Greedy bot selected 1." not in screen.lines
        screen.enter("", STEP)
        assert screen.lines.count("Greedy bot selected 1.") == 1
        screen.enter("b", STEP)
        assert screen.lines.count("Ann selected 2.") == 2
        screen.enter("b", STEP)  # the first step has none before it
        assert screen.lines.count("Ann selected 2.") == 3
        for _ in range(5):
            screen.enter("", STEP)
        assert "Ann wins the game!" in screen.lines
        screen.enter("B", STEP)  # back from the end
        assert screen.lines.count("Ann selected 19.") == 2
        screen.enter("", STEP)
        screen.child.sendline("")
        assert screen.end() == 0
        assert screen.lines.count("Ann wins the game!") == 2
        assert screen.fits


def test_leaving_in_the_middle(record: Path) -> None:
    with terminal("replay", record) as screen:
        screen.expect(STEP)
        screen.child.sendline(" Q")
        assert screen.end() == 0
        assert "Greedy bot selected 1." not in screen.lines


@pytest.mark.parametrize(("key", "code"), [("sendeof", 0), ("sendintr", 130)])
def test_leaving_by_a_key(record: Path, key: str, code: int) -> None:
    with terminal("replay", record) as screen:
        screen.expect(STEP)
        assert screen.end(getattr(screen.child, key)) == code
        assert "Traceback" not in screen.raw


@pytest.mark.parametrize("garbage", ["x", "nxet", "7", "x" * 200])
def test_garbage_is_asked_again(record: Path, garbage: str) -> None:
    with terminal("replay", record) as screen:
        screen.expect(STEP)
        screen.enter(garbage, "is no step. Press Enter, or enter b or q.")
        screen.expect(STEP)
        assert "Greedy bot selected 1." not in screen.lines
        screen.enter("", STEP)
        assert "Greedy bot selected 1." in screen.lines
        assert screen.fits or len(garbage) > 80


def test_an_unfinished_record_says_so(record: Path) -> None:
    record.write_text(RECORD.format("unfinished", "2 1"))
    assert run("replay", record).lines[-1] == "The record ends here; the game is unfinished."


def test_several_games_follow_each_other(record: Path) -> None:
    record.write_text(record.read_text() + "\n" + RECORD.format("unfinished", "6"))
    told = run("replay", record).lines
    assert told.count("Game Start: Numbers Available [1-20]") == 2
    with terminal("replay", record) as screen:
        screen.expect(STEP)
        screen.child.sendline("q")
        assert screen.end() == 0
        assert screen.lines.count("Game Start: Numbers Available [1-20]") == 1


def test_a_resignation_is_told(record: Path) -> None:
    record.write_text(RECORD.format("Player 1 wins (resignation)", "6 resign"))
    assert run("replay", record).lines[-3:] == [
        "Select a number: resign",
        "",
        "Greedy bot resigns. Ann wins!",
    ]


@pytest.mark.parametrize(
    ("winner", "reason", "event", "told"),
    [
        (1, "out of time", "timeout", "Greedy bot is out of time. Ann wins!"),
        (1, "left the game", "left", "Greedy bot has left. Ann wins!"),
        (2, "resignation", "concede", "Ann resigns. Greedy bot wins!"),
    ],
)
def test_other_early_endings_are_told(
    record: Path, winner: int, reason: str, event: str, told: str
) -> None:
    record.write_text(RECORD.format(f"Player {winner} wins ({reason})", f"6 {event}"))
    assert run("replay", record).lines[-1] == told
