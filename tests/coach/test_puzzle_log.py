"""What became of each puzzle: nothing is lost, nothing counts twice."""

from __future__ import annotations

import json
import random
from datetime import date, timedelta
from pathlib import Path

import pytest

from lastpick.catalog import open_book, read_book
from lastpick.coach.daily import daily
from lastpick.coach.puzzle_log import (
    PuzzleLog,
    Result,
    Summary,
    asked_of,
    in_a_row,
    share,
    signs,
)
from lastpick.coach.puzzles import find_puzzles

ASKED = {"game": "divisor-duel", "numbers": "1-20", "picks": [2, 6], "level": 3}
OTHER = {**ASKED, "picks": [3]}
TODAY = date(2026, 11, 20)


def opened(path: Path, warned: list[str] | None = None) -> PuzzleLog:
    heard = [] if warned is None else warned
    log = PuzzleLog(heard.append, str(path))
    assert warned is not None or not heard
    return log


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "puzzles.jsonl"


def test_each_step_is_on_disk_at_once(path: Path) -> None:
    log = opened(path)
    assert log.result(ASKED) == Result()
    assert not path.exists(), "nothing happened yet"
    steps = [
        ({"hint": 1}, Result(hints=1)),
        ({"try": 4, "right": False}, Result((4,), 1)),
        ({"hint": 2}, Result((4,), 2)),
        ({"try": 18, "right": True}, Result((4, 18), 2, solved=True)),
    ]
    for event, result in steps:
        log.add(ASKED, event)
        assert log.result(ASKED) == opened(path).result(ASKED) == result
    log.add(ASKED, {"try": 5, "right": False})
    log.add(ASKED, {"gave_up": True})
    assert opened(path).result(ASKED) == result, "it counts once"
    assert opened(path).result(OTHER) == Result()


def test_giving_up_is_kept(path: Path) -> None:
    opened(path).add(ASKED, {"gave_up": True})
    result = opened(path).result(ASKED)
    assert (result.done, result.counts, result.solved, result.at_once) == (True, True, False, False)


def test_what_was_asked_is_enough_to_ask_it_again(path: Path) -> None:
    text = 'numbers = "1-12"\nfollows = "divisor or multiple"\n'
    for book in (open_book("prime-rumble", "2-20"), read_book(text, "mine")):
        (puzzle,) = find_puzzles(book.game, 1, seed=2)
        opened(path).add(asked_of(book, puzzle), {"hint": 1})
        (kept,) = (k for k in opened(path).puzzles.values() if k.asked["game"] == book.game.name)
        asked = kept.asked
        if "toml" in asked:
            game = read_book(asked["toml"], asked["game"], asked["numbers"]).game
        else:
            game = open_book(asked["game"], asked["numbers"]).game
        assert game.play(asked["picks"]) == puzzle.position
        assert asked["level"] == puzzle.level


def test_two_windows_write_the_same_log(path: Path) -> None:
    one, two = opened(path), opened(path)
    one.add(ASKED, {"try": 4, "right": False})
    two.add(ASKED, {"try": 18, "right": True})
    two.add(OTHER, {"gave_up": True})
    read = opened(path)
    assert read.result(ASKED) == Result((4, 18), solved=True)
    assert read.result(OTHER) == Result(gave_up=True)


JUNK = [
    b"", b"{", b"[]", b"7", b"null", b'"x"', b"\xff\xfe", b'{"puzzle": 3}', b'{"puzzle": []}',
    b'{"puzzle": "a", "asked": {"game": "x"}, "day": "2026-11-17"}',
    b'{"puzzle": "a", "asked": 3, "day": 4}', b"[" * 100_000,
]  # fmt: skip


def test_lines_that_are_no_such_thing_are_passed_over(path: Path) -> None:
    log = opened(path)
    log.add(ASKED, {"try": 4, "right": False})
    name = json.loads(path.read_text().splitlines()[0])["puzzle"]
    more: list[dict[str, object]] = [
        {"try": "18", "right": True}, {"try": 18, "right": 1}, {"try": 18}, {"gave_up": 1}, {},
    ]  # fmt: skip
    junk = [*JUNK, *(json.dumps({"puzzle": name, **event}).encode() for event in more)]
    with path.open("ab") as file:
        file.write(b"\n".join(junk) + b"\n")
    assert opened(path).puzzles == log.puzzles
    opened(path).add(ASKED, {"try": 18, "right": True})
    assert opened(path).result(ASKED) == Result((4, 18), solved=True)


