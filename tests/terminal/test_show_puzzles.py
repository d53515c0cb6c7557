"""Puzzles at the prompt: tries, hints, giving up, leaving, and what is kept of it."""

from __future__ import annotations

import signal
from datetime import date, timedelta
from typing import Any

import pytest
from support.running import read_until, refused, run, started, tell
from support.screens import terminal

from lastpick.coach.daily import daily, today
from lastpick.coach.puzzle_log import PuzzleLog, Result, asked_of
from lastpick.coach.refutation import confirmation, refutation
from lastpick.game import Position

DAY = date(2026, 11, 18)
ASK = ("puzzle", "--daily", DAY)
ONE = daily(DAY)
POSITION, ANSWER = ONE.puzzle.position, ONE.puzzle.answer
WRONG = [n for n in POSITION.legal if n != ANSWER]
SET = ("puzzle", "divisor-duel", "--seed", 1, "--count", 3)
PROMPT = "Which pick wins? "


def kept() -> Result:
    """What has become of that day's puzzle."""
    log = PuzzleLog(pytest.fail)
    return log.result(asked_of(ONE.book, ONE.puzzle, ONE))


def the_set() -> list[Any]:
    found: list[Any] = run(*SET, "--json").json
    return found


def wrong_of(puzzle: Any) -> object:
    return next(n for n in puzzle["legal"] if n != puzzle["answer"])


# --- the puzzle of a day ----------------------------------------------------------------------


def test_the_puzzle_of_a_day_as_json() -> None:
    found = run(*ASK, "--json").json
    assert list(found) == [
        "date", "schedule", "game", "numbers", "picks", "last", "pool", "legal", "answer",
        "reason", "plain", "points", "level",
    ]  # fmt: skip
    assert (found["date"], found["schedule"]) == ("2026-11-18", 1)
    assert (found["game"], found["numbers"]) == ("juniper-green", "1-80")
    assert found["picks"] == list(POSITION.picks)
    assert found["legal"] == list(POSITION.legal)
    assert (found["level"], found["answer"]) == (ONE.puzzle.level, ANSWER)


def test_without_a_date_it_is_todays() -> None:
    before = today()
    found = run("puzzle", "--daily", "--json").json["date"]
    assert date.fromisoformat(found) in (before, today())


def test_a_day_to_come_may_be_asked_for() -> None:
    later = today() + timedelta(days=400)
    assert run("puzzle", "--daily", later, "--json").json["date"] == later.isoformat()


def test_solved_at_once() -> None:
    done = run(*ASK, stdin=[ANSWER])
    assert (done.err, done.code) == ("", 0)
    assert done.out.isascii()
    assert "Puzzle of 2026-11-18: Juniper Green 1-80, level 4" in done.lines
    assert f"Right! {confirmation(POSITION, ANSWER)}" in done.lines
    assert done.lines[-2:] == [
        "Lastpick daily 2026-11-18, Juniper Green, level 4",
        "Solved on the first try, no hint",
    ]
    assert kept() == Result((ANSWER,), solved=True)


def test_a_wrong_try_is_refuted_and_may_be_followed_by_another() -> None:
    one, two = WRONG[:2]
    done = run(*ASK, stdin=[one, one, two, ANSWER])
    assert done.code == 0
    for pick in (one, two):
        assert f"No. {refutation(POSITION, pick)}" in done.lines
    assert f"You have tried {one} before: it does not win." in done.lines
    assert done.lines[-1] == "Solved on try 3, no hint"
    assert kept() == Result((one, two, ANSWER), solved=True)


def test_three_hints_each_tell_something_new() -> None:
    done = run(*ASK, stdin=["hint", "Hint", " HINT ", "hint", "answer"])
    hints = [part.splitlines()[1] for part in done.out.split(PROMPT)[1:5]]
    left = len(POSITION.pick(ANSWER).legal)
    assert hints[0] == f"After the winning pick your opponent has {left} picks."
    assert hints[1].startswith("Look from ")
    assert hints[2].startswith(f"Pick {ANSWER}: ")
    assert hints[3] == hints[2]
    assert done.out.count("(hint again tells more)") == 2
    assert confirmation(POSITION, ANSWER) in done.lines
    assert done.lines[-1] == "Given up, 3 hints"
    assert kept() == Result(hints=3, gave_up=True)


def test_the_other_words_at_the_prompt() -> None:
    done = run(*ASK, stdin=["help", "pool", "rules", "", "fish", 999, POSITION.last, "quit"])
    assert done.code == 0
    assert "  answer  give up, and see which wins" in done.lines
    assert done.lines.count(f"Last pick: {POSITION.last}") == 2
    assert "Opens: n % 2 == 0" in done.lines
    for wrong in (
        "Nothing was entered.",
        "'fish' is not a whole number.",
        "999 is not in the range 1-80.",
        f"{POSITION.last} was already picked.",
    ):
        assert sum(line.startswith(f"{wrong} Valid: ") for line in done.lines) == 1, wrong
    assert kept() == Result(), "none of these is a try"


def test_one_that_was_left_goes_on_where_it_was() -> None:
    left = run(*ASK, stdin=["hint", WRONG[0], "quit"])
    assert left.lines[-1] == "To go on with it: lastpick puzzle --daily 2026-11-18"
    done = run(*ASK, stdin=["hint", ANSWER])
    assert f"So far you tried {WRONG[0]}; hints: 1." in done.lines
    assert "Look from" in done.out
    assert done.lines[-1] == "Solved on try 2, 2 hints"


