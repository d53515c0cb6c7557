"""Every key of every screen while something is worked out: nothing freezes, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import pytest
from support.at_rest import at_rest
from support.full_screen import PATIENCE, SIZES, Driver, driven
from textual import events
from textual.keys import Keys, key_to_character
from textual.widgets import OptionList

from lastpick.catalog import open_book
from lastpick.coach.lesson import PICK, PLAY, Lesson, expected
from lastpick.coach.lesson_file import open_lesson, shipped
from lastpick.coach.review import review
from lastpick.record import Person, Record
from lastpick.terminal.full import asking
from lastpick.terminal.full.board import _PICKS, Board
from lastpick.terminal.full.board_screen import BoardScreen
from lastpick.terminal.full.dialogs import Window
from lastpick.terminal.full.game import GameScreen
from lastpick.terminal.full.home import Home
from lastpick.terminal.full.lesson_screen import LessonScreen
from lastpick.terminal.full.mistakes import MistakesScreen
from lastpick.terminal.full.puzzle_screen import DailyScreen, PuzzleScreen
from lastpick.terminal.full.review import ReviewScreen
from lastpick.terminal.full.solo import SoloScreen
from lastpick.terminal.full.try_out import TryScreen
from lastpick.terminal.start import HUMAN, PlayRequest, set_up, set_up_solo

PEOPLE = (Person("Ann"), Person("Bob"))
PICKS = (6, 3, 9, 18, 2, 12, 4, 8, 16, 1, 5, 10, 20)
BOOK = open_book("number-knockout")
RECORD = Record(BOOK.game, PEOPLE, "2026-11-17", PICKS)
STOPS = "ctrl+z"  # the program itself
TAKE_BACK = ("undo", "again", "skip")  # what may end thinking for which picks have to wait
QUITS = ("ctrl+c", "ctrl+q")


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
    positions = [BOOK.game.start()]
    for n in PICKS:
        positions.append(positions[-1].pick(n))
    asked = [(positions[at], step) for at, step in enumerate(review(RECORD).steps) if step.mistake]
    return MistakesScreen(BOOK, asked, [1, 2] * 9, ("Ann", "Bob"))


def puzzle() -> PuzzleScreen:
    return PuzzleScreen(BOOK, 2, seed=1)


def wrong(screen: Any) -> int:
    """A pick that does not solve the puzzle."""
    legal: tuple[int, ...] = screen.tiles.legal
    return next(n for n in legal if n != screen.attempt.puzzle.answer)


class Case(NamedTuple):
    """A screen, and what is picked or pressed so that it thinks; nothing: it does so by itself."""

    make: Callable[[], BoardScreen]
    begin: Callable[[Any], int] | str = ""
    adds: bool = False  # whether what comes is told wherever one is by then
    windows: bool = False  # whether the keys of its windows are pressed, too


CASES = {
    "a pick in a lesson": Case(lambda: lesson(PICK), lambda screen: expected(screen.step)[0]),
    "a game in a lesson": Case(lambda: lesson(PLAY), lambda screen: screen.tiles.legal[0]),
    "a hint in a lesson": Case(lambda: lesson(PLAY), "h", adds=True),
    "a puzzle to come": Case(puzzle),
    "a puzzle tried": Case(puzzle, wrong, adds=True),
    "a puzzle solved": Case(puzzle, lambda screen: screen.attempt.puzzle.answer),
    "the daily puzzle": Case(lambda: DailyScreen(date(2026, 11, 17))),
    "a mistake": Case(replaying, lambda screen: screen.step.winning[0]),
    "a hint on a mistake": Case(replaying, "h"),
    "a variation": Case(trying),
    "alone": Case(lambda: SoloScreen(set_up_solo(BOOK, print))),
    "a hint": Case(game, "h", windows=True),
    "a bot": Case(lambda: game("level:1"), lambda _: 6),
    "a review": Case(lambda: ReviewScreen(RECORD), adds=True),
    "a reason in a review": Case(lambda: ReviewScreen(RECORD), "w", adds=True),
}


@contextmanager
def thinking() -> Iterator[None]:
    """All that is asked of the oracle waits as long as this lasts."""
    with asking._turns:
        yield


def keys_of(screen: Any) -> list[str]:
    """All keys that are bound on a screen, or used by its board; a digit last, as it waits."""
    chain = [bindings.key_to_bindings for _, bindings in screen._binding_chain]
    found = dict.fromkeys(key for bindings in chain for key in bindings)
    if isinstance(board := screen.focused, Board):
        found |= dict.fromkeys(key.value for key in Keys if board._leads_to(key.value) is not None)
        found |= dict.fromkeys((*_PICKS, "1"))
    return [key for key in found if key != STOPS]


class Meanwhile:
    """Keys that are pressed in an app while it thinks."""

    def __init__(self, driver: Driver, case: Case, home: Callable[[str], None]) -> None:
        self.driver = driver
        self.home = home
        self.app = driver.app
        self.case = case
        self.rounds = 0
        self.quits = 0  # how often the app was left
        self.app.exit = self._exit  # type: ignore[method-assign]
        self.pressed: list[str] = []  # since this round began
        self.windows: set[type[Window[Any]]] = set()  # whose keys have all been pressed

    def _exit(self, *_: object, **__: object) -> None:
        self.quits += 1

    async def press(self, *keys: str) -> None:
        """Press keys without waiting for what is worked out."""
        for key in keys:
            self.pressed.append(key)
            self.app.post_message(events.Key(key, key_to_character(key)))
            await self.rest()
            assert self.app._exception is None, self.pressed

    async def rest(self) -> None:
        """Wait until everything is drawn, looking often."""
        end = monotonic() + PATIENCE
        while not self.app._exception and not at_rest(self.app):
            assert monotonic() < end, self.pressed
            await self.driver.pilot.pause(0.001)

    def asked(self) -> object:
        """What is being worked out, for which screen."""
        screen = self.app.screen
        askers = getattr(screen, "asking", None), getattr(screen, "_reasons", None)
        return screen, [asker and asker._wanted for asker in askers]

    async def every_key(self) -> None:
        """Press all keys, in one round as long as the screen thinks on, then in another one."""
        await self.round([])
        came_to, left = self.came_to, None
        while left is None or left:
            left = await self.round(left)
            if self.spared:
                assert self.came_to == came_to, self.pressed

    async def round(self, keys: list[str] | None) -> list[str]:
        """Have the screen think, press keys until one changes something; those that are left."""
        self.rounds += 1
        self.home(str(self.rounds))
        screen, self.changed, self.pressed = self.case.make(), False, []
        screen, begin, self.pressed = self.case.make(), self.case.begin, []
        if begin:
            self.app.push_screen(screen)
            await self.driver.settle()
        with thinking():
            if not begin:
                self.app.push_screen(screen)
                await self.driver.until(lambda: screen.is_running)
                await self.rest()
            begins = begin(screen) if callable(begin) else begin
            await self.press(*([*str(begins), "enter"] if isinstance(begins, int) else begins))
            assert screen.busy
            keys = keys_of(screen) if keys is None else keys
            asked, shown = self.asked(), seen(screen)
            while keys and self.asked() == asked and seen(screen) == shown:
                key, *keys = keys
                quits, waits, action = self.quits, screen.waits_for, does(screen, key)
                await self.press(key)
                assert self.quits == quits + (key in QUITS)
                if waits and self.app.screen is screen and self.asked() != asked:
                    assert action in TAKE_BACK, (action, self.pressed)
                if isinstance(self.app.screen, Window):
                    await self.every_key_of_the_window(key)
            self.spared = self.asked() == asked and seen(screen) == shown
            left = seen(screen) if self.app.screen is screen and not self.spared else None
            if self.asked() != asked and screen.busy:
                left = None  # something else is to come
        await self.driver.settle()
        if left is not None and self.app.screen is screen:  # no late answer undoes what keys did
            first = 1 if self.case.adds else 0
            assert seen(screen)[first:] == left[first:], self.pressed
        await self.goes_on(screen)
        return keys

    async def every_key_of_the_window(self, opener: str) -> None:
        """Press the keys of a window, opening it again if it closed; it is left at the end."""
        kind: Any = type(self.app.screen)
        if self.case.windows and kind not in self.windows:
            self.windows.add(kind)
            below = self.app.screen_stack[-2]
            for key in keys_of(self.app.screen):
                if key in QUITS:
                    continue
                await self.press(key)
                if self.app.screen is below:
                    await self.press(opener)
                assert isinstance(self.app.screen, kind), self.pressed
        while isinstance(self.app.screen, Window):
            await self.press("escape")

    async def goes_on(self, screen: Any) -> None:
        """Nothing blocks any more: the next pick has an effect, and Escape leads home."""
        self.came_to = None
        if self.driver.screen is screen:
            assert not frozen(screen), self.pressed
            self.came_to = seen(screen)
            if screen.board.active and screen.tiles.legal:
                n = next(n for n in screen.tiles.legal if screen.board.marks.get(n) != "bad")
                await self.press(*["backspace"] * bool(screen.board.typed), *str(n), "enter")
                await self.driver.settle()
                assert self.app.screen is not screen or seen(self.driver.screen) != self.came_to, (
                    self.pressed
                )
        while not isinstance(self.app.screen, Home):
            above = len(self.app.screen_stack)
            await self.press("escape")
            typed = isinstance(self.app.screen, BoardScreen) and "1" in self.pressed
            assert typed or len(self.app.screen_stack) < above, self.pressed


def does(screen: Any, key: str) -> str:
    """The action of a key; empty if it is not bound now."""
    found = screen.active_bindings.get(key)
    return found.binding.action if found else ""


def seen(screen: BoardScreen) -> tuple[object, ...]:
    """What the screen has come to."""
    says = [str(screen.query_one(f"#{part}").render()) for part in ("status", "coach", "picks")]
    board = screen.board
    assert board.tiles is not None
    return (says, board.marks), board.tiles.position, board.active


def frozen(screen: Any) -> bool:
    """Whether there is something to pick, nothing to wait for, and no way to pick it."""
    attempt = getattr(screen, "attempt", None)
    done = getattr(screen, "done", False) or (attempt and attempt.result.done)
    to_pick = screen.tiles.legal and not done and not screen.board.active
    return bool(to_pick or screen.waits_for or screen.asking.busy)


@pytest.mark.parametrize("name", CASES)
def test_every_key_while_something_is_worked_out(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def home(name: str) -> None:
        """Keep games, progress and records apart from those of other rounds."""
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        monkeypatch.setenv("LASTPICK_HOME", str(tmp_path / name))

    async def script(driver: Driver) -> None:
        await Meanwhile(driver, CASES[name], home).every_key()

    driven(script, Home, SIZES[0])


def test_every_key_at_home_while_a_game_that_was_left_still_thinks() -> None:
    async def script(driver: Driver) -> None:
        keys = Meanwhile(driver, CASES["a hint"], lambda _: None)
        with thinking():
            driver.app.push_screen(game())
            await keys.press("h", "escape")
            assert isinstance(driver.screen, Home)
            for key in keys_of(driver.screen):
                quits = keys.quits
                driver.screen.query_one(OptionList).highlighted = 0  # the last entry quits
                await keys.press(key)
                assert keys.quits == quits + (key in (*QUITS, "q", "escape"))
                while not isinstance(driver.screen, Home):
                    await keys.press("escape")
        driver.app.push_screen(game())
        await driver.press("h")
        assert "Hint 1" in driver.part("coach")

    driven(script, Home, SIZES[0])