def test_a_log_cut_short_anywhere_is_read_and_gone_on_with(path: Path) -> None:
    log = opened(path)
    log.add(ASKED, {"try": 4, "right": False})
    log.add(ASKED, {"hint": 1})
    whole = path.read_bytes()
    ends = [at for at in range(len(whole) + 1) if at == 0 or whole[at - 1 : at] == b"\n"]
    results = [Result(), Result(), Result((4,)), Result((4,), 1)]
    for cut in range(len(whole) + 1):
        path.write_bytes(whole[:cut])
        lines = sum(end <= cut for end in ends) - 1
        read = opened(path)
        assert read.result(ASKED) == results[lines]
        read.add(ASKED, {"try": 18, "right": True})
        if whole[cut : cut + 1] == b"\n":
            lines += 1  # all of that line but its end: the next one ends it
        expected = results[lines]._replace(tries=(*results[lines].tries, 18), solved=True)
        assert opened(path).result(ASKED) == expected


def test_a_folder_that_cannot_be_written_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file")
    warned: list[str] = []
    log = opened(tmp_path / "home" / "puzzles.jsonl", warned)
    log.add(ASKED, {"try": 4, "right": False})
    log.add(ASKED, {"try": 18, "right": True})
    assert log.result(ASKED) == Result((4, 18), solved=True), "it goes on without"
    assert len(warned) == 1
    assert warned[0].startswith("cannot write the log of puzzles")
    assert warned[0].endswith("from here on puzzles are not kept")


def test_a_log_that_cannot_be_read_is_told_and_left_alone(path: Path) -> None:
    path.mkdir(parents=True)
    warned: list[str] = []
    log = opened(path, warned)
    log.add(ASKED, {"hint": 1})
    assert len(warned) == 1
    assert warned[0].startswith("cannot read the log of puzzles")


# --- days in a row ----------------------------------------------------------------------------


def by_hand(days: set[date], now: date) -> tuple[int, int]:
    """Count back from today, or from yesterday; and from every day."""

    def back(day: date) -> int:
        return 1 + back(day - timedelta(days=1)) if day in days else 0

    return back(now) or back(now - timedelta(days=1)), max(map(back, days), default=0)


def test_days_in_a_row() -> None:
    rng = random.Random(5)
    for _ in range(300):
        days = {TODAY - timedelta(days=at) for at in range(12) if rng.random() < 0.7}
        assert in_a_row(days, TODAY) == by_hand(days, TODAY)
    assert in_a_row(set(), TODAY) == (0, 0)


def test_a_daily_counts_for_the_streak_if_it_was_asked_on_its_day(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def solve(day: date, now: date, right: bool = True) -> None:
        monkeypatch.setattr("lastpick.coach.puzzle_log.today", lambda: now)
        asked = {**ASKED, "date": day.isoformat(), "schedule": 1}
        opened(path).add(asked, {"try": 4, "right": right})

    for at in (4, 3, 1):
        solve(TODAY - timedelta(days=at), TODAY - timedelta(days=at))
    assert opened(path).summary(TODAY) == Summary(3, 3, 3, streak=1, best=2)
    solve(TODAY - timedelta(days=2), TODAY)  # too late to mend the streak
    assert opened(path).summary(TODAY) == Summary(4, 4, 4, streak=1, best=2)
    solve(TODAY, TODAY, right=False)
    assert opened(path).summary(TODAY) == Summary(5, 4, 4, streak=1, best=2)
    solve(TODAY, TODAY + timedelta(days=1))  # begun today: the second try still counts for it
    assert opened(path).summary(TODAY) == Summary(5, 5, 4, streak=2, best=2)


# --- a result to share ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (Result((4,), solved=True), "Solved on the first try, no hint"),
        (Result((4,), 1, solved=True), "Solved on try 1, 1 hint"),
        (Result((3, 5, 4), 2, solved=True), "Solved on try 3, 2 hints"),
        (Result((3,), gave_up=True), "Given up after try 1, no hint"),
        (Result((), 3, gave_up=True), "Given up, 3 hints"),
    ],
)
def test_a_result_to_share(result: Result, said: str) -> None:
    one = daily(date(2026, 11, 19))
    first = "Lastpick daily 2026-11-19, Prime Rumble, level 5"
    assert share(one, result, 1) == f"{first}\n{said}"
    told = share(one, result, 3)
    assert told == f"{first}\n{said}" + ("\n3 days in a row" if result.solved else "")
    assert told.isascii()
    assert max(map(len, told.splitlines())) <= 60


@pytest.mark.parametrize(
    ("result", "shown"),
    [
        (Result((4,), solved=True), "\U0001f7e9"),
        (Result((3, 5, 4), 2, solved=True), "\U0001f7e5\U0001f7e5\U0001f7e9 \U0001f4a1\U0001f4a1"),
        (Result((3,), gave_up=True), "\U0001f7e5\u2b1c"),
        (Result((), 3, gave_up=True), "\u2b1c \U0001f4a1\U0001f4a1\U0001f4a1"),
    ],
)
def test_a_result_in_signs(result: Result, shown: str) -> None:
    assert signs(result) == shown


def test_a_result_does_not_depend_on_the_answer() -> None:
    one = daily(date(2026, 11, 19))
    told = share(one, Result((4,), solved=True), 1)
    other = one._replace(puzzle=one.puzzle._replace(answer=1234567))
    assert share(other, Result((1234567,), solved=True), 1) == told
