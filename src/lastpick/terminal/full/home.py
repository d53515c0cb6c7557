"""Home: what the app opens with, and where it comes back to."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ...errors import LastpickError
from .app import of
from .choices import Choices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...journal import Saved

_LOGO = "Lastpick"
_MOTTO = "Pick numbers in turn. Whoever cannot pick loses."


class Home(Screen[None]):
    """One list; each entry leads to a screen and comes back here."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-tall")]  # noqa: RUF012
    BINDINGS = [Binding("q,escape", "leave", "Quit")]  # noqa: RUF012
    DEFAULT_CSS = """
    Home { align: center middle; }
    Home #home { width: 64; max-width: 100%; height: auto; max-height: 100%; padding: 0 1; }
    Home #logo { text-style: bold; color: $player-1-ink; height: 1; }
    Home #motto { color: $quiet; height: auto; }
    Home OptionList {
        height: auto; max-height: 100%; border: none; background: $background; padding: 0;
        margin-top: 1;
    }
    Home.-low OptionList { margin-top: 0; }
    Home #foot { color: $quiet; height: auto; }
    Home.-tall #foot { margin-top: 1; }
    """

    def compose(self) -> ComposeResult:
        with Vertical(id="home"):
            yield Static(_LOGO, id="logo", markup=False)
            yield Static(_MOTTO, id="motto", markup=False)
            yield Choices(id="choices", markup=False, compact=True)
            yield Static("Arrow keys and Enter, or the mouse. q quits.", id="foot", markup=False)

    def on_mount(self) -> None:
        """Show what there always is; saved games are looked for once that is seen."""
        self._fill([])

    def on_screen_resume(self) -> None:
        self.call_after_refresh(lambda: self._fill(self._saved()))

    def _fill(self, saved: list[Saved]) -> None:
        entries = self._entries(saved)
        self._actions = {key: action for key, _, action in entries}
        choices = self.query_one(OptionList)
        if [text for _, text, _ in entries] == [option.prompt for option in choices.options]:
            return
        before = choices.highlighted_option
        stays = before.id if before and choices.highlighted else None  # else the first one
        choices.clear_options()
        choices.add_options(Option(text, id=key) for key, text, _ in entries)
        choices.highlighted = list(self._actions).index(stays) if stays in self._actions else 0

    def _entries(self, saved: list[Saved]) -> list[tuple[str, str, Callable[[], object]]]:
        entries: list[tuple[str, str, Callable[[], object]]] = []
        if saved:
            from ..start import describe

            more = f" (and {len(saved) - 1} more)" if len(saved) > 1 else ""
            entries.append(("continue", f"Continue     {describe(saved[0])}{more}", self._continue))
        return [
            *entries,
            ("play", "Play         a friend here, or a bot", self._play),
            ("learn", "Learn        lessons: how to win", self._learn),
            ("daily", "Today        the puzzle of the day", self._daily),
            ("puzzles", "Puzzles      find the one winning pick", self._puzzles),
            ("solo", "Solo         alone: as many picks as you can", self._solo),
            ("history", "Past games   look again, and review", self._history),
            ("stats", "Statistics   wins, losses, personal bests", self._stats),
            ("own", "Own games    play a game file of your own", self._own),
            ("settings", "Settings     name, colours, pace", self._settings),
            ("quit", "Quit", self.action_leave),
        ]

    def _saved(self) -> list[Saved]:
        from ...journal import Journal

        try:
            return list(Journal().unfinished())
        except LastpickError as error:
            of(self).complain(str(error))
            return []

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

        self.app.push_screen(GameSetup())

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
