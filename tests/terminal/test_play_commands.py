"""The words that can be entered at the prompt in place of a number."""

from pathlib import Path

import pytest
from support.running import Done, events, latest, run

from lastpick.record import parse

PROMPT = "Select number: "


def answer(done: Done, entered: str, prompt: str = PROMPT) -> list[str]:
    """The lines between what was entered and the next empty line or prompt."""
    start = done.lines.index(prompt + entered) + 1
    said = done.lines[start:]
    ends = [i for i, line in enumerate(said) if not line or line.startswith(prompt)]
    return said[: ends[0]] if ends else said


def duel(*entries: object, options: tuple[str, ...] = ()) -> Done:
    return run("play", "divisor-duel", *options, stdin=[*entries, "quit"])


def test_help_tells_every_command() -> None:
    said = answer(duel(6, "help"), "help")
    words = [line.split()[0] for line in said if line.startswith("  ")]
    assert words == ["rules", "pool", "history", "hint", "undo", "resign", "save", "save", "quit"]
    assert said[0].startswith("Enter the number that you pick")


def test_rules_are_those_of_the_game_being_played() -> None:
    done = run("play", "prime-rumble", stdin=["rules", "quit"])
    told = run("rules", "prime-rumble").out
    assert told in done.out


def test_pool() -> None:
    assert answer(duel(6, 3, "pool"), "pool") == [
        "Available: 1, 2, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20",
        "Valid: 1, 9, 12, 15, 18",
    ]


def test_pool_where_anything_may_be_picked_names_no_valid_ones() -> None:
    done = run("play", "non-consecutive", stdin=["pool", "quit"])
    prompt = "Enter a number to select: "
    assert answer(done, "pool", prompt) == ["Available: 1-20", "Selected: none"]


def test_history_in_order_and_by_player() -> None:
    assert answer(duel(6, 3, 9, "history"), "history") == [
        "Selected so far: 6, 3, 9",
        "Player 1: 6, 9",
        "Player 2: 3",
    ]


def test_history_uses_the_names_that_were_given() -> None:
    done = duel(6, 3, "history", options=("--name1", "Ann", "--name2", "Bob"))
    assert answer(done, "history") == ["Selected so far: 6, 3", "Ann: 6", "Bob: 3"]


# --- undo -----------------------------------------------------------------------------


def test_undo_between_two_people_takes_back_one_pick() -> None:
    done = duel(6, 3, "undo", 12)
    assert answer(done, "undo") == ["Taken back: 3."]
    after = done.lines[done.lines.index("Taken back: 3.") :]
    assert after[2:4] == ["Player 2's Turn:", "Last Number Selected: 6"]
    assert events() == [6, 3, "undo", 12]


def test_undo_gives_back_what_a_pick_removed() -> None:
    done = run("play", "prime-rumble", "--numbers", "2-9", stdin=[2, "undo", "pool", "quit"])
    assert "Available: 2, 3, 4, 5, 6, 7, 8, 9" in done.lines


def test_undo_goes_back_to_the_start_and_no_further() -> None:
    done = duel(6, 3, "undo", "undo", "undo")
    assert [line for line in done.lines if "aken back" in line] == [
        "Taken back: 3.",
        "Taken back: 6.",
    ]
    assert "There is nothing of yours to take back yet." in done.lines
    assert events() == [6, 3, "undo", "undo"]


def test_undo_against_a_bot_takes_back_both_picks() -> None:
    done = duel(6, "undo", 7, options=("--p2", "greedy"))
    took = next(line for line in done.lines if line.startswith("Taken back: "))
    first, second = took.removeprefix("Taken back: ").rstrip(".").split(", ")
    assert first == "6"
    assert events()[:5] == [6, int(second), "undo", "undo", 7]
    assert done.lines[done.lines.index(took) + 2] == "Player 1's Turn:"


def test_undo_where_the_bot_opened_has_nothing_to_take_back() -> None:
    done = duel("undo", options=("--p1", "greedy"))
    assert "There is nothing of yours to take back yet." in done.lines
    assert len(events()) == 1


