"""Whatever is typed that is no pick gets one line that says why, and the prompt again."""

import os
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.running import GAMES, events, latest, lines, play_here, run

from lastpick.terminal.start import PlayRequest

VALID = " Valid: 1-3, 12, 18 (or type help)."
NOT_WHOLE = "'{}' is not a whole number." + VALID
NEGATIVE = "'{}' is negative, and no number of the pool is." + VALID
DIGITS = "'{}' is not in plain digits; if that is meant, enter {}." + VALID
SEVERAL = "'{}' is more than one number; enter one at a time." + VALID
KEY = "An arrow or another special key does nothing here (or type help)."

# What is entered after 6 in Divisor Duel, how it is echoed, and what is said about it.
ODDITIES: dict[str, tuple[bytes, str, str]] = {
    "letters": (b"six", "six", NOT_WHOLE.format("six")),
    "a command misspelt": (b"hlep", "hlep", "'hlep' is no command; did you mean help?"),
    "a command with more": (b"quit now", "quit now", "Enter quit alone."),
    "a command of another mode": (b"show", "show", "'show' is not for here; help lists what is."),
    "nothing": (b"", "", "Nothing was entered. Valid: 1-3, 12, 18 (or type help)."),
    "spaces": (b"   ", "   ", "Nothing was entered. Valid: 1-3, 12, 18 (or type help)."),
    "two numbers": (b"3 9", "3 9", SEVERAL.format("3 9")),
    "a fraction": (b"3.5", "3.5", NOT_WHOLE.format("3.5")),
    "a whole fraction": (b"3.0", "3.0", DIGITS.format("3.0", 3)),
    "an underscore": (b"1_0", "1_0", DIGITS.format("1_0", 10)),
    "arabic digits": ("\u0663".encode(), "\u0663", DIGITS.format("\u0663", 3)),
    "full-width digits": ("\uff13".encode(), "\uff13", DIGITS.format("\uff13", 3)),
    "a superscript": ("\u00b2".encode(), "\u00b2", NOT_WHOLE.format("\u00b2")),
    "a plus": (b"+6", "+6", DIGITS.format("+6", 6)),
    "a minus": (b"-3", "-3", NEGATIVE.format("-3")),
    "hexadecimal": (b"0x3", "0x3", NOT_WHOLE.format("0x3")),
    "an exponent": (b"3e0", "3e0", DIGITS.format("3e0", 3)),
    "infinity": (b"inf", "inf", NOT_WHOLE.format("inf")),
    "a minus from a text": ("\u22123".encode(), "\u22123", NEGATIVE.format("\u22123")),
    "much": (b"1e300", "1e300", "'1e300' is not in the range." + VALID),
    "5,000 digits": (
        b"9" * 5000,
        "9" * 57 + "...",
        "A number of 5000 digits is not in the range. Valid: 1-3, 12, 18 (or type help).",
    ),
    "5,000 letters": (b"x" * 5000, "x" * 57 + "...", NOT_WHOLE.format("x" * 27 + "...")),
    "a bell": (b"\a", r"\x07", NOT_WHOLE.format(r"\x07")),
    "a zero byte": (b"\0", r"\x00", NOT_WHOLE.format(r"\x00")),
    "a control character before a number": (b"\x1f3", r"\x1f3", NOT_WHOLE.format(r"\x1f3")),
    "a tab inside": (b"1\t2", r"1\t2", SEVERAL.format(r"1\t2")),
    "an arrow key": (b"\x1b[A", r"\x1b[A", KEY),
    "a cleared screen": (b"\x1b[2J\x1b[H", r"\x1b[2J\x1b[H", KEY),
    "a right-to-left mark": (
        "\u202e3".encode(),
        r"\u202e3",
        NOT_WHOLE.format(r"\u202e3"),
    ),
    "bytes that are no UTF-8": (b"\xff\xfe", "\ufffd\ufffd", NOT_WHOLE.format("\ufffd\ufffd")),
    "zero": (b"0", "0", "0 is not in the range 1-20. Valid: 1-3, 12, 18 (or type help)."),
    "above the pool": (
        b"21",
        "21",
        "21 is not in the range 1-20. Valid: 1-3, 12, 18 (or type help).",
    ),
    "taken": (b"6", "6", "6 was already picked. Valid: 1-3, 12, 18 (or type help)."),
    "not related": (
        b"5",
        "5",
        "5 is neither a divisor nor a multiple of 6. Valid: 1-3, 12, 18 (or type help).",
    ),
}


