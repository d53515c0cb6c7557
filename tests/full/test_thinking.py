"""Keys while something is worked out: nothing freezes, and nothing that comes of it is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest
from support.at_rest import at_rest
from support.full_screen import Driver, driven
from textual import events

from lastpick.catalog import open_book
from lastpick.coach.lesson import PICK, PLAY, Lesson, expected
from lastpick.coach.lesson_file import open_lesson, shipped
from lastpick.coach.review import review
from lastpick.record import Person, Record
from lastpick.terminal.full import asking
from lastpick.terminal.full.board_screen import BoardScreen
from lastpick.terminal.full.game import GameScreen
from lastpick.terminal.full.home import Home
from lastpick.terminal.full.lesson_screen import LessonScreen
from lastpick.terminal.full.mistakes import MistakesScreen
from lastpick.terminal.full.puzzle_screen import PuzzleScreen
from lastpick.terminal.full.review import ReviewScreen
from lastpick.terminal.full.solo import SoloScreen
from lastpick.terminal.full.try_out import TryScreen
from lastpick.terminal.start import HUMAN, PlayRequest, set_up, set_up_solo

PEOPLE = (Person("Ann"), Person("Bob"))
PICKS = (6, 3, 9, 18, 2, 12, 4, 8, 16, 1, 5, 10, 20)
BOOK = open_book("number-knockout")


def only(name: str, task: str) -> Lesson:
    """A lesson of nothing but its first step with such a task."""
    lesson = open_lesson(name)
    step = next(step for step in lesson.steps if step.task == task)
    return lesson._replace(steps=(step,), where=shipped()[name])


def lesson(task: str) -> LessonScreen:
    return LessonScreen(only("partner", task))


def game(bot: str = HUMAN) -> GameScreen:
    return GameScreen(set_up(PlayRequest("divisor-duel", kinds=(HUMAN, bot), seed=3), print))


def trying() -> TryScreen:
    return TryScreen(BOOK, BOOK.game.start().pick(6), [1], 2, ("Ann", "Bob"), 3)


def replaying() -> MistakesScreen:
    record = Record(BOOK.game, PEOPLE, "2026-11-17", PICKS)
    positions = [BOOK.game.start()]
    for n in PICKS:
        positions.append(positions[-1].pick(n))
    asked = [(positions[at], step) for at, step in enumerate(review(record).steps) if step.mistake]
    return MistakesScreen(BOOK, asked, [1, 2] * 9, ("Ann", "Bob"))


def better(screen: MistakesScreen) -> int:
    return screen.step.winning[0]


class Case(NamedTuple):
    """A screen, what is picked or pressed so that it thinks, and the keys to try meanwhile."""

    make: Callable[[], BoardScreen]
    begin: Callable[[Any], int] | str = ""  # nothing: it thinks from its opening
    spares: Sequence[str] = "h"  # keys that change nothing of what comes
    others: Sequence[str] = ()


CASES = {
    "a pick in a lesson": Case(
        lambda: lesson(PICK), lambda screen: expected(screen.step)[0], ("h", "s", "enter"), "k"
    ),
    "a game in a lesson": Case(
        lambda: lesson(PLAY), lambda screen: screen.board.tiles.legal[0], ("h", "enter"), "uak"
    ),
    "a lesson that the coach begins": Case(lambda: lesson(PLAY), "", ("h", "enter"), "uak"),
    "a hint in a lesson": Case(lambda: lesson(PLAY), "h", "h", ("u", "a", "k", "enter")),
    "a puzzle": Case(lambda: PuzzleScreen(BOOK, 2, seed=1), "", ("h", "s", "n", "enter")),
    "a mistake": Case(replaying, better, ("h", "s", "enter")),
    "a hint on a mistake": Case(replaying, "h", "h", "s"),
    "a variation": Case(trying, "", "h", ("u", "enter")),
    "alone": Case(lambda: SoloScreen(set_up_solo(BOOK, print)), "", (), ("enter",)),
    "a hint": Case(game, "h", "h", ("u", "enter", "g")),
    "a bot": Case(lambda: game("level:1"), lambda _: 6, ("h", "g", "enter"), "u"),
    "a review": Case(
        lambda: ReviewScreen(Record(BOOK.game, PEOPLE, "2026-11-17", PICKS)), "", (), ("w", "enter")
    ),
}


@contextmanager
def thinking() -> Iterator[None]:
    """All that is asked of the oracle waits as long as this lasts."""
    with asking._turns:
        yield


async def press(driver: Driver, *keys: str) -> None:
    """Press keys without waiting for what is worked out."""
    for key in keys:
        driver.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await driver.until(lambda: at_rest(driver.app))


def seen(screen: BoardScreen) -> object:
    """What the screen has come to."""
    says = [str(screen.query_one(f"#{part}").render()) for part in ("status", "coach", "picks")]
    board = screen.board
    assert board.tiles is not None
    return says, board.tiles.position, board.marks, board.active


def frozen(screen: Any) -> bool:
    """Whether there is something to pick, nothing to wait for, and no way to pick it."""
    attempt = getattr(screen, "attempt", None)
    done = getattr(screen, "done", False) or (attempt and attempt.result.done)
    to_pick = screen.tiles.legal and not done and not screen.board.active
    return bool(to_pick or screen.waits_for or screen.asking.busy)


@pytest.mark.parametrize("name", CASES)
def test_keys_while_something_is_worked_out(name: str) -> None:
    case = CASES[name]

    async def meanwhile(driver: Driver, *keys: str) -> object:
        """Press keys while the screen thinks; what it has come to after that."""
        screen = case.make()
        if case.begin:
            driver.app.push_screen(screen)
            await driver.settle()
        with thinking():
            if not case.begin:
                driver.app.push_screen(screen)
                await driver.until(lambda: screen.is_running and at_rest(driver.app))
            begins = case.begin(screen) if callable(case.begin) else case.begin
            await press(driver, *([*str(begins), "enter"] if isinstance(begins, int) else begins))
            assert screen.busy
            await press(driver, *keys)
        while not isinstance(driver.screen, BoardScreen | Home):
            await press(driver, "escape")  # a window was opened
        await driver.settle()
        found = None
        if driver.screen is screen:
            assert not frozen(screen), keys
            found = seen(screen)
        while not isinstance(driver.screen, Home):
            driver.app.pop_screen()
            await driver.until(lambda: at_rest(driver.app))
        return found

    async def script(driver: Driver) -> None:
        if case.spares:
            assert await meanwhile(driver) == await meanwhile(driver, *case.spares)
        for key in case.others:
            await meanwhile(driver, key)

    driven(script, Home)