def test_one_that_is_done_is_asked_again_without_counting() -> None:
    run(*ASK, stdin=[WRONG[0], ANSWER])
    before = kept()
    again = run(*ASK, stdin=["hint", ANSWER])
    assert again.code == 0
    assert "Solved on try 2, no hint" in again.lines
    assert "You have done this one before; this time does not count." in again.lines
    assert again.lines[-1].startswith("Right! ")
    assert kept() == before


def test_exact_reasons() -> None:
    done = run(*ASK, "--exact", stdin=[WRONG[0], ANSWER])
    assert f"No. {refutation(POSITION, WRONG[0], exact=True)}" in done.lines
    assert f"Right! {ANSWER} wins. {ONE.puzzle.reason}" in done.lines


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--daily", "2026-13-40"), "2026-13-40 is no date; write it as YYYY-MM-DD"),
        (("--daily", "divisor-duel"), "divisor-duel is no date"),
        (("divisor-duel", "--daily"), "leave out GAME"),
        (("--daily", "--level", 3), "leave out --level"),
        (("--daily", "--count", 3), "leave out --count"),
        (("--daily", "--seed", 0), "leave out --seed"),
        (("--daily", "--numbers", "1-20"), "leave out --numbers"),
        ((), "which game? lastpick puzzle GAME, or lastpick puzzle --daily"),
    ],
)
def test_what_cannot_be_asked_for(words: tuple[object, ...], said: str) -> None:
    assert said in refused(run("puzzle", *words))


def test_without_time_there_is_no_other_puzzle() -> None:
    done = run("puzzle", "--daily", "2027-03-28", "--seconds", "0.01", "--json")
    assert (done.out, done.code) == ("", 1)
    assert done.err == "lastpick: there was no time to find the puzzle of 2027-03-28\n"


# --- several ----------------------------------------------------------------------------------


def test_the_score_counts_first_tries() -> None:
    first, second, third = the_set()
    entered = [first["answer"], wrong_of(second), second["answer"], "answer"]
    done = run(*SET, stdin=entered)
    assert (done.err, done.code) == ("", 0)
    assert done.out.isascii()
    assert [line for line in done.lines if line.startswith("Puzzle ")] == [
        f"Puzzle {n} of 3, level {puzzle['level']}" for n, puzzle in enumerate(the_set(), 1)
    ]
    assert f"Right! {first['plain']}" in done.lines
    assert third["plain"] in done.lines
    assert done.lines[-1] == "Right on the first try: 1 of 3."
    stats = run("stats").lines
    assert "Puzzles: 2 of 3 solved, 1 on the first try" in stats
    assert not any("in a row" in line for line in stats)


def test_leaving() -> None:
    wrong = wrong_of(the_set()[1])
    left = run(*SET, stdin=["answer", wrong, "quit"])
    assert (left.lines[-1], left.code) == ("Right on the first try: 0 of 2.", 0)
    ended = run("puzzle", "divisor-duel", "--seed", 7, "--count", 3, stdin=["hint"])
    said = "The input ended before the puzzles did."  # of none tried, no score is told
    assert (ended.lines[-1], ended.code) == (said, 1)
    daily_left = run(*ASK)
    assert daily_left.lines[-1] == "The input ended before the puzzle was solved."
    assert daily_left.code == 1


def test_ctrl_c_leaves_and_keeps_what_was_tried() -> None:
    with started(*ASK) as child:
        read_until(child, PROMPT)
        tell(child, WRONG[0])
        read_until(child, PROMPT)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
    assert (err, child.returncode) == (b"", 130)
    assert out.decode().endswith("To go on with it: lastpick puzzle --daily 2026-11-18\n")
    assert kept() == Result((WRONG[0],))


def test_kill_9_loses_nothing_that_was_answered() -> None:
    expected = Result()
    for entry, after in [
        (WRONG[0], Result((WRONG[0],))),
        ("hint", Result((WRONG[0],), 1)),
        (WRONG[1], Result((WRONG[0], WRONG[1]), 1)),
    ]:
        assert kept() == expected
        with started(*ASK) as child:
            read_until(child, PROMPT)
            tell(child, entry)
            read_until(child, PROMPT)
            child.kill()
        expected = after
    assert kept() == expected


def test_a_home_that_cannot_be_written_is_told_and_the_puzzle_goes_on(
    tmp_path: Any,
) -> None:
    (tmp_path / "file").write_text("")
    done = run(*ASK, stdin=[WRONG[0], ANSWER], env={"LASTPICK_HOME": str(tmp_path / "file")})
    assert done.code == 0
    assert done.err.count("\n") == 1
    assert "puzzles are not kept" in done.err
    assert done.lines[-1] == "Solved on try 2, no hint"


def test_the_streak_is_among_the_statistics() -> None:
    now = today()
    found = daily(now)
    run("puzzle", "--daily", now, stdin=[found.puzzle.answer])
    if today() == now:  # else it was asked too late
        assert "  daily puzzles in a row: 1, at best 1" in run("stats").lines


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_it_fits_the_terminal(columns: int) -> None:
    with terminal(*ASK, columns=columns) as screen:
        entries = [("help", "is kept"), ("hint", "tells more"), (WRONG[0], "give up[.]")]
        for entry, shown in [*entries, (ANSWER, "Solved on try 2")]:
            screen.expect("pick wins[?] $")
            screen.enter(entry, shown)
        assert screen.end() == 0
        assert screen.fits
        assert max(map(len, screen.lines)) <= columns


def test_the_pool_is_that_of_the_position() -> None:
    assert isinstance(POSITION, Position)
    shown = next(line for line in run(*ASK).lines if line.startswith("You may pick: "))
    assert shown == "You may pick: " + ONE.book.wording.list("choices", POSITION.legal)