@pytest.mark.parametrize("kind", ODDITIES)
def test_entry_is_refused_in_one_line(kind: str) -> None:
    entry, echo, refusal = ODDITIES[kind]
    done = run("play", "divisor-duel", stdin=b"6\n" + entry + b"\nhistory\n3\n")
    at = done.lines.index("Select number: history")
    assert done.lines[at - 4 : at + 5] == [
        "Select a divisor or multiple of 6 from the available numbers.",
        "Valid Options: [1, 2, 3, 12, 18]",
        f"Select number: {echo}",
        refusal,
        "Select number: history",
        "Selected so far: 6",
        "Player 1: 6",
        "Player 2: none",
        "Select number: 3",
    ]
    assert events() == [6, 3]


@pytest.mark.parametrize(
    ("game", "picks", "entry", "refusal"),
    [
        ("prime-rumble", [40, 3], 3, "3 was already picked."),
        ("prime-rumble", [40, 3], 9, "9 is gone: picking 3 removed it."),
        ("prime-rumble", [40, 3], 1, "1 is not in the range 2-50."),
        ("prime-rumble", [40, 3], 51, "51 is not in the range 2-50."),
        ("non-consecutive", [10], 9, "9 is gone: picking 10 removed it."),
        ("non-consecutive", [10, 12], 11, "11 is gone: picking 10 removed it."),
        ("number-bind", [20, 5], 20, "20 was already picked."),
        ("number-knockout", [19], 18, "18 is neither a divisor nor a multiple of 19."),
        ("juniper-green", [], 97, "97 may not open the game: the first pick must be even."),
        ("juniper-green", [50], 3, "3 is neither a divisor nor a multiple of 50."),
    ],
)
def test_rules_say_why(game: str, picks: list[int], entry: int, refusal: str) -> None:
    done = run("play", game, stdin=[*picks, entry])
    said = [line for line in done.lines if line.startswith(refusal)]
    assert len(said) == 1
    assert "Valid: " in said[0]
    assert events() == picks


def test_long_lists_of_valid_numbers_are_abbreviated() -> None:
    done = run("play", "juniper-green", stdin=["x"])
    refusal = next(line for line in done.lines if line.startswith("'x'"))
    assert refusal.endswith(
        "Valid: 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, ..., 98, 100 (or type help)."
    )


@pytest.mark.parametrize("entry", ["  6 ", "\t6", "06", "0" * 5000 + "6"])
def test_a_number_is_a_number_whatever_stands_around_it(entry: str) -> None:
    run("play", "divisor-duel", stdin=[entry])
    assert events() == [6]


# --- anything at all ------------------------------------------------------------------

ENTRIES = st.one_of(
    st.binary(max_size=12),
    st.text(max_size=12).map(lambda text: text.encode("utf-8", "replace")),
    st.integers(-3, 60).map(lambda n: str(n).encode()),
    st.sampled_from([b"help", b"rules", b"pool", b"history", b"undo", b"resign", b"SAVE", b"Undo"]),
)


@settings(max_examples=300)
@given(st.sampled_from(GAMES), st.lists(ENTRIES, max_size=40), st.sampled_from([None, "greedy"]))
def test_nothing_that_is_typed_breaks_a_game(
    game: str, entries: list[bytes], bot: str | None
) -> None:
    """It ends or is saved, and nothing but text reaches the screen."""
    wishes = PlayRequest(game, kinds=("human", bot or "human"), seed=1)
    code, shown = play_here(wishes, b"\n".join(entries))
    saved = latest()
    os.unlink(saved.path)  # so that the next one is the latest, however quick it is
    assert code == (0 if saved.match.winner else 1)
    assert "".join(shown.split("\n")).isprintable()


@pytest.mark.parametrize("game", GAMES)
def test_random_bytes_from_a_real_pipe(game: str) -> None:
    chance = random.Random(f"noise/{game}")
    digits = b"0123456789"
    noise = [chance.randbytes(chance.randrange(30)).translate(None, digits) for _ in range(300)]
    done = run("play", game, stdin=b"\n".join([*noise, b"history", b"quit", b""]))
    assert done.code == 0
    assert "Selected so far: none" in done.lines
    assert done.lines[-1] == "The game is saved. To go on with it: lastpick resume"
    assert "".join(done.out.split("\n")).isprintable()


def test_entries_after_the_game_are_not_read() -> None:
    done = run("play", "divisor-duel", "--numbers", "1-2", stdin=lines([1, 2, "x", "y"]))
    assert done.lines[-1] == "Player 1 has no valid moves. Player 2 Wins!"
    assert done.code == 0
