"""A complete game of each rule book, as a person reads it; and the books' own samples."""

import re
from pathlib import Path

import pytest
from support.running import run

from lastpick.catalog import open_book

TRANSCRIPTS = sorted((Path(__file__).parent / "transcripts").glob("*.txt"))
ENTERED = re.compile(r"^(?:Select|Enter) [a-z ]+: ([0-9]+)$", re.MULTILINE)

# What the turn-by-turn examples of the rule books pick.
SAMPLES = {
    "divisor-duel": [6, 3, 9, 18, 2, 12, 4, 8, 16, 1, 5, 10, 20],
    "non-consecutive": [10, 5, 14, 2, 18, 8, 12, 16, 20],
    "number-bind": [6, 3, 9, 18, 2, 4, 8, 16, 1, 5, 10, 20],
    "number-knockout": [6, 3, 9, 18, 12, 4, 8, 16],
    "prime-rumble": [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47],
}
LEGAL_SAMPLES = sorted(SAMPLES.keys() - {"number-knockout"})


def test_every_rule_book_has_a_transcript() -> None:
    assert set(SAMPLES) <= {path.stem for path in TRANSCRIPTS}


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_transcript(path: Path) -> None:
    """The picks of the game's example give the whole conversation, byte for byte."""
    told = path.read_bytes().decode()
    done = run("play", path.stem, stdin=open_book(path.stem).example)
    assert done.out == told
    assert (done.err, done.code) == ("", 0)


@pytest.mark.parametrize("game", LEGAL_SAMPLES)
def test_transcripts_play_the_rule_books_samples(game: str) -> None:
    path = next(path for path in TRANSCRIPTS if path.stem == game)
    assert [int(n) for n in ENTERED.findall(path.read_text())] == SAMPLES[game]


def test_number_knockouts_sample_is_refused_at_its_fifth_pick() -> None:
    done = run("play", "number-knockout", stdin=[*SAMPLES["number-knockout"][:5], "history"])
    refused = done.lines.index("Select a number: 12")
    assert done.lines[refused - 2 : refused + 5] == [
        "Available Numbers: 1,2,4,5,7,8,10-17,19,20 (excluding 3,6,9,18)",
        "Valid Choices: 1,2",
        "Select a number: 12",
        "12 is neither a divisor nor a multiple of 18. Valid: 1, 2 (or type help).",
        "Select a number: history",
        "Selected so far: 6, 3, 9, 18",
        "Player 1: 6, 9",
    ]


def test_a_game_can_be_scripted_without_a_last_newline() -> None:
    """As printf '6' does; the pick counts, and the game is saved."""
    done = run("play", "divisor-duel", stdin=b"6")
    assert "Last Number Selected: 6" in done.lines
    assert done.code == 1


def test_input_from_windows_is_understood() -> None:
    done = run("play", "divisor-duel", stdin=b"6\r\n3\r\n")
    assert "Last Number Selected: 3" in done.lines
    assert "Select number: 3" in done.lines