def test_undo_where_the_bot_opened_keeps_its_opening() -> None:
    run("play", "prime-rumble", "--p1", "random", "--seed", "4", stdin=[47, "undo", "quit"])
    opening, mine, _, *rest = events()
    assert (mine, rest) == (47, ["undo", "undo"])
    assert latest().match.play.moves == [opening]


# --- resign, save, quit ---------------------------------------------------------------


def test_resign_ends_the_game() -> None:
    done = run("play", "divisor-duel", stdin=[6, "resign"])
    assert done.lines[-1] == "Player 2 resigns. Player 1 wins!"
    assert done.code == 0
    assert run("resume").code == 1


def test_save_tells_how_to_go_on_and_the_game_goes_on() -> None:
    done = duel(6, "save", 3)
    assert answer(done, "save") == ["The game is saved. To go on with it: lastpick resume"]
    assert events() == [6, 3]


def test_save_to_a_file(tmp_path: Path) -> None:
    target = tmp_path / "Kept Here.txt"
    done = duel(6, f"save {target}", 3)
    assert f"The record is in {target}" in done.lines
    (record,) = parse(target.read_text())
    assert record.events == (6,)


def test_save_where_a_record_was_asked_for_writes_it(tmp_path: Path) -> None:
    target = tmp_path / "game.txt"
    done = run("play", "divisor-duel", "--record", target, stdin=[6, "save", "save", "quit"])
    assert done.lines.count(f"The record is in {target}") == 3
    assert len(parse(target.read_text())) == 1


@pytest.mark.parametrize("name", ["notes.txt", "missing/game.txt", "."])
def test_save_never_harms_what_is_no_record(tmp_path: Path, name: str) -> None:
    (tmp_path / "notes.txt").write_text("Dear diary,\n")
    done = run("play", "divisor-duel", stdin=[6, f"save {name}", 3, "quit"], cwd=tmp_path)
    assert done.err.count("\n") == 1
    assert name in done.err
    assert done.code == 0
    assert events() == [6, 3]
    assert (tmp_path / "notes.txt").read_text() == "Dear diary,\n"


def test_quit_saves() -> None:
    done = duel(6, 3)
    assert done.lines[-1] == "The game is saved. To go on with it: lastpick resume"
    assert done.code == 0
    going_on = run("resume", stdin=["quit"])
    assert going_on.lines[:4] == [
        "Going on with Divisor Duel, 1-20.",
        "Selected so far: 6, 3",
        "Player 1: 6",
        "Player 2: 3",
    ]


@pytest.mark.parametrize("spell", [str.upper, str.title, lambda word: f"  {word} "])
@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("help", "Enter the number that you pick, or one of:"),
        ("rules", "Divisor Duel"),
        ("pool", "Valid: 1, 2, 3, 12, 18"),
        ("history", "Selected so far: 6"),
        ("undo", "Taken back: 6."),
        ("resign", "Player 2 resigns. Player 1 wins!"),
        ("save", "The game is saved. To go on with it: lastpick resume"),
        ("quit", "The game is saved. To go on with it: lastpick resume"),
    ],
)
def test_commands_in_any_spelling(command: str, spell: object, says: str) -> None:
    assert callable(spell)
    done = run("play", "divisor-duel", stdin=[6, spell(command)])
    assert says in done.lines
    assert "whole number" not in done.out


# --- long lists -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "numbers", "shown"),
    [
        ("divisor-duel", "1-200", f"Available Numbers: [{', '.join(map(str, range(1, 201)))}]"),
        (
            "divisor-duel",
            "1-201",
            "Available Numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ..., 200, 201]",
        ),
        ("prime-rumble", "1-500", "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ..., 499, 500"),
        ("number-bind", "1-500", "Available Numbers: 1,2,3,4,5,6,7,8,9,10,...,499,500"),
    ],
)
def test_lists_past_200_numbers_are_abbreviated(game: str, numbers: str, shown: str) -> None:
    assert shown in run("play", game, "--numbers", numbers).lines


def test_pool_prints_all_that_was_abbreviated() -> None:
    done = duel(1, "pool", options=("--numbers", "1-500"))
    rest = ", ".join(map(str, range(2, 501)))
    assert answer(done, "pool") == [f"Available: {rest}"]
    assert f"Available Numbers: [{rest}]" not in done.lines
