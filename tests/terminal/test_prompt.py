"""The prompt: lines can be edited, recalled and completed; slips are understood."""

from functools import partial
from pathlib import Path

import pytest
from support.running import command, events, run
from support.screens import Terminal, terminal

UP, LEFT = "\x1b[A", "\x1b[D"
PROMPT = "Select a number: $"
NONE_LEFT = "Selected so far: none"


def test_a_line_can_be_edited() -> None:
    with terminal("play", "number-bind") as screen:
        screen.expect(PROMPT)
        screen.child.send("3" + LEFT + "1")
        screen.enter("", PROMPT)
        assert events() == [13]


def test_an_entry_can_be_recalled() -> None:
    with terminal("play", "number-bind") as screen:
        screen.expect(PROMPT)
        screen.enter("history", PROMPT)
        screen.child.send(UP)
        screen.expect("history")
        screen.enter("", PROMPT)
        assert screen.lines.count(NONE_LEFT) == 2


def test_a_command_can_be_completed() -> None:
    with terminal("play", "number-bind") as screen:
        screen.expect(PROMPT)
        screen.child.send("hist\t")
        screen.expect("history")
        screen.enter("", PROMPT)
        assert NONE_LEFT in screen.lines
        screen.child.send("Q\t")
        screen.expect("quit")
        screen.child.sendline("")
        assert screen.end() == 0


def test_only_the_first_word_is_completed() -> None:
    with terminal("play", "number-bind") as screen:
        screen.expect(PROMPT)
        screen.child.send("rules hist\t")
        screen.enter("", "Enter rules alone.")


def test_after_ctrl_z_and_fg_the_prompt_is_there_again() -> None:
    for term, typed in (("xterm", "1"), ("dumb", "")):  # the terminal itself drops what was typed
        job = ["sh", "-c", 'set -m; "$@"; echo back; fg', "sh", *command(("play", "number-bind"))]
        screen = Terminal(job, 80, {"TERM": term})
        screen.expect(PROMPT)
        screen.child.send("1")
        screen.expect("1")
        screen.child.send("\x1a")
        screen.expect("back")
        screen.expect(PROMPT[:-1] + typed + "$")
        screen.enter("2", PROMPT)
        assert events() == [int(typed + "2")]
        screen.close()


@pytest.mark.parametrize("columns", [40, 80])
def test_a_long_line_stays_on_the_screen(columns: int) -> None:
    with terminal("play", "number-bind", columns=columns) as screen:
        screen.expect(PROMPT)
        screen.enter("x" * 100, r"help\).*\s.*" + PROMPT)
        screen.enter(6, PROMPT)
        assert events() == [6]


def test_control_c_and_control_d_leave() -> None:
    for key, code in (("\x03", 130), ("\x04", 1)):
        with terminal("play", "number-bind") as screen:
            screen.expect(PROMPT)
            assert screen.end(partial(screen.child.send, key)) == code
            assert screen.lines[-1].startswith("The game is saved.")


def test_resign_is_asked_once_where_somebody_is_asked() -> None:
    with terminal("play", "number-bind") as screen:
        screen.expect(PROMPT)
        screen.enter("resign", "Enter yes to do so: $")
        screen.enter("", PROMPT)
        assert "The game goes on." in screen.lines
        assert events() == []
        screen.enter("resign", "Enter yes to do so: $")
        screen.child.sendline("Yes")
        assert screen.end() == 0
    assert events() == ["resign"]


def test_a_script_that_resigns_means_it() -> None:
    assert run("play", "number-bind", stdin=["resign"]).code == 0
    assert events() == ["resign"]


# --- what is understood ---------------------------------------------------------------

MODES = [
    ("play", "number-bind"),
    ("solo", "number-bind"),
    ("puzzle", "number-bind", "--seed", "1"),
    ("learn", "large-primes"),
]


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode[0])
def test_every_mode_understands_the_same(mode: tuple[str, ...]) -> None:
    done = run(*mode, stdin=["?", "H", "hlep", "quti", "quit please", "\x1b[A", "rules", " Exit "])
    assert done.code == 0
    assert sum(line.endswith(", or one of:") for line in done.lines) == 2
    for said in (
        "'hlep' is no command; did you mean help?",
        "'quti' is no command; did you mean quit?",
        "Enter quit alone.",
        "An arrow or another special key does nothing here (or type help).",
    ):
        assert done.lines.count(said) == 1, said
    assert "whole number" not in done.out


@pytest.mark.parametrize("slip", ["hlep", "quti", "hint please", "\x1b[A"])
def test_a_mistyped_command_costs_no_strike(slip: str) -> None:
    done = run("play", "prime-rumble", "--strikes", "1", stdin=[slip, slip, "quit"])
    assert "Invalid entry" not in done.out
    assert events() == []


def test_save_knows_the_home_folder(tmp_path: Path) -> None:
    done = run("play", "number-bind", stdin=[6, "save ~/x.txt"], env={"HOME": str(tmp_path)})
    assert f"The record is in {tmp_path}/x.txt" in done.lines
    assert (tmp_path / "x.txt").read_text().startswith("Lastpick record")


# --- the pool, after something was taken back or taken up -----------------------------

RUMBLE = ("play", "prime-rumble", "--numbers", "2-9")


def test_a_pool_that_turns_do_not_show_is_shown_after_undo() -> None:
    done = run(*RUMBLE, stdin=[2, 3, "undo", "undo", "quit"])
    at = done.lines.index("Taken back: 3.")
    assert done.lines[at + 1 : at + 4] == ["", "Updated Pool:", "3, 5, 7, 9"]
    at = done.lines.index("Taken back: 2.")
    assert done.lines[at + 1 : at + 4] == [
        "--- Prime Rumble Game Start ---",
        "Initial Number Pool:",
        "2, 3, 4, 5, 6, 7, 8, 9",
    ]


def test_and_when_a_game_is_gone_on_with() -> None:
    run(*RUMBLE, stdin=[2, "quit"])
    done = run("resume", stdin=["quit"])
    at = done.lines.index("Updated Pool:")
    assert done.lines[at + 1 : at + 4] == ["3, 5, 7, 9", "", "Player 2's Turn:"]
    assert "Numbers removed" not in done.out


def test_a_pool_that_turns_show_is_not_shown_twice() -> None:
    done = run("play", "divisor-duel", "--numbers", "1-4", stdin=[2, "undo", "quit"])
    assert done.lines.count("Available Numbers: [1, 2, 3, 4]") == 2


def test_selected_and_unavailable_numbers_are_told_apart() -> None:
    done = run("play", "non-consecutive", stdin=[10, 5, "pool", "history", "quit"])
    at = done.lines.index("Enter a number to select: pool")
    assert done.lines[at + 1 : at + 4] == [
        "Available: 1-3, 7-8, 12-20",
        "Selected: 5 and 10",
        "Unavailable: 4, 6, 9 and 11",
    ]
    at = done.lines.index("Enter a number to select: history")
    assert done.lines[at + 4] == "Unavailable: 4, 6, 9 and 11"
