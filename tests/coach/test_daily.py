"""The puzzle of a day: by schedule, harder through the week, and the same everywhere.

LASTPICK_THOROUGH=1 goes through every day of two years.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import count, pairwise
from pathlib import Path

import pytest
from support.clocks import Looks

from lastpick.catalog import daily_games, load
from lastpick.coach.daily import Daily, as_data, daily, read_day, schedule_of, schedules
from lastpick.coach.puzzles import POINTS, grade
from lastpick.errors import BudgetError, LastpickError
from lastpick.oracle import Verdict, solve

PINNED = json.loads(Path(__file__).with_name("dailies.json").read_text())
THOROUGH = os.environ.get("LASTPICK_THOROUGH") == "1"
MONDAY, WEDNESDAY = 0, 2
FIRST = date(2026, 11, 16)
ROUND = 28  # days in which each of four rules meets each day of the week


def days() -> list[date]:
    """Every day of two years, or of a month in two."""
    if THOROUGH:
        return [FIRST + timedelta(days=at) for at in range(730)]
    starts = (FIRST, date(2031, 2, 24))
    return [start + timedelta(days=at) for start in starts for at in range(ROUND)]


@pytest.fixture(scope="module")
def found() -> dict[date, Daily]:
    return {day: daily(day) for day in days()}


def weeks(found: dict[date, Daily]) -> Iterator[list[Daily]]:
    for day in found:
        if day.weekday() == MONDAY and day + timedelta(days=6) in found:
            yield [found[day + timedelta(days=at)] for at in range(7)]


def test_exactly_one_pick_wins(found: dict[date, Daily]) -> None:
    for one in found.values():
        position, answer = one.puzzle.position, one.puzzle.answer
        lost = [n for n in position.legal if solve(position.pick(n)).wins is False]
        assert lost == [answer], one.day
        assert grade(position) == one.puzzle


def test_none_can_be_guessed(found: dict[date, Daily]) -> None:
    for day, one in found.items():
        legal = len(one.puzzle.position.legal)
        assert legal >= (4 if day.weekday() == MONDAY else 5), day
        assert legal >= 8 or day.weekday() < WEDNESDAY, day
        assert (one.puzzle.level == 1) == (day.weekday() == MONDAY), day


def test_a_week_gets_harder(found: dict[date, Daily]) -> None:
    seen = list(weeks(found))
    assert len(seen) >= 8
    for week in seen:
        points = [one.puzzle.points for one in week]
        assert points == sorted(points), week[0].day
        assert week[0].puzzle.level < week[2].puzzle.level < week[6].puzzle.level == 5


def test_the_rules_take_turns(found: dict[date, Daily]) -> None:
    rules = [load(name).rules for name in daily_games()]
    different = list(dict.fromkeys(rules))
    assert len(different) < len(rules), "some share theirs, and count once"
    turn = len(different)
    for day, one in found.items():
        names = [found.get(day + timedelta(days=at)) for at in range(turn)]
        after = [each.book.game.rules for each in names if each]
        assert len(set(after)) == len(after), day
        later = found.get(day + timedelta(days=turn))
        assert later is None or later.book.game.rules == one.book.game.rules, day
    assert {one.book.game.name for one in found.values()} == set(daily_games())


def test_hardly_any_comes_twice(found: dict[date, Daily]) -> None:
    seen = {(one.book.game.rules, *key(one)) for one in found.values()}
    assert len(seen) >= len(found) * 0.98


def key(one: Daily) -> tuple[int, int]:
    return one.puzzle.position.bits, one.puzzle.position.choices


def test_the_schedule_holds_the_different_rules_of_the_daily_games() -> None:
    """Whoever marks another game as daily adds a schedule with it."""
    turns = schedules()[-1].turns
    assert sorted(name for turn in turns for name in turn.games) == sorted(daily_games())
    by_turn = [{load(name).rules for name in turn.games} for turn in turns]
    assert all(len(rules) == 1 for rules in by_turn)
    assert len(set.union(*by_turn)) == len(turns)


def test_schedules_are_whole() -> None:
    numbers = [schedule.number for schedule in schedules()]
    assert numbers == list(range(1, len(numbers) + 1))
    for before, after in pairwise(schedules()):
        assert before.first_day < after.first_day
    for schedule in schedules():
        assert [len(week) for week in (schedule.legal, schedule.points)] == [7, 7]
        for turn in schedule.turns:
            assert len(turn.pools) == 7
            for name in turn.games:
                assert [load(name, pool) for pool in turn.pools]
        points = [point for pair in schedule.points for point in pair]
        assert points == sorted(points)
        assert {*points} <= {*POINTS}


def test_a_day_is_in_the_latest_schedule_that_has_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    first = schedules()[0]
    later = first._replace(number=2, first_day=date(2027, 1, 10), turns=first.turns[::-1])
    last = later._replace(number=3, first_day=date(2028, 1, 1))
    monkeypatch.setattr("lastpick.coach.daily.schedules", lambda: (first, later, last))
    asked = [date.min, FIRST, date(2027, 1, 9), date(2027, 1, 10), last.first_day, date.max]
    assert [schedule_of(day).number for day in asked] == [1, 1, 1, 2, 3, 3]
    assert daily(date(2027, 1, 9)).schedule == 1
    assert daily(date(2027, 1, 10)).schedule == 2


@pytest.mark.parametrize("day", [date.min, date(1999, 12, 31), date.max])
def test_every_day_has_one(day: date) -> None:
    one = daily(day)
    assert one.schedule == schedule_of(day).number
    assert grade(one.puzzle.position) == one.puzzle


# --- the same everywhere ----------------------------------------------------------------------


def told(day: date) -> list[object]:
    data = as_data(daily(day))
    names = ("schedule", "game", "numbers", "picks", "level", "answer")
    return [data[name] for name in names]


def test_days_that_have_come_stay_as_they_were() -> None:
    """Never change these: for other games or levels add a schedule with a later first day."""
    assert {day: told(date.fromisoformat(day)) for day in PINNED} == PINNED


def test_interpreted_kernels_find_the_same() -> None:
    few = list(PINNED)[:: 4 if THOROUGH else 9]
    code = (
        "import json\n"
        "from datetime import date\n"
        "from lastpick.coach.daily import as_data, daily\n"
        f"found = [as_data(daily(date.fromisoformat(day))) for day in {few}]\n"
        "print(json.dumps([[one['game'], one['picks'], one['answer']] for one in found]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "LASTPICK_KERNELS": "interpreted"},
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    assert json.loads(done.stdout) == [
        [PINNED[day][1], PINNED[day][3], PINNED[day][5]] for day in few
    ]


@pytest.mark.parametrize("day", [date(2026, 11, 18), date(2026, 11, 19), date(2026, 11, 20)])
def test_without_time_there_is_an_error_and_never_another(day: date) -> None:
    whole, clock = daily(day).puzzle, Looks()
    assert daily(day, clock.budget()).puzzle == whole
    ended = 0
    for looks in range(1, clock.count, max(1, clock.count // 60)):
        try:
            assert daily(day, Looks(looks).budget()).puzzle == whole
        except BudgetError:
            ended += 1
    assert ended > 5
    with pytest.raises(BudgetError, match=f"there was no time to find the puzzle of {day}"):
        daily(day, Looks(1).budget())


def test_what_is_unknown_is_never_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where memory is short, with time left."""
    day = date(2026, 11, 18)
    unknown = Verdict(None, (), False, None, "search", {"kind": "unknown", "text": ""})
    calls = count()
    with monkeypatch.context() as patch:
        patch.setattr(
            "lastpick.coach.puzzles.solve",
            lambda *asked: unknown if next(calls) == 1 else solve(*asked),
        )
        with pytest.raises(BudgetError, match="there was no time to find the puzzle of 2026-11-18"):
            daily(day)
    with monkeypatch.context() as patch:
        patch.setattr(
            "lastpick.coach.puzzles.answers", lambda position, _: dict.fromkeys(position.legal)
        )
        with pytest.raises(BudgetError, match="there was no time to find the puzzle of 2026-11-18"):
            daily(day, Looks(3_000).budget())  # else it would look for ever


# --- dates ------------------------------------------------------------------------------------


def test_a_date_is_read_in_one_form() -> None:
    assert read_day("2026-11-17") == date(2026, 11, 17)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("2026-13-40", "2026-13-40"),
        ("2026-02-30", "2026-02-30"),
        ("20261117", "20261117"),
        ("2026-W47-2", "2026-W47-2"),
        ("17.11.2026", "17.11.2026"),
        ("divisor-duel", "divisor-duel"),
        ("", "''"),
        ("a\nb", r"'a\nb'"),
        ("9" * 50, f"'{'9' * 20}'"),
    ],
)
def test_what_is_no_date_is_refused(text: str, shown: str) -> None:
    with pytest.raises(LastpickError) as error:
        read_day(text)
    assert str(error.value).startswith(f"{shown} is no date; write it as YYYY-MM-DD, such as 2")
    assert "\n" not in str(error.value)
