"""Reading is strict: every error names its line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastpick.errors import RecordError
from lastpick.record import parse

GOOD = [
    "Lastpick record 1",
    "Game: prime-rumble",
    "Numbers: 2-30",
    "Player 1: Ann",
    "Player 2: Bob",
    "Bot 2: greedy",
    "Strikes: 3",
    "Match: game 2, best of 5",
    "Date: 2026-11-16",
    "Result: unfinished",
    "",
    "2 3 pass",
    "5 undo 7",
]
HEADERS = (
    "Game, Numbers, Player 1, Player 2, Date, Result, Title, Bot 1, Bot 2, Strikes, Swap, Match,"
    " Opens, Follows, Removes, Start, Last pick, Unsolved 1, Unsolved 2, Given"
)
ONLY_WITH = "no shipped game has it, so the record must bring Opens, Follows, Removes too"
NAME = "expected 1 to 40 printable characters"

EVENTS = "pass, undo, swap, resign, concede, timeout or left"


def changed(line: int, to: str) -> str:
    """The good record with one line changed; lines count from 1."""
    return "\n".join([*GOOD[: line - 1], to, *GOOD[line:]]) + "\n"


def test_the_good_record_is_good() -> None:
    (record,) = parse("\n".join(GOOD))
    assert record.events == (2, 3, "pass", 5, "undo", 7)


CHANGES = [
    (1, "Lastpick record 2", 1,
        "'Lastpick record 2' was written by a newer Lastpick than this one"),
    (1, "lastpick record 1", 1, "not a record: expected 'Lastpick record 1' in the first line"),
    (1, "", 1, "not a record: expected 'Lastpick record 1' in the first line"),
    (2, "Game: chess", 2, "no game is called 'chess', and the record does not bring its relations"
        " (Opens, Follows, Removes)"),
    (2, "Game: Prime Rumble", 2, "no game is called 'Prime Rumble', and the record does not bring"
        " its relations (Opens, Follows, Removes)"),
    (2, "Game: ./own.toml", 2, "no game is called './own.toml', and the record does not bring"
        " its relations (Opens, Follows, Removes)"),
    (2, f"Game: {'x' * 41}", 2, f"'{'x' * 40}' is no name; {NAME}"),
    (2, "Game:  prime-rumble", 2, f"' prime-rumble' is no name; {NAME}"),
    (2, "Game: a\x1b[1m", 2, f"'a\\x1b[1m' is no name; {NAME}"),
    (3, "Numbers: 30-2", 3, "the pool 30-2 is empty: write the smaller number first"),
    (3, "Numbers: many", 3, "'many' is not a pool of numbers; write it as in 1-20"),
    (4, "Player 1: Bob", 5, "both players have the same name"),
    (4, f"Player 1: {'x' * 41}", 4, f"'{'x' * 40}' is no name; {NAME}"),
    (5, "Player 2:  Bob", 5, f"' Bob' is no name; {NAME}"),
    (5, "Player 3: Bob", 5, f"'Player 3: Bob' is no header; expected one of {HEADERS},"
        " or an empty line before the picks"),
    (5, "Player 2:", 5, f"'Player 2:' is no header; expected one of {HEADERS},"
        " or an empty line before the picks"),
    (6, f"Bot 2: {'x' * 41}", 6, f"'{'x' * 40}' is no name; {NAME}"),
    (6, "Player 1: Ann", 6, "the header Player 1 stands twice"),
    (6, "bot 2: greedy", 6, f"'bot 2: greedy' is no header; expected one of {HEADERS},"
        " or an empty line before the picks"),
    (6, "x" * 50, 6, f"'{'x' * 40}' is no header; expected one of {HEADERS},"
        " or an empty line before the picks"),
    (7, "Start: 6", 7, f"Start: {ONLY_WITH}"),
    (7, "Last pick: loses", 7, f"Last pick: {ONLY_WITH}"),
    (7, "Removes: multiple\nStart: -1", 8, "Start: expected a number such as 60, found '-1'"),
    (7, f"Removes: multiple\nStart: {10**12 + 1}", 8,
        f"Start: expected a number such as 60, found '{10**12 + 1}'"),
    (7, "Removes: multiple\nStart: 06", 8, "Start: expected a number such as 60, found '06'"),
    (7, "Removes: multiple\nLast pick: draws", 8,
        "Last pick: expected wins or loses, found 'draws'"),
    (7, "Removes: multiple\nStart: 2\nStrikes: 3", 14,
        "event 1: 2 is gone: the game started from it"),
    (7, "Unsolved 2: 0 picks", 7,
        "Unsolved 2: expected a count such as '3 picks', found '0 picks'"),
    (7, "Unsolved 1: 1 picks", 7,
        "Unsolved 1: expected a count such as '3 picks', found '1 picks'"),
    (7, "Strikes: 3\nUnsolved 1: 3 picks", 8, "player 1 has not made so many picks"),
    (7, "Given: 2", 7, "Given: expected a count such as '3 picks', found '2'"),
    (7, "Strikes: 0", 7, "Strikes: expected a number such as 3, found '0'"),
    (7, "Strikes: three", 7, "Strikes: expected a number such as 3, found 'three'"),
    (7, f"Strikes: {10**15}", 7, f"Strikes: expected a number such as 3, found '{10**15}'"),
    (7, f"Strikes: {'x' * 30}", 7,
        f"Strikes: expected a number such as 3, found '{'x' * 20}'"),
    (7, "Bot 1: random", 12, "a turn can only be forfeited in a game with strikes"),
    (8, "Match: 2 of 5", 8, "Match: expected a game of a match such as 'game 2, best of 5',"
        " found '2 of 5'"),
    (8, "Match: game 2, best of 4", 8, "Match: expected a game of a match such as"
        " 'game 2, best of 5', found 'game 2, best of 4'"),
    (8, "Match: game 6, best of 5", 8, "Match: expected a game of a match such as"
        " 'game 2, best of 5', found 'game 6, best of 5'"),
    (8, "Match: game 0, best of 5", 8, "Match: expected a game of a match such as"
        " 'game 2, best of 5', found 'game 0, best of 5'"),
    (8, f"Match: {'x' * 50}", 8, "Match: expected a game of a match such as"
        f" 'game 2, best of 5', found '{'x' * 40}'"),
    (9, "Date: 16.11.2026", 9, "'16.11.2026' is no date; expected one such as 2026-11-16"),
    (9, "Date: 20261116", 9, "'20261116' is no date; expected one such as 2026-11-16"),
    (9, "Date: 2026-02-29", 9, "'2026-02-29' is no date; expected one such as 2026-11-16"),
    (9, f"Date: {'x' * 30}", 9, f"'{'x' * 20}' is no date; expected one such as 2026-11-16"),
    (10, "Result: Player 1 wins (no legal pick)", 10,
        "the result is 'unfinished', not 'Player 1 wins (no legal pick)'"),
    (10, "Result: Unfinished", 10, "the result is 'unfinished', not 'Unfinished'"),
    (11, "2 3", 11, f"'2 3' is no header; expected one of {HEADERS},"
        " or an empty line before the picks"),
    (12, "2 4 pass", 12, "event 2: 4 is gone: picking 2 removed it"),
    (12, "2 2 pass", 12, "event 2: 2 was already picked"),
    (12, "2 31 pass", 12, "event 2: 31 is not in the range 2-30"),
    (12, "undo 2 3 pass", 12, "there is nothing to take back"),
    (12, "2 3 skip", 12, f"'skip' is no event; expected {EVENTS}"),
    (12, "2 3 PASS", 12, f"'PASS' is no event; expected {EVENTS}"),
    (12, "2 3 -5", 12, f"'-5' is no event; expected {EVENTS}"),
    (12, "2 03 pass", 12, "'03' is no pick; expected a whole number"),
    (12, "2 3.0 pass", 12, "'3.0' is no pick; expected a whole number"),
    (12, "2 " + "3" * 16, 12, "'3333333333333333' is no pick; expected a whole number"),
    (12, "2 " + "3" * 30, 12, f"'{'3' * 20}' is no pick; expected a whole number"),
    (12, "2 \u0663 pass", 12, "'\u0663' is no pick; expected a whole number"),
    (13, "5 undo 7 resign 11", 13, "event 8: the game is over: player 2 won (resignation)"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "to", "at", "reason"), CHANGES)
def test_one_changed_line_is_found(line: int, to: str, at: int, reason: str) -> None:
    with pytest.raises(RecordError) as error:
        parse(changed(line, to))
    assert str(error.value) == f"line {at}: {reason}"
    assert (error.value.line, error.value.reason) == (at, reason)


@pytest.mark.parametrize("header", ["Game", "Numbers", "Player 1", "Player 2", "Date", "Result"])
def test_a_missing_header_is_named(header: str) -> None:
    lines = [line for line in GOOD if not line.startswith(f"{header}: ")]
    with pytest.raises(RecordError) as error:
        parse("\n".join(lines))
    assert str(error.value) == f"line 1: the header {header} is missing"


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff", "6 3 9", "{}", "Lastpick record x"])
def test_what_is_no_record_at_all(text: str) -> None:
    with pytest.raises(RecordError) as error:
        parse(text)
    assert (
        str(error.value) == "line 1: not a record: expected 'Lastpick record 1' in the first line"
    )


@pytest.mark.parametrize(
    ("relation", "reason"),
    [
        ("Follows: n = last", "Follows: column 3: '=' is not part of the language; write =="),
        (
            "Opens: even",
            "Opens: 'even' is no relation; expected a condition such as n % 2 == 0, or 'any'",
        ),
        ("Removes: m * m * m == n", "Removes: can pass 10**18 with numbers up to 2,000,000"),
    ],
)
def test_a_bad_relation_is_found_in_its_line(relation: str, reason: str) -> None:
    lines = [GOOD[0], "Game: mine", "Numbers: 1999999-2000000", relation, *GOOD[3:6], *GOOD[8:10]]
    with pytest.raises(RecordError) as error:
        parse("\n".join(lines))
    assert str(error.value) == f"line 4: {reason}"


def test_a_pool_too_large_for_a_relation_is_found_too() -> None:
    lines = [GOOD[0], "Game: mine", "Numbers: 1-1000000", "Follows: n > last", *GOOD[3:5]]
    with pytest.raises(RecordError, match=r"^line 4: Follows: would take too long on 1,000,000"):
        parse("\n".join([*lines, *GOOD[8:10]]))


def test_lines_are_counted_through_the_whole_file() -> None:
    text = "\r\n".join(["\ufeff" + GOOD[0], *GOOD[1:], "", *GOOD[:-1], "5 undo 6"])
    with pytest.raises(RecordError) as error:
        parse(text)
    assert str(error.value) == "line 27: event 6: 6 is gone: picking 2 removed it"


@given(st.data())
def test_no_damage_does_more_than_fail(data: st.DataObject) -> None:
    text = "\n".join(GOOD)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 30)))
    middle = data.draw(st.one_of(st.text(max_size=10), st.text("0123 \n:passundoreig", max_size=9)))
    line: int | None = 1
    try:
        parse(text[:start] + middle + text[end:])
    except RecordError as error:
        line = error.line
    assert line
