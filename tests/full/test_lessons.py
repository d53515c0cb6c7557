"""Lessons on the full screen: the same words as at the prompt, and progress on disk."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from support.full_screen import Driver, at_the_prompt, driven
from textual.widgets import OptionList

from lastpick.coach.lesson import (
    COACH,
    LEARNER,
    PICK,
    PLAY,
    READ,
    Lesson,
    LessonStep,
    expected,
    truth,
)
from lastpick.coach.lesson_file import open_lesson, shipped
from lastpick.coach.lesson_progress import SEEN, SHOWN, SOLVED, LessonProgress
from lastpick.game import Position
from lastpick.oracle import solve
from lastpick.terminal.full.lesson_screen import LessonScreen
from lastpick.terminal.full.lessons import Lessons
from lastpick.terminal.full.new_game import GameSetup
from lastpick.terminal.full.puzzles import Puzzles
from lastpick.terminal.learn import Classroom


def only(name: str, task: str, number: int = 0) -> Lesson:
    """A lesson of nothing but one of its steps."""
    lesson = open_lesson(name)
    step = [step for step in lesson.steps if step.task == task][number]
    return lesson._replace(steps=(step,), where=shipped()[name])


def wrong_pick(step: LessonStep) -> int:
    return next(n for n in step.position.legal if n not in expected(step))


def _goes_on(position: Position, *picks: int) -> bool:
    for n in picks:
        position = position.pick(n)
    return bool(position.choices)


async def win(driver: Driver) -> None:
    """Play a step on until it is won."""
    screen = driver.screen
    while not screen.done:
        await driver.pick(solve(screen.playing.position).winning[0])


def test_the_end_of_a_lesson_says_what_to_do_next() -> None:
    """After the last one too: a game against a bot, or puzzles."""
    last = list(shipped())[-1]
    for name, keys in ((last, "bp"), ("partner", "bp")):
        for key in keys:

            async def script(driver: Driver, name: str = name, key: str = key) -> None:
                lesson = driver.screen.lesson
                await driver.press("enter")
                assert ("That was the last lesson" in driver.part("news")) == (name == last)
                assert ("next lesson" in driver.key_bar()) == (name != last)
                await driver.press(key)
                assert isinstance(driver.screen, GameSetup if key == "b" else Puzzles)
                assert driver.screen.values["game"] == lesson.steps[-1].book.game.name

            driven(script, partial(LessonScreen, only(name, READ)))
    prompt, shown = at_the_prompt([""])
    lesson = open_lesson(last)
    one = lesson._replace(steps=only(last, READ).steps)
    Classroom(one, LessonProgress(kept=False), prompt).sit()
    assert "lastpick puzzle " in shown.getvalue()


@pytest.mark.parametrize("name", ["last-pick", "partner", "mirror", "twins"])
def test_a_lesson_is_taken_to_its_end_by_keys(name: str) -> None:
    """After each step that is shown as done, what is on disk says so too."""
    lesson = open_lesson(name)

    async def script(driver: Driver) -> None:
        screen = driver.screen
        for number, step in enumerate(lesson.steps, 1):
            assert screen.step == step
            assert driver.part("task") == step.text
            assert LessonProgress().done(lesson) == number - 1
            if step.task == PICK:
                await driver.pick(expected(step)[0])
            elif step.task == PLAY:
                await win(driver)
            if step.task != READ:
                assert screen.done
                assert LessonProgress().how(step) == SOLVED
            await driver.press("enter")
            assert LessonProgress().done(lesson) == number
        assert driver.part("status").startswith("The end of this lesson: ")
        await driver.press("n")
        following = list(shipped())[list(shipped()).index(name) + 1]
        assert driver.screen.lesson.name == following

    driven(script, lambda: LessonScreen(lesson))


def test_a_lesson_is_taken_by_mouse() -> None:
    lesson = open_lesson("last-pick")

    async def script(driver: Driver) -> None:
        screen = driver.screen
        while not screen.ended:
            step = screen.step
            if step.task == PICK:
                await driver.click_key("hint")
                await driver.click_tile(expected(step)[0])
            while screen.playing and not screen.done:
                await driver.click_tile(solve(screen.playing.position).winning[0])
            await driver.click_key("go on")
        assert LessonProgress().done(lesson) == len(lesson.steps)
        await driver.click_key("back")
        assert driver.screen is not screen

    driven(script, lambda: LessonScreen(lesson))


def test_what_is_said_to_a_pick_is_what_the_prompt_says() -> None:
    """A wrong pick, every hint, and the answer."""
    lesson = only("partner", PICK)
    step = lesson.steps[0]
    wrong = wrong_pick(step)
    prompt, shown = at_the_prompt([str(wrong), "hint", "hint", "hint", "hint", "show"])
    Classroom(lesson, LessonProgress(kept=False), prompt).sit()
    heard: list[str] = []

    async def script(driver: Driver) -> None:
        await driver.press("s")
        assert driver.part("coach") == "Try a number first: I tell you what it does."
        assert LessonProgress().how(step) is None
        await driver.pick(wrong)
        heard.append(driver.part("coach"))
        for _ in range(4):
            await driver.press("h")
            heard.append(driver.part("coach").removesuffix(" (h again tells more)"))
        await driver.press("s")
        heard.append(driver.part("coach"))
        assert LessonProgress().how(step) == SHOWN

    driven(script, lambda: LessonScreen(lesson))
    said = shown.getvalue()
    assert len(set(heard)) >= 4
    for text in heard:
        assert text in said, text


def test_a_win_that_was_not_asked_for_is_marked_as_neither() -> None:
    lesson = open_lesson("large-primes")
    step = next(step for step in lesson.steps if step.asks)
    too = next(n for n in solve(step.position).winning if n not in step.answers)
    wrong = next(n for n in step.position.legal if n not in solve(step.position).winning)

    async def script(driver: Driver) -> None:
        await driver.pick(too)
        assert "wins too" in driver.part("coach")
        assert not driver.screen.board.marks
        assert not driver.screen.query_one("#coach").has_class("-bad")
        await driver.pick(wrong)
        assert driver.screen.board.marks == {wrong: "bad"}
        assert driver.part("news") == "h helps, s gives the answer."

    driven(script, lambda: LessonScreen(lesson._replace(steps=(step,))))


def test_the_learner_keeps_a_shape_and_a_colour() -> None:
    """Whoever began: in every step of every lesson the board has the learner as 1."""
    seats = set()
    for lesson in map(open_lesson, shipped()):
        for step in lesson.steps:
            seats.add(step.seat)
            position = step.position
            made = step.makers(position)
            assert (made[-1:] == [1]) == bool(position.picks and step.begins == COACH)
            assert step.side(position.turn) == (1 if step.begins == LEARNER else 2)
    assert seats == {1, 2}

    lesson = open_lesson("partner")
    second = next(step for step in lesson.steps if step.seat == 2 and step.task == PICK)

    async def script(driver: Driver) -> None:
        board = driver.screen.board
        assert (board.turn, board.last_seat) == (1, 2)
        assert "●n  You" in driver.part("legend")

    driven(script, lambda: LessonScreen(lesson._replace(steps=(second,))))


def test_a_game_is_played_on_as_at_the_prompt() -> None:
    """Lost, taken back, lost, begun again, won: the same words and the same picks of the coach."""
    lesson = only("partner", PLAY)
    step = lesson.steps[0]

    async def script(driver: Driver) -> None:
        screen = driver.screen
        await driver.press("u")
        assert driver.part("coach") == "There is nothing of yours to take back yet."
        before = screen.playing.position
        wrong = [n for n in before.legal if n not in solve(before).winning]
        bad = next(n for n in wrong if all(_goes_on(before, n, m) for m in before.pick(n).legal))
        await driver.pick(bad)
        why = truth(before, bad)
        assert driver.part("coach") == f"{why} (u takes it back)"
        await driver.press("u")
        assert screen.playing.position == before
        made = []
        while not screen.done:
            made.append(solve(screen.playing.position).winning[0])
            await driver.pick(made[-1])
        assert driver.part("coach").endswith("The coach cannot pick. You win.")
        assert LessonProgress().how(step) == SOLVED
        entries = [str(bad), "undo", *map(str, made)]
        prompt, shown = at_the_prompt(entries)
        Classroom(lesson, LessonProgress(kept=False), prompt).sit()
        assert driver.part("coach") in shown.getvalue()
        theirs = screen.playing.position.picks
        assert all(f"The coach picks {n}." in shown.getvalue() for n in theirs[::2][:1])

    driven(script, lambda: LessonScreen(lesson))


def test_a_lost_game_can_be_begun_again() -> None:
    lesson = only("last-pick", PLAY)

    async def script(driver: Driver) -> None:
        screen = driver.screen
        for _ in range(30):
            position = screen.playing.position
            if screen.playing.over:
                break
            won = solve(position).winning
            n = next((n for n in position.legal if n not in won), position.legal[0])
            warned = truth(position, n) if won and n not in won else ""
            await driver.pick(n)
        assert screen.playing.over
        assert not screen.done
        assert driver.part("coach").startswith(warned)  # also where the answer ended the game
        assert "this one is lost" in driver.part("coach")
        assert LessonProgress().done(lesson) == 0
        await driver.press("a")
        assert screen.playing.tries == 2
        await win(driver)
        assert driver.part("coach").endswith("You win.")

    driven(script, lambda: LessonScreen(lesson))


def test_a_skipped_step_is_left_for_later_and_a_refused_pick_says_why() -> None:
    lesson = only("partner", PICK)

    async def script(driver: Driver) -> None:
        await driver.pick(99)
        assert "99" in driver.part("news")
        await driver.press("k")
        assert driver.part("status") == "The end of this lesson: 0 solved, 1 left for later."
        assert "next lesson" not in driver.key_bar()

    driven(script, lambda: LessonScreen(lesson))
    assert LessonProgress().done(lesson) == 0


def test_the_list_shows_progress_and_goes_on_where_one_left() -> None:
    lesson = open_lesson("partner")
    LessonProgress().add(lesson, lesson.steps[0], SEEN)
    first = open_lesson("large-primes")
    for step in first.steps:
        LessonProgress().add(first, step, SEEN)

    async def script(driver: Driver) -> None:
        rows = driver.screen.query_one(OptionList)
        ids = [option.id for option in rows.options]
        lines = [str(option.prompt) for option in rows.options]
        at = ids.index("partner")
        assert "1 of 7" in lines[at]
        assert lesson.title in lines[at]
        assert rows.highlighted == 1
        assert [name for name in ids if name] == list(shipped())
        assert lines[0] == "Divisor Duel, Number Bind, Number Knockout: 1 of 5"
        assert f"Lessons: 1 of {len(shipped())} done" == driver.part("title")
        heading = max(n for n in range(ids.index("mirror")) if ids[n] is None)
        assert lines[heading] == "Non-Consecutive: 0 of 3"
        rows.highlighted = at
        await driver.press("enter")
        assert driver.screen.step.digest == lesson.steps[1].digest
        assert driver.part("news") == "Going on where you left."
        await driver.pick(expected(lesson.steps[1])[0])
        await driver.press("escape")
        assert "2 of 7" in str(driver.screen.query_one(OptionList).options[at].prompt)

    driven(script, Lessons)


def test_what_cannot_be_kept_is_told_once(home: Path) -> None:
    lesson = open_lesson("last-pick")
    home.parent.mkdir(parents=True, exist_ok=True)

    async def script(driver: Driver) -> None:
        home.mkdir(exist_ok=True)
        (home / "lessons.log").mkdir()
        await driver.press("enter", "enter")
        assert driver.screen.at >= 1
        (notice,) = driver.app._notifications
        assert "from here on progress is not kept" in notice.message

    driven(script, lambda: LessonScreen(lesson))


def test_a_lesson_of_ones_own_is_checked_first(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(
        'title = "Own"\ngoal = "You see."\nminutes = 1\ngame = "divisor-duel"\nnumbers = "1-6"\n'
        '[[steps]]\ntext = "Pick."\npicks = [1]\ntask = "pick"\nanswers = [2]\n'
    )
    lesson = open_lesson(str(path))

    async def script(driver: Driver) -> None:
        assert "line 6" in driver.part("news")
        assert not driver.part("task")
        await driver.press("escape")

    driven(script, lambda: LessonScreen(lesson))


def test_progress_that_cannot_be_read_is_told_in_a_line(home: Path) -> None:
    (home / "lessons.log").mkdir(parents=True)

    async def script(driver: Driver) -> None:
        (notice,) = driver.app._notifications
        assert "lessons.log" in notice.message
        assert "\n" not in notice.message
        await driver.press("enter")  # which goes on all the same
        assert isinstance(driver.screen, LessonScreen)

    driven(script, lambda: LessonScreen(open_lesson("partner")))
    driven(script, Lessons)
