"""Home: what the app opens with, and where it comes back to."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ...errors import JournalError, LastpickError
from .app import of
from .choices import Choices
from .letters import Letters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...catalog import Book
    from ...coach.lesson import Lesson

_NAME = "LASTPICK"
_MOTTO = "Pick numbers in turn. Whoever cannot pick loses."
_FOOT = "Arrow keys (\u2190\u2192: another game) and Enter, or the mouse. q quits."
Entry = tuple[str, str, str, Callable[[], object]]  # its key, its name, what it is, where it leads


class Home(Screen[None]):
    """One list; each entry leads to a screen and comes back here. Beside it a game plays itself."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (76, "-wide"), (110, "-roomy")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (22, "-tall"), (36, "-high")]  # noqa: RUF012
    BINDINGS = [  # noqa: RUF012
        Binding("q,escape", "leave", "Quit"),
        Binding("left", "game(-1)", show=False, priority=True),
        Binding("right", "game(1)", show=False, priority=True),
    ]
    DEFAULT_CSS = """
    Home { align: center middle; }
    Home #home { width: 108; max-width: 100%; height: auto; max-height: 100%; padding: 0 1; }
    Home #motto, Home #foot { color: $quiet; height: auto; }
    Home #middle { height: auto; layout: vertical; }
    Home OptionList {
        height: auto; max-height: 100%; border: none; background: $background; padding: 0;
    }
    Home Demo { display: none; height: 10; }
    Home #rule { height: 2; }
    Home.-low #foot { display: none; }
    Home.-low #home { height: 100%; }
    Home.-low #middle { height: 1fr; }
    Home.-tall #middle, Home.-high #middle { margin: 1 0; }
    Home.-wide #middle, Home.-roomy #middle { layout: horizontal; }
    Home.-wide OptionList { width: 46; margin-right: 1; }
    Home.-roomy OptionList { width: 56; margin-right: 2; }
    Home.-wide Demo, Home.-roomy Demo { display: block; width: 1fr; height: 12; }
    Home.-high Demo { display: block; margin-top: 1; }
    Home.-high.-wide Demo, Home.-high.-roomy Demo { height: 18; margin-top: 0; }
    """

    def compose(self) -> ComposeResult:
        with Vertical(id="home"):
            yield Letters(_NAME)
            yield Static(_MOTTO, id="motto", markup=False)
            with Container(id="middle"):
                yield Choices(id="choices", markup=False, compact=True)
            yield Static(id="rule", markup=False)
            yield Static(_FOOT, id="foot", markup=False)

    def on_mount(self) -> None:
        """Show what there always is; the rest is looked for once that is seen."""
        self.book: Book | None = None  # of the chosen game
        self._fill([])

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self._look)

    def on_screen_suspend(self) -> None:
        if self.book:
            self._demo.move(False)

    async def _look(self) -> None:
        """What was begun, and a game to watch: the one that was played last."""
        if self.app.screen is not self:
            return
        begun = self._begun()
        if self.book is None:
            from .demo import Demo
            from .new_game import first_game

            self._demo = Demo()
            await self.query_one("#middle").mount(self._demo)
            self._choose(self._played_last() or first_game())
        self._fill(begun)
        self._demo.move(self.app.screen is self)

    # --- the chosen game --------------------------------------------------------------

    def _choose(self, name: str) -> None:
        from ...catalog import open_book

        self.book = book = open_book(name)
        self.query_one("#rule", Static).update(f"{book.title}: {book.summary}")
        self._demo.play(book)

    def action_game(self, way: int) -> None:
        from ...catalog import names

        if self.book:
            known = names()
            self._choose(known[(known.index(self.book.game.name) + way) % len(known)])
            self._fill(self._unfinished)

    def on_board_picked(self) -> None:
        self._play()

    # --- the list ---------------------------------------------------------------------

    def _fill(self, unfinished: list[Entry]) -> None:
        self._unfinished = unfinished
        entries = self._entries(unfinished)
        self._actions = {key: action for key, _, _, action in entries}
        rows = {key: f"{name:12}{about}" for key, name, about, _ in entries}
        choices = self.query_one(OptionList)
        if list(rows.values()) == [option.prompt for option in choices.options]:
            return
        before = choices.highlighted_option
        stays = before.id if before and choices.highlighted else None  # else the first one
        choices.clear_options()
        choices.add_options(Option(text, id=key) for key, text in rows.items())
        choices.highlighted = list(rows).index(stays) if stays in rows else 0

    def _entries(self, unfinished: list[Entry]) -> list[Entry]:
        game = f"\u2039 {self.book.title} \u203a" if self.book else "a friend here, or a bot"
        entries: list[Entry] = [
            ("play", "Play", game, self._play),
            ("learn", "Learn", "lessons: how to win", self._learn),
            ("daily", "Today", "the puzzle of the day", self._daily),
            ("puzzles", "Puzzles", "find the one winning pick", self._puzzles),
            ("solo", "Solo", "alone: as many picks as you can", self._solo),
            ("history", "Past games", "look again, and review", self._history),
            ("stats", "Statistics", "wins, losses, personal bests", self._stats),
            ("own", "Own games", "play a game file of your own", self._own),
            ("settings", "Settings", "name, colours, pace", self._settings),
            ("quit", "Quit", "", self.action_leave),
        ]
        begun = {key for key, *_ in unfinished}
        return [*unfinished, *(entry for entry in entries if entry[0] not in begun)]

    # --- what was begun ---------------------------------------------------------------

    def _begun(self) -> list[Entry]:
        """What there is to go on with: a game, a lesson, today's puzzle for those who take it."""
        return [*self._saved_games(), *self._lesson_begun(), *self._todays()]

    def _saved_games(self) -> list[Entry]:
        from ...journal import Journal
        from ..start import describe

        try:
            saved = Journal().unfinished()
        except LastpickError as error:
            of(self).complain(str(error))
            return []
        if not saved:
            return []
        more = f" (and {len(saved) - 1} more)" if len(saved) > 1 else ""
        return [("continue", "Continue", f"{describe(saved[0])}{more}", self._continue)]

    def _lesson_begun(self) -> list[Entry]:
        from ...coach.lesson_file import open_lesson, shipped
        from ...coach.lesson_progress import LessonProgress

        try:
            progress = LessonProgress()
        except LastpickError:
            return []  # which the lessons say
        if progress.latest not in shipped():
            return []
        lesson = open_lesson(progress.latest)
        done, steps = progress.done(lesson), len(lesson.steps)
        if not 0 < done < steps:
            return []
        about = f"{lesson.title}, {done} of {steps}"
        return [("lesson", "Lesson", about, lambda: self._take(lesson))]

    def _todays(self) -> list[Entry]:
        from ...coach.daily import today
        from ...coach.puzzle_log import PuzzleLog

        log = PuzzleLog(lambda _: None)  # which the puzzle says
        found = log.dailies()
        now = found.get(str(today()))
        if not found or (now and now.done):
            return []
        return [("daily", "Today", "today's puzzle, not done yet", self._daily)]

    def _played_last(self) -> str | None:
        """The shipped game of the latest match, if there is one."""
        from ...journal import Journal

        try:
            for saved in Journal().saved():
                if not isinstance(saved, JournalError) and saved.setup.toml is None:
                    return saved.setup.game
        except LastpickError:
            pass  # which was said
        return None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        try:
            self._actions[event.option.id or "quit"]()
        except LastpickError as error:
            of(self).complain(str(error))

    # --- where each leads -------------------------------------------------------------

    def _continue(self) -> None:
        from .saved_games import SavedGames

        self.app.push_screen(SavedGames())

    def _play(self) -> None:
        from .new_game import GameSetup

        self.app.push_screen(GameSetup(self.book.game.name if self.book else None))

    def _take(self, lesson: Lesson) -> None:
        from .lesson_screen import LessonScreen

        self.app.push_screen(LessonScreen(lesson))

    def _learn(self) -> None:
        from .lessons import Lessons

        self.app.push_screen(Lessons())

    def _daily(self) -> None:
        from .puzzles import DailyScreen

        self.app.push_screen(DailyScreen())

    def _puzzles(self) -> None:
        from .puzzles import Puzzles

        self.app.push_screen(Puzzles())

    def _solo(self) -> None:
        from .new_game import SoloSetup

        self.app.push_screen(SoloSetup())

    def _history(self) -> None:
        from .saved_games import PastGames

        self.app.push_screen(PastGames())

    def _stats(self) -> None:
        from .statistics import statistics

        self.app.push_screen(statistics())

    def _own(self) -> None:
        from .new_game import own_game

        own_game(of(self))

    def _settings(self) -> None:
        from .settings_screen import SettingsScreen

        self.app.push_screen(SettingsScreen())

    def action_leave(self) -> None:
        of(self).action_leave()
