"""Puzzles on the full screen: what happens is in the log before it is answered."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest
from support.full_screen import Driver, at_the_prompt, driven
from textual.widgets import OptionList

from lastpick.catalog import open_book
from lastpick.coach.daily import daily, today
from lastpick.coach.puzzle_log import PuzzleLog, Result, asked_of, share, to_paste
from lastpick.coach.puzzles import find_puzzles
from lastpick.terminal.full.puzzle_screen import DailyScreen, PuzzleScreen
from lastpick.terminal.full.puzzles import Puzzles
from lastpick.terminal.show_puzzles import sit, sit_daily

BOOK = open_book("divisor-duel")


def no_trouble(text: str) -> None:
    raise AssertionError(text)


def kept(screen: PuzzleScreen) -> Result:
    """What is on disk of the puzzle that is shown."""
    assert screen.attempt is not None
    return PuzzleLog(no_trouble).result(screen.attempt.asked)


def shown_puzzles() -> PuzzleScreen:
    return PuzzleScreen(BOOK, level=2, seed=5)


def wrong_picks(screen: PuzzleScreen) -> list[int]:
    assert screen.attempt is not None
    puzzle = screen.attempt.puzzle
    return [n for n in puzzle.position.legal if n != puzzle.answer]


def test_hints_tries_and_the_answer_are_as_at_the_prompt() -> None:
    """Each is on disk when it is shown; the log and the words are those of the prompt."""
    (puzzle,) = find_puzzles(BOOK.game, 1, 2, 5)
    heard = []
    results = []

    async def script(driver: Driver) -> None:
        screen = driver.screen
        assert screen.attempt.puzzle == puzzle
        first, second = wrong_picks(screen)[:2]
        await driver.press("h")
        assert kept(screen) == Result(hints=1)
        heard.append(driver.part("coach"))
        await driver.pick(first)
        assert kept(screen) == Result((first,), hints=1)
        heard.append(driver.part("coach"))
        await driver.pick(first)
        assert driver.part("coach") == f"You have tried {first} before: it does not win."
        await driver.press("h", "h")
        heard.append(driver.part("coach"))
        await driver.pick(second)
        heard.append(driver.part("coach"))
        await driver.pick(puzzle.answer)
        assert kept(screen) == Result((first, second, puzzle.answer), hints=3, solved=True)
        results.append(kept(screen))
        heard.append(driver.part("coach"))
        assert driver.part("status") == "Solved!"
        await driver.pick(first)
        assert kept(screen) == results[0]

    driven(script, shown_puzzles)
    tries = [str(n) for n in results[0].tries]
    prompt, said = at_the_prompt(["hint", tries[0], "hint", "hint", tries[1], tries[2]])
    sit(BOOK, [puzzle], prompt)
    for text in heard:
        told = text.removesuffix(" (h again tells more)").partition(" of 3: ")[2] or text
        assert told in said.getvalue(), text
    assert "You have done this one before" in said.getvalue()


def test_puzzles_one_after_the_other_by_mouse() -> None:
    async def script(driver: Driver) -> None:
        screen = driver.screen
        seen = []
        for number in (1, 2, 3):
            puzzle = screen.attempt.puzzle
            seen.append(puzzle.position)
            assert screen.number == number
            assert puzzle.level == 2
            await driver.click_key("hint")
            await driver.click_tile(puzzle.answer)
            assert kept(screen) == Result((puzzle.answer,), hints=1, solved=True)
            await driver.click_key("next puzzle")
        assert len(set(seen)) == 3
        await driver.click_key("show answer")
        assert kept(screen) == Result(gave_up=True)
        assert str(screen.attempt.puzzle.answer) in driver.part("coach")

    driven(script, shown_puzzles)


def test_a_puzzle_goes_on_where_it_was_left() -> None:
    async def first(driver: Driver) -> None:
        await driver.press("h")
        await driver.pick(wrong_picks(driver.screen)[0])

    async def second(driver: Driver) -> None:
        tried = wrong_picks(driver.screen)[0]
        assert driver.part("news") == f"So far you tried {tried}; hints: 1."
        await driver.press("s")
        assert kept(driver.screen) == Result((tried,), hints=1, gave_up=True)

    async def third(driver: Driver) -> None:
        assert driver.part("news").startswith("You have done this one before")
        before = kept(driver.screen)
        await driver.pick(driver.screen.attempt.puzzle.answer)
        assert driver.part("coach").startswith("Right!")
        assert kept(driver.screen) == before

    for script in (first, second, third):
        driven(script, shown_puzzles)


def test_a_refused_pick_says_why_and_is_not_kept() -> None:
    async def script(driver: Driver) -> None:
        await driver.pick(99)
        assert "99" in driver.part("news")
        assert kept(driver.screen) == Result()

    driven(script, shown_puzzles)


def test_the_puzzle_of_the_day_has_a_result_to_share() -> None:
    found = daily(today())

    async def script(driver: Driver) -> None:
        screen = driver.screen
        assert screen.attempt.puzzle == found.puzzle
        await driver.press("h")
        await driver.pick(found.puzzle.answer)
        log = PuzzleLog(no_trouble)
        result = log.result(asked_of(found.book, found.puzzle, found))
        assert result == Result((found.puzzle.answer,), hints=1, solved=True)
        told = to_paste(found, result, log.summary().streak)
        assert told in driver.part("news")
        assert told.startswith(share(found, result, log.summary().streak))
        for copies in (driver.click_key("copy result"), driver.press("c")):
            driver.app.copy_to_clipboard("")
            await copies
            assert driver.app.clipboard == told
        assert log.summary().streak == 1

    driven(script, DailyScreen)
    prompt, said = at_the_prompt([])
    sit_daily(found, prompt)
    assert "Solved on try 1, 1 hint" in said.getvalue()

    async def later(driver: Driver) -> None:
        assert "Solved on try 1, 1 hint" in driver.part("news")

    driven(later, DailyScreen)


def test_days_in_a_row_are_told() -> None:
    now = today()
    log = PuzzleLog(no_trouble)
    yesterday = daily(now - timedelta(1))
    asked = asked_of(yesterday.book, yesterday.puzzle, yesterday)
    log.add(asked, {"try": yesterday.puzzle.answer, "right": True})
    log.close()
    path = Path(log._path)
    path.write_text(path.read_text().replace(f'"day": "{now}"', f'"day": "{yesterday.day}"'))

    async def script(driver: Driver) -> None:
        assert "Days in a row: 1, at best 1." in driver.part("picks")
        await driver.pick(driver.screen.attempt.puzzle.answer)
        assert "2 days in a row" in driver.part("news")

    driven(script, DailyScreen)


def test_a_newcomer_is_offered_an_easier_puzzle_beside_a_hard_one() -> None:
    """The puzzle of a day is the same for everybody; after seven solved ones it stands alone."""
    friday = date(2026, 11, 20)
    found = daily(friday)
    assert found.puzzle.level > 1
    log = PuzzleLog(no_trouble)
    for count in range(8):
        prompt, said = at_the_prompt([])
        sit_daily(found, prompt)
        assert ("An easier one to begin with" in said.getvalue()) == (count < 7)

        async def script(driver: Driver, count: int = count) -> None:
            assert ("easier one" in driver.key_bar()) == (count < 7)
            await driver.press("e")
            assert (driver.screen.attempt.puzzle.level == 1) == (count < 7)
            assert driver.screen.book.game.same_rules(found.book.game)

        if count in (0, 7):
            driven(script, lambda: DailyScreen(friday))
        log.add({"n": count}, {"try": 1, "right": True})
    log.close()
    assert PuzzleLog(no_trouble).easier(1) is None


def test_another_day_and_what_cannot_be_found() -> None:
    async def of_a_day(driver: Driver) -> None:
        assert driver.screen.attempt.puzzle == daily(date(2026, 11, 16)).puzzle

    driven(of_a_day, lambda: DailyScreen(date(2026, 11, 16)))

    async def none_there(driver: Driver) -> None:
        assert driver.part("status") == "There is no puzzle."
        assert "No puzzle of level 5 found on 1-3" in driver.part("news")
        await driver.press("escape")

    driven(none_there, lambda: PuzzleScreen(open_book("divisor-duel", "1-3"), level=5))


@pytest.mark.parametrize("size", [(40, 16), (80, 24)])
def test_game_numbers_and_level_are_chosen(size: tuple[int, int]) -> None:
    async def script(driver: Driver) -> None:
        rows = driver.screen.query_one("#rows", OptionList)
        places = {option.id: at for at, option in enumerate(rows.options)}
        rows.highlighted = places["level"]
        await driver.press("right", "right", "right")
        rows.highlighted = places["go"]
        await driver.press("enter")
        screen = driver.screen
        assert isinstance(screen, PuzzleScreen)
        assert screen.attempt is not None
        assert screen.attempt.puzzle.level == 3
        await driver.pick(screen.attempt.puzzle.answer)
        await driver.press("escape")
        assert isinstance(driver.screen, Puzzles)
        rows.highlighted = places["level"]
        await driver.settle()
        assert "1 of 1 solved, 1 on the first try" in driver.part("about")

    driven(script, Puzzles, size)
