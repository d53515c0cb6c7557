"""Games on disk: those to go on with, and those that are over."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ...errors import LastpickError
from ...journal import LEFT_OUT, Journal, Saved
from .. import history, trusted
from ..start import AS_IT_IS, describe, take_up, unasked
from ..trusted import Deed
from .app import of
from .choices import Choices
from .dialogs import Question
from .key_bar import KeyBar


class GameList(Screen[None]):
    """A list of games; Enter opens one, d deletes it."""

    BINDINGS = [  # noqa: RUF012
        Binding("escape,q", "leave", "Back"),
        Binding("d,delete", "delete", "Delete"),
    ]
    DEFAULT_CSS = """
    GameList { align: center middle; }
    GameList #list { width: 76; max-width: 100%; height: 100%; max-height: 30; padding: 0 1; }
    GameList #name { text-style: bold; height: 1; margin-bottom: 1; }
    GameList OptionList {
        height: auto; max-height: 1fr; border: none; padding: 0; background: $background;
    }
    GameList #keys { dock: bottom; height: 1; padding: 0 1; background: $panel; }
    """
    NAME = ""
    EMPTY = ""
    OPEN = "open"

    def __init__(self) -> None:
        super().__init__()
        self._told: set[str] = set()  # what is wrong with files, each said once
        self._games: list[Saved] = []

    def compose(self) -> ComposeResult:
        with Vertical(id="list"):
            yield Static(self.NAME, id="name", markup=False)
            yield Choices(markup=False, compact=True)
            yield Static(id="empty", markup=False)
        yield KeyBar(id="keys")

    def on_screen_resume(self) -> None:
        """Show the list as it is by now; once nothing of it is left, there is nothing to show."""
        if self.app.screen is not self:  # a question has led to a game already
            return
        before = self._games
        self._fill()
        if before and not self._games:
            self.dismiss()

    def games(self) -> Sequence[Saved]:
        raise NotImplementedError

    def line(self, saved: Saved) -> str:
        raise NotImplementedError

    def open(self, saved: Saved) -> None:
        raise NotImplementedError

    def complain(self, trouble: str) -> None:
        """Say once what is wrong."""
        if trouble not in self._told:
            self._told.add(trouble)
            of(self).complain(trouble)

    def _fill(self) -> None:
        rows = self.query_one(OptionList)
        at = rows.highlighted or 0
        try:
            self._games = list(self.games())
        except LastpickError as error:
            self._games = []
            self.complain(str(error))
        rows.clear_options()
        rows.add_options(Option(self.line(saved), id=saved.name) for saved in self._games)
        if self._games:
            rows.highlighted = min(at, len(self._games) - 1)
        self.query_one("#empty", Static).update("" if self._games else self.EMPTY)
        keys = [("Enter", self.OPEN, "open"), ("d", "delete", "delete")] if self._games else []
        self.query_one(KeyBar).show([*keys, ("Esc", "back", "leave")])

    def _at(self) -> Saved | None:
        at = self.query_one(OptionList).highlighted
        return self._games[at] if at is not None and at < len(self._games) else None

    def on_option_list_option_selected(self, _: OptionList.OptionSelected) -> None:
        self.action_open()

    def action_open(self) -> None:
        if saved := self._at():
            try:
                self.open(saved)
            except LastpickError as error:
                of(self).complain(str(error))

    def action_delete(self) -> None:
        saved = self._at()
        if saved is None:
            return

        def answered(answer: str | None) -> None:
            if answer == "Delete it":
                try:
                    Journal().delete(saved)
                except LastpickError as error:
                    of(self).complain(str(error))
                self.on_screen_resume()

        asked = f"{self.line(saved)}\n\nDelete this game? It cannot be brought back."
        self.app.push_screen(Question(asked, ["Keep it", "Delete it"]), answered)

    def action_leave(self) -> None:
        self.dismiss()


class SavedGames(GameList):
    """Games to go on with."""

    NAME = "Games to go on with, the latest first"
    EMPTY = "There is no unfinished game."
    OPEN = "go on"

    def games(self) -> Sequence[Saved]:
        return Journal().unfinished(damaged=lambda error: self.complain(f"{error}; {LEFT_OUT}"))

    def line(self, saved: Saved) -> str:
        return describe(saved)

    def open(self, saved: Saved) -> None:
        self._ask(saved, unasked(saved, AS_IT_IS), ())

    def _ask(self, saved: Saved, left: Sequence[Deed], agreed: Sequence[Deed]) -> None:
        """Ask about one thing after the other that the game would have done, then go on with it."""
        app = of(self)
        if not left:
            self._take_up(saved, agreed)
            return
        deed, *others = left
        if trusted.unaskable(deed):
            if not deed.plays:
                app.complain(trusted.not_written(deed))
            self._ask(saved, others, agreed)
            return

        def answered(answer: str | None) -> None:
            if answer == deed.answer:
                self._ask(saved, others, (*agreed, deed))
            elif answer and not deed.plays:
                app.complain(trusted.not_written(deed))
                self._ask(saved, others, agreed)

        no = "Go back" if deed.plays else "Go on without it"
        app.push_screen(Question(deed.question, [no, deed.answer]), answered)

    def _take_up(self, saved: Saved, agreed: Sequence[Deed]) -> None:
        from .game import GameScreen

        app = of(self)
        try:
            session = take_up(saved, app.complain, AS_IT_IS, agreed)
        except LastpickError as error:
            app.complain(str(error))
            return
        if session.match.solo:
            from .solo import SoloScreen

            app.push_screen(SoloScreen(session))
        else:
            app.push_screen(GameScreen(session))


class PastGames(GameList):
    """Games that are over, to be reviewed."""

    NAME = "Games that are over, the latest first"
    EMPTY = "No game is over yet."
    OPEN = "review"

    def games(self) -> Sequence[Saved]:
        return history.finished(self.complain)

    def line(self, saved: Saved) -> str:
        return f"{saved.ended[:10]}  {history.describe(saved)}"

    def open(self, saved: Saved) -> None:
        from .review import ReviewScreen

        self.app.push_screen(ReviewScreen(history.games_over(saved), book=saved.setup.book()))
